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
  DIATOMIC_HOST_UNSEEN_PART bool has(const void* p) const { return begin <= p && p < end; }
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
  alignas(8) unsigned char to_fence[8] = {};

  DIATOMIC_HOST_UNSEEN_PART bool is_empty() const { return clock.is_empty() && !is_all; }
  DIATOMIC_HOST_UNSEEN void forget() {
    clock.forget();
    is_all = false;
  }
  DIATOMIC_HOST_UNSEEN void fence() {
    if (!clock.is_made() && known::made() >= most_clocks) {
      is_all = true;
      return;
    }
    __tsan_release(to_fence);
    clock.acquire(to_fence);
  }
  DIATOMIC_HOST_UNSEEN void give(key& to) {
    if (is_all) __tsan_release(to.bytes);
    if (!clock.is_empty()) clock.release(to.bytes);
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
DIATOMIC_HOST_UNSEEN_PART agent& this_agent() { return current != nullptr ? *current : of_host; }
DIATOMIC_HOST_UNSEEN_PART bool is_private(const agent& me, const void* p) {
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

DIATOMIC_HOST_UNSEEN_PART constexpr bool does_release(memory_order order) {
  return order != memory_order::relaxed && order != memory_order::acquire;
}
DIATOMIC_HOST_UNSEEN_PART constexpr bool does_acquire(memory_order order) {
  return order != memory_order::relaxed && order != memory_order::release;
}

DIATOMIC_HOST_UNSEEN_PART bool has_given(const key* k) {
  return k != nullptr && k->giver != nullptr;
}

/// A clock that knows nothing, for one thread at a time.
DIATOMIC_HOST_SHARED inline known nothing;
DIATOMIC_HOST_SHARED inline lock_owner guard_of_nothing;

/// A release sequence ends at another thread's store that is no update. The store's own thread may
/// be one of several givers: then they stay, unless the store gives what this thread knows now.
DIATOMIC_HOST_UNSEEN inline void end_sequence(key& of, const agent& me, bool gives) {
  if (of.giver == nullptr || (of.giver == &me && !of.has_several)) return;
  if (of.has_several && !gives) return;
  const word_lock lock(guard_of_nothing);
  nothing.replace(of.bytes);
  of.giver = nullptr;
  of.has_several = false;
}

/// Gives what this thread knows, or knew at its fences.
DIATOMIC_HOST_UNSEEN inline void give(key& to, agent& me, bool all, bool is_wide) {
  for (unsigned i = is_wide ? 1 : 0; i < 2; ++i) {
    if (!me.released[i].is_empty()) me.released[i].give(to);
  }
  if (all) __tsan_release(to.bytes);
  to.has_several |= to.giver != nullptr && to.giver != &me;
  to.giver = &me;
}

/// The order of an access that has just been made. `own`: the group of this block, if it has one.
DIATOMIC_HOST_UNSEEN inline void tell_order(const access& a, agent& me, object& o, group* own) {
  const bool is_wide = a.scope == span::device;
  if (a.loads) {  // first: what an update acquires, it also releases
    key* const of_own = own != nullptr ? &own->given : nullptr;
    key* const of_device = is_wide ? &o.given : nullptr;
    const bool acquires = does_acquire(a.order) || (updates_acquire && a.is_update);
    for (key* k : {of_own, of_device}) {
      if (!has_given(k)) continue;
      if (acquires) {
        __tsan_acquire(k->bytes);
      } else {
        me.observed[k == of_own ? 0 : 1].add(*k);
      }
    }
  }
  if (!a.stores) return;
  const bool all = does_release(a.order);
  const bool gives_block = all || !me.released[0].is_empty() || !me.released[1].is_empty();
  const bool gives_device = is_wide && (all || !me.released[1].is_empty());
  if (!a.loads && !a.is_update) {
    end_sequence(o.given, me, gives_device);
    for (group* g = o.groups; g != nullptr; g = g->next) {
      if (g->epoch == o.epoch) end_sequence(g->given, me, g == own && gives_block);
    }
  }
  if (gives_block) give(own->given, me, all, false);
  if (gives_device) give(o.given, me, all, true);
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
