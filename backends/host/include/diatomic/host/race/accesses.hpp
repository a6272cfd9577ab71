// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What atomic operations and fences order, told to ThreadSanitizer with their scopes.
///
/// Their accesses are relaxed for the processor, so ThreadSanitizer sees no order in them. The
/// order goes through keys: one of the object for the device, and one for each block. An operation
/// that releases gives this thread's clock to the key of its block and, at device scope or wider,
/// to the device's. One that acquires takes from the same keys. So two operations synchronise only
/// if the scope of each includes the other's thread.

#include <cstddef>
#include <cstdint>

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

/// Memory that no other block uses at the same time: its objects' marks are of earlier blocks.
struct memory_range {
  const void* begin = nullptr;
  const void* end = nullptr;
  DIATOMIC_HOST_UNSEEN bool has(const void* p) const { return begin <= p && p < end; }
};
/// The block that runs on this OS thread.
struct DIATOMIC_HOST_SHARED present_block {
  unsigned number = 0;  // no other block of this process has it; 0: host code
  memory_range shared, stack;
  bool has_turn = false;  // runs alone, until it waits for the first time
};
DIATOMIC_HOST_SHARED inline thread_local present_block this_block;
DIATOMIC_HOST_UNSEEN inline bool is_private(const void* p) {
  return this_block.shared.has(p) || this_block.stack.has(p);
}

/// A GPU thread, or a thread of the host.
struct DIATOMIC_HOST_SHARED agent {
  unsigned block = 0;  // the number of a present block
  unsigned warp = 0;   // of the block
  known released[2];   // what was done before the last fences that release, of the block's scope
                       // and wider ones
  known observed[2];   // what relaxed loads saw by the keys of the block and of the device
  key to_fence[2];
};
DIATOMIC_HOST_SHARED inline thread_local agent of_host;
DIATOMIC_HOST_SHARED inline thread_local agent* current = nullptr;
DIATOMIC_HOST_UNSEEN inline agent& this_agent() { return current != nullptr ? *current : of_host; }

/// What one operation does. `loads` and `stores` are what it did: a compare-exchange that failed
/// only loads.
struct access {
  const void* address;
  std::size_t size;
  memory_order order;
  memory_scope scope;
  bool loads;
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
/// The order of a compare-exchange that fails.
constexpr memory_order order_of_failure(memory_order order) {
  if (order == memory_order::release) return memory_order::relaxed;
  return order == memory_order::acq_rel ? memory_order::acquire : order;
}

DIATOMIC_HOST_UNSEEN inline void give(key& to) {
  __tsan_release(to.bytes);
  ++to.times_given;
}

/// The order of an access that has just been made. `own`: the group of this block, if it has one.
DIATOMIC_HOST_UNSEEN inline void tell_order(const access& a, agent& me, object& o, group* own) {
  const bool is_wide = span_of(a.scope) == span::device;
  if (a.stores) {
    for (known& clock : me.released) {
      if (clock.is_empty()) continue;
      clock.release(own->given.bytes);
      ++own->given.times_given;
    }
    if (is_wide && !me.released[1].is_empty()) {
      me.released[1].release(o.given.bytes);
      ++o.given.times_given;
    }
    if (does_release(a.order)) {
      give(own->given);
      if (is_wide) give(o.given);
    }
  }
  if (!a.loads) return;
  const bool from_own = own != nullptr && own->given.times_given != 0;
  const bool from_device = is_wide && o.given.times_given != 0;
  if (does_acquire(a.order) || (updates_acquire && a.is_update)) {
    if (from_own) __tsan_acquire(own->given.bytes);
    if (from_device) __tsan_acquire(o.given.bytes);
  } else {
    if (from_own) me.observed[0].acquire(own->given.bytes);
    if (from_device) me.observed[1].acquire(o.given.bytes);
  }
}

/// An atomic access of the mark, so that those of one block do not race.
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

/// Marks the access in its groups, and compares its scope and size with those of other accesses.
DIATOMIC_HOST_UNSEEN inline void check_marks(const access& a, const agent& me, object& o,
                                             object* overlapping, group* own) {
  const span mine = span_of(a.scope);
  group* of_warp = nullptr;
  if (own != nullptr) set(a.stores ? own->stored : own->loaded);
  if (mine != span::device) {
    o.has_narrow = true;
    set(a.stores ? own->stored_narrowly : own->loaded_narrowly);
  }
  if (mine == span::warp) {
    of_warp = find_group(o, own->id + me.warp + 1, true);
    set(a.stores ? of_warp->stored_narrowly : of_warp->loaded_narrowly);
  }
  for (group* g = o.groups; g != nullptr; g = g->next) {
    if (g->epoch != o.epoch || g == own || g == of_warp) continue;
    const bool is_warp = g->id % ids_of_a_block != 0;
    if (mine == span::device || is_warp) {
      look_at(a, g->loaded_narrowly, g->stored_narrowly, mark_tags.scope);
    } else {
      look_at(a, g->loaded, g->stored, mark_tags.scope);
    }
  }
  if (overlapping == nullptr) return;
  for (group* g = overlapping->groups; g != nullptr; g = g->next) {
    if (g->epoch == overlapping->epoch) look_at(a, g->loaded, g->stored, mark_tags.size);
  }
}

/// After an access, under the lock of its object's bucket.
DIATOMIC_HOST_UNSEEN inline void note(bucket& b, const access& a) {
  __tsan_func_entry(__builtin_return_address(0));  // for the reports
  agent& me = this_agent();
  const found at = find_object(b, a.address, a.size);
  object& o = *at.itself;
  const bool gives = a.stores && (does_release(a.order) || !me.released[0].is_empty() ||
                                  !me.released[1].is_empty());
  // Relaxed updates of a large array need no more groups than those that show two blocks.
  const bool needs_group =
      gives || o.blocks < 2 || o.has_narrow || span_of(a.scope) != span::device;
  const std::uint64_t id = me.block * ids_of_a_block;
  group* own = find_group(o, id, false);
  if (own == nullptr && needs_group) {
    own = find_group(o, id, true);
    ++o.blocks;
  }
  tell_order(a, me, o, own);
  if (me.block != 0 && !is_private(a.address)) check_marks(a, me, o, at.overlapping, own);
  __tsan_func_exit();
}

DIATOMIC_HOST_UNSEEN inline void fence(memory_order order, memory_scope scope) {
  agent& me = this_agent();
  const unsigned widest = span_of(scope) == span::device ? 1 : 0;
  if (order != memory_order::release) {  // first: what it acquires, it also releases
    for (unsigned i = 0; i <= widest; ++i) {
      if (me.observed[i].is_empty()) continue;
      me.observed[i].release(me.to_fence[i].bytes);
      __tsan_acquire(me.to_fence[i].bytes);
    }
  }
  if (order != memory_order::acquire) {
    __tsan_release(me.to_fence[widest].bytes);
    me.released[widest].acquire(me.to_fence[widest].bytes);
  }
}

}  // namespace race
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
#endif
