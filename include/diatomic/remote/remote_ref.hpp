// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// References to objects in the memory of any processing element, and `quiet`, which completes
/// operations on them.

#include <type_traits>

#include <diatomic/atomics/detail/atomic_ref_base.hpp>
#include <diatomic/atomics/detail/atomic_ref_updates.hpp>
#include <diatomic/dispatch/entry.hpp>
#include <diatomic/dispatch/static_checks.hpp>
#include <diatomic/remote/detail/remote_calls.hpp>
#include <diatomic/remote/symmetric_ptr.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

using remote_defaults =
    fixed_access<memory_order::relaxed, memory_scope::system, memory_space::global, hint::none,
                 result_use::used, requirement::none>;

/// The object of a `remote_ref`, and building blocks for its other members.
template <class T, class... Tags>
class remote_base {
 protected:
  static_assert(!std::is_const_v<T> && !std::is_volatile_v<T>,
                "diatomic: remote_ref needs a non-const, non-volatile type");
  using own = access_over<remote_defaults, Tags...>;

  DIATOMIC_FUNCTION explicit remote_base(const remote_place<T>& at) : at_(at) {}

  /// Calls `call` with the access properties of the type, overridden by the call's tags.
  template <op Op, class Call, class... Overrides>
  DIATOMIC_FUNCTION static auto with(Call call, Overrides... overrides) {
    return detail::with_access<Op, operation_own_of<Op, own>>(call, overrides...);
  }

  template <op Op, class... Overrides>
  DIATOMIC_FUNCTION T fetch(difference<T> v, Overrides... overrides) const {
    static_assert(own::value.result == result_use::used &&
                      !(std::is_same_v<Overrides, result_unused_t> || ...),
                  "diatomic: result_unused is a tag for support_v only: call store_OP");
    return with<Op>(remote_update_call<Op, T, difference<T>>{at_, v}, overrides...);
  }
  template <op Op, class... Overrides>
  DIATOMIC_FUNCTION T fetch_new(difference<T> v, Overrides... overrides) const {
    using access = access_over<own, as_tag<memory_order::seq_cst, Overrides>...>;
    return detail::value_left<Op, access>(at_.direct(), fetch<Op>(v, overrides...), v);
  }
  template <op Op, class... Overrides>
  DIATOMIC_FUNCTION void reduce(difference<T> v, Overrides... overrides) const {
    using own_reduction = operation_own_of<Op, typename own::without_result>;
    detail::with_access<Op, own_reduction>(remote_reduction_call<Op, T, difference<T>>{at_, v},
                                           overrides...);
  }

  remote_place<T> at_;
};

template <class T, class... Tags>
using remote_updates = ref_updates<T, remote_base<T, Tags...>>;

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

/// A reference to an object in the part of one processing element. Every access through it is
/// atomic with respect to all processing elements.
///
/// On a direct link (`world::link()`) accesses are instructions at system scope; on a network they
/// are operations of the transport, or a loop of its compare-exchange. `remote_support_v` tells
/// which. Unsupported operations throw `runtime_error`.
///
/// \tparam Tags the default properties of each operation, as for `atomic_ref`. Without tags:
/// relaxed. Operations are always at system scope and in global memory.
///
/// Calls take tags, which override the type's tags; a `std::memory_order` may replace an order tag.
/// On a network link a relaxed or release `store` or `store_OP` may still be in flight when the
/// call returns; `quiet()` completes it. An operation that releases first completes all earlier
/// operations of this processing element.
///
/// The members `fetch_OP`, `OP_fetch` and `store_OP` are as in `atomic_ref`.
template <class T, class... Tags>
class remote_ref : public detail::remote_updates<T, Tags...> {
  using base = detail::remote_updates<T, Tags...>;

 public:
  /// The type of the object.
  using value_type = T;

  /// Refers to the object that `object` points to in the part of the processing element `pe`. Host
  /// code throws `std::out_of_range` if `pe` is not a processing element, and `std::logic_error` if
  /// `object` is null. In device code checked mode ends the kernel; without it both are undefined
  /// behaviour.
  DIATOMIC_FUNCTION remote_ref(const symmetric_ptr<T>& object, int pe, detail::call_site at = {})
      : base(detail::remote_place<T>{object.in_, object.offset_, pe}) {
    detail::check_pe(pe, object.pes(), at);
  }
  /// A copy refers to the same object. There is no assignment.
  ///@{
  remote_ref(const remote_ref&) = default;
  remote_ref& operator=(const remote_ref&) = delete;
  ///@}

  /// The processing element that has the object.
  DIATOMIC_FUNCTION int pe() const { return this->at_.pe; }
  /// The object's address on a direct link; null on a network.
  DIATOMIC_FUNCTION void* address() const { return this->at_.direct(); }

  /// The function of this name on the object; `over` are tags, or a `std::memory_order` for the
  /// order.
  ///@{
  template <class... Overrides>
  DIATOMIC_FUNCTION T load(Overrides... overrides) const {
    return base::template with<op::load>(detail::remote_load_call<T>{this->at_}, overrides...);
  }
  template <class... Overrides>
  DIATOMIC_FUNCTION void store(detail::strict_value<T> v, Overrides... overrides) const {
    base::template with<op::store>(detail::remote_update_call<op::store, T, value<T>>{this->at_, v},
                                   overrides...);
  }
  template <class... Overrides>
  DIATOMIC_FUNCTION T exchange(detail::strict_value<T> v, Overrides... overrides) const {
    return base::template with<op::exchange>(
        detail::remote_update_call<op::exchange, T, value<T>>{this->at_, v}, overrides...);
  }
  template <class... Overrides>
  DIATOMIC_FUNCTION T compare_exchange(detail::strict_value<T> expected,
                                       detail::strict_value<T> desired,
                                       Overrides... overrides) const {
    return base::template with<op::compare_exchange>(
        detail::remote_compare_exchange_call<T>{this->at_, expected, desired}, overrides...);
  }
  template <class... Overrides>
  DIATOMIC_FUNCTION bool compare_exchange_strong(T& expected, detail::strict_value<T> desired,
                                                 Overrides... overrides) const {
    const T before = expected;
    return detail::has_stored(compare_exchange(before, desired, overrides...), before, expected);
  }
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class F, class... Overrides>
  DIATOMIC_FUNCTION T fetch_update(F f, Overrides... overrides) const {
    return base::template with<op::compare_exchange>(
        detail::remote_fetch_update_call<T, F>{this->at_, f}, overrides...);
  }
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class F, class... Overrides>
  DIATOMIC_FUNCTION bool try_update(F f, Overrides... overrides) const {
    return base::template with<op::compare_exchange>(
        detail::remote_try_update_call<T, F>{this->at_, f}, overrides...);
  }
  ///@}
  /// Polls the object with exponential backoff until `predicate(value)` is true; returns that
  /// value. `predicate` is any `bool(T)` without side effects; `over` are tags, or a
  /// `std::memory_order` for the order.
  ///
  /// If processing elements are threads, the wait ends with an error once one of them has failed or
  /// all others have left: host code throws `runtime_error`; a GPU kernel prints a message and
  /// ends, and the host's next `synchronize` throws.
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class F, class... Overrides>
  DIATOMIC_FUNCTION T wait_until(F predicate, Overrides... overrides) const {
    const int pes = this->at_.in.pes;
    const unsigned may_be_gone = pes > 2 ? static_cast<unsigned>(pes) - 2 : 0;
    return base::template with<op::load>(
        detail::remote_wait_call<T, F>{this->at_, predicate, may_be_gone}, overrides...);
  }
};

/// Waits until all remote operations that this processing element (in a kernel, this thread) has
/// started are complete. All later operations of any kind are ordered after them. Orders: seq_cst.
DIATOMIC_FUNCTION void quiet() { detail::transport::segment::quiet(); }

/// The implementation of `Op` on a T, with these tags, on a link and the architecture being
/// compiled.
template <op Op, class T, remote_link Link, class... Tags>
inline constexpr remote_support remote_support_v =
    Link == remote_link::direct
        ? tables::on_direct_link(
              detail::entry_v<Op, T, detail::access_over<detail::remote_defaults, Tags...>>.level)
        : detail::network_support_v<Op, T>;

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic
