// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The base of every `atomic_ref`: the object, and the merge of a call's tags, or its
/// `std::memory_order`, with the tags of the type.

#include <cstddef>
#include <type_traits>

#include <diatomic/atomics/detail/calls.hpp>
#include <diatomic/atomics/functions.hpp>
#if DIATOMIC_HAS_CALL_SITES
#include <diatomic/modes/members.hpp>
#endif

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {

/// The properties of the operations of a type named after std's: seq_cst, as in std, unless `Tags`
/// name another order.
template <class... Tags>
using std_access_of = access_over<access_of<seq_cst_t>, Tags...>;

/// The base of every reference: the object, and its reads. A `const` T is read-only. `Own`: the
/// access properties of its type.
template <class T, class Own>
class ref_base
#if DIATOMIC_HAS_CALL_SITES  // its members without operands
    : public located_members<ref_base<T, Own>, T, Own>
#endif
{
 protected:
  using plain = std::remove_const_t<T>;
  using own = Own;
  /// Whether the class is an error already, so that members say nothing more.
  static constexpr bool is_refused = class_refusal_v<plain> != refusal::none;

  template <op Op>
  using own_of = operation_own_of<Op, own>;

  template <op Op, class... Overrides, class = code>
  DIATOMIC_FUNCTION T fetch(difference<T> v, Overrides... overrides) const {
    return detail::fetch_with_tags<Op, own_of<Op>>(pointer(), v, overrides...);
  }
  template <op Op, class... Overrides, class = code>
  DIATOMIC_FUNCTION T fetch_new(difference<T> v, Overrides... overrides) const {
    return detail::fetch_new_with_tags<Op, own_of<Op>>(pointer(), v, overrides...);
  }
  template <op Op, class... Overrides, class = code>
  DIATOMIC_FUNCTION void reduce(difference<T> v, Overrides... overrides) const {
    using own_reduction = operation_own_of<Op, typename own::without_result>;
    detail::reduce_with_tags<Op, own_reduction>(pointer(), v, overrides...);
  }

  DIATOMIC_FUNCTION constexpr explicit ref_base(T* p) noexcept : p_(p) {}

  DIATOMIC_FUNCTION constexpr T* pointer() const noexcept { return p_; }
  /// The operand of ++ and --.
  DIATOMIC_DETAIL_MEMBER difference<T> one() const {
    static_assert(!is_vector_v<T>, "diatomic: ++ and -- are for single numbers and pointers");
    if constexpr (is_float16_v<T>) {
      return detail::in_operator(detail::bits_as<T>(detail::bits_of_float<kind_of_v<T>>(1.0f)));
    } else {
      return detail::in_operator(typename addend<T>::type{1});
    }
  }

  T* p_;

 public:
  /// The type of the object.
  using value_type = plain;
  /// The operand of an addition: a T, or a number of elements for a pointer.
  using difference_type = typename addend<plain>::type;
  /// The size of T; less for vectors that are updated by element, such as `std::complex`.
  static constexpr std::size_t required_alignment = alignof(T) < sizeof(T) ? alignof(T) : sizeof(T);
  /// No operation ever takes a lock.
  static constexpr bool is_always_lock_free = true;

  /// Always true: no operation ever takes a lock.
  DIATOMIC_FUNCTION constexpr bool is_lock_free() const noexcept { return is_always_lock_free; }
  /// The object's address, for comparing and hashing: `void*`, as in C++26 (P3936), because
  /// accesses through it are not atomic; `const void*` for a `const` T.
  DIATOMIC_FUNCTION constexpr auto address() const noexcept {
    using untyped = std::conditional_t<std::is_const_v<T>, const void, void>;
    return static_cast<untyped*>(pointer());
  }

  /// The function of this name on the object; `wait` waits as long as the object is `old`. `over`
  /// are tags; an order may be a `std::memory_order`.
  ///@{
#if !DIATOMIC_HAS_CALL_SITES  // else in <diatomic/modes/members.hpp>
  template <class... Overrides,
            class = typename accept<member_refusal_v<op::load, own, Overrides...>>::type>
  DIATOMIC_FUNCTION plain load(Overrides... overrides) const {
    if constexpr (is_refused) {
      return plain();
    } else {
      return detail::load_with_tags<plain, own_of<op::load>>(p_, overrides...);
    }
  }
  template <class... Overrides, refusal Because = member_refusal_v<op::load, own, Overrides...>,
            class = std::enable_if_t<Because != refusal::none>>
  DIATOMIC_FUNCTION plain load(Overrides...) const = delete;
#endif
  template <class... Overrides, class = typename accept_tags<op::load, own, Overrides...>::type>
  DIATOMIC_FUNCTION plain wait(strict_value<plain> old, Overrides... overrides) const {
    if constexpr (is_refused) {
      return plain();
    } else {
      return detail::call_with_tags<op::load, plain, own_of<op::load>>(
          wait_call<plain>{pointer(), old}, overrides...);
    }
  }
  ///@}
  /// `load()`.
  DIATOMIC_DETAIL_MEMBER operator plain() const {
    if constexpr (is_refused) {
      return plain();
    } else {
      return detail::load_with_tags<plain, own_of<op::load>>(detail::in_operator(p_));
    }
  }
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::detail
