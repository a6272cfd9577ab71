// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A small table of counters, flags or locks with gaps between its words, so that atomics on them
/// use the whole L2 cache of a GPU, and on a CPU share no cache line.
///
///     spread_array<unsigned> bins(256);  // 256 bytes apart on CUDA: 64 KiB
///     bins.fill(stream, 0);
///     launch(grid, block, 0, stream, kernel, bins.ref());  // a spread_array_ref<unsigned>
///     const std::vector<unsigned> counts = bins.download();
///
/// docs/performance/small_tables.md has the figures: 256 counters take random additions 16 times as
/// fast as in a plain array, one counter no faster. Plain stores and reads of consecutive words are
/// slower.

#include <diatomic/core/detail/host_code.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <diatomic/containers/spread_array_ref.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

template <class T>
struct spread_fill_kernel {
  DIATOMIC_DEVICE void operator()(spread_array_ref<T> words, T value) const {
    for (std::size_t i = global_index(); i < words.size(); i += global_size()) words[i] = value;
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// The bytes that a `spread_array` may use. It uses fewer if more distance gains nothing, and more
/// if the words alone need more.
struct spread_over {
  /// The number of bytes.
  std::size_t bytes;
  /// `n` bytes.
  explicit constexpr spread_over(std::size_t n) : bytes(n) {}
};

/// The bytes from one word of a `spread_array` to the next.
struct bytes_apart {
  /// The number of bytes.
  std::size_t bytes;
  /// `n` bytes.
  explicit constexpr bytes_apart(std::size_t n) : bytes(n) {}
};

/// A table of `size()` words, `distance()` bytes apart, in the memory of the device that is current
/// at construction. It starts uninitialised. T is as for `device_array`, whose rules for streams
/// hold for the calls here too. Copies without a stream take host memory for the gaps too.
template <class T>
class spread_array {
  static_assert(detail::is_copied_by_bytes<T>, "spread_array: T must be trivially copyable");
  static_assert(detail::is_aligned_in_arrays<T>,
                "spread_array: T's alignment is at most 256 bytes, as that of allocations");
  static_assert(
      !std::is_same_v<T, bool>,
      "spread_array: use char instead of bool, because std::vector<bool> packs its words");

 public:
  /// The view for kernels.
  using ref_type = spread_array_ref<T>;

  /// `n` words in at most `room` bytes, by default 64 KiB: the distance is the largest power of two
  /// that fits, up to 2 KiB on CUDA, 256 bytes on HIP (not measured) and 128 bytes on the CPU. If
  /// none fits, there are no gaps. Throws `std::invalid_argument` if `n` is 0, and
  /// `runtime_error` if the device is out of memory.
  explicit spread_array(std::size_t n, spread_over room = spread_over(detail::bytes_of_small_table))
      : spread_array(n, bytes_apart(detail::spread_distance(checked(n), sizeof(T), room.bytes))) {}

  /// `n` words with this distance. Throws as above, and `std::invalid_argument` if the distance is
  /// below `sizeof(T)`, no multiple of `alignof(T)` or 2^31 or more, or if the table is larger than
  /// any memory.
  spread_array(std::size_t n, bytes_apart distance)
      : size_(checked(n)),
        distance_(checked(n, distance.bytes)),
        memory_((n - 1) * distance_ + sizeof(T)) {}

  /// Takes the memory of `other`, which has no words then.
  ///@{
  spread_array(spread_array&& other) noexcept
      : size_(std::exchange(other.size_, 0)),
        distance_(other.distance_),
        memory_(std::move(other.memory_)) {}
  spread_array& operator=(spread_array&& other) noexcept {
    size_ = std::exchange(other.size_, 0);
    distance_ = other.distance_;
    memory_ = std::move(other.memory_);
    return *this;
  }
  ///@}
  ~spread_array() = default;

  /// The view for kernels.
  spread_array_ref<T> ref() { return {reinterpret_cast<T*>(memory_.data()), size_, distance_}; }
  /// The same for kernels that only read.
  spread_array_ref<const T> ref() const {
    return {reinterpret_cast<const T*>(memory_.data()), size_, distance_};
  }

  /// Number of words.
  std::size_t size() const noexcept { return size_; }
  /// Bytes from one word to the next.
  std::size_t distance() const noexcept { return distance_; }

  /// Overwrites the first `n` words with those at `from`, which have no gaps; throws
  /// `std::length_error` if the table has fewer.
  void upload(const T* from, std::size_t n) {
    check_room("upload", n);
    if (n == 0) return;
    std::vector<unsigned char> bytes((n - 1) * distance_ + sizeof(T));
    for (std::size_t i = 0; i < n; ++i) std::memcpy(&bytes[i * distance_], from + i, sizeof(T));
    memory_.upload(bytes);
  }
  /// Overwrites the first words with all of `from`; throws as above.
  void upload(const std::vector<T>& from) { upload(from.data(), from.size()); }
  /// Queues the same for the first `n` words on `stream`; `from` must stay unchanged until the copy
  /// is done.
  void upload(stream_view stream, const T* from, std::size_t n) {
    check_room("upload", n);
    detail::check_array("spread_array::upload", from, n, "the host's memory");
    if (n == 0) return;
    if (!has_gaps()) {
      detail::runtime_api::queue_copy_to_device(stream.native_handle(), memory_.data(), from,
                                                n * sizeof(T));
    } else {
      detail::runtime_api::queue_rows_to_device(stream.native_handle(), memory_.data(), distance_,
                                                from, sizeof(T), n);
    }
  }

  /// A copy of all words, without gaps.
  std::vector<T> download() const {
    std::vector<T> to(size_);
    const std::vector<unsigned char> bytes = memory_.download();
    for (std::size_t i = 0; i < size_; ++i) {
      std::memcpy(__builtin_addressof(to[i]), &bytes[i * distance_], sizeof(T));
    }
    return to;
  }
  /// Queues a copy of the first `n` words to `to`, without gaps, on `stream`; throws
  /// `std::length_error` if the table has fewer.
  void download(stream_view stream, T* to, std::size_t n) const {
    check_room("download", n);
    detail::check_array("spread_array::download", to, n, "the host's memory");
    if (n == 0) return;
    if (!has_gaps()) {
      detail::runtime_api::queue_copy_to_host(stream.native_handle(), to, memory_.data(),
                                              n * sizeof(T));
    } else {
      detail::runtime_api::queue_rows_to_host(stream.native_handle(), to, memory_.data(), distance_,
                                              sizeof(T), n);
    }
  }

  /// Sets every byte to `value`, now or queued on `stream`.
  ///@{
  void fill_bytes(unsigned char value) { memory_.fill_bytes(value); }
  void fill_bytes(stream_view stream, unsigned char value) { memory_.fill_bytes(stream, value); }
  ///@}
  /// Sets every word to `value`.
  void fill(const T& value) { upload(std::vector<T>(size_, value)); }
  /// Queues the same on `stream`, with a copy of `value`.
  void fill(stream_view stream, const T& value) {
    if (size_ == 0) return;
    constexpr unsigned block = 256;
    const auto grid = static_cast<unsigned>(std::min<std::size_t>((size_ - 1) / block + 1, 1024));
    diatomic::launch(grid, block, 0, stream, detail::spread_fill_kernel<T>{}, ref(), value);
  }

 private:
  static std::size_t checked(std::size_t n) {
    if (n == 0) throw std::invalid_argument("spread_array: 0 words; it needs at least one");
    return n;
  }
  static std::uint32_t checked(std::size_t n, std::size_t distance) {
    const auto refuse = [&](const std::string& why) {
      throw std::invalid_argument("spread_array: " + std::to_string(n) + " words " +
                                  std::to_string(distance) + " bytes apart: " + why);
    };
    if (distance < sizeof(T)) {
      refuse("the distance is below the word's size, " + std::to_string(sizeof(T)));
    }
    if (distance % alignof(T) != 0) {
      refuse("the distance is no multiple of the word's alignment, " + std::to_string(alignof(T)));
    }
    // CUDA's copies of rows take no larger pitch.
    if (distance > std::numeric_limits<std::int32_t>::max()) refuse("the distance is 2^31 or more");
    if (n > std::numeric_limits<std::size_t>::max() / 2 / distance) {
      refuse("the table is larger than any memory");
    }
    return static_cast<std::uint32_t>(distance);
  }
  /// Without gaps a copy on a stream is one piece: ROCm transfers rows one by one if their size is
  /// no multiple of 4.
  bool has_gaps() const { return distance_ != sizeof(T); }
  void check_room(const char* call, std::size_t n) const {
    if (n <= size_) return;
    throw std::length_error("spread_array::" + std::string(call) + ": " + std::to_string(n) +
                            " words, and the table has " + std::to_string(size_));
  }

  std::size_t size_;
  std::uint32_t distance_;
  device_array<unsigned char> memory_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
