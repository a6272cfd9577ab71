// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The operations as members, in the shape of `std::atomic_ref`.

#include <atomic>
#include <cstddef>

#include <diatomic/atomics/detail/atomic_ref_updates.hpp>
#include <diatomic/atomics/functions.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// A reference to a T whose every access through it is atomic.
///
/// \tparam Tags what each operation does unless the call says otherwise, e.g.
/// `atomic_ref<int, seq_cst_t, system_scope_t>`, which means what `cuda::atomic_ref<int>` means.
/// Without tags: relaxed, `device_scope`. (`std::atomic_ref` is seq_cst there.)
///
/// Calls take tags, which override those of the type, or one `std::memory_order`. As a tag, an
/// order that the operation cannot have is a compile error; as a `std::memory_order` it means
/// seq_cst. `std::memory_order_consume` means acquire.
///
/// The members are those of `functions.hpp`, where each is described.
template <class T, class... Tags>
class atomic_ref : public detail::ref_updates<T, Tags...> {
  using base = detail::ref_updates<T, Tags...>;

 public:
  /// The type of the object.
  using value_type = T;
  /// What is added: a T, or a number of elements to a pointer.
  using difference_type = typename detail::addend<T>::type;
  /// The size of T; less for vectors that go by element, as `std::complex` does.
  static constexpr std::size_t required_alignment = alignof(T) < sizeof(T) ? alignof(T) : sizeof(T);
  /// No operation ever takes a lock.
  static constexpr bool is_always_lock_free = true;

  /// Refers to `object`, which must be aligned to `required_alignment` and outlive the reference.
#if DIATOMIC_CHECKED
  DIATOMIC_FUNCTION explicit atomic_ref(T& object, detail::call_site at = {})
      : base(value<T*>(&object, at.of_reference())) {}
#else
  DIATOMIC_FUNCTION explicit atomic_ref(T& object) : base(&object) {}
#endif
  /// A copy refers to the same object. There is no assignment of references, which could be taken
  /// for one of values.
  atomic_ref(const atomic_ref&) = default;
  atomic_ref& operator=(const atomic_ref&) = delete;

  /// Always true: no operation ever takes a lock.
  DIATOMIC_FUNCTION bool is_lock_free() const { return is_always_lock_free; }

  /// The function of this name on the object; `over` are tags, or one `std::memory_order`.
  ///@{
  template <class... Over>
  DIATOMIC_FUNCTION T load(Over... over) const {
    return base::template with<op::load, result_use::used>(detail::ref_load<T>{this->p_}, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION void store(value<T> v, Over... over) const {
    return base::template with<op::store, result_use::used>(
        detail::ref_store<T>{this->pointer(), v}, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION T exchange(value<T> v, Over... over) const {
    return base::template with<op::exchange, result_use::used>(
        detail::ref_exchange<T>{this->pointer(), v}, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION T compare_exchange(T expected, value<T> desired, Over... over) const {
    return base::template with<op::exchange, result_use::used>(
        detail::ref_compare_exchange<T>{this->pointer(), expected, desired}, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION bool compare_exchange_strong(T& expected, value<T> desired,
                                                 Over... over) const {
    const T before = expected;
    expected = compare_exchange(before, desired, over...);
    return detail::same_bits(expected, before);
  }
  ///@}
  /// `std::atomic_ref`'s function with `expected` and `desired`; `success` must be no weaker than
  /// `failure`.
  DIATOMIC_FUNCTION bool compare_exchange_strong(T& expected, value<T> desired,
                                                 std::memory_order success,
                                                 std::memory_order failure) const {
    return compare_exchange_strong(expected, desired, detail::joined(success, failure));
  }
  /// The function of this name on the object; `over` are tags, or one `std::memory_order`.
  template <class... Over>
  DIATOMIC_FUNCTION bool compare_exchange_weak(T& expected, value<T> desired, Over... over) const {
    const T before = expected;
    expected = compare_exchange(before, desired, over...);
    return detail::same_bits(expected, before);
  }
  /// `std::atomic_ref`'s function with `expected` and `desired`; `success` must be no weaker than
  /// `failure`.
  DIATOMIC_FUNCTION bool compare_exchange_weak(T& expected, value<T> desired,
                                               std::memory_order success,
                                               std::memory_order failure) const {
    return compare_exchange_weak(expected, desired, detail::joined(success, failure));
  }

  /// The function of this name on the object; `over` are tags, or one `std::memory_order`.
  ///@{
  template <class... Over>
  DIATOMIC_FUNCTION T wait(value<T> old, Over... over) const {
    return base::template with<op::load, result_use::used>(
        detail::ref_wait<T>{this->pointer(), old}, over...);
  }
  DIATOMIC_FUNCTION void notify_one() const { diatomic::notify_one(this->pointer()); }
  DIATOMIC_FUNCTION void notify_all() const { diatomic::notify_all(this->pointer()); }

  template <class F, class... Over>
  DIATOMIC_FUNCTION T fetch_update(F f, Over... over) const {
    return base::template with<op::exchange, result_use::used>(
        detail::ref_fetch_update<T, F>{this->p_, f}, over...);
  }
  template <class F, class... Over>
  DIATOMIC_FUNCTION bool try_update(F f, Over... over) const {
    return base::template with<op::exchange, result_use::used>(
        detail::ref_try_update<T, F>{this->p_, f}, over...);
  }
  ///@}

  /// `load()`.
  DIATOMIC_FUNCTION operator T() const { return load(); }
  /// `store(v)`; returns `v`.
  DIATOMIC_FUNCTION T operator=(value<T> v) const {
    store(v);
    return v;
  }
  /// `add_fetch`, `fetch_add` and so on, with the tags of the type; returns a value, not a
  /// reference. Like `std::atomic_ref`'s, the prefix and compound forms return the new value.
  ///@{
  DIATOMIC_FUNCTION T operator++() const { return this->add_fetch(this->one()); }
  DIATOMIC_FUNCTION T operator++(int) const { return this->fetch_add(this->one()); }
  DIATOMIC_FUNCTION T operator--() const { return this->sub_fetch(this->one()); }
  DIATOMIC_FUNCTION T operator--(int) const { return this->fetch_sub(this->one()); }
  DIATOMIC_FUNCTION T operator+=(difference<T> v) const { return this->add_fetch(v); }
  DIATOMIC_FUNCTION T operator-=(difference<T> v) const { return this->sub_fetch(v); }
  DIATOMIC_FUNCTION T operator&=(value<T> v) const { return this->and_fetch(v); }
  DIATOMIC_FUNCTION T operator|=(value<T> v) const { return this->or_fetch(v); }
  DIATOMIC_FUNCTION T operator^=(value<T> v) const { return this->xor_fetch(v); }
  ///@}
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
