// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The view of a bounded multi-producer, multi-consumer queue for kernels and host code.
/// `<diatomic/containers/bounded_queue.hpp>` owns the memory.

#include <type_traits>

#include <diatomic/atomics/detail/waiting.hpp>
#include <diatomic/containers/detail/queue_visits.hpp>
#include <diatomic/containers/queue_cells.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/sync/detail/lane_groups.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
/// A non-owning, trivially copyable view of a queue, for kernels and host code.
///
/// A push releases and the pop of its item acquires: the popping thread sees all writes that
/// precede the push. The same holds for a pop and the push that reuses its cell. A popping thread
/// gets one thread's items in the order in which they were pushed.
///
/// \tparam T trivially copyable, of any size.
/// \tparam Tags tags for its operations: a scope that includes all threads that use the queue
/// (default `device_scope`), `in_global` or `in_shared`.
template <class T, class... Tags>
class bounded_queue_ref {
  static_assert(std::is_trivially_copyable_v<T>, "bounded_queue: T must be trivially copyable");

 public:
  /// `capacity` is the number of `cells`, a power of two from 2 to 2^30. Cells and ends must be
  /// zero.
  DIATOMIC_FUNCTION bounded_queue_ref(queue_cell<T>* cells, unsigned capacity, queue_ends* ends)
      : visits_{cells, ends, capacity - 1} {}

  /// Pushes `item` at the back. Returns false only if the queue was full at some moment of the
  /// call, counting items that were still being popped.
  DIATOMIC_FUNCTION bool try_push(const T& item) const {
    return visits::until_clear([&] { return visits_.try_push_once(item); });
  }

  /// Pops the first item. Returns false, with `item` unchanged, only if the queue was empty at some
  /// moment of the call, not counting items that were still being pushed.
  DIATOMIC_FUNCTION bool try_pop(T& item) const {
    return visits::until_clear([&] { return visits_.try_pop_once(item); });
  }

  /// Pushes `item` at the back; waits, with backoff, while the queue is full. Another warp that has
  /// started must make room: lanes that call together proceed together, once all their items are in
  /// the queue. On the host other threads of the block may make room too.
  DIATOMIC_FUNCTION void push(const T& item) const {
    visits::until_done([&] { return visits_.try_push_once(item); });
  }

  /// Pops the first item; waits, with backoff, while the queue is empty. Another warp that has
  /// started must push: lanes that call together proceed together, once each has an item. T needs a
  /// default constructor.
  DIATOMIC_FUNCTION T pop() const {
    T item{};
    visits::until_done([&] { return visits_.try_pop_once(item); });
    return item;
  }

  /// Works off a list: pops items and calls `f(item)`, which may push more, until the queue is
  /// empty and no `f` of any thread in `drain` runs. The thread then sees all writes of these `f`.
  ///
  /// Any number of threads may call, and may start at any time. Lanes that call together stay
  /// together: while a lane has an item, `f` runs in this lane and the others wait for it. `f` must
  /// not wait for other calls of `f`; it pushes with `try_push`, and does itself what finds no
  /// room. Only `f` may push until the end: other pushes can be too late. T needs a default
  /// constructor.
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class F>
  DIATOMIC_FUNCTION void drain(F f) const {
    const detail::lane_set here = detail::group_of(visits_.ends);
    const unsigned leader = detail::device_ops::lowest_of(here.members);
    detail::exponential_backoff backoff;
    drain_state own{*this, here.is_leader()};
    for (;;) {
      if (own.now == drain_step::wait) {
        if (here.is_leader()) own.now = look_for_work();
        const auto now = detail::shuffle(here.members, static_cast<unsigned>(own.now), leader);
        own.now = static_cast<drain_step>(now);
        // The leader's look comes before what all lanes do now.
        detail::device_ops::sync_lanes(here.members);
      }
      if (own.now == drain_step::work) {
        T item{};
        const bool has_item = visits_.try_pop_once(item) == visits::attempt::done;
        if (has_item) f(item);
        if (detail::device_ops::ballot(here.members, has_item) == 0) {
          detail::device_ops::sync_lanes(here.members);
          own.stop();
        }
      }
      // Lanes in lockstep leave together: a lane that waits must not keep others from their items.
      const bool goes_on = own.now != drain_step::end;
      if (detail::device_ops::ballot(here.active, goes_on) == 0) return;
      if (own.now == drain_step::wait) backoff.pause();
    }
  }

  /// Number of cells.
  DIATOMIC_FUNCTION unsigned capacity() const { return visits_.capacity(); }

 private:
  using visits = detail::queue_visits<T, Tags...>;

  enum class drain_step : unsigned char { wait, work, end };

  /// A lane in `drain`. Its group counts as busy no longer when an exception leaves `f`.
  struct drain_state {
    const bounded_queue_ref& queue;
    bool is_leader;
    drain_step now = drain_step::wait;
    DIATOMIC_FUNCTION ~drain_state() { stop(); }
    DIATOMIC_FUNCTION void stop() {
      if (now != drain_step::work) return;
      now = drain_step::wait;
      queue_ends& ends = *queue.visits_.ends;
      if (is_leader) diatomic::store_sub(&ends.busy, 1u, release, Tags{}...);
    }
  };

  /// Whether to work, and thus to count as busy, since there are items; or to end, since there are
  /// none, nor a busy group that could push some: the order of the loads is the proof (decision
  /// 0052).
  DIATOMIC_FUNCTION drain_step look_for_work() const {
    queue_ends& ends = *visits_.ends;
    const unsigned ready = diatomic::load(&ends.front.ready, Tags{}...);
    if (static_cast<int>(ready - diatomic::load(&ends.front.claimed, Tags{}...)) > 0) {
      static_cast<void>(diatomic::fetch_add(&ends.busy, 1u, acquire, Tags{}...));
      return drain_step::work;
    }
    const unsigned popped = diatomic::load(&ends.front.next, Tags{}...);
    if (diatomic::load(&ends.busy, Tags{}...) != 0) return drain_step::wait;
    if (diatomic::fetch_add(&ends.busy, 0u, acq_rel, Tags{}...) != 0) return drain_step::wait;
    const unsigned pushed = diatomic::load(&ends.back.next, Tags{}...);
    return popped == pushed ? drain_step::end : drain_step::wait;
  }

  visits visits_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
