// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Pointers to the elements of symmetric arrays.

#include <cstddef>

#include <diatomic/remote/detail/forward.hpp>
#include <diatomic/remote/detail/transport.hpp>

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

/// A pointer to an element of a `symmetric_array`, in the part of any processing element;
/// `remote_ref` names the part. For kernels and host code; pass it by value.
template <class T>
class symmetric_ptr {
 public:
  /// A null pointer: no `remote_ref` can be made from it.
  symmetric_ptr() = default;

  /// The element in this processing element's part, for plain accesses while no other processing
  /// element accesses it. Null without elements, and of a null pointer.
  DIATOMIC_FUNCTION T* local() const { return static_cast<T*>(in_.local(offset_)); }

  /// The element in the part of processing element `pe` on a direct link; null on a network. For
  /// plain accesses the rule of `local` applies.
  DIATOMIC_FUNCTION T* address(int pe) const { return static_cast<T*>(in_.direct(pe, offset_)); }

  /// The number of the processing element that got this pointer from its `symmetric_array`.
  DIATOMIC_FUNCTION int pe() const { return in_.pe; }
  /// The number of processing elements.
  DIATOMIC_FUNCTION int pes() const { return in_.pes; }

  /// The pointer advanced by `n` elements.
  DIATOMIC_FUNCTION symmetric_ptr operator+(std::ptrdiff_t n) const {
    return {in_, offset_ + static_cast<std::size_t>(n) * sizeof(T)};
  }
  /// The pointer moved back by `n` elements.
  DIATOMIC_FUNCTION symmetric_ptr operator-(std::ptrdiff_t n) const { return *this + -n; }

 private:
  template <class U>
  friend class symmetric_array;
  template <class U, class... Tags>
  friend class remote_ref;

  DIATOMIC_FUNCTION symmetric_ptr(const detail::transport::segment& in, std::size_t offset)
      : in_(in), offset_(offset) {}

  detail::transport::segment in_;
  std::size_t offset_ = 0;
};

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic
