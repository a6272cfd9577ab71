// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// How the reductions of `<diatomic/algorithms/reduce.hpp>` combine.
///
/// A policy of a reduction to a T: `lift` makes a state from an element of any type that converts
/// to T, `lower` makes a T from a state, and the call operator combines two states. `identity` is
/// neutral.

#include <limits>
#include <type_traits>

#include <diatomic/algorithms/elements.hpp>
#include <diatomic/atomics/detail/warp_updates.hpp>
#include <diatomic/core/vocabulary.hpp>
#include <diatomic/dispatch/semantics.hpp>
#include <diatomic/runtime/launch.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

// Variables, because nvcc does not let device code call constexpr host functions.
template <class T>
inline constexpr T greatest = std::numeric_limits<T>::max();
template <class T>
inline constexpr T lowest = std::numeric_limits<T>::lowest();

/// `v` as a T. The vendors' 16-bit floats may lack conversions (`__CUDA_NO_HALF_CONVERSIONS__`).
template <class T, class Element>
DIATOMIC_FUNCTION T element_as(const Element& v) {
  if constexpr (is_float16_v<Element> && std::is_floating_point_v<T>) {
    return detail::number_as<float>(v);
  } else {
    return static_cast<T>(v);
  }
}

/// Sums; the state is the sum itself.
template <class T>
struct sum_policy {
  using state = T;
  DIATOMIC_FUNCTION T identity() const { return T{}; }
  template <class Element>
  DIATOMIC_FUNCTION T lift(Element v) const {
    return detail::element_as<T>(v);
  }
  DIATOMIC_FUNCTION T lower(T v) const { return v; }
  DIATOMIC_FUNCTION T operator()(T a, T b) const { return diatomic::result_of<op::add>(a, b); }
};

/// A T as an integer with the same order: for floats, IEEE 754's totalOrder.
template <class T>
using key_of =
    typename std::conditional_t<is_float_v<T>, identity<signed_of<T>>, identity<T>>::type;

template <class T>
DIATOMIC_FUNCTION key_of<T> to_key(T v) {
  if constexpr (is_float_v<T>) {
    const auto bits = detail::bits_as<signed_of<T>>(v);
    return bits ^ ((bits >> (8 * sizeof(T) - 1)) & greatest<signed_of<T>>);
  } else {
    return v;
  }
}
template <class T>
DIATOMIC_FUNCTION T from_key(key_of<T> key) {
  if constexpr (is_float_v<T>) {
    return detail::bits_as<T>(
        detail::bits_as<signed_of<T>>(detail::to_key<T>(detail::bits_as<T>(key))));
  } else {
    return key;
  }
}

/// The result for n = 0: an infinity for floats.
template <op Op, class T>
inline constexpr T extremum_identity =
    Op == op::min ? (std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                          : std::numeric_limits<T>::max())
                  : (std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                          : std::numeric_limits<T>::lowest());
/// The last key in the order. It is not infinity's: NaNs are beyond infinity.
template <op Op, class T>
inline constexpr key_of<T> last_key = Op == op::min ? std::numeric_limits<key_of<T>>::max()
                                                    : std::numeric_limits<key_of<T>>::lowest();

template <op Op, class T>
struct extremum_policy {
  using state = key_of<T>;
  DIATOMIC_FUNCTION state identity() const { return last_key<Op, T>; }
  template <class Element>
  DIATOMIC_FUNCTION state lift(Element v) const {
    return detail::to_key(detail::element_as<T>(v));
  }
  DIATOMIC_FUNCTION T lower(state v) const { return detail::from_key<T>(v); }
  DIATOMIC_FUNCTION state operator()(state a, state b) const {
    return (Op == op::min ? b < a : a < b) ? b : a;
  }
};

/// The caller's function.
template <class T, class Function>
struct function_policy {
  using state = T;
  Function function;
  T start;
  DIATOMIC_DEVICE T identity() const { return start; }
  template <class Element>
  DIATOMIC_DEVICE T lift(Element v) const {
    return detail::element_as<T>(v);
  }
  DIATOMIC_DEVICE T lower(T v) const { return v; }
  DIATOMIC_DEVICE T operator()(T a, T b) const { return function(a, b); }
};

/// Applies another policy to elements that the caller's function transforms.
template <class Policy, class Transform>
struct transformed_policy {
  using state = typename Policy::state;
  Policy policy;
  Transform transform;
  DIATOMIC_DEVICE state identity() const { return policy.identity(); }
  template <class Element>
  DIATOMIC_DEVICE state lift(Element v) const {
    return policy.lift(transform(v));
  }
  DIATOMIC_DEVICE auto lower(state v) const { return policy.lower(v); }
  DIATOMIC_DEVICE state operator()(state a, state b) const { return policy(a, b); }
};

/// The policy of an operation; below, its result for n = 0.
template <op Op, class T>
auto policy_of() {
  static_assert(Op == op::add || Op == op::min || Op == op::max,
                "reduce: the operation must be op::add, op::min, op::max or your own function");
  static_assert(is_integer_v<T> || is_float_v<T>, "reduce: T must be an integer or a float");
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "reduce: T must have 4 or 8 bytes");
  if constexpr (Op == op::add) {
    return sum_policy<T>{};
  } else {
    return extremum_policy<Op, T>{};
  }
}
template <op Op, class T>
inline constexpr T empty_of = Op == op::add ? T{} : extremum_identity<Op, T>;

/// The policy of a caller's function.
template <class T, class Function>
function_policy<T, Function> policy_of(Function function, T identity) {
  static_assert(std::is_trivially_copyable_v<T>, "reduce: T must be trivially copyable");
  static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16,
                "reduce: T must have 4, 8 or 16 bytes");
  return {function, identity};
}
template <class Policy, class Transform>
transformed_policy<Policy, Transform> transformed(Policy policy, Transform transform) {
  return {policy, transform};
}

/// Refuses a transform that is null, or does not turn elements into values that convert to T.
template <class T, class Elements, class Transform>
void check_transform(const Elements&, const Transform& transform) {
  static_assert(
      DIATOMIC_IS_DEVICE_LAMBDA(Transform) ||
          std::is_invocable_r_v<T, const Transform&, element_t<Elements>>,
      "transform_reduce: transform must take an element and return a value that converts to the "
      "result's type, in host code too: annotate a lambda with DIATOMIC_LAMBDA");
  detail::check_function(transform, "transform_reduce", "transform");
}

/// Whether a policy, with the caller's functions in it, can be copied to the device.
template <class Policy>
inline constexpr bool is_launchable_policy_v = std::is_trivially_copyable_v<Policy>;
template <class T, class Function>
inline constexpr bool is_launchable_policy_v<function_policy<T, Function>> =
    is_launchable_v<Function>;
template <class Policy, class Transform>
inline constexpr bool is_launchable_policy_v<transformed_policy<Policy, Transform>> =
    is_launchable_policy_v<Policy> && is_launchable_v<Transform>;

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
