// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Function objects that the members of `remote_ref` call with the access properties. On a direct
/// link each forwards to the local call of the same name; on a network, to the transport.

#include <type_traits>
#include <utility>

#include <diatomic/atomics/detail/calls.hpp>
#include <diatomic/atomics/detail/waiting.hpp>
#include <diatomic/dispatch/cas_loop.hpp>
#include <diatomic/dispatch/static_checks.hpp>
#include <diatomic/remote/detail/network.hpp>
#include <diatomic/remote/detail/transport.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

/// Whether the transport tells which processing elements are gone. With other transports a failure
/// ends the whole job.
template <class Segment, class = void>
inline constexpr bool tells_who_is_gone_v = false;
template <class Segment>
inline constexpr bool
    tells_who_is_gone_v<Segment, decltype(static_cast<void>(std::declval<Segment>().gone()))> =
        true;

// A variable, since nvcc does not let device code call a constexpr host function.
template <class T>
inline constexpr const char* waited_kind_v = diatomic::name_of(kind_of_v<T>);

/// Host code throws; a kernel prints the reason and ends.
template <class T, class Segment>
[[noreturn]] DIATOMIC_FUNCTION void end_hopeless_wait([[maybe_unused]] const Segment& in) {
#if DIATOMIC_HAS_HOST_CODE && !DIATOMIC_DEVICE_PASS
  in.throw_error();
#else
  device_ops::fail<DIATOMIC_CHECKED == 2 ? 2 : 1>(
      failure{__FILE__, __LINE__, "", "wait_until", waited_kind_v<T>,
              "another processing element has failed or left its world", false, 0});
#endif
}

/// Polls `load()` with backoff until `holds(value)`; returns the value. Ends with an error if more
/// than `may_be_gone` processing elements are gone and the predicate is still false.
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class Segment, class Load, class F>
DIATOMIC_FUNCTION T wait_for_others(const Segment& in, [[maybe_unused]] unsigned may_be_gone,
                                    Load load, F& holds) {
  // A GPU reads the status over PCIe, so most polls skip it.
  constexpr unsigned polls_per_look = 64;
  exponential_backoff backoff;
  [[maybe_unused]] bool is_hopeless = false;
  for (unsigned polls = 1;; ++polls) {
    const T seen = load();
    if (holds(seen)) return seen;
    if constexpr (tells_who_is_gone_v<Segment>) {
      if (is_hopeless) detail::end_hopeless_wait<T>(in);
      if (polls % polls_per_look == 0) is_hopeless = in.gone() > may_be_gone;
    }
    backoff.pause();
  }
}

/// A variable, since nvcc does not let device code call a constexpr host function.
template <class Access>
inline constexpr bool says_coarse_grained_v =
    tables::includes(Access::value.hints, hint::coarse_grained);

template <class Access>
DIATOMIC_FUNCTION void check_remote_access() {
  static_assert(Access::scope == memory_scope::system && Access::space != memory_space::shared,
                "diatomic: operations on remote objects always use system scope and global memory: "
                "remove the scope and the space");
  static_assert(!says_coarse_grained_v<Access>,
                "diatomic: symmetric memory is fine-grained on AMD GPUs, where coarse_grained "
                "would lose sums: remove it");
}

/// `V` is the local call's operand type, which in checked mode carries the call site.
template <op Op, class T, class V>
struct remote_update_call {
  using operand = std::conditional_t<moves_pointers_v<Op>, typename addend<T>::type, T>;
  remote_place<T> at;
  V v;

  template <class Access>
  DIATOMIC_FUNCTION T operator()(Access) const {
    detail::check_remote_access<Access>();
    if constexpr (transport::has_network) {
      if (at.direct() == nullptr) {
        return detail::network_update<Op, checked<Op, T, Access>>(at, static_cast<operand>(v));
      }
    }
    return update_call<Op, T, V>{at.direct(), v}(Access{});
  }
};
template <op Op, class T, class V>
struct remote_reduction_call {
  remote_place<T> at;
  V v;

  template <class Access>
  DIATOMIC_FUNCTION void operator()(Access) const {
    remote_update_call<Op, T, V>{at, v}(typename Access::without_result{});
  }
};
template <class T>
struct remote_load_call {
  remote_place<T> at;

  template <class Access>
  DIATOMIC_FUNCTION T operator()(Access) const {
    detail::check_remote_access<Access>();
    if constexpr (transport::has_network) {
      if (at.direct() == nullptr) return detail::network_load<checked<op::load, T, Access>>(at);
    }
    return load_call<T, const T*>{at.direct()}(Access{});
  }
};
template <class T>
struct remote_compare_exchange_call {
  remote_place<T> at;
  value<T> expected;
  value<T> desired;

  template <class Access>
  DIATOMIC_FUNCTION T operator()(Access) const {
    detail::check_remote_access<Access>();
    if constexpr (transport::has_network) {
      if (at.direct() == nullptr) {
        return detail::network_compare_exchange<checked<op::compare_exchange, T, Access>, T>(
            at, expected, desired);
      }
    }
    return compare_exchange_call<T>{at.direct(), expected, desired}(Access{});
  }
};
/// On a network each poll is a transport operation, which lets the transport make progress.
template <class T, class F>
struct remote_wait_call {
  remote_place<T> at;
  F& predicate;
  unsigned may_be_gone;

  DIATOMIC_EXEC_CHECK_DISABLE
  template <class Access>
  DIATOMIC_FUNCTION T operator()(Access) const {
    detail::check_remote_access<Access>();
    using access = checked<op::load, T, Access>;
    if constexpr (transport::has_network) {
      if (at.direct() == nullptr) {
        return detail::wait_for_others<T>(
            at.in, may_be_gone, [this] { return detail::network_load<access>(at); }, predicate);
      }
    }
    const T* const p = at.direct();
    return detail::wait_for_others<T>(
        at.in, may_be_gone, [p] { return detail::load<access>(p); }, predicate);
  }
};
/// `*p = f(*p)`.
template <class T, class F>
struct remote_fetch_update_call {
  remote_place<T> at;
  F& f;

  DIATOMIC_EXEC_CHECK_DISABLE
  template <class Access>
  DIATOMIC_FUNCTION T operator()(Access) const {
    detail::check_remote_access<Access>();
    if constexpr (transport::has_network) {
      if (at.direct() == nullptr) {
        return detail::network_try_update<checked<op::compare_exchange, T, Access>>(
                   at, calling<false, F>{f})
            .old;
      }
    }
    return fetch_update_call<T, F>{at.direct(), f}(Access{});
  }
};
/// `f` updates a copy of the value; stores the copy if `f` returns true.
template <class T, class F>
struct remote_try_update_call {
  remote_place<T> at;
  F& f;

  DIATOMIC_EXEC_CHECK_DISABLE
  template <class Access>
  DIATOMIC_FUNCTION bool operator()(Access) const {
    detail::check_remote_access<Access>();
    if constexpr (transport::has_network) {
      if (at.direct() == nullptr) {
        return detail::network_try_update<checked<op::compare_exchange, T, Access>>(
                   at, calling<true, F>{f})
            .stored;
      }
    }
    return try_update_call<T, F>{at.direct(), f}(Access{});
  }
};

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail
