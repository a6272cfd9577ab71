// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Pointers to objects that every processing element has one of.

#include <cstddef>

#include <diatomic/remote/detail/forward.hpp>
#include <diatomic/remote/detail/transport.hpp>

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

/// A pointer to an element of a `symmetric_array`: to the element of this number in the part of any
/// processing element, which `remote_ref` names. For kernels and host code; it is passed by value.
template <class T>
class symmetric_ptr {
 public:
  /// Points to nothing: no `remote_ref` can be made of it.
  symmetric_ptr() = default;

  /// The element in this processing element's own part, for plain accesses while no other accesses
  /// it. Null without elements.
  DIATOMIC_FUNCTION T* local() const { return static_cast<T*>(in_.local(offset_)); }

  /// The element in the part of `pe`, one of the processing elements, if instructions reach it;
  /// null on a network. For plain accesses the same holds as of `local`.
  DIATOMIC_FUNCTION T* address(int pe) const { return static_cast<T*>(in_.direct(pe, offset_)); }

  /// The number of the processing element that got this pointer from its `symmetric_array`.
  DIATOMIC_FUNCTION int pe() const { return in_.pe; }
  /// How many processing elements there are.
  DIATOMIC_FUNCTION int pes() const { return in_.pes; }

  /// The pointer `n` elements further on.
  DIATOMIC_FUNCTION symmetric_ptr operator+(std::ptrdiff_t n) const {
    return {in_, offset_ + static_cast<std::size_t>(n) * sizeof(T)};
  }
  /// The pointer `n` elements further back.
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
