// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Objects whose every access is atomic, with the interface of `std::atomic` and
/// `std::atomic_flag`.

#include <type_traits>

#include <diatomic/atomics/atomic_ref.hpp>

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// A T that only atomic operations access: in host code, in kernels, in memory that both share.
///
/// \tparam Tags the defaults of each operation, which a call may override, as in `atomic_ref`:
/// `atomic<int, relaxed_t>`. Without tags: seq_cst, like `std::atomic`, and `device_scope`.
/// `atomic<int, system_scope_t>` means the same as `std::atomic<int>` and `cuda::atomic<int>`.
///
/// It has `std::atomic`'s members; `ref()` has all others. It is aligned to its size. It can be
/// neither copied nor moved: pass kernels a pointer to it.
template <class T, class... Tags>
class atomic
#if DIATOMIC_HAS_CALL_SITES  // its members without operands
    : public detail::located_load<atomic<T, Tags...>, T, detail::std_access_of<Tags...>>
#endif
{
  using accepted = typename detail::accept<detail::class_refusal_v<T>>::type;
  template <op Op, class... Overrides>
  using accept = detail::accept_tags<Op, detail::std_access_of<Tags...>, Overrides...>;

 public:
  /// The type of the value.
  using value_type = T;
  /// The operand of an addition: a T, or a number of elements for a pointer.
  using difference_type = typename detail::addend<T>::type;
  /// No operation ever takes a lock.
  static constexpr bool is_always_lock_free = true;

  /// Without a value, as in C++17: `atomic<int> a;` is uninitialised until the first store, so it
  /// may be `__shared__`, or be in memory that is only allocated. `atomic<int> a{};` is zero.
  atomic() = default;
  /// Holds `v`; a constant expression.
  DIATOMIC_FUNCTION constexpr atomic(T v) noexcept : value_(v) {}
  /// \cond
  // A compile error, as for the operations.
  template <class V, std::enable_if_t<detail::is_misfit_v<T, V>, bool> = true>
  DIATOMIC_FUNCTION constexpr atomic(V) : value_() {
    detail::refuse<detail::misfit_v<T, V>>();
  }
  /// \endcond
  /// Not copyable: a copy would be an independent object.
  ///@{
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  ///@}

  /// A reference to the value with all operations, or with reads only.
  ///@{
  DIATOMIC_FUNCTION constexpr atomic_ref<T, Tags...> ref() noexcept {
    return atomic_ref<T, Tags...>(value_);
  }
  DIATOMIC_FUNCTION constexpr atomic_ref<const T, Tags...> ref() const noexcept {
    return atomic_ref<const T, Tags...>(value_);
  }
  ///@}
  /// Always true: no operation ever takes a lock.
  DIATOMIC_FUNCTION constexpr bool is_lock_free() const noexcept { return is_always_lock_free; }

  /// The member of `atomic_ref` of this name. `over` are tags; an order may be a
  /// `std::memory_order`.
  ///@{
#if !DIATOMIC_HAS_CALL_SITES  // else in <diatomic/modes/members.hpp>
  template <class... Overrides, class = typename accept<op::load, Overrides...>::type>
  DIATOMIC_FUNCTION T load(Overrides... overrides) const {
    return ref().load(overrides...);
  }
#endif
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store(detail::strict_value<T> v, Overrides... overrides) {
    ref().store(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T exchange(detail::strict_value<T> v, Overrides... overrides) {
    return ref().exchange(v, overrides...);
  }
  template <class... Overrides, class = detail::code>
  DIATOMIC_FUNCTION bool compare_exchange_strong(T& expected, detail::strict_value<T> desired,
                                                 Overrides... overrides) {
    return ref().compare_exchange_strong(expected, desired, overrides...);
  }
  template <class... Overrides, class = detail::code>
  DIATOMIC_FUNCTION bool compare_exchange_weak(T& expected, detail::strict_value<T> desired,
                                               Overrides... overrides) {
    return ref().compare_exchange_weak(expected, desired, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_add(detail::strict_difference<T> v, Overrides... overrides) {
    return ref().fetch_add(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_sub(detail::strict_difference<T> v, Overrides... overrides) {
    return ref().fetch_sub(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_and(detail::strict_value<T> v, Overrides... overrides) {
    return ref().fetch_and(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_or(detail::strict_value<T> v, Overrides... overrides) {
    return ref().fetch_or(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_xor(detail::strict_value<T> v, Overrides... overrides) {
    return ref().fetch_xor(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_min(detail::strict_value<T> v, Overrides... overrides) {
    return ref().fetch_min(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_max(detail::strict_value<T> v, Overrides... overrides) {
    return ref().fetch_max(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_add(detail::strict_difference<T> v, Overrides... overrides) {
    ref().store_add(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_min(detail::strict_value<T> v, Overrides... overrides) {
    ref().store_min(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_max(detail::strict_value<T> v, Overrides... overrides) {
    ref().store_max(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::load, Overrides...>::type>
  DIATOMIC_FUNCTION T wait(detail::strict_value<T> old, Overrides... overrides) const {
    return ref().wait(old, overrides...);
  }
  DIATOMIC_DETAIL_MEMBER void notify_one() { ref().notify_one(); }
  DIATOMIC_DETAIL_MEMBER void notify_all() { ref().notify_all(); }
  ///@}

  /// `load()`.
  DIATOMIC_DETAIL_MEMBER operator T() const { return ref(); }
  /// `store(v)`; returns `v`.
  DIATOMIC_DETAIL_MEMBER T operator=(T v) {
    store(detail::in_operator(v));
    return v;
  }
  /// \cond
  // A compile error, as for the operations. A `strict` operand would compete with copies.
  template <class V>
  DIATOMIC_FUNCTION std::enable_if_t<detail::is_misfit_v<T, V>, T> operator=(V) {
    detail::refuse<detail::misfit_v<T, V>>();
    return T();
  }
  /// \endcond
  /// As in `atomic_ref`: they return values; the prefix and compound forms return the new value.
  ///@{
  DIATOMIC_DETAIL_MEMBER T operator++() { return ++ref(); }
  DIATOMIC_DETAIL_MEMBER T operator++(int) { return ref()++; }
  DIATOMIC_DETAIL_MEMBER T operator--() { return --ref(); }
  DIATOMIC_DETAIL_MEMBER T operator--(int) { return ref()--; }
  DIATOMIC_DETAIL_MEMBER T operator+=(detail::strict_difference<T> v) { return ref() += v; }
  DIATOMIC_DETAIL_MEMBER T operator-=(detail::strict_difference<T> v) { return ref() -= v; }
  DIATOMIC_DETAIL_MEMBER T operator&=(detail::strict_value<T> v) { return ref() &= v; }
  DIATOMIC_DETAIL_MEMBER T operator|=(detail::strict_value<T> v) { return ref() |= v; }
  DIATOMIC_DETAIL_MEMBER T operator^=(detail::strict_value<T> v) { return ref() ^= v; }
  ///@}

 private:
  alignas(alignof(T) < sizeof(T) && !detail::is_vector_v<T> ? sizeof(T) : alignof(T)) T value_;
};

/// A flag that is set or clear: `std::atomic_flag`, for kernels and host code. For a lock prefer a
/// `spin_mutex`, on which lanes of one warp can wait for each other.
///
/// \tparam Tags the defaults of each operation, which a call may override. Without tags: seq_cst,
/// like `std::atomic_flag`, and `device_scope`; an `atomic_flag<system_scope_t>` works for the host
/// and all devices.
///
/// One 32-bit word, which every chip exchanges with one instruction.
template <class... Tags>
class atomic_flag
#if DIATOMIC_HAS_CALL_SITES  // its members without operands
    : public detail::located_flag<atomic_flag<Tags...>>
#endif
{
 public:
  /// As in `atomic`: `atomic_flag<> f{};` is clear; `atomic_flag<> f;` may be `__shared__`, and
  /// must be cleared before use.
  atomic_flag() = default;
  /// Not copyable.
  ///@{
  atomic_flag(const atomic_flag&) = delete;
  atomic_flag& operator=(const atomic_flag&) = delete;
  ///@}

#if !DIATOMIC_HAS_CALL_SITES  // else in <diatomic/modes/members.hpp>
  /// Sets the flag; returns whether it was set before. `over` are tags; an order may be a
  /// `std::memory_order`. Orders: all.
  template <class... Overrides, class = detail::code>
  DIATOMIC_FUNCTION bool test_and_set(Overrides... overrides) {
    return word_.exchange(1u, overrides...) != 0;
  }
  /// Clears the flag; `over` as above. Orders: relaxed, release, seq_cst.
  template <class... Overrides, class = detail::code>
  DIATOMIC_FUNCTION void clear(Overrides... overrides) {
    word_.store(0u, overrides...);
  }
  /// Whether the flag is set; `over` as above. Orders: relaxed, acquire, seq_cst.
  template <class... Overrides, class = detail::code>
  DIATOMIC_FUNCTION bool test(Overrides... overrides) const {
    return word_.load(overrides...) != 0;
  }
#endif
  /// Waits until the flag is not `old`; `over` as above. Orders: relaxed, acquire, seq_cst.
  template <class... Overrides, class = detail::code>
  DIATOMIC_FUNCTION void wait(value<bool> old, Overrides... overrides) const {
    word_.wait(detail::same_site(old, old ? 1u : 0u), overrides...);
  }
  /// No-ops: waiting threads poll.
  ///@{
  DIATOMIC_DETAIL_MEMBER void notify_one() { word_.notify_one(); }
  DIATOMIC_DETAIL_MEMBER void notify_all() { word_.notify_all(); }
  ///@}

 private:
#if DIATOMIC_HAS_CALL_SITES
  friend detail::located_flag<atomic_flag<Tags...>>;
#endif
  atomic<unsigned, Tags...> word_;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic
