// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The view of a bounded multi-producer, multi-consumer queue for kernels and host code, after D.
/// Vyukov's bounded queue. `<diatomic/containers/bounded_queue.hpp>` owns the memory.
///
/// Both ends only count up; a position's lower bits select its cell, the rest is its lap. A cell's
/// turn tells in which lap the cell is free or holds an item. A thread takes a position by
/// compare-exchange once the cell is ready, and then owns the cell.
///
/// `try_push` and `try_pop` never wait: a retry means that another thread succeeded. So lanes of a
/// warp may call them freely, even in lockstep. A thread that is suspended while it owns a cell
/// blocks no other: the queue just looks full or empty at that cell.

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

/// The next positions for push and pop, 128 bytes apart. Zero-initialised.
struct queue_ends {
  unsigned tail;           ///< where to push
  unsigned apart[31];      ///< not used
  unsigned head;           ///< where to pop
  unsigned apart_too[31];  ///< not used
};

/// A non-owning, trivially copyable view of a queue, for kernels and host code.
///
/// A push releases and the pop of its item acquires: the popping thread sees all writes that
/// precede the push. The same holds for a pop and the push that reuses its cell. A popping thread
/// gets one thread's items in the order in which they were pushed.
///
/// Positions have 32 bits. The queue fails if exactly a multiple of 2^32 pushes (or pops) happen
/// between one thread's load of a cell and its compare-exchange.
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

  /// Pushes `item` at the back. Returns false at once if the queue is full, or if the cell's
  /// previous item is still being popped.
  DIATOMIC_FUNCTION bool try_push(const T& item) const {
    unsigned position = 0;
    if (!take_position(&ends_->tail, 0, position)) return false;
    queue_cell<T>& cell = cells_[position & last_];
    cell.item = item;
    store(&cell.turn, lap_of(position) + 1, release, Tags{}...);
    return true;
  }

  /// Pops the first item. Returns false at once, with `item` unchanged, if the queue is empty, or
  /// if the next item is still being pushed.
  DIATOMIC_FUNCTION bool try_pop(T& item) const {
    unsigned position = 0;
    if (!take_position(&ends_->head, 1, position)) return false;
    queue_cell<T>& cell = cells_[position & last_];
    item = cell.item;
    store(&cell.turn, lap_of(position) + last_ + 1, release, Tags{}...);
    return true;
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
  /// The first position of the position's lap.
  DIATOMIC_FUNCTION unsigned lap_of(unsigned position) const { return position & ~last_; }

  /// Takes the next position of `end` whose cell's turn is the first position of its lap plus
  /// `phase`; returns false if that turn has not come yet.
  ///
  /// The active lanes take consecutive positions, as many as are ready, with one compare-exchange.
  /// The others try again.
  DIATOMIC_FUNCTION bool take_position(unsigned* end, unsigned phase, unsigned& position) const {
    const detail::lane_group here = detail::group_of(end);
    detail::device_ops::lane_mask rest = here.members;
    unsigned seen = load(end, Tags{}...);
    for (;;) {
      const unsigned leader = detail::device_ops::lowest_of(rest);
      const unsigned start = detail::shuffle(rest, seen, leader);
      position = start + detail::device_ops::count_of(rest & here.below());
      const unsigned turn = load(&cells_[position & last_].turn, acquire, Tags{}...);
      const auto ahead = static_cast<int>(turn - lap_of(position) - phase);
      const detail::device_ops::lane_mask unready = detail::device_ops::ballot(rest, ahead != 0);
      const detail::device_ops::lane_mask ready = rest & ((unready & -unready) - 1);
      if (ready == 0) {
        if (detail::shuffle(rest, ahead, leader) < 0) return false;
        seen = load(end, Tags{}...);  // Other threads have moved the end.
        continue;
      }
      const unsigned next = start + detail::device_ops::count_of(ready);
      if (here.lane == leader) seen = compare_exchange(end, start, next, Tags{}...);
      if (detail::shuffle(rest, seen, leader) != start) continue;
      if ((ready >> here.lane & 1) != 0) return true;
      rest &= ~ready;
      seen = next;
    }
  }

  queue_cell<T>* cells_;
  queue_ends* ends_;
  unsigned last_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
