// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Arrays in a device's memory.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/detail/array_bytes.hpp>
#include <diatomic/runtime/detail/table_layout.hpp>
#include <diatomic/runtime/device.hpp>
#include <diatomic/runtime/memory.hpp>
#include <diatomic/runtime/stream.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {

struct memory_deleter {
  void operator()(void* memory) const noexcept { runtime_api::release(memory); }
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_RUNTIME_NS {

/// An array in the memory of the device that is current at construction.
///
/// Its memory is aligned for T, whose alignment is at most 256, and starts uninitialised. On CUDA
/// an array above 8 KiB, up to 512 KiB, lies at a multiple of its size, rounded up to a power of
/// two, or of 64 KiB, where atomics on it are fastest; this takes up to 64 KiB more, in which
/// memory checkers see no overrun, and `data()` is not always the start of the allocation, which is
/// what the vendor's IPC handles open. Copies that take a stream are queued on it, like those of
/// `<diatomic/runtime/memory.hpp>`. The others are synchronous. They wait for work queued on the
/// current device by the runtime's streams, so a `download` after a `launch` sees the kernel's
/// writes. They return when the copy is complete, so all work queued later sees it, on any stream,
/// even the vendor's non-blocking ones. They do not wait for work on non-blocking streams:
/// synchronise those first. The same holds for the runtime's streams on AMD, if a compiler option
/// gives each host thread a separate default stream. While a stream that they would wait for is
/// captured in a graph, by any host thread, they throw `runtime_error` and leave the capture
/// intact.
template <class T>
class device_array {
  static_assert(detail::is_copied_by_bytes<T>, "device_array: T must be trivially copyable");
  static_assert(detail::is_aligned_in_arrays<T>,
                "device_array: T's alignment is at most 256 bytes, as that of allocations");
  static_assert(
      !std::is_same_v<T, bool>,
      "device_array: use char instead of bool, because std::vector<bool> packs its elements");

 public:
  /// `n` elements; throws `runtime_error` if the device is out of memory.
  explicit device_array(std::size_t n) : size_(n) {
    if (n == 0) return;
    const std::size_t bytes = detail::bytes_of<T>(n);
    const std::size_t alignment = detail::alignment_of_table(bytes);
    memory_.reset(detail::runtime_api::allocate(bytes + alignment - 1));
    auto* const start = static_cast<unsigned char*>(memory_.get());
    const auto beyond = reinterpret_cast<std::uintptr_t>(start) % alignment;
    first_ = reinterpret_cast<T*>(start + (beyond == 0 ? 0 : alignment - beyond));
  }
  /// Takes the memory of `other`, which becomes empty.
  ///@{
  device_array(device_array&& other) noexcept
      : memory_(std::move(other.memory_)),
        first_(std::exchange(other.first_, nullptr)),
        size_(std::exchange(other.size_, 0)) {}
  device_array& operator=(device_array&& other) noexcept {
    memory_ = std::move(other.memory_);
    first_ = std::exchange(other.first_, nullptr);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  ///@}
  ~device_array() = default;

  /// Address of the first element, for kernels; null if the array is empty.
  T* data() noexcept { return first_; }
  /// Address of the first element, for kernels that only read; null if the array is empty.
  const T* data() const noexcept { return first_; }

  /// Number of elements.
  std::size_t size() const noexcept { return size_; }

  /// Overwrites the first `n` elements with those at `from`; throws `std::length_error` if the
  /// array is shorter.
  void upload(const T* from, std::size_t n) {
    check_room("upload", n);
    if (n != 0) detail::runtime_api::copy_to_device(data(), from, n * sizeof(T));
  }
  /// Overwrites the first elements with all of `from`; throws `std::length_error` if the array is
  /// shorter.
  void upload(const std::vector<T>& from) { upload(from.data(), from.size()); }
  /// Queues the same for the first `n` elements on `stream`; `from` must stay unchanged
  /// until the copy is done.
  void upload(stream_view stream, const T* from, std::size_t n) {
    check_room("upload", n);
    diatomic::upload(stream, data(), from, n);
  }

  /// A copy of all elements.
  std::vector<T> download() const {
    std::vector<T> to(size_);
    if (size_ != 0) detail::runtime_api::copy_to_host(to.data(), data(), size_ * sizeof(T));
    return to;
  }
  /// Queues a copy of the first `n` elements to `to` on `stream`; throws `std::length_error`
  /// if the array is shorter.
  void download(stream_view stream, T* to, std::size_t n) const {
    check_room("download", n);
    diatomic::download(stream, to, data(), n);
  }

  /// Sets every byte to `value`.
  void fill_bytes(unsigned char value) {
    if (size_ != 0) detail::runtime_api::fill(data(), value, size_ * sizeof(T));
  }
  /// Queues the same, with `value`, on `stream`.
  void fill_bytes(stream_view stream, unsigned char value) {
    diatomic::fill_bytes(stream, data(), size_, value);
  }

 private:
  void check_room(const char* call, std::size_t n) const {
    if (n <= size_) return;
    throw std::length_error("device_array::" + std::string(call) + ": " + std::to_string(n) +
                            " elements, and the array has " + std::to_string(size_));
  }

  std::unique_ptr<void, detail::memory_deleter> memory_;
  T* first_ = nullptr;
  std::size_t size_;
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic
