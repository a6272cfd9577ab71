// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Groups of lanes of a warp that use one object together: a lock, a semaphore, a flag.

#include <cstdint>
#include <type_traits>

#include <diatomic/atomics/detail/lanes.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The active lanes that use the same object as this lane.
DIATOMIC_FUNCTION lane_set group_of(const void* object) {
  const lane_mask active = device_ops::active_lanes();
  const lane_mask members = device_ops::match(active, reinterpret_cast<std::uintptr_t>(object));
  return {active, members, device_ops::lane_number()};
}

/// All active lanes if they use the same object, otherwise this lane alone. On NVIDIA, finding the
/// groups of lanes with equal objects costs much more if the objects differ.
DIATOMIC_FUNCTION lane_set group_if_all(const void* object) {
  const lane_mask active = device_ops::active_lanes();
  const unsigned lane = device_ops::lane_number();
  const lane_mask alone = lane_mask{1} << lane;
  const bool all =
      active == alone || device_ops::agree(active, reinterpret_cast<std::uintptr_t>(object));
  return {active, all ? active : alone, lane};
}

/// Whether the objects of the active lanes are contiguous, in the order of the lanes.
template <class T>
DIATOMIC_FUNCTION bool are_contiguous(lane_mask active, const T* object) {
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  return device_ops::agree(active, address - sizeof(T) * device_ops::lane_number());
}

/// Storage for a T that is set later. A trivially copyable T needs no default constructor.
template <class T, bool IsDefaultConstructible = std::is_default_constructible_v<T>>
struct result_slot {
  T content{};
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class V>
  DIATOMIC_FUNCTION void set(V&& v) {
    content = static_cast<V&&>(v);
  }
  DIATOMIC_EXEC_CHECK_DISABLE
  DIATOMIC_FUNCTION T take() { return static_cast<T&&>(content); }
};
template <class T>
struct result_slot<T, false> {
  struct alignas(T) bytes {
    unsigned char at[sizeof(T)];
  };
  bytes content{};
  DIATOMIC_FUNCTION void set(const T& v) { content = detail::bits_as<bytes>(v); }
  DIATOMIC_FUNCTION T take() const { return detail::bits_as<T>(content); }
};

/// A function without a result that keeps `f`'s result.
template <class F, class Result>
struct store_result {
  F& f;
  result_slot<Result>& result;
  DIATOMIC_EXEC_CHECK_DISABLE
  DIATOMIC_FUNCTION void operator()() { result.set(f()); }
};

/// Calls `run(g)`, which must call `g()` once in this lane. `g` calls `f`; returns `f`'s result.
DIATOMIC_EXEC_CHECK_DISABLE
template <class F, class Run>
DIATOMIC_FUNCTION auto keep_result(F& f, Run run) {
  using type = decltype(f());
  if constexpr (std::is_void_v<type>) {
    run(f);
  } else {
    result_slot<std::decay_t<type>> result;
    store_result<F, std::decay_t<type>> keep{f, result};
    run(keep);
    return result.take();
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
