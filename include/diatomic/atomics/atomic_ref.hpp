// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The operations as members, with the interface of `std::atomic_ref`.

#include <diatomic/atomics/detail/atomic_ref_base.hpp>
#include <diatomic/atomics/detail/atomic_ref_updates.hpp>
#include <diatomic/atomics/functions.hpp>

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// A reference to a T. Every access through it is atomic.
///
/// \tparam Tags the defaults of each operation, which a call may override:
/// `atomic_ref<int, relaxed_t>` has the defaults of the free functions. Without tags: seq_cst, like
/// `std::atomic_ref`, and `device_scope`. `atomic_ref<int, system_scope_t>` means the same as
/// `cuda::atomic_ref<int>`. With `acq_rel_t`, loads acquire, and stores and operations that return
/// nothing release. seq_cst needs `block_scope` or wider, and most hints apply only to relaxed
/// operations: name an order next to `warp_scope_t`, and `relaxed_t` next to a hint.
///
/// Calls take tags, which override the type's tags. A `std::memory_order` may replace the tag of an
/// order. An order that the operation cannot have is a compile error as a tag, and means seq_cst as
/// a `std::memory_order`. `std::memory_order_consume` means acquire.
///
/// The members are the functions of `functions.hpp`, which describes them.
template <class T, class... Tags>
class atomic_ref
    : public detail::ref_updates<T, detail::ref_base<T, detail::std_access_of<Tags...>>> {
  using base = detail::ref_updates<T, detail::ref_base<T, detail::std_access_of<Tags...>>>;
  using accepted = typename detail::accept<detail::class_refusal_v<T>>::type;
  template <op Op>
  using own_of = typename base::template own_of<Op>;

 public:
  /// Refers to `object`, which must be aligned to `required_alignment` and outlive the reference.
  DIATOMIC_FUNCTION constexpr explicit atomic_ref(T& object) noexcept
      : base(__builtin_addressof(object)) {}
  /// A copy refers to the same object. References, even with different tags, cannot be assigned,
  /// because this could be mistaken for assigning the values: write `a = b.load()`.
  ///@{
  atomic_ref(const atomic_ref&) = default;
  atomic_ref& operator=(const atomic_ref&) = delete;
  template <class U, class... Others>
  void operator=(const atomic_ref<U, Others...>&) const = delete;
  ///@}

  /// The function of this name on the object. `over` are tags; an order may be a
  /// `std::memory_order`.
  ///@{
  template <class... Overrides,
            class = typename base::template accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store(detail::strict_value<T> v, Overrides... overrides) const {
    detail::fetch_with_tags<op::store, own_of<op::store>>(this->pointer(), value<T>(v),
                                                          overrides...);
  }
  template <class... Overrides,
            class = typename base::template accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T exchange(detail::strict_value<T> v, Overrides... overrides) const {
    return detail::fetch_with_tags<op::exchange, own_of<op::exchange>>(this->pointer(), value<T>(v),
                                                                       overrides...);
  }
  template <class... Overrides,
            class = typename base::template accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T compare_exchange(detail::strict_value<T> expected,
                                       detail::strict_value<T> desired,
                                       Overrides... overrides) const {
    return detail::compare_exchange_with_tags<own_of<op::compare_exchange>>(
        this->pointer(), expected, desired, overrides...);
  }
  template <class... Overrides,
            class = typename base::template accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION bool compare_exchange_strong(T& expected, detail::strict_value<T> desired,
                                                 Overrides... overrides) const {
    const T before = expected;
    return detail::has_stored(compare_exchange(before, desired, overrides...), before, expected);
  }
  ///@}
  /// `std::atomic_ref`'s function with `expected` and `desired`. The call has the weakest order
  /// that includes both orders, so `failure` may be stronger than `success`.
  template <class Order, class = std::enable_if_t<detail::is_std_order_v<Order>>,
            class = detail::code>
  DIATOMIC_FUNCTION bool compare_exchange_strong(T& expected, detail::strict_value<T> desired,
                                                 Order success, Order failure) const {
    return compare_exchange_strong(expected, desired, detail::joined(success, failure));
  }
  /// The function of this name on the object. `over` are tags; an order may be a
  /// `std::memory_order`.
  template <class... Overrides,
            class = typename base::template accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION bool compare_exchange_weak(T& expected, detail::strict_value<T> desired,
                                               Overrides... overrides) const {
    const T before = expected;
    return detail::has_stored(compare_exchange(before, desired, overrides...), before, expected);
  }
  /// `std::atomic_ref`'s function with `expected` and `desired`. The call has the weakest order
  /// that includes both orders, so `failure` may be stronger than `success`.
  template <class Order, class = std::enable_if_t<detail::is_std_order_v<Order>>,
            class = detail::code>
  DIATOMIC_FUNCTION bool compare_exchange_weak(T& expected, detail::strict_value<T> desired,
                                               Order success, Order failure) const {
    return compare_exchange_weak(expected, desired, detail::joined(success, failure));
  }

  /// The function of this name on the object. `over` are tags; an order may be a
  /// `std::memory_order`.
  ///@{
  DIATOMIC_DETAIL_MEMBER void notify_one() const { diatomic::notify_one(this->pointer()); }
  DIATOMIC_DETAIL_MEMBER void notify_all() const { diatomic::notify_all(this->pointer()); }

#if !DIATOMIC_HAS_CALL_SITES  // else in <diatomic/modes/members.hpp>
  template <class F, class... Overrides,
            class = typename base::template accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_update(F f, Overrides... overrides) const {
    return detail::call_with_tags<op::compare_exchange, T, own_of<op::compare_exchange>>(
        detail::fetch_update_call<T, F>{this->p_, f}, overrides...);
  }
  template <class F, class... Overrides,
            class = typename base::template accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION bool try_update(F f, Overrides... overrides) const {
    return detail::call_with_tags<op::compare_exchange, T, own_of<op::compare_exchange>>(
        detail::try_update_call<T, F>{this->p_, f}, overrides...);
  }
#endif
  ///@}

  /// `store(v)`; returns `v`.
  DIATOMIC_DETAIL_MEMBER T operator=(detail::strict_value<T> v) const {
    store(v);
    return v;
  }
  /// `add_fetch`, `fetch_add` and so on, with the type's tags; returns a value, not a reference. As
  /// in `std::atomic_ref`, the prefix and compound forms return the new value.
  ///@{
  DIATOMIC_DETAIL_MEMBER T operator++() const { return this->add_fetch(this->one()); }
  DIATOMIC_DETAIL_MEMBER T operator++(int) const { return this->fetch_add(this->one()); }
  DIATOMIC_DETAIL_MEMBER T operator--() const { return this->sub_fetch(this->one()); }
  DIATOMIC_DETAIL_MEMBER T operator--(int) const { return this->fetch_sub(this->one()); }
  DIATOMIC_DETAIL_MEMBER T operator+=(detail::strict_difference<T> v) const {
    return this->add_fetch(v);
  }
  DIATOMIC_DETAIL_MEMBER T operator-=(detail::strict_difference<T> v) const {
    return this->sub_fetch(v);
  }
  DIATOMIC_DETAIL_MEMBER T operator&=(detail::strict_value<T> v) const {
    return this->and_fetch(v);
  }
  DIATOMIC_DETAIL_MEMBER T operator|=(detail::strict_value<T> v) const { return this->or_fetch(v); }
  DIATOMIC_DETAIL_MEMBER T operator^=(detail::strict_value<T> v) const {
    return this->xor_fetch(v);
  }
  ///@}
};

/// A read-only reference: `load`, `wait`, the conversion to T, `address` (C++26, P3323).
///
/// \tparam Tags as in `atomic_ref<T, Tags...>`, which converts to it implicitly.
template <class T, class... Tags>
class atomic_ref<const T, Tags...>
    : public detail::ref_base<const T, detail::std_access_of<Tags...>> {
  using base = detail::ref_base<const T, detail::std_access_of<Tags...>>;
  using accepted = typename detail::accept<detail::class_refusal_v<T>>::type;

 public:
  /// Refers to `object`, which must be aligned to `required_alignment` and outlive the reference;
  /// or to the object of `other`. A reference to a temporary is a compile error.
  ///@{
  DIATOMIC_FUNCTION constexpr explicit atomic_ref(const T& object) noexcept
      : base(__builtin_addressof(object)) {}
  atomic_ref(const T&&) = delete;
  DIATOMIC_FUNCTION constexpr atomic_ref(const atomic_ref<T, Tags...>& other) noexcept
      : base(static_cast<const T*>(other.address())) {}
  ///@}
  /// A copy refers to the same object. References cannot be assigned.
  ///@{
  atomic_ref(const atomic_ref&) = default;
  atomic_ref& operator=(const atomic_ref&) = delete;
  ///@}
};

/// \cond
// A compile error: functions do not return arrays.
template <class T, std::size_t Count, class... Tags>
class atomic_ref<T[Count], Tags...> {
 public:
  template <detail::refusal = detail::refusal::refer_to_one_element_of_the_array>
  explicit atomic_ref(T (&)[Count]) = delete;
};
/// \endcond

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic
