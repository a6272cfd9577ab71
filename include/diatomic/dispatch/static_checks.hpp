// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The conditions that make a call ill-formed: its type, operation or order, or its table entry.

#include <type_traits>

#include <diatomic/core/detail/operands.hpp>
#include <diatomic/core/types.hpp>
#include <diatomic/dispatch/entry.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

template <class T>
inline constexpr bool is_unqualified_v = !std::is_const_v<T> && !std::is_volatile_v<T>;
/// Whether a call on a T may proceed. If not, `refuse_object` is its only error.
template <class T>
inline constexpr bool is_object_v =
    is_unqualified_v<T> && !std::is_void_v<T> && !is_atomic_object_v<T>;
template <class T>
DIATOMIC_FUNCTION void refuse_object() {
  static_assert(is_unqualified_v<T>,
                "diatomic: the pointer must be to a non-const, non-volatile object: remove the "
                "qualifier, which atomic operations do not need, or use const_cast<T*>(p)");
  static_assert(!std::is_void_v<T>,
                "diatomic: a void pointer does not tell the object's type: cast it, as in "
                "static_cast<int*>(p)");
  static_assert(!is_atomic_object_v<T>,
                "diatomic: the object must be a plain number, not a std::atomic or an atomic_ref: "
                "declare it as int instead of std::atomic<int>, and pass its address");
}

/// Checks a call's type, operation and access properties. Each check is instantiated once for all
/// calls that share it.
template <class T>
struct checked_type {
  static_assert(is_unqualified_v<T>, "diatomic: the type must be non-const and non-volatile");
  static_assert(kind_of_v<T> != kind::unknown,
                "diatomic: the type must be trivially copyable and have 1, 2, 4, 8 or 16 bytes: "
                "pad or split a struct, or protect it with a lock_table");
  static_assert(sizeof(T) != 16 || DIATOMIC_HAS_INT128,
                "diatomic: 16-byte objects need NVRTC's option -device-int128");
  static_assert(kind_of_v<T> == kind::unknown || alignof(T) >= sizeof(T) || is_vector_v<T>,
                "diatomic: the type is under-aligned: define it with alignas(sizeof(T))");
  static_assert(
      kind_of_v<T> == kind::unknown || computing_v<T> != computing::none || has_no_padding_v<T>,
      "diatomic: the type may have padding, whose bits are indeterminate: fill it with members, "
      "or, if the type has none, specialise diatomic::has_no_padding_v");
};
/// Whether a pointer to a T can move by elements. Never takes the size of void: nvcc would warn.
struct without_size;
template <class T, class = void>
inline constexpr bool has_size_v = false;
template <class T>
inline constexpr bool has_size_v<
    T, std::void_t<decltype(sizeof(std::conditional_t<std::is_object_v<T>, T, without_size>))>> =
    true;

template <op Op, class T>
struct checked_operation : checked_type<T> {
  static_assert(
      !updates.has(Op) || computing_v<T> == computing::all ||
          (computing_v<T> == computing::bits && bitwise.has(Op)) ||
          (computing_v<T> == computing::sums && sums.has(Op)),
      "diatomic: the type does not support this operation: enums and bool support and, or, xor; "
      "pointers and complex numbers of floats support add and sub; for others use fetch_update");
  static_assert(!updates.has(Op) || !std::is_pointer_v<T> || has_size_v<std::remove_pointer_t<T>>,
                "diatomic: a pointer to void, a function or an incomplete type cannot move by "
                "elements: use a pointer to a complete type");
  static constexpr bool is_meaningful = tables::is_meaningful(Op, kind_of_v<T>);
  static_assert(
      computing_v<T> != computing::all || is_meaningful,
      "diatomic: the operation is not defined for this type: bit operations, mod and shifts need "
      "an integer, inc_wrap and dec_wrap an unsigned integer, fminimum and fmaximum a float");
};
template <op Op, class T, class Access>
struct checked_call : checked_operation<Op, T> {
  static_assert(tables::can_have_order(Op, Access::value),
                "diatomic: the operation cannot have this order: loads do not release, stores and "
                "store_OP do not acquire, and seq_cst needs block scope or a wider one");
  static constexpr support level = entry_v<Op, T, Access>.level;
  static constexpr bool is_there =
      !checked_operation<Op, T>::is_meaningful || level != support::none;
  static_assert(is_there || sizeof(T) < 16,
                "diatomic: this architecture has no 16-byte operation (docs/support_matrix.md): "
                "update its halves, or use a lock_table");
  static_assert(is_there || sizeof(T) == 16,
                "diatomic: compare-exchange needs an object aligned to its size: define the type "
                "with alignas(sizeof(T)), or update its elements");
  // The requirement is for kernels, but a GPU backend also compiles the call for the host.
  static_assert(
      Access::value.required == requirement::none || DIATOMIC_IN_HOST_HALF ||
          level == support::native,
      "diatomic: require_native: on this architecture the entry is a compare-exchange "
      "loop; add hints about the memory (in_global, coarse_grained, ignore_denormals, in_array), "
      "use store_OP where the old value is not needed, or drop keep_denormals or require_native");
  using type = Access;
};

/// `Access`, after the call has passed the checks.
template <op Op, class T, class Access>
using checked = typename checked_call<Op, T, Access>::type;

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
