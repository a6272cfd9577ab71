// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Cooperative groups on the CPU. A launch has its grid's barrier.

#include <string>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/fibers/position.hpp>
#include <diatomic/runtime/error.hpp>

#define DIATOMIC_HAS_VENDOR_GROUPS 0

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace runtime_api {

template <class>
bool is_cooperative() {
  const auto* call = backends::host::here.call;
  return call != nullptr && call->is_cooperative;
}

[[noreturn]] inline void refuse_tile(unsigned size) {
  throw runtime_error(
      "tiled_partition", "invalid_configuration",
      std::to_string(size) + " threads in a tile, which has 1, 2, 4, 8, 16 or 32 of them");
}

/// Four bytes of the launch, zero at its beginning.
inline void* grid_memory() {
  if (!is_cooperative<void>()) {
    throw runtime_error("grid_group::sync", "invalid_configuration",
                        "the launch is not cooperative; start the kernel by "
                        "cudaLaunchCooperativeKernel or launch_cooperative");
  }
  return backends::host::here.call->grid_memory;
}

}  // namespace runtime_api
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
