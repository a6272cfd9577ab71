// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The view of a bounded multi-producer, multi-consumer queue for kernels and host code.
/// `<diatomic/containers/bounded_queue.hpp>` owns the memory.
///
/// Positions at both ends only count up; a position's lower bits select its cell, the rest is its
/// lap. A cell's turn tells in which lap the cell is free or holds an item. A call first takes room
/// or items from a count, then positions, each by one addition for all lanes that call together. So
/// the rate does not drop where many warps push or pop (decision 0052).
///
/// The counts include only finished pushes and pops. A thread with a position therefore waits only
/// for threads that are already copying items into or out of the same cell.

#include <type_traits>

#include <diatomic/diatomic.hpp>
#include <diatomic/dispatch/lane_groups.hpp>
#include <diatomic/dispatch/waiting.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
/// A queue's cell for one item. Zeroed memory is a free cell of the first lap.
template <class T>
struct queue_cell {
  unsigned turn;  ///< the lap's first position: free; plus one: holds the lap's item
  T item;         ///< the item, if there is one
};

/// One end of a queue. Its two counters are in different cache lines.
struct queue_end {
  unsigned next;           ///< the next position
  unsigned apart[31];      ///< not used
  int taken;               ///< at the back: cells that are not free; in front: minus the items
  unsigned apart_too[31];  ///< not used
};

/// Where to push and where to pop. Zero-initialised.
struct queue_ends {
  queue_end back;   ///< where to push
  queue_end front;  ///< where to pop
};

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
      : cells_(cells), ends_(ends), last_(capacity - 1) {}

  /// Pushes `item` at the back. Returns false if the queue is full, counting items that are still
  /// being popped. It may also return false while another thread's attempt claims more room than
  /// there is.
  DIATOMIC_FUNCTION bool try_push(const T& item) const {
    const auto write = [&item](T& in_cell) { in_cell = item; };
    return visit(ends_->back, ends_->front, static_cast<int>(capacity()), 0, write);
  }

  /// Pops the first item. Returns false, with `item` unchanged, if the queue is empty, not counting
  /// items that are still being pushed. It may also return false while another thread's attempt
  /// claims more items than there are.
  DIATOMIC_FUNCTION bool try_pop(T& item) const {
    const auto read = [&item](const T& in_cell) { item = in_cell; };
    return visit(ends_->front, ends_->back, 0, 1, read);
  }

  /// Pushes `item` at the back; waits, with backoff, while the queue is full. Another warp that has
  /// started must make room: lanes that call together proceed together, once all their items are in
  /// the queue. On the host other threads of the block may make room too.
  DIATOMIC_FUNCTION void push(const T& item) const {
    const detail::device_ops::lane_mask here = detail::device_ops::active_lanes();
    detail::exponential_backoff backoff;
    for (bool done = false;;) {
      if (!done) done = try_push(item);
      // Lanes in lockstep leave together: otherwise a compiler may move the cell writes of lanes
      // that succeeded behind the loop, while a consumer waits for them.
      if (detail::device_ops::ballot(here, !done) == 0) return;
      backoff.pause();
    }
  }

  /// Pops the first item; waits, with backoff, while the queue is empty. Another warp that has
  /// started must push: lanes that call together proceed together, once each has an item. T needs a
  /// default constructor.
  DIATOMIC_FUNCTION T pop() const {
    const detail::device_ops::lane_mask here = detail::device_ops::active_lanes();
    detail::exponential_backoff backoff;
    T item{};
    for (bool done = false;;) {
      if (!done) done = try_pop(item);
      if (detail::device_ops::ballot(here, !done) == 0) return item;
      backoff.pause();
    }
  }

  /// Number of cells.
  DIATOMIC_FUNCTION unsigned capacity() const { return last_ + 1; }

 private:
  /// Adds up to `lanes` to `end.taken`, as far as `limit` allows; returns how many.
  DIATOMIC_FUNCTION int claim(queue_end& end, int limit, int lanes) const {
    const int seen = limit - diatomic::load(&end.taken, Tags{}...);
    const int wanted = seen < lanes ? seen : lanes;
    if (wanted <= 0) return 0;
    const int left = limit - diatomic::fetch_add(&end.taken, wanted, Tags{}...);
    const int count = left < 0 ? 0 : left < wanted ? left : wanted;
    if (count != wanted) diatomic::store_sub(&end.taken, wanted - count, Tags{}...);
    return count;
  }

  /// Visits a cell at `end` in each calling lane; returns false in lanes that get none. `end` has
  /// none left when `end.taken` is `limit`. A cell is ready when its turn is the first position of
  /// its lap plus `phase`. After the visits the cells belong to the `other` end.
  template <class Visit>
  DIATOMIC_FUNCTION bool visit(queue_end& end, queue_end& other, int limit, unsigned phase,
                               Visit use) const {
    const detail::lane_group here = detail::group_of(&end);
    const unsigned leader = detail::device_ops::lowest_of(here.members);
    int count = 0;
    unsigned start = 0;
    if (here.is_leader()) {
      count = claim(end, limit, static_cast<int>(detail::device_ops::count_of(here.members)));
      if (count != 0)
        start = diatomic::fetch_add(&end.next, static_cast<unsigned>(count), Tags{}...);
    }
    count = detail::shuffle(here.members, count, leader);
    if (count == 0) return false;
    const unsigned rank = detail::device_ops::count_of(here.below());
    const unsigned position = detail::shuffle(here.members, start, leader) + rank;
    const unsigned lap = position & ~last_;
    queue_cell<T>& cell = cells_[position & last_];
    const bool has_cell = rank < static_cast<unsigned>(count);
    detail::exponential_backoff backoff;
    for (bool waits = has_cell;;) {
      if (waits && diatomic::load(&cell.turn, acquire, Tags{}...) == lap + phase) {
        use(cell.item);
        diatomic::store(&cell.turn, phase == 0 ? lap + 1 : lap + capacity(), release, Tags{}...);
        waits = false;
      }
      // Lanes in lockstep leave together: otherwise a compiler may move the visit behind the loop,
      // where it would wait for the slowest lane.
      if (detail::device_ops::ballot(here.members, waits) == 0) break;
      backoff.pause();
    }
    if (here.is_leader()) diatomic::store_sub(&other.taken, count, Tags{}...);
    return has_cell;
  }

  queue_cell<T>* cells_;
  queue_ends* ends_;
  unsigned last_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
