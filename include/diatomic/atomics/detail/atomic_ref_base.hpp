// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What every `atomic_ref` has: the object, and how a call's tags, or its `std::memory_order`, come
/// together with the tags of the type.

#include <atomic>

#include <diatomic/atomics/detail/atomic_ref_calls.hpp>
#include <diatomic/atomics/functions.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// `Own`, with what the tags say in its place.
template <class Own, class... Tags>
struct overridden {
  static constexpr access_properties m = fold<Tags...>(Own::value);
  using type = fixed_access<m.order, m.scope, m.space, m.hints, m.result, m.required>;
};
template <class Own, class... Tags>
using access_over = typename overridden<Own, Tags...>::type;

/// `Own` with the order, or with seq_cst where the operation cannot have the order.
template <op Op, result_use Result, class Own, memory_order Order>
struct order_choice {
  static constexpr bool possible = can_have_order(
      Op, access_properties{Order, Own::scope, Own::space, hint::none, Result, requirement::none});
  using type = typename Own::template with_order<possible ? Order : memory_order::seq_cst>;
};
template <op Op, result_use Result, class Own, memory_order Order>
using order_or_seq_cst = typename order_choice<Op, Result, Own, Order>::type;

/// One order that has what both have.
DIATOMIC_FUNCTION std::memory_order joined(std::memory_order success, std::memory_order failure) {
  if (failure == std::memory_order_seq_cst) return failure;
  if (failure == std::memory_order_relaxed) return success;
  if (success == std::memory_order_relaxed) return std::memory_order_acquire;
  if (success == std::memory_order_release) return std::memory_order_acq_rel;
  return success;
}

template <class T, class... Tags>
class ref_base {
 protected:
  using own = detail::access_of<Tags...>;

  /// `call` with what the call's tags say over those of the type.
  template <op Kind, result_use Result, class Call, class... Over>
  DIATOMIC_FUNCTION static auto with(Call call, Over...) {
    return call(detail::access_over<own, Over...>{});
  }

  /// `call` with the order that `order` names at run time.
  template <op Kind, result_use Result, class Call>
  DIATOMIC_FUNCTION static auto with(Call call, std::memory_order order) {
    switch (order) {
      case std::memory_order_relaxed:
        return call(typename own::template with_order<memory_order::relaxed>{});
      case std::memory_order_consume:
      case std::memory_order_acquire:
        return call(detail::order_or_seq_cst<Kind, Result, own, memory_order::acquire>{});
      case std::memory_order_release:
        return call(detail::order_or_seq_cst<Kind, Result, own, memory_order::release>{});
      case std::memory_order_acq_rel:
        return call(detail::order_or_seq_cst<Kind, Result, own, memory_order::acq_rel>{});
      case std::memory_order_seq_cst:
        break;
    }
    return call(typename own::template with_order<memory_order::seq_cst>{});
  }

  template <op Op, class... Over>
  DIATOMIC_FUNCTION T fetch(difference<T> v, Over... over) const {
    return with<op::exchange, result_use::used>(ref_update<Op, T>{pointer(), v}, over...);
  }
  template <op Op, class... Over>
  DIATOMIC_FUNCTION T fetch_new(difference<T> v, Over... over) const {
    return value_left<Op>(fetch<Op>(v, over...), v);
  }
  template <op Op, class... Over>
  DIATOMIC_FUNCTION void reduce(difference<T> v, Over... over) const {
    with<op::exchange, result_use::unused>(ref_reduction<Op, T>{pointer(), v}, over...);
  }

  DIATOMIC_FUNCTION explicit ref_base(value<T*> p) : p_(p) {}

  DIATOMIC_FUNCTION T* pointer() const { return p_; }
  /// What ++ and -- add.
  DIATOMIC_FUNCTION difference<T> one() const {
    static_assert(!is_vector_v<T>, "diatomic: ++ and -- are for single numbers and pointers");
    if constexpr (is_float16_v<T>) {
      return same_site(p_, bits_as<T>(bits_of_float<kind_of_v<T>>(1.0f)));
    } else {
      return same_site(p_, typename addend<T>::type{1});
    }
  }

  value<T*> p_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
