// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Copies between host and device and byte fills, in stream order, on memory from any allocator.
///
///     diatomic::upload(stream, values, host_values.data(), n);
///     diatomic::launch(64, 256, 0, stream, kernel, values, n);
///     diatomic::download(stream, host_values.data(), values, n);
///     stream.synchronize();
///
/// `stream` is any stream, and `values` any device memory: from a `device_array`, the vendor's
/// allocator, or another library. `<diatomic/runtime/fill.hpp>` fills with values of more than a
/// byte.
///
/// A call returns when the work is queued; keep the host memory alive and untouched until the
/// stream has done the work. If that memory is pageable, from `new` or `std::vector`, the vendor
/// copies it through a staging buffer, and the call may wait for the stream; with a `pinned_array`
/// it does not wait. On the host the work is done when the call returns.
///
/// A captured call is repeated with the same pointers: the host memory is read or written each time
/// the graph runs.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/types.hpp>
#include <diatomic/runtime/detail/array_bytes.hpp>
#include <diatomic/runtime/device.hpp>
#include <diatomic/runtime/stream.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {

/// Whether arrays of a type can be copied bytewise. CUDA's half pairs can, despite their
/// user-provided copy constructor, which copies as the default one would.
template <class T>
inline constexpr bool is_copied_by_bytes =
    std::is_trivially_copyable_v<T> || number_kind_v<T> != kind::unknown;

/// Throws `std::invalid_argument` if an array of n elements is null.
inline void check_array(const char* call, const void* array, std::size_t n, const char* name) {
  if (n == 0 || array != nullptr) return;
  throw std::invalid_argument(std::string(call) + ": " + name + " is null");
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_RUNTIME_NS {

/// Queues a copy of `n` elements at `from`, in the host's memory, to `to`, in the device's. A null
/// pointer throws `std::invalid_argument` with its name; `n` may be 0.
template <class T>
void upload(stream_view stream, T* to, const T* from, std::size_t n) {
  static_assert(detail::is_copied_by_bytes<T>, "upload: T must be trivially copyable");
  detail::check_array("upload", to, n, "the device's memory");
  detail::check_array("upload", from, n, "the host's memory");
  if (n == 0) return;
  detail::runtime_api::queue_copy_to_device(stream.native_handle(), to, from,
                                            detail::bytes_of<T>(n));
}

/// Queues a copy of `n` elements at `from`, in the device's memory, to `to`, in the host's. A null
/// pointer throws `std::invalid_argument` with its name; `n` may be 0.
template <class T>
void download(stream_view stream, T* to, const T* from, std::size_t n) {
  static_assert(detail::is_copied_by_bytes<T>, "download: T must be trivially copyable");
  detail::check_array("download", to, n, "the host's memory");
  detail::check_array("download", from, n, "the device's memory");
  if (n == 0) return;
  detail::runtime_api::queue_copy_to_host(stream.native_handle(), to, from, detail::bytes_of<T>(n));
}

/// Queues a fill of every byte of the `n` elements at `memory`, in the device's memory, with
/// `value`. Throws `std::invalid_argument` if `memory` is null; `n` may be 0.
template <class T>
void fill_bytes(stream_view stream, T* memory, std::size_t n, unsigned char value) {
  static_assert(detail::is_copied_by_bytes<T>, "fill_bytes: T must be trivially copyable");
  detail::check_array("fill_bytes", memory, n, "the device's memory");
  if (n == 0) return;
  detail::runtime_api::queue_fill(stream.native_handle(), memory, value, detail::bytes_of<T>(n));
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic
