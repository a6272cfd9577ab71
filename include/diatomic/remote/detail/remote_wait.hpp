// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Waiting for a value that another processing element stores. A wait ends with an error if the
/// processing elements that could store the value are gone.

#include <utility>

#include <diatomic/atomics/detail/waiting.hpp>
#include <diatomic/remote/detail/transport.hpp>
// The backend's `fail`.
// clang-format off: a blank next to the slash would become part of the name.
#include DIATOMIC_BACKEND_HEADER(modes/checked.hpp)
// clang-format on

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

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail
