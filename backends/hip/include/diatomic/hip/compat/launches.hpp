// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Launches of `__global__` functions on HIP.

#include <cstddef>

#include <hip/hip_runtime.h>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/hip/launch.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace driver {

template <class... Params>
void start_function(extent3 grid, extent3 block, std::size_t shared_bytes, native_stream on,
                    void (*kernel)(Params...), Params... args) {
  check_stream(on, "launch_global");
  const auto function = reinterpret_cast<const void*>(kernel);
  void* arguments[] = {&args..., nullptr};  // not empty where there are no arguments
  check(hipLaunchKernel(function, dim3_of(grid), dim3_of(block), arguments, shared_bytes, on),
        "hipLaunchKernel");
}

}  // namespace driver
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
