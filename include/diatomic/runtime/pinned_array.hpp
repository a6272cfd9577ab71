// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Memory that the host and the devices use at the same time. A part of the runtime.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/detail/array_bytes.hpp>
#include <diatomic/runtime/device.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {

struct pinned_deleter {
  void operator()(void* memory) const noexcept { runtime_api::release_pinned(memory); }
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_RUNTIME_NS {

/// An array in pinned, coherent host memory that host code and kernels of every device can use at
/// the same time, with operations at `system_scope`. Operations that the link does not support
/// natively are not atomic between host and device (`host_link`); loads and stores always are.
///
/// Its memory starts uninitialised.
template <class T>
class pinned_array {
  static_assert(std::is_trivially_copyable_v<T>, "pinned_array: T must be trivially copyable");
  static_assert(detail::is_aligned_in_arrays<T>,
                "pinned_array: T's alignment is at most 256 bytes, as that of allocations");

 public:
  /// `n` elements; throws `runtime_error` if memory runs out.
  explicit pinned_array(std::size_t n) : size_(n) {
    if (n != 0) memory_.reset(detail::runtime_api::allocate_pinned(detail::bytes_of<T>(n)));
  }

  /// Address of the first element, for kernels and host code; null if the array is empty.
  T* data() noexcept { return static_cast<T*>(memory_.get()); }
  /// The same address, read-only.
  const T* data() const noexcept { return static_cast<const T*>(memory_.get()); }

  /// Number of elements.
  std::size_t size() const noexcept { return memory_ == nullptr ? 0 : size_; }

 private:
  std::unique_ptr<void, detail::pinned_deleter> memory_;
  std::size_t size_;
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic
