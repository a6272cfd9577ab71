// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A bounded multi-producer, multi-consumer queue in device memory.
///
///     bounded_queue<task> queue(1024);
///     launch(grid, block, 0, stream, kernel, queue.ref());  // a bounded_queue_ref<task>
///
/// `<diatomic/containers/bounded_queue_ref.hpp>` has the view for kernels.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>

#include <diatomic/containers/bounded_queue_ref.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// A queue and its memory, on the device that is current at construction. It starts empty, and must
/// outlive the kernels that use it. Template parameters as for `bounded_queue_ref`.
template <class T, class... Tags>
class bounded_queue {
 public:
  /// The view for kernels.
  using ref_type = bounded_queue_ref<T, Tags...>;

  /// Throws `std::invalid_argument` if `capacity` is not a power of two from 2 to 2^30, and
  /// `runtime_error` if the device is out of memory.
  explicit bounded_queue(std::size_t capacity) : cells_(checked(capacity)), ends_(1) { empty(); }

  /// Waits for the stream, and empties the queue, which must not be in use.
  void clear(stream_view stream) {
    stream.synchronize();
    empty();
  }

  /// The view for kernels.
  ref_type ref() const {
    return {const_cast<queue_cell<T>*>(cells_.data()), static_cast<unsigned>(cells_.size()),
            const_cast<queue_ends*>(ends_.data())};
  }

  /// Number of cells.
  std::size_t capacity() const noexcept { return cells_.size(); }

 private:
  void empty() {
    cells_.fill_bytes(0);
    ends_.fill_bytes(0);
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
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
