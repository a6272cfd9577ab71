// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Overloads of the operations for arguments that users confuse with the right ones. Each is a
/// compile error of one sentence, instead of "no matching function" or a silent conversion. No call
/// can use these overloads, so macros write them.
///
/// Not with call sites: nvcc 13 would capture the place of a condition here instead of the call's
/// (`located_calls.hpp`).

#include <type_traits>
#include <utility>

#include <diatomic/core/detail/operands.hpp>
#include <diatomic/core/types.hpp>
#include <diatomic/dispatch/static_checks.hpp>

#if !DIATOMIC_HAS_CALL_SITES

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// A first argument other than a pointer. Constructed by a user-defined conversion, so that any
/// other function of the name is a better match, also a function of the user's.
struct not_a_pointer {
  template <class P, class = std::enable_if_t<!std::is_pointer_v<P>>>
  DIATOMIC_FUNCTION not_a_pointer(const P&) {
    static_assert(std::is_pointer_v<P>,
                  "diatomic: the first argument must be a pointer to the object: &counter for a "
                  "variable, data() of an array, get() of a smart pointer, &*it for an iterator; "
                  "an atomic_ref has member functions instead");
  }
};

template <class T, class V, class... Rest>
using if_misfit = std::enable_if_t<is_misfit_v<typename addend<T>::type, V> ||
                                       (is_integer_v<T> && (std::is_floating_point_v<Rest> || ...)),
                                   any_operand>;

/// For a call of C++'s compare-exchange whose `expected` is no variable of type T.
template <class T, class Expected, class... Rest>
using if_not_exchanged =
    std::enable_if_t<!binds_v<T, Expected> ||
                         (is_integer_v<T> && (std::is_floating_point_v<Rest> || ...)),
                     any_operand>;
template <class T, class Expected>
DIATOMIC_FUNCTION any_operand refuse_exchange() {
  if constexpr (!is_object_v<T>) {
    detail::refuse_object<T>();
  } else if constexpr (binds_v<T, Expected>) {
    detail::refuse_misfit<T, float>();
  } else {
    static_assert(binds_v<T, Expected>,
                  "diatomic: expected must be a variable of the object's own type, which receives "
                  "the old value: T expected = ...; for a constant use compare_exchange");
  }
  return {};
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

// One refused call for each name; clang-format would give every name a line.
// clang-format off
#define DIATOMIC_DETAIL_NEEDS_POINTER(name)                                          \
  DIATOMIC_FUNCTION detail::any_operand name(                                        \
      detail::not_a_pointer, detail::any_operand = {}, detail::any_operand = {},     \
      detail::any_operand = {}, detail::any_operand = {}, detail::any_operand = {},  \
      detail::any_operand = {}, detail::any_operand = {}) {                          \
    return {};                                                                       \
  }
#define DIATOMIC_DETAIL_REFUSE(name)                                                 \
  DIATOMIC_DETAIL_NEEDS_POINTER(name)                                                \
  template <class T, class V, class... Rest>                                         \
  DIATOMIC_FUNCTION detail::if_misfit<T, V, Rest...> name(T*, V, Rest...) {          \
    return detail::refuse_misfit<T, V>();                                            \
  }
#define DIATOMIC_DETAIL_REFUSE_OF(op)                                                \
  DIATOMIC_DETAIL_REFUSE(fetch_##op)                                                 \
  DIATOMIC_DETAIL_REFUSE(op##_fetch)                                                 \
  DIATOMIC_DETAIL_REFUSE(store_##op)
#define DIATOMIC_DETAIL_NEEDS_EXPECTED(name)                                         \
  DIATOMIC_DETAIL_NEEDS_POINTER(name)                                                \
  template <class T, class Expected, class... Rest>                                  \
  DIATOMIC_FUNCTION detail::if_not_exchanged<T, Expected, Rest...> name(             \
      T*, Expected&&, Rest...) {                                                     \
    return detail::refuse_exchange<T, Expected>();                                   \
  }

DIATOMIC_DETAIL_REFUSE_OF(add)
DIATOMIC_DETAIL_REFUSE_OF(sub)
DIATOMIC_DETAIL_REFUSE_OF(mul)
DIATOMIC_DETAIL_REFUSE_OF(div)
DIATOMIC_DETAIL_REFUSE_OF(mod)
DIATOMIC_DETAIL_REFUSE_OF(and)
DIATOMIC_DETAIL_REFUSE_OF(or)
DIATOMIC_DETAIL_REFUSE_OF(xor)
DIATOMIC_DETAIL_REFUSE_OF(nand)
DIATOMIC_DETAIL_REFUSE_OF(shl)
DIATOMIC_DETAIL_REFUSE_OF(shr)
DIATOMIC_DETAIL_REFUSE_OF(min)
DIATOMIC_DETAIL_REFUSE_OF(max)
DIATOMIC_DETAIL_REFUSE_OF(fminimum)
DIATOMIC_DETAIL_REFUSE_OF(fmaximum)
DIATOMIC_DETAIL_REFUSE_OF(fminimum_num)
DIATOMIC_DETAIL_REFUSE_OF(fmaximum_num)
DIATOMIC_DETAIL_REFUSE_OF(inc_wrap)
DIATOMIC_DETAIL_REFUSE_OF(dec_wrap)
DIATOMIC_DETAIL_NEEDS_POINTER(store_add_at)
DIATOMIC_DETAIL_REFUSE(store)
DIATOMIC_DETAIL_REFUSE(exchange)
DIATOMIC_DETAIL_REFUSE(compare_exchange)
DIATOMIC_DETAIL_NEEDS_EXPECTED(compare_exchange_strong)
DIATOMIC_DETAIL_NEEDS_EXPECTED(compare_exchange_weak)
DIATOMIC_DETAIL_NEEDS_POINTER(load)
DIATOMIC_DETAIL_NEEDS_POINTER(fetch_update)
DIATOMIC_DETAIL_NEEDS_POINTER(try_update)
DIATOMIC_DETAIL_NEEDS_POINTER(claim_slot)
DIATOMIC_DETAIL_REFUSE(wait)
DIATOMIC_DETAIL_NEEDS_POINTER(wait_until)
// clang-format on
#undef DIATOMIC_DETAIL_NEEDS_POINTER
#undef DIATOMIC_DETAIL_REFUSE
#undef DIATOMIC_DETAIL_REFUSE_OF
#undef DIATOMIC_DETAIL_NEEDS_EXPECTED

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

#endif
