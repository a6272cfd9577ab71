// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The sources of a call's elements: an array, or a function of the element's index.
///
/// A call of this folder takes its input, indices, values or weights as a pointer to an array in
/// device memory, or as a function: `function(i)` returns element number i, a `std::size_t`. So the
/// elements need not be an array: they can be every third element of one, a field of a structure,
/// or a product:
///
///     scatter_add(stream, indices, field_elements{particles, &particle::charge}, n, cells, count);
///     reduce<op::add>(stream, [=] DIATOMIC_LAMBDA(std::size_t i) { return x[i] * y[i]; }, n, ...);
///
/// Such a function is trivially copyable and is called in kernels; its result is trivially
/// copyable. Host code determines the result's type, so the function must be callable there too:
/// mark a call operator `DIATOMIC_FUNCTION` and a lambda `DIATOMIC_LAMBDA`, not just `__device__`.
/// Any thread may call it for any i, any number of times: it must return the same value each time.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <type_traits>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Elements at a fixed stride: number i is `first[i * stride]`.
template <class T>
class strided_elements {
 public:
  /// `first` points to element number 0; `stride` counts elements of T, and may be negative.
  constexpr strided_elements(const T* first, std::ptrdiff_t stride)
      : first_(first), stride_(stride) {}
  /// Element number i.
  DIATOMIC_FUNCTION T operator()(std::size_t i) const {
    return first_[static_cast<std::ptrdiff_t>(i) * stride_];
  }
  /// The address of element number 0.
  constexpr const T* data() const { return first_; }

 private:
  const T* first_;
  std::ptrdiff_t stride_;
};

/// A field of each structure of an array: number i is `structures[i].*field`.
template <class Structure, class Field>
class field_elements {
  static_assert(!std::is_array_v<Field>,
                "field_elements: the field is an array; a lambda can take an element of it");

 public:
  /// `structures` points to the first structure; `field` is a field's name, as in
  /// `&particle::charge`.
  constexpr field_elements(const Structure* structures, Field Structure::* field)
      : structures_(structures), field_(field) {}
  /// Element number i.
  DIATOMIC_FUNCTION Field operator()(std::size_t i) const { return structures_[i].*field_; }
  /// The address of the first structure.
  constexpr const Structure* data() const { return structures_; }

 private:
  using member = Field Structure::*;  // nvcc would write parentheses that g++ warns about

  const Structure* structures_;
  member field_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

template <class Elements, class = void>
struct element_source {
  static_assert(!DIATOMIC_IS_DEVICE_LAMBDA(Elements),
                "diatomic: host code must know the type of a function's elements: annotate the "
                "lambda with DIATOMIC_LAMBDA instead of __device__");
  static_assert(sizeof(Elements) == 0 || DIATOMIC_IS_DEVICE_LAMBDA(Elements),
                "diatomic: the elements must be a pointer to device memory, such as data() of a "
                "device_array, or a function of a std::size_t index that host code can call too: "
                "annotate it with DIATOMIC_FUNCTION, a lambda with DIATOMIC_LAMBDA");
  using type = int;
};
template <class T>
struct element_source<T*, std::enable_if_t<std::is_object_v<T>>> {
  static_assert(!std::is_volatile_v<T>, "diatomic: elements cannot be volatile");
  using type = std::remove_cv_t<T>;
};
template <class Elements>
struct element_source<Elements,
                      std::enable_if_t<!DIATOMIC_IS_DEVICE_LAMBDA(Elements) &&
                                       std::is_invocable_v<const Elements&, std::size_t>>> {
  using type = std::decay_t<std::invoke_result_t<const Elements&, std::size_t>>;
  static_assert(
      std::is_trivially_copyable_v<type>,
      "diatomic: the elements, or the values that a function returns, must be trivially copyable");
};

/// The type of the elements of an array or a function.
template <class Elements>
using element_t = typename element_source<Elements>::type;

/// Whether elements are consecutive in memory.
template <class Elements>
inline constexpr bool is_contiguous_v =
    std::is_pointer_v<Elements> && std::is_object_v<std::remove_pointer_t<Elements>>;

/// Whether elements come from an array in memory whose address is known.
template <class Elements>
inline constexpr bool has_data_v = is_contiguous_v<Elements>;
template <class T>
inline constexpr bool has_data_v<strided_elements<T>> = true;
template <class Structure, class Field>
inline constexpr bool has_data_v<field_elements<Structure, Field>> = true;

/// The address of such an array.
template <class Elements>
auto data_of(const Elements& elements) {
  if constexpr (is_contiguous_v<Elements>) {
    return elements;
  } else {
    return elements.data();
  }
}

DIATOMIC_EXEC_CHECK_DISABLE
template <class Elements>
DIATOMIC_FUNCTION element_t<Elements> element_at(const Elements& elements, std::size_t i) {
  if constexpr (is_contiguous_v<Elements>) {
    return elements[i];
  } else {
    return elements(i);
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
