// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The bounded queue: how a thread gets a cell to push to or to pop from.
///
/// Positions at both ends only count up; a position's lower bits select its cell, the rest is its
/// lap. A cell's turn tells in which lap the cell is free or holds an item. A call first claims
/// room or items, then takes positions, each by one addition for all lanes that call together. So
/// the rate does not drop where many warps push or pop (decision 0052).
///
/// Claims are of cells whose pop, or push, has ended. A thread with a position therefore waits only
/// for threads that are already copying items into or out of the same cell.
///
/// Claims of more than there is are given back, and hide cells meanwhile. So a thread that gets
/// nothing compares the positions with the cells that were ready, which both only count up. It
/// tries again unless they prove that nothing was left.

#include <diatomic/atomics/detail/waiting.hpp>
#include <diatomic/containers/queue_cells.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/sync/detail/lane_groups.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The attempts to visit cells, for pushes and pops.
template <class T, class... Tags>
struct queue_visits {
  /// A visit's result. `unclear`: calls of other threads must end before it is known whether a cell
  /// is left.
  enum class attempt : unsigned char { done, none_left, unclear };

  queue_cell<T>* cells;
  queue_ends* ends;
  unsigned last;  ///< the capacity minus one

  DIATOMIC_FUNCTION unsigned capacity() const { return last + 1; }

  /// Copies `item` into a cell, or a cell's item to `item`.
  ///@{
  DIATOMIC_FUNCTION attempt try_push_once(const T& item) const {
    const auto write = [&item](T& in_cell) { in_cell = item; };
    return try_visit(ends->back, ends->front, static_cast<int>(capacity()), 0, write);
  }
  DIATOMIC_FUNCTION attempt try_pop_once(T& item) const {
    const auto read = [&item](const T& in_cell) { item = in_cell; };
    return try_visit(ends->front, ends->back, 0, 1, read);
  }
  ///@}

  /// Calls `once`, one of the two above, until it is clear whether each lane gets a cell. Nothing
  /// is held between two attempts, so lanes in lockstep that wait here keep no other thread
  /// waiting.
  template <class Once>
  static DIATOMIC_FUNCTION bool until_clear(Once once) {
    const device_ops::lane_mask here = device_ops::active_lanes();
    exponential_backoff backoff;
    for (attempt result = attempt::unclear;;) {
      if (result == attempt::unclear) result = once();
      if (device_ops::ballot(here, result == attempt::unclear) == 0) {
        return result == attempt::done;
      }
      backoff.pause();
    }
  }
  /// The same until each lane has got a cell.
  template <class Once>
  static DIATOMIC_FUNCTION void until_done(Once once) {
    const device_ops::lane_mask here = device_ops::active_lanes();
    exponential_backoff backoff;
    for (bool done = false;;) {
      if (!done) done = once() == attempt::done;
      // Lanes in lockstep leave together: otherwise a compiler may move the cell writes of lanes
      // that succeeded behind the loop, while a consumer waits for them.
      if (device_ops::ballot(here, !done) == 0) return;
      backoff.pause();
    }
  }

  /// Claims up to `wanted` cells of `end`, of which there are `limit`, plus those that are ready,
  /// minus those that were claimed; returns how many.
  DIATOMIC_FUNCTION int claim(queue_end& end, int limit, int wanted) const {
    const unsigned ready = diatomic::load(&end.ready, Tags{}...);
    const int seen = limit + static_cast<int>(ready - diatomic::load(&end.claimed, Tags{}...));
    wanted = seen < wanted ? seen : wanted;
    if (wanted <= 0) return 0;
    const unsigned before =
        diatomic::fetch_add(&end.claimed, static_cast<unsigned>(wanted), Tags{}...);
    int left = limit + static_cast<int>(ready - before);
    if (left < wanted) {
      left = limit + static_cast<int>(diatomic::load(&end.ready, Tags{}...) - before);
    }
    const int count = left < 0 ? 0 : left < wanted ? left : wanted;
    if (count != wanted) {
      diatomic::store_sub(&end.claimed, static_cast<unsigned>(wanted - count), Tags{}...);
    }
    return count;
  }
  /// `claim` with positions: `count` of them from `start` on. If there are fewer than `wanted`,
  /// `none_left` tells whether at some moment after the claim all ready cells had other owners.
  struct claimed {
    int count;
    unsigned start;
    int none_left;  ///< 0 or 1: without padding, which model checkers would read
  };
  DIATOMIC_FUNCTION claimed claim_positions(queue_end& end, int limit, int wanted) const {
    claimed c{claim(end, limit, wanted), 0, 0};
    if (c.count != 0)
      c.start = diatomic::fetch_add(&end.next, static_cast<unsigned>(c.count), Tags{}...);
    if (c.count < wanted) {
      // Positions first: they never pass the ready cells.
      const unsigned taken = diatomic::load(&end.next, Tags{}...);
      const unsigned ready = diatomic::load(&end.ready, Tags{}...);
      c.none_left = limit + static_cast<int>(ready - taken) <= 0 ? 1 : 0;
    }
    return c;
  }

  /// Visits the cell of `position` in each of the `lanes` that has one. A cell is ready when its
  /// turn is the first position of its lap plus `phase`.
  template <class Visit>
  DIATOMIC_FUNCTION void visit_cells(device_ops::lane_mask lanes, unsigned position, bool has_cell,
                                     unsigned phase, Visit use) const {
    const unsigned lap = position & ~last;
    queue_cell<T>& cell = cells[position & last];
    exponential_backoff backoff;
    for (bool waits = has_cell;;) {
      if (waits &&
          diatomic::load(__builtin_addressof(cell.turn), acquire, Tags{}...) == lap + phase) {
        use(cell.item);
        diatomic::store(__builtin_addressof(cell.turn), phase == 0 ? lap + 1 : lap + capacity(),
                        release, Tags{}...);
        waits = false;
      }
      // Lanes in lockstep leave together: otherwise a compiler may move the visit behind the loop,
      // where it would wait for the slowest lane.
      if (device_ops::ballot(lanes, waits) == 0) return;
      backoff.pause();
    }
  }

  /// After visits, gives `count` cells to the `other` end.
  DIATOMIC_FUNCTION void pass_on(queue_end& other, unsigned count) const {
    diatomic::store_add(&other.ready, count, Tags{}...);
  }

  /// Visits a cell at `end` in each calling lane, if there are any. `limit` is the number of
  /// cells that were ready at `end` in the empty queue.
  template <class Visit>
  DIATOMIC_FUNCTION attempt try_visit(queue_end& end, queue_end& other, int limit, unsigned phase,
                                      Visit use) const {
    const lane_set here = detail::group_of(&end);
    const unsigned leader = device_ops::lowest_of(here.members);
    const int lanes = static_cast<int>(device_ops::count_of(here.members));
    claimed c{0, 0, 0};
    if (here.is_leader()) c = claim_positions(end, limit, lanes);
    const int count = detail::shuffle(here.members, c.count, leader);
    attempt without = attempt::unclear;
    if (count < lanes) {
      const int none_left = detail::shuffle(here.members, c.none_left, leader);
      if (none_left != 0) without = attempt::none_left;
    }
    if (count == 0) return without;
    const unsigned rank = device_ops::count_of(here.below());
    const unsigned position = detail::shuffle(here.members, c.start, leader) + rank;
    const bool has_cell = rank < static_cast<unsigned>(count);
    visit_cells(here.members, position, has_cell, phase, use);
    if (here.is_leader()) pass_on(other, static_cast<unsigned>(count));
    return has_cell ? attempt::done : without;
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
