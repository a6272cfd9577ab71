// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Locks that kernels can wait for. One lane of a warp takes the lock for all of its lanes that
/// want it; they go one by one, and none waits for another in a branch of its own. So nothing
/// hangs, whether the lanes of a warp make progress independently (NVIDIA) or in lockstep (AMD),
/// and a warp pays for one lock where 32 or 64 hand-written ones would be taken.
///
/// A mutex is memory of zeros at first: `fill_bytes(0)`, `cudaMemset`. In shared memory one thread
/// calls the constructor or sets it to `{}`, before a barrier.

#include <cstdint>
#include <type_traits>

#include <diatomic/detail/lanes.hpp>
#include <diatomic/functions.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Four bytes; whoever comes first after an unlock gets it.
///
/// \tparam Tags of its operations: a scope (`device_scope` unless said: all who use the mutex must
/// be of it), `in_global` or `in_shared`. `spin_mutex<block_scope_t, in_shared_t>` is a block's
/// own.
template <class... Tags>
class spin_mutex {
 public:
  /// Takes the mutex if it is free: acquire. Never waits.
  DIATOMIC_FUNCTION bool try_lock() {
    // A look costs less than an exchange, and does not disturb the holder.
    return load(&state_, Tags{}...) == 0 && exchange(&state_, 1u, acquire, Tags{}...) == 0;
  }
  /// Gives back what the caller holds: release.
  DIATOMIC_FUNCTION void unlock() { store(&state_, 0u, release, Tags{}...); }

  /// What `with_lock` does: it stands in the queue, of which there is none here, and asks whether
  /// its turn has come.
  using place = unsigned;
  DIATOMIC_FUNCTION place queue_up() { return 0; }
  DIATOMIC_FUNCTION bool is_turn(place) { return try_lock(); }

 private:
  unsigned state_ = 0;
};

/// Eight bytes; first come, first served, warp by warp. Tags as `spin_mutex`.
template <class... Tags>
class alignas(8) ticket_mutex {
 public:
  /// Takes the mutex if nobody holds it or waits for it: acquire. Never waits.
  DIATOMIC_FUNCTION bool try_lock() {
    const unsigned now = load(&serving_, acquire, Tags{}...);
    return compare_exchange(&next_, now, now + 1, acquire, Tags{}...) == now;
  }
  /// Gives back what the caller holds: release.
  DIATOMIC_FUNCTION void unlock() {
    store(&serving_, load(&serving_, Tags{}...) + 1, release, Tags{}...);
  }

  using place = unsigned;
  DIATOMIC_FUNCTION place queue_up() { return fetch_add(&next_, 1u, Tags{}...); }
  DIATOMIC_FUNCTION bool is_turn(place ticket) {
    return load(&serving_, acquire, Tags{}...) == ticket;
  }

 private:
  unsigned next_ = 0;
  unsigned serving_ = 0;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The lanes that are here and want the same mutex as this one.
DIATOMIC_FUNCTION lane_group group_of(const void* mutex) {
  const lane_mask active = target::active_lanes();
  const lane_mask members = target::match(active, reinterpret_cast<std::uintptr_t>(mutex));
  return {active, members, target::lane_number()};
}

/// `f` in one lane of the group after the other, each seeing what those before it did.
DIATOMIC_EXEC_CHECK_DISABLE
template <class F>
DIATOMIC_FUNCTION void take_turns(const lane_group& g, F& f) {
  for (lane_mask rest = g.members; rest != 0; rest &= rest - 1) {
    target::sync_lanes(g.members);
    if (target::lowest_of(rest) == g.lane) f();
  }
  target::sync_lanes(g.members);
}

/// Runs `f` in all lanes under the mutex, once `is_turn()`, asked in one lane of each group at most
/// `attempts` times, says so (0: as often as it takes). Every lane stays in the loop until all are
/// done, and meets the others there each time around.
/// \return whether it ran.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Mutex, class IsTurn, class F>
DIATOMIC_FUNCTION bool run_locked(const lane_group& g, Mutex& mutex, unsigned attempts,
                                  IsTurn is_turn, F& f) {
  bool waits = true;
  bool ran = false;
  unsigned tried = 0;
  unsigned steps = 1;
  while (target::ballot(g.active, waits) != 0) {
    const bool holds = waits && g.is_lowest() && is_turn();
    const lane_mask holders = target::ballot(g.active, holds);
    if (waits && (holders & g.members) != 0) {
      take_turns(g, f);
      if (g.is_lowest()) mutex.unlock();
      ran = true;
      waits = false;
    } else if (waits) {
      waits = ++tried != attempts;
      if (holders == 0) {
        target::pause(steps);
        if (steps < 16) steps *= 2;
      }
    }
  }
  return ran;
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Runs `f()` while holding the mutex, and returns what `f` returns. Lanes of a warp that call
/// together run one by one, lowest first. What holders did before is seen (acquire), and what `f`
/// does is seen by those after (release).
///
/// `f` must not wait for other threads of the block (`sync_block`, another `with_lock` on the same
/// mutex), nor leave by an exception. Waiting pauses between looks, longer each time.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Mutex, class F>
DIATOMIC_FUNCTION auto with_lock(Mutex& mutex, F f) {
  const detail::lane_group g = detail::group_of(&mutex);
  typename Mutex::place place{};
  if (g.is_lowest()) place = mutex.queue_up();
  const auto is_turn = [&] { return mutex.is_turn(place); };
  if constexpr (std::is_void_v<decltype(f())>) {
    detail::run_locked(g, mutex, 0, is_turn, f);
  } else {
    decltype(f()) result{};
    auto keep = [&] { result = f(); };
    detail::run_locked(g, mutex, 0, is_turn, keep);
    return result;
  }
}

/// `with_lock`, if the mutex is had within `attempts` (at least 1) tries, between which it pauses.
/// Returns whether `f` ran.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Mutex, class F>
DIATOMIC_FUNCTION bool with_lock_for(unsigned attempts, Mutex& mutex, F f) {
  const detail::lane_group g = detail::group_of(&mutex);
  return detail::run_locked(g, mutex, attempts, [&] { return mutex.try_lock(); }, f);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
