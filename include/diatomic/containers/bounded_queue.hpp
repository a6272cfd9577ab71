// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A bounded multi-producer, multi-consumer queue in device memory.
///
///     bounded_queue<task> queue(1024);
///     queue.push(stream, tasks, n);                         // an array in device memory
///     launch(grid, block, 0, stream, kernel, queue.ref());  // a bounded_queue_ref<task>
///     const std::size_t left = queue.pop(stream, rest, room);
///
/// `<diatomic/containers/bounded_queue_ref.hpp>` has the view for kernels.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>

#include <diatomic/algorithms/histogram/counting_plan.hpp>
#include <diatomic/containers/bounded_queue_ref.hpp>
#include <diatomic/containers/detail/queue_visits.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/kernel.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The message of thread 0 to its block, in shared memory.
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

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// A queue and its memory, on the device that is current at construction. It starts empty, and must
/// outlive the kernels that use it. Template parameters as for `bounded_queue_ref`.
///
/// Array calls queue one kernel on a stream of that device. They may run concurrently with each
/// other and with kernels that use the queue. Arrays are in device memory and may be empty; a null
/// or misaligned array throws `std::invalid_argument` with its name.
///
/// A moved-from queue has no cells: nothing can be popped, and its failures are 0. `ref`, and
/// `push` of items, throw `runtime_error`. It can be assigned to.
template <class T, class... Tags>
class bounded_queue {
 public:
  /// The view for kernels.
  using ref_type = bounded_queue_ref<T, Tags...>;

  /// Throws `std::invalid_argument` if `capacity` is not a power of two from 2 to 2^30, and
  /// `runtime_error` if the device is out of memory.
  explicit bounded_queue(std::size_t capacity) : cells_(checked(capacity)), ends_(1), failures_(1) {
    empty();
  }

  /// Queues the push of n `items`, in their order. Items for which the queue has no room are left
  /// out: `failures` counts them.
  void push(stream_view stream, const T* items, std::size_t n) {
    detail::argument_checks("bounded_queue::push").array(items, n, "items");
    if (n != 0) start(stream, detail::queue_push_kernel{}, items, n, failures_.data());
  }

  /// Pops up to `room` items to an array, in the order of the queue; waits for the stream, and
  /// returns how many.
  std::size_t pop(stream_view stream, T* items, std::size_t room) {
    detail::argument_checks("bounded_queue::pop").array(items, room, "items");
    if (room == 0 || capacity() == 0) return 0;
    device_array<unsigned long long> count(1);
    start(stream, detail::queue_pop_kernel{}, items, room, count.data());
    stream.synchronize();
    return static_cast<std::size_t>(count.download()[0]);
  }

  /// Waits for the stream, and returns how many items array calls left out since the queue was
  /// created or cleared.
  std::size_t failures(stream_view stream) const {
    stream.synchronize();
    return capacity() == 0 ? 0 : static_cast<std::size_t>(failures_.download()[0]);
  }

  /// Waits for the stream, empties the queue, which must not be in use, and resets `failures`.
  void clear(stream_view stream) {
    stream.synchronize();
    empty();
  }

  /// The view for kernels.
  ref_type ref() const {
    check_cells("bounded_queue::ref");
    return {const_cast<queue_cell<T>*>(cells_.data()), static_cast<unsigned>(capacity()),
            const_cast<queue_ends*>(ends_.data())};
  }

  /// Number of cells.
  std::size_t capacity() const noexcept { return cells_.size(); }

 private:
  void empty() {
    cells_.fill_bytes(0);
    ends_.fill_bytes(0);
    failures_.fill_bytes(0);
  }
  void check_cells(const char* call) const {
    if (capacity() == 0) throw runtime_error(call, "moved_from", "the queue has no cells");
  }

  /// One block, which keeps the order.
  template <class Kernel, class Items>
  void start(stream_view stream, Kernel kernel, Items items, std::size_t n,
             unsigned long long* number) {
    check_cells("bounded_queue::push");
    const detail::queue_visits<T, Tags...> cells{cells_.data(), ends_.data(),
                                                 static_cast<unsigned>(capacity() - 1)};
    diatomic::launch(1, 256, sizeof(detail::queue_block_claim), stream, kernel, cells, items, n,
                     number);
  }
  static std::size_t checked(std::size_t capacity) {
    const bool is_power_of_two = (capacity & (capacity - 1)) == 0;
    if (capacity < 2 || capacity > std::size_t{1} << 30 || !is_power_of_two) {
      throw std::invalid_argument("bounded_queue: a capacity of " + std::to_string(capacity) +
                                  "; it must be a power of two from 2 to 2^30");
    }
    return capacity;
  }

  device_array<queue_cell<T>> cells_;
  device_array<queue_ends> ends_;
  device_array<unsigned long long> failures_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
