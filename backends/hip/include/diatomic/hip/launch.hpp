// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Launches on HIP.

#include <cstddef>

#include <hip/hip_runtime.h>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/hip/runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace driver {

/// Tells the compiler something that it may rely on; as a function, since clang takes no call
/// within its `__builtin_assume`.
__device__ __forceinline__ void assume(bool fact) { __builtin_assume(fact); }

/// Tells the compiler that the launch has one dimension, as all from here have: linear numbers of
/// threads and blocks then cost no more than those along x.
__device__ __forceinline__ void assume_one_dimension() {
  assume(threadIdx.y == 0);
  assume(threadIdx.z == 0);
  assume(blockIdx.y == 0);
  assume(blockIdx.z == 0);
  assume(blockDim.y == 1);
  assume(blockDim.z == 1);
  assume(gridDim.y == 1);
  assume(gridDim.z == 1);
}

// The bound keeps the registers of a thread few enough for a block of any size that the device
// allows.
template <class Kernel, class... Args>
__global__ void __launch_bounds__(1024) entry(Kernel kernel, Args... args) {
  assume_one_dimension();
  kernel(args...);
}

// No attribute asks for large shared memory, as CUDA's does: HIP ignores
// hipFuncAttributeMaxDynamicSharedMemorySize, and a launch may have all that the device reports.
template <class Kernel, class... Args>
void start(unsigned grid, unsigned block, std::size_t shared_bytes, native_stream on, Kernel kernel,
           Args... args) {
  const auto function = reinterpret_cast<const void*>(&entry<Kernel, Args...>);
  void* arguments[] = {&kernel, &args...};
  check(hipLaunchKernel(function, dim3(grid), dim3(block), arguments, shared_bytes, on),
        "hipLaunchKernel");
}

template <class Kernel, class... Args>
void start_cooperative(unsigned grid, unsigned block, std::size_t shared_bytes, native_stream on,
                       Kernel kernel, Args... args) {
  const auto function = reinterpret_cast<const void*>(&entry<Kernel, Args...>);
  void* arguments[] = {&kernel, &args...};
  check(hipLaunchCooperativeKernel(function, dim3(grid), dim3(block), arguments,
                                   static_cast<unsigned>(shared_bytes), on),
        "hipLaunchCooperativeKernel");
}

template <class Kernel, class... Args>
unsigned resident_blocks(unsigned block, std::size_t shared_bytes) {
  int device = 0;
  check(hipGetDevice(&device), "hipGetDevice");
  const auto function = reinterpret_cast<const void*>(&entry<Kernel, Args...>);
  int each = 0;
  check(hipOccupancyMaxActiveBlocksPerMultiprocessor(&each, function, static_cast<int>(block),
                                                     shared_bytes),
        "hipOccupancyMaxActiveBlocksPerMultiprocessor");
  return static_cast<unsigned>(each * attribute(hipDeviceAttributeMultiprocessorCount, device));
}

}  // namespace driver
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
