// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The operations as members, in the shape of `std::atomic_ref`.

#include <atomic>
#include <cstddef>

#include <diatomic/functions.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// `Own`, with what the tags say in its place.
template <class Own, class... Tags>
struct overridden {
  static constexpr manner m = fold<Tags...>(Own::value);
  using type = fixed_manner<m.order, m.scope, m.space, m.promises, m.result, m.insists>;
};
template <class Own, class... Tags>
using manner_over = typename overridden<Own, Tags...>::type;

/// `Own` with the order, or with seq_cst where the operation cannot have the order.
template <op Op, result_use Result, class Own, memory_order Order>
struct order_choice {
  static constexpr bool possible =
      can_have_order(Op, manner{Order, Own::scope, Own::space, promise::none, Result, demand::none});
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

template <class T>
DIATOMIC_FUNCTION bool same_bits(T a, T b) {
  return bits_as<unsigned_of<T>>(a) == bits_as<unsigned_of<T>>(b);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

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
class atomic_ref {
 public:
  using value_type = T;
  static constexpr std::size_t required_alignment = sizeof(T);
  /// No operation ever takes a lock.
  static constexpr bool is_always_lock_free = true;

  /// Refers to `object`, which must be aligned to `required_alignment` and outlive the reference.
  DIATOMIC_FUNCTION explicit atomic_ref(T& object) : p_(&object) {}

  DIATOMIC_FUNCTION bool is_lock_free() const { return is_always_lock_free; }

  template <class... Over>
  DIATOMIC_FUNCTION T load(Over... over) const {
    return with<op::load, result_use::used>([=, p = p_](auto how) { return diatomic::load(p, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION void store(T v, Over... over) const {
    return with<op::store, result_use::used>([=, p = p_](auto how) { return diatomic::store(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION T exchange(T v, Over... over) const {
    return with<op::exchange, result_use::used>([=, p = p_](auto how) { return diatomic::exchange(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION T compare_exchange(T expected, T desired, Over... over) const {
    return with<op::exchange, result_use::used>([=, p = p_](auto how) { return diatomic::compare_exchange(p, expected, desired, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION bool compare_exchange_strong(T& expected, T desired, Over... over) const {
    const T before = expected;
    expected = compare_exchange(before, desired, over...);
    return detail::same_bits(expected, before);
  }
  /// As `std::atomic_ref`'s; `success` must be no weaker than `failure`.
  DIATOMIC_FUNCTION bool compare_exchange_strong(T& expected, T desired, std::memory_order success,
                                             std::memory_order failure) const {
    return compare_exchange_strong(expected, desired, detail::joined(success, failure));
  }
  template <class... Over>
  DIATOMIC_FUNCTION bool compare_exchange_weak(T& expected, T desired, Over... over) const {
    const T before = expected;
    expected = compare_exchange(before, desired, over...);
    return detail::same_bits(expected, before);
  }
  /// As `std::atomic_ref`'s; `success` must be no weaker than `failure`.
  DIATOMIC_FUNCTION bool compare_exchange_weak(T& expected, T desired, std::memory_order success,
                                             std::memory_order failure) const {
    return compare_exchange_weak(expected, desired, detail::joined(success, failure));
  }

  template <class... Over>
  DIATOMIC_FUNCTION T fetch_add(T v, Over... over) const {
    return with<op::exchange, result_use::used>([=, p = p_](auto how) { return diatomic::fetch_add(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION T add_fetch(T v, Over... over) const {
    return with<op::exchange, result_use::used>([=, p = p_](auto how) { return diatomic::add_fetch(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION void store_add(T v, Over... over) const {
    return with<op::exchange, result_use::unused>([=, p = p_](auto how) { return diatomic::store_add(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION T fetch_sub(T v, Over... over) const {
    return with<op::exchange, result_use::used>([=, p = p_](auto how) { return diatomic::fetch_sub(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION T sub_fetch(T v, Over... over) const {
    return with<op::exchange, result_use::used>([=, p = p_](auto how) { return diatomic::sub_fetch(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION void store_sub(T v, Over... over) const {
    return with<op::exchange, result_use::unused>([=, p = p_](auto how) { return diatomic::store_sub(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION T fetch_and(T v, Over... over) const {
    return with<op::exchange, result_use::used>([=, p = p_](auto how) { return diatomic::fetch_and(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION T and_fetch(T v, Over... over) const {
    return with<op::exchange, result_use::used>([=, p = p_](auto how) { return diatomic::and_fetch(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION void store_and(T v, Over... over) const {
    return with<op::exchange, result_use::unused>([=, p = p_](auto how) { return diatomic::store_and(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION T fetch_or(T v, Over... over) const {
    return with<op::exchange, result_use::used>([=, p = p_](auto how) { return diatomic::fetch_or(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION T or_fetch(T v, Over... over) const {
    return with<op::exchange, result_use::used>([=, p = p_](auto how) { return diatomic::or_fetch(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION void store_or(T v, Over... over) const {
    return with<op::exchange, result_use::unused>([=, p = p_](auto how) { return diatomic::store_or(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION T fetch_xor(T v, Over... over) const {
    return with<op::exchange, result_use::used>([=, p = p_](auto how) { return diatomic::fetch_xor(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION T xor_fetch(T v, Over... over) const {
    return with<op::exchange, result_use::used>([=, p = p_](auto how) { return diatomic::xor_fetch(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION void store_xor(T v, Over... over) const {
    return with<op::exchange, result_use::unused>([=, p = p_](auto how) { return diatomic::store_xor(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION T fetch_min(T v, Over... over) const {
    return with<op::exchange, result_use::used>([=, p = p_](auto how) { return diatomic::fetch_min(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION T min_fetch(T v, Over... over) const {
    return with<op::exchange, result_use::used>([=, p = p_](auto how) { return diatomic::min_fetch(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION void store_min(T v, Over... over) const {
    return with<op::exchange, result_use::unused>([=, p = p_](auto how) { return diatomic::store_min(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION T fetch_max(T v, Over... over) const {
    return with<op::exchange, result_use::used>([=, p = p_](auto how) { return diatomic::fetch_max(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION T max_fetch(T v, Over... over) const {
    return with<op::exchange, result_use::used>([=, p = p_](auto how) { return diatomic::max_fetch(p, v, how); }, over...);
  }
  template <class... Over>
  DIATOMIC_FUNCTION void store_max(T v, Over... over) const {
    return with<op::exchange, result_use::unused>([=, p = p_](auto how) { return diatomic::store_max(p, v, how); }, over...);
  }

  template <class F, class... Over>
  DIATOMIC_FUNCTION T fetch_update(F f, Over... over) const {
    return with<op::exchange, result_use::used>(
        [=, p = p_](auto how) { return diatomic::fetch_update(p, f, how); }, over...);
  }
  template <class F, class... Over>
  DIATOMIC_FUNCTION bool try_update(F f, Over... over) const {
    return with<op::exchange, result_use::used>(
        [=, p = p_](auto how) { return diatomic::try_update(p, f, how); }, over...);
  }

  DIATOMIC_FUNCTION operator T() const { return load(); }
  DIATOMIC_FUNCTION T operator=(T v) const {
    store(v);
    return v;
  }
  DIATOMIC_FUNCTION T operator++() const { return add_fetch(T{1}); }
  DIATOMIC_FUNCTION T operator++(int) const { return fetch_add(T{1}); }
  DIATOMIC_FUNCTION T operator--() const { return sub_fetch(T{1}); }
  DIATOMIC_FUNCTION T operator--(int) const { return fetch_sub(T{1}); }
  DIATOMIC_FUNCTION T operator+=(T v) const { return add_fetch(v); }
  DIATOMIC_FUNCTION T operator-=(T v) const { return sub_fetch(v); }
  DIATOMIC_FUNCTION T operator&=(T v) const { return and_fetch(v); }
  DIATOMIC_FUNCTION T operator|=(T v) const { return or_fetch(v); }
  DIATOMIC_FUNCTION T operator^=(T v) const { return xor_fetch(v); }

 private:
  using own = detail::manner_of<Tags...>;

  /// `call` with what the call's tags say over those of the type.
  template <op Kind, result_use Result, class Call, class... Over>
  DIATOMIC_FUNCTION static auto with(Call call, Over...) {
    return call(detail::manner_over<own, Over...>{});
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

  T* p_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
