// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Cooperative groups on HIP, with CUDA's warps of 32 lanes: HIP's own have the chip's waves.

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/kernel.hpp>

#define DIATOMIC_HAS_VENDOR_GROUPS 0

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace runtime_api {

template <class Call>
DIATOMIC_DEVICE inline bool is_cooperative() {
  static_assert(sizeof(Call*) == 0,
                "diatomic: on HIP a kernel cannot ask whether its launch is cooperative");
  return false;
}

/// A tile of a size that CUDA does not have.
DIATOMIC_DEVICE inline void refuse_tile(unsigned) { __builtin_trap(); }

/// Four bytes of this translation unit, zero at first: HIP's runtime runs one cooperative launch at
/// a time on a device.
DIATOMIC_DEVICE inline void* grid_memory() {
  static __device__ unsigned arrivals = 0;
  return &arrivals;
}

}  // namespace runtime_api
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
