// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Launches of `__global__` functions on CUDA.

#include <cstddef>

#include <cuda_runtime.h>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/cuda/launch.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace driver {

template <class... Params>
void start_function(extent3 grid, extent3 block, std::size_t shared_bytes, native_stream on,
                    void (*kernel)(Params...), Params... args) {
  check_stream(on, "launch_global");
  const auto function = reinterpret_cast<const void*>(kernel);
  if (shared_bytes != 0) {
    static_shared_bytes known{};  // of this function, which another call need not have
    allow_shared(function, shared_bytes, known);
  }
  void* arguments[] = {&args..., nullptr};  // not empty where there are no arguments
  check_queued(
      cudaLaunchKernel(function, dim3_of(grid), dim3_of(block), arguments, shared_bytes, on),
      "cudaLaunchKernel");
}

}  // namespace driver
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
