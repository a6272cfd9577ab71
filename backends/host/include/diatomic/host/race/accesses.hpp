// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Tells ThreadSanitizer the orders and scopes of atomic operations and fences.
///
/// Their accesses are relaxed for the processor, so ThreadSanitizer sees no order in them. The
/// order goes through keys: one of the object for the device, and one for each block. An operation
/// that releases gives this thread's clock to the key of its block and, at device scope or wider,
/// to the device's. One that acquires takes from the same keys. So two operations synchronise only
/// if the scope of each includes the other's thread.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include <diatomic/core/vocabulary.hpp>
#include <diatomic/host/race/objects.hpp>

#if DIATOMIC_RACE_CHECK
namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {
namespace race {

/// The letter of PTX's memory model is 1. For 2 a relaxed read-modify-write also acquires, as many
/// CUDA programs assume of tickets and of counters of arrivals; a compare-exchange does not.
inline constexpr bool updates_acquire = DIATOMIC_RACE_CHECK >= 2;

/// A cluster is a block: launches here form no larger ones. The system is the device: host code and
/// kernels share its memory.
enum class span : unsigned char { warp, block, device };
constexpr span span_of(memory_scope scope) {
  if (scope == memory_scope::warp) return span::warp;
  const bool is_block = scope == memory_scope::block || scope == memory_scope::cluster;
  return is_block ? span::block : span::device;
}

/// DIATOMIC_RACE_ASSUME: stronger scopes or orders for the whole program, by which
/// scripts/race-check finds what a race lacks.
enum class assumption : unsigned char { none, device_scope, all_orders };
DIATOMIC_HOST_UNSEEN inline assumption read_assumption() {
  const char* const text = std::getenv("DIATOMIC_RACE_ASSUME");
  if (text == nullptr) return assumption::none;
  return std::strcmp(text, "orders") == 0 ? assumption::all_orders : assumption::device_scope;
}
/// With `all_orders` every operation and fence has device scope, releases and acquires.
DIATOMIC_HOST_SHARED inline const assumption assumed = read_assumption();

/// Memory of one block: what other blocks did with its objects, they did before it got the memory.
struct memory_range {
  const void* begin = nullptr;
  const void* end = nullptr;
  DIATOMIC_HOST_UNSEEN bool has(const void* p) const { return begin <= p && p < end; }
};
/// The block that runs on this OS thread.
struct DIATOMIC_HOST_SHARED present_block {
  unsigned number = 0;  // no other block of this process has it; 0: host code
  memory_range shared, stack;
  unsigned seat = 0;  // in its launch's turns
};
DIATOMIC_HOST_SHARED inline thread_local present_block this_block;

/// The clock of a thread at its last fence that releases. ThreadSanitizer has slots for 255
/// threads, and a clock needs one: it then includes the accesses of the slot's previous thread,
/// which hides races. So the program has 64 such clocks. Without one, a store after a fence
/// publishes everything that its thread has done.
struct released_state {
  static constexpr unsigned most_clocks = 64;
  known clock;
  bool is_all = false;
  key to_fence = {};

  DIATOMIC_HOST_UNSEEN bool is_empty() const { return clock.is_empty() && !is_all; }
  DIATOMIC_HOST_UNSEEN void forget() {
    clock.forget();
    is_all = false;
  }
  DIATOMIC_HOST_UNSEEN void fence() {
    if (!clock.is_made() && known::made() >= most_clocks) {
      is_all = true;
      return;
    }
    __tsan_release(to_fence.bytes);
    clock.acquire(to_fence.bytes);
  }
  DIATOMIC_HOST_UNSEEN void give(key& to) {
    if (is_all) __tsan_release(to.bytes);
    if (!clock.is_empty()) clock.release(to.bytes);
    ++to.times_given;
  }
};

/// The keys that relaxed loads saw, for a fence that acquires.
struct observed_keys {
  static constexpr unsigned most = 16;
  key* keys[most] = {};
  unsigned count = 0;

  /// Acquires at once if all places are used.
  DIATOMIC_HOST_UNSEEN void add(key& seen) {
    for (unsigned i = 0; i < count; ++i) {
      if (keys[i] == &seen) return;
    }
    if (count == most) return __tsan_acquire(seen.bytes);
    keys[count++] = &seen;
  }
  DIATOMIC_HOST_UNSEEN void fence() {
    for (unsigned i = 0; i < count; ++i) __tsan_acquire(keys[i]->bytes);
    count = 0;
  }
};

/// A GPU thread, or a thread of the host.
struct DIATOMIC_HOST_SHARED agent {
  unsigned block = 0;  // the number of a present block
  unsigned warp = 0;   // of the block
  memory_range stack;
  // At block scope, and at wider ones.
  released_state released[2];
  observed_keys observed[2];
  bool has_fenced = false;  // since the block's last barrier, releasing at the wider ones

  DIATOMIC_HOST_UNSEEN void begin(unsigned its_block, unsigned its_warp) {
    block = its_block;
    warp = its_warp;
    has_fenced = false;
    for (unsigned i = 0; i < 2; ++i) {
      released[i].forget();
      observed[i].count = 0;
    }
  }
};
DIATOMIC_HOST_SHARED inline thread_local agent of_host;
DIATOMIC_HOST_SHARED inline thread_local agent* current = nullptr;
DIATOMIC_HOST_UNSEEN inline agent& this_agent() { return current != nullptr ? *current : of_host; }
DIATOMIC_HOST_UNSEEN inline bool is_private(const agent& me, const void* p) {
  return this_block.shared.has(p) || this_block.stack.has(p) || me.stack.has(p);
}

/// One operation. `loads` and `stores` describe its accesses: a compare-exchange that failed only
/// loads.
struct access {
  const void* address;
  std::size_t size;
  memory_order order;
  span scope;
  bool loads;  // and returns what it loads: an update without result orders no later fence
  bool stores;
  bool is_update;  // a read-modify-write other than a compare-exchange
};

/// ThreadSanitizer's tags for what it reports of marks. Made by the first launch: an object that
/// kernels made would order them.
struct tags {
  void* scope = nullptr;
  void* size = nullptr;
};
DIATOMIC_HOST_SHARED inline tags mark_tags;

constexpr bool does_release(memory_order order) {
  return order != memory_order::relaxed && order != memory_order::acquire;
}
constexpr bool does_acquire(memory_order order) {
  return order != memory_order::relaxed && order != memory_order::release;
}

DIATOMIC_HOST_UNSEEN inline void give(key& to) {
  __tsan_release(to.bytes);
  ++to.times_given;
}

/// The order of an access that has just been made. `own`: the group of this block, if it has one.
DIATOMIC_HOST_UNSEEN inline void tell_order(const access& a, agent& me, object& o, group* own) {
  const bool is_wide = a.scope == span::device;
  if (a.loads) {  // first: what an update acquires, it also releases
    const bool from_own = own != nullptr && own->given.times_given != 0;
    const bool from_device = is_wide && o.given.times_given != 0;
    if (does_acquire(a.order) || (updates_acquire && a.is_update)) {
      if (from_own) __tsan_acquire(own->given.bytes);
      if (from_device) __tsan_acquire(o.given.bytes);
    } else {
      if (from_own) me.observed[0].add(own->given);
      if (from_device) me.observed[1].add(o.given);
    }
  }
  if (!a.stores) return;
  for (released_state& before : me.released) {
    if (!before.is_empty()) before.give(own->given);
  }
  if (is_wide && !me.released[1].is_empty()) me.released[1].give(o.given);
  if (does_release(a.order)) {
    give(own->given);
    if (is_wide) give(o.given);
  }
}

/// An atomic access of the mark, so that operations of one group do not race.
__attribute__((noinline)) inline void set(mark& m) {
  __atomic_store_n(&m.byte, 1, __ATOMIC_RELAXED);
}
/// A plain read of the mark, if it is set.
DIATOMIC_HOST_UNSEEN inline void look_at(mark& m, void* tag) {
  if (m.byte != 0) __tsan_external_read(&m.byte, __builtin_return_address(0), tag);
}
DIATOMIC_HOST_UNSEEN inline void look_at(const access& a, mark& loaded, mark& stored, void* tag) {
  look_at(stored, tag);
  if (a.stores) look_at(loaded, tag);
}

/// Compares the access with the marks of other groups: of a warp's group, the narrow marks are of
/// the warp's scope; of a block's group, of the block's scope and of narrower ones.
DIATOMIC_HOST_UNSEEN inline void look_at_groups(const access& a, const agent& me, object& o,
                                                bool is_private, group* own, group* of_warp) {
  for (group* g = o.groups; g != nullptr; g = g->next) {
    if (g->epoch != o.epoch || g == own || g == of_warp) continue;
    if (is_private && g->id / ids_of_a_block != me.block) continue;
    const bool is_warp = g->id % ids_of_a_block != 0;
    look_at(a, g->loaded_narrowly, g->stored_narrowly, mark_tags.scope);
    if (a.scope == span::warp || (a.scope == span::block && !is_warp)) {
      look_at(a, g->loaded, g->stored, mark_tags.scope);
    }
  }
}
/// Compares the size of the access with the sizes of overlapping objects.
DIATOMIC_HOST_UNSEEN inline void look_at_overlaps(bucket& b, const access& a, const agent& me,
                                                  const object& o, bool is_private) {
  for (object* other = b.first; other != nullptr; other = other->next) {
    if (other == &o || other->epoch != o.epoch || !overlap(*other, o)) continue;
    for (group* g = other->groups; g != nullptr; g = g->next) {
      if (g->epoch != other->epoch || g->id % ids_of_a_block != 0) continue;
      if (is_private && g->id != me.block * ids_of_a_block) continue;
      look_at(a, g->loaded, g->stored, mark_tags.size);
    }
  }
}

/// After an access, under the lock of its object's bucket.
DIATOMIC_HOST_UNSEEN inline void note(bucket& b, access a) {
  __tsan_func_entry(__builtin_return_address(0));  // for the reports
  if (assumed != assumption::none) a.scope = span::device;
  if (assumed == assumption::all_orders) a.order = memory_order::acq_rel;
  agent& me = this_agent();
  const bool is_own_memory = me.block != 0 && is_private(me, a.address);
  // Only this block uses the memory now, and the device's key is older.
  const span given_scope = a.scope;
  if (is_own_memory && a.scope == span::device) a.scope = span::block;
  object& o = find_object(b, a.address, a.size);
  const bool gives = a.stores && (does_release(a.order) || !me.released[0].is_empty() ||
                                  !me.released[1].is_empty());
  // Relaxed updates of a large array need no more groups than those that show two blocks.
  const bool needs_group =
      gives || o.blocks < 2 || o.has_narrow || given_scope != span::device || is_own_memory;
  const std::uint64_t id = me.block * ids_of_a_block;
  group* own = find_group(o, id, false);
  if (own == nullptr && needs_group) {
    own = find_group(o, id, true);
    ++o.blocks;
  }
  o.has_narrow |= given_scope != span::device;
  o.has_warps |= given_scope == span::warp;
  group* const of_warp = find_group(o, id + me.warp + 1, o.has_warps);
  // Before a release, which covers them.
  for (group* g : {own, of_warp}) {
    if (g != nullptr) set(a.stores ? g->stored : g->loaded);
  }
  if (given_scope != span::device) set(a.stores ? own->stored_narrowly : own->loaded_narrowly);
  tell_order(a, me, o, own);
  // After it: the order at the warp's scope goes through the block's key, which covers too much.
  if (given_scope == span::warp) {
    set(a.stores ? of_warp->stored_narrowly : of_warp->loaded_narrowly);
  }
  if (me.block != 0) {
    a.scope = given_scope;
    look_at_groups(a, me, o, is_own_memory, own, of_warp);
    look_at_overlaps(b, a, me, o, is_own_memory);
  }
  __tsan_func_exit(nullptr);
}

DIATOMIC_HOST_UNSEEN inline void fence(memory_order order, memory_scope scope) {
  if (assumed == assumption::all_orders) order = memory_order::acq_rel;
  agent& me = this_agent();
  const bool is_wide = assumed != assumption::none || span_of(scope) == span::device;
  const unsigned widest = is_wide ? 1 : 0;
  if (order != memory_order::release) {  // first: what it acquires, it also releases
    for (unsigned i = 0; i <= widest; ++i) me.observed[i].fence();
  }
  if (order == memory_order::acquire) return;
  me.released[widest].fence();
  me.has_fenced |= is_wide;
}

}  // namespace race
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
#endif
