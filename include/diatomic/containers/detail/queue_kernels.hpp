// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernels of a queue's array calls. One block copies the items of an array in order: thread 0
/// claims cells for as many as it can, then each thread copies its share.

#include <cstddef>

#include <diatomic/containers/detail/queue_visits.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// What thread 0 tells its block, in shared memory.
struct queue_block_claim {
  unsigned count;
  unsigned start;
  bool none_left;
};

/// Visits up to `n` cells at `end` with all threads of the block, as `use(cell, i)` with i from 0
/// on in the order of the queue; returns how many. Other parameters as for `try_visit`.
template <class Visits, class Visit>
DIATOMIC_DEVICE std::size_t visit_by_block(const Visits& queue, queue_end& end, queue_end& other,
                                           int limit, unsigned phase, std::size_t n, Visit use) {
  queue_block_claim& claim = *diatomic::shared_array<queue_block_claim>();
  exponential_backoff backoff;
  for (std::size_t done = 0;;) {
    if (diatomic::thread_index() == 0) {
      const std::size_t rest = n - done;
      const unsigned most = queue.capacity();
      const auto c = queue.claim_positions(
          end, limit, rest < most ? static_cast<int>(rest) : static_cast<int>(most));
      claim = {static_cast<unsigned>(c.count), c.start, c.none_left != 0};
    }
    diatomic::sync_block();
    const queue_block_claim own = claim;
    for (unsigned first = 0; first < own.count; first += diatomic::block_size()) {
      const unsigned i = first + diatomic::thread_index();
      queue.visit_cells(device_ops::active_lanes(), own.start + i, i < own.count, phase,
                        [&](auto& in_cell) { use(in_cell, done + i); });
    }
    diatomic::sync_block();
    if (own.count != 0 && diatomic::thread_index() == 0) queue.pass_on(other, own.count);
    done += own.count;
    if (done == n || own.none_left) return done;
    backoff.pause();
  }
}

/// Pushes n items; adds the number of those that found no room to `*failures`.
struct queue_push_kernel {
  template <class Visits, class T>
  DIATOMIC_DEVICE void operator()(Visits queue, const T* items, std::size_t n,
                                  unsigned long long* failures) const {
    const auto write = [&](T& in_cell, std::size_t i) { in_cell = items[i]; };
    const std::size_t done =
        detail::visit_by_block(queue, queue.ends->back, queue.ends->front,
                               static_cast<int>(queue.capacity()), 0, n, write);
    if (done != n && diatomic::thread_index() == 0) {
      diatomic::store_add(failures, static_cast<unsigned long long>(n - done));
    }
  }
};

/// Pops up to n items, and stores their number in `*count`.
struct queue_pop_kernel {
  template <class Visits, class T>
  DIATOMIC_DEVICE void operator()(Visits queue, T* items, std::size_t n,
                                  unsigned long long* count) const {
    const auto read = [&](const T& in_cell, std::size_t i) { items[i] = in_cell; };
    const std::size_t done =
        detail::visit_by_block(queue, queue.ends->front, queue.ends->back, 0, 1, n, read);
    if (diatomic::thread_index() == 0) *count = done;
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
