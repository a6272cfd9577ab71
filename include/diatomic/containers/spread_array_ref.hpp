// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The view of a small table with gaps between its words, for kernels and host code.
///
///     DIATOMIC_DEVICE void operator()(diatomic::spread_array_ref<unsigned> bins, ...) const {
///       diatomic::store_add(&bins[key], 1u);
///
/// `<diatomic/containers/spread_array.hpp>` owns the memory, and says when to use it.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/diatomic.hpp>
#include <diatomic/sync/detail/object_checks.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// `size()` words, `distance()` bytes from one to the next. Each is an ordinary object. `&words[i]`
/// is its address, for any function; `&words[i] + 1` is a gap, so functions that take a base and an
/// index, such as `store_add_at`, cannot use the table.
template <class T>
class spread_array_ref {
 public:
  /// No words.
  spread_array_ref() = default;
  /// A view of caller-provided memory: `size` words from `first` on. `distance` is at least
  /// `sizeof(T)`, and a multiple of `alignof(T)`.
  DIATOMIC_FUNCTION spread_array_ref(T* first, std::size_t size, std::uint32_t distance)
      : first_(first), size_(size), distance_(distance) {}
  /// The same words, for reading only.
  template <class U, class = std::enable_if_t<std::is_same_v<const U, T>>>
  DIATOMIC_FUNCTION spread_array_ref(spread_array_ref<U> words)
      : first_(words.first_), size_(words.size_), distance_(words.distance_) {}

  /// Word `i`, below `size()`.
  DIATOMIC_FUNCTION T& operator[](value<std::size_t> i) const {
#if DIATOMIC_CHECKED
    detail::refuse_if(i >= size_, i.at, "operator[]", "spread_array_ref",
                      "the index is not below size()");
#endif
    return *reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(first_) + i * distance_);
  }
  /// Number of words.
  DIATOMIC_FUNCTION std::size_t size() const { return size_; }
  /// Bytes from one word to the next.
  DIATOMIC_FUNCTION std::size_t distance() const { return distance_; }

 private:
  template <class U>
  friend class spread_array_ref;

  T* first_ = nullptr;
  std::size_t size_ = 0;
  std::uint32_t distance_ = sizeof(T);
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
