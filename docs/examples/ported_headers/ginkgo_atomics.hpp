// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The interface of Ginkgo's common/cuda_hip/components/atomic.hpp on Diatomic. Both functions
/// return the old value.

#include <type_traits>

#include <diatomic/diatomic.hpp>

#include "project_types.hpp"

namespace gko::kernels::GKO_DEVICE_NAMESPACE {

/// `*addr += val`: integers, `float`, `double`, halves, bfloat16 and pairs of them, and
/// thrust::complex by part.
template <class T, class V>
DIATOMIC_FUNCTION T atomic_add(T* addr, V val) {
  return diatomic::fetch_add(addr, static_cast<T>(val));
}

/// `if (*addr < val) *addr = val`, so a NaN is neither stored nor replaced. On integers one
/// instruction.
template <class T, class V>
DIATOMIC_FUNCTION T atomic_max(T* addr, V val) {
  if constexpr (std::is_integral_v<T>) {
    return diatomic::fetch_max(addr, static_cast<T>(val));
  } else {
    return diatomic::fetch_max_if_greater(addr, static_cast<T>(val));
  }
}

}  // namespace gko::kernels::GKO_DEVICE_NAMESPACE
