// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A queue of fixed capacity, as kernels and host code see it: any thread may push to it and pop
/// from it. Multi-producer, multi-consumer, after D. Vyukov's bounded queue.
/// `<diatomic/containers/bounded_queue.hpp>` has the memory.
///
/// Both ends count up for good; a position's lower bits are its cell, the rest its lap. A cell
/// carries a turn, which says for which lap it is free or holds an item. A thread takes a position
/// by compare-exchange, and only if the cell is ready for it; then the cell is its own.
///
/// `try_push` and `try_pop` wait for nobody: an attempt is repeated only because another one
/// succeeded. So lanes of a warp may use them as they like, in lockstep too. A thread that sleeps
/// while it owns a cell makes the queue look full or empty to others at that cell, and blocks no
/// one.

#include <type_traits>

#include <diatomic/diatomic.hpp>
#include <diatomic/dispatch/lane_groups.hpp>
#include <diatomic/dispatch/waiting.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
/// A queue's place for one item. Zeros: free, for the first lap.
template <class T>
struct queue_cell {
  unsigned turn;  ///< the lap's first position: free; one more: holds the lap's item
  T item;         ///< the item, if there is one
};

/// The next position to push to and to pop from, 128 bytes apart. Zeros at first.
struct queue_ends {
  unsigned tail;           ///< where to push
  unsigned apart[31];      ///< not used
  unsigned head;           ///< where to pop
  unsigned apart_too[31];  ///< not used
};

/// A view of a queue, for kernels and for host code; it owns nothing and is trivially copyable.
///
/// A push releases and the pop of its item acquires: what a thread did before it pushed an item,
/// the thread that pops the item sees. So it is with a pop and the push that uses its place again.
/// Of items that one thread pushed, a thread that pops sees the earlier ones first.
///
/// Positions have 32 bits. The queue fails if exactly a multiple of 2^32 pushes (or pops) fit in
/// the time between one thread's load of a cell and its compare-exchange.
///
/// \tparam T trivially copyable, of any size.
/// \tparam Tags of its operations: a scope (`device_scope` unless said: all who use the queue must
/// be of it), `in_global` or `in_shared`.
template <class T, class... Tags>
class bounded_queue_ref {
  static_assert(std::is_trivially_copyable_v<T>, "bounded_queue: T must be trivially copyable");

 public:
  /// `cells`: `capacity` of them, a power of two from 2 to 2^30; they and the ends are zeros.
  DIATOMIC_FUNCTION bounded_queue_ref(queue_cell<T>* cells, unsigned capacity, queue_ends* ends)
      : cells_(cells), ends_(ends), last_(capacity - 1) {}

  /// Puts `item` behind all others. False, at once, if the queue is full: or if the item that is in
  /// the way is being popped just now.
  DIATOMIC_FUNCTION bool try_push(const T& item) const {
    unsigned position = 0;
    if (!take_position(&ends_->tail, 0, position)) return false;
    queue_cell<T>& cell = cells_[position & last_];
    cell.item = item;
    store(&cell.turn, lap_of(position) + 1, release, Tags{}...);
    return true;
  }

  /// Takes the item that is first. False, at once, if the queue is empty: or if the next item is
  /// being pushed just now. `item` is left alone then.
  DIATOMIC_FUNCTION bool try_pop(T& item) const {
    unsigned position = 0;
    if (!take_position(&ends_->head, 1, position)) return false;
    queue_cell<T>& cell = cells_[position & last_];
    item = cell.item;
    store(&cell.turn, lap_of(position) + last_ + 1, release, Tags{}...);
    return true;
  }

  /// Puts `item` behind all others, and waits, with backoff, while the queue is full. Another warp
  /// that has started must make room: the lanes that call together go on together, when all of
  /// their items are in. On the host other threads of the block may do it too.
  DIATOMIC_FUNCTION void push(const T& item) const {
    const detail::target::lane_mask here = detail::target::active_lanes();
    detail::exponential_backoff backoff;
    for (bool done = false;;) {
      if (!done) done = try_push(item);
      // Lanes in lockstep leave together: else a compiler may let those that got in fill their
      // cells only after the loop, which a consumer may be waiting for.
      if (detail::target::ballot(here, !done) == 0) return;
      backoff.pause();
    }
  }

  /// Takes the item that is first, and waits, with backoff, while the queue is empty. Another warp
  /// that has started must push: the lanes that call together go on together, when each has an
  /// item. T needs a default constructor.
  DIATOMIC_FUNCTION T pop() const {
    const detail::target::lane_mask here = detail::target::active_lanes();
    detail::exponential_backoff backoff;
    T item{};
    for (bool done = false;;) {
      if (!done) done = try_pop(item);
      if (detail::target::ballot(here, !done) == 0) return item;
      backoff.pause();
    }
  }

  /// Number of cells.
  DIATOMIC_FUNCTION unsigned capacity() const { return last_ + 1; }

 private:
  /// The first position of the lap.
  DIATOMIC_FUNCTION unsigned lap_of(unsigned position) const { return position & ~last_; }

  /// Takes the next position of `end` whose cell's turn is the first position of its lap plus
  /// `phase`; false if the turn has not come yet.
  ///
  /// The lanes that are here take positions that follow each other, as many as are ready, by one
  /// compare-exchange. The others try again.
  DIATOMIC_FUNCTION bool take_position(unsigned* end, unsigned phase, unsigned& position) const {
    const detail::lane_group here = detail::group_of(end);
    detail::target::lane_mask rest = here.members;
    unsigned seen = load(end, Tags{}...);
    for (;;) {
      const unsigned leader = detail::target::lowest_of(rest);
      const unsigned start = detail::shuffle(rest, seen, leader);
      position = start + detail::target::count_of(rest & here.below());
      const unsigned turn = load(&cells_[position & last_].turn, acquire, Tags{}...);
      const auto ahead = static_cast<int>(turn - lap_of(position) - phase);
      const detail::target::lane_mask unready = detail::target::ballot(rest, ahead != 0);
      const detail::target::lane_mask ready = rest & ((unready & -unready) - 1);
      if (ready == 0) {
        if (detail::shuffle(rest, ahead, leader) < 0) return false;
        seen = load(end, Tags{}...);  // Others have been here, and the end has moved on.
        continue;
      }
      const unsigned next = start + detail::target::count_of(ready);
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
