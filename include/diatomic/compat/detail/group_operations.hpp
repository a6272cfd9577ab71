// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Reductions, scans and copies by the threads of a group of cooperative groups, where no vendor
/// has them.

#include <diatomic/compat/detail/cooperative_groups.hpp>
#include <diatomic/core/detail/backend_select.hpp>

#include <cstddef>

#if !DIATOMIC_HAS_VENDOR_GROUPS

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
namespace cooperative_groups {

/// The operations of reductions and scans.
///@{
#define DIATOMIC_GROUP_OPERATION(name, ...)                                            \
  template <class T>                                                                   \
  struct name {                                                                        \
    DIATOMIC_DEVICE T operator()(const T& a, const T& b) const { return __VA_ARGS__; } \
  };
DIATOMIC_GROUP_OPERATION(plus, static_cast<T>(a + b))
DIATOMIC_GROUP_OPERATION(less, b < a ? b : a)
DIATOMIC_GROUP_OPERATION(greater, a < b ? b : a)
DIATOMIC_GROUP_OPERATION(bit_and, static_cast<T>(a& b))
DIATOMIC_GROUP_OPERATION(bit_or, static_cast<T>(a | b))
DIATOMIC_GROUP_OPERATION(bit_xor, static_cast<T>(a ^ b))
#undef DIATOMIC_GROUP_OPERATION
///@}

/// `operation` of the values of all threads of a tile or a coalesced group, in each of them. Keeps
/// the order of the ranks; CUDA keeps none.
template <class Group, class T, class Operation>
DIATOMIC_DEVICE T reduce(const Group& group, T v, Operation operation) {
  const auto size = static_cast<unsigned>(group.size());
  const auto rank = static_cast<unsigned>(group.thread_rank());
  for (unsigned step = 1; step < size; step *= 2) {
    const T other = group.shfl_down(v, step);
    if (rank + step < size) v = operation(v, other);
  }
  return group.shfl(v, 0);
}

/// `operation` of the values of the threads of lower ranks, and (`inclusive_scan`) of the own.
/// Calls `operation(later, earlier)`, as CUDA's. `exclusive_scan` gives rank 0 the value `T()`.
///@{
template <class Group, class T, class Operation>
DIATOMIC_DEVICE T inclusive_scan(const Group& group, T v, Operation operation) {
  const auto size = static_cast<unsigned>(group.size());
  const auto rank = static_cast<unsigned>(group.thread_rank());
  for (unsigned step = 1; step < size; step *= 2) {
    const T other = group.shfl_up(v, step);
    if (rank >= step) v = operation(v, other);
  }
  return v;
}
template <class Group, class T>
DIATOMIC_DEVICE T inclusive_scan(const Group& group, T v) {
  return cooperative_groups::inclusive_scan(group, v, plus<T>());
}
template <class Group, class T, class Operation>
DIATOMIC_DEVICE T exclusive_scan(const Group& group, T v, Operation operation) {
  const T before = group.shfl_up(cooperative_groups::inclusive_scan(group, v, operation), 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T>
DIATOMIC_DEVICE T exclusive_scan(const Group& group, T v) {
  return cooperative_groups::exclusive_scan(group, v, plus<T>());
}
///@}

/// Copies `bytes`, each thread of the group a part. Call `wait` before a thread reads the copy.
template <class Group, class T>
DIATOMIC_DEVICE void memcpy_async(const Group& group, T* to, const T* from, std::size_t bytes) {
  const std::size_t step = group.size();
  if (bytes % sizeof(T) == 0) {
    for (std::size_t i = group.thread_rank(); i < bytes / sizeof(T); i += step) to[i] = from[i];
  } else {
    auto* to_bytes = reinterpret_cast<unsigned char*>(to);
    const auto* from_bytes = reinterpret_cast<const unsigned char*>(from);
    for (std::size_t i = group.thread_rank(); i < bytes; i += step) to_bytes[i] = from_bytes[i];
  }
}
/// Waits until the group's copies have been made.
template <class Group>
DIATOMIC_DEVICE void wait(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

#endif
