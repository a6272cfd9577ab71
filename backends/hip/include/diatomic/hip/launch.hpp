// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Launches on HIP.

#include <cstddef>
#include <type_traits>

#include <hip/hip_runtime.h>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/hip/runtime.hpp>
#include <diatomic/runtime/extent3.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace driver {

/// Tells the compiler something that it may rely on; as a function, since clang takes no call
/// within its `__builtin_assume`.
__device__ __forceinline__ void assume(bool fact) { __builtin_assume(fact); }

/// Tells the compiler that the launch has one dimension, as all have whose sizes are numbers:
/// linear numbers of threads and blocks then cost no more than those along x.
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
template <class Kernel, class... Args>
__global__ void __launch_bounds__(1024) entry_of_any_shape(Kernel kernel, Args... args) {
  kernel(args...);
}

/// The function that a launch starts whose sizes are numbers, or extents.
template <class Size, class Kernel, class... Args>
const void* entry_for() {
  if constexpr (std::is_same_v<Size, extent3>) {
    return reinterpret_cast<const void*>(&entry_of_any_shape<Kernel, Args...>);
  } else {
    return reinterpret_cast<const void*>(&entry<Kernel, Args...>);
  }
}
inline dim3 dim3_of(const extent3& size) { return {size.x, size.y, size.z}; }

// No attribute asks for large shared memory, as CUDA's does: HIP ignores
// hipFuncAttributeMaxDynamicSharedMemorySize, and a launch may have all that the device reports.
template <class Size, class Kernel, class... Args>
void start(Size grid, Size block, std::size_t shared_bytes, native_stream on, Kernel kernel,
           Args... args) {
  check_stream(on, "launch");
  void* arguments[] = {&kernel, &args...};
  check(hipLaunchKernel(entry_for<Size, Kernel, Args...>(), dim3_of(grid), dim3_of(block),
                        arguments, shared_bytes, on),
        "hipLaunchKernel");
}

template <class Size, class Kernel, class... Args>
void start_cooperative(Size grid, Size block, std::size_t shared_bytes, native_stream on,
                       Kernel kernel, Args... args) {
  check_stream(on, "launch_cooperative");
  void* arguments[] = {&kernel, &args...};
  check(
      hipLaunchCooperativeKernel(entry_for<Size, Kernel, Args...>(), dim3_of(grid), dim3_of(block),
                                 arguments, static_cast<unsigned>(shared_bytes), on),
      "hipLaunchCooperativeKernel");
}

template <class Kernel, class... Args, class Size>
unsigned resident_blocks(Size size, std::size_t shared_bytes) {
  const extent3 block = size;
  int device = 0;
  check(hipGetDevice(&device), "hipGetDevice");
  int each = 0;
  check(hipOccupancyMaxActiveBlocksPerMultiprocessor(&each, entry_for<Size, Kernel, Args...>(),
                                                     static_cast<int>(block.x * block.y * block.z),
                                                     shared_bytes),
        "hipOccupancyMaxActiveBlocksPerMultiprocessor");
  return static_cast<unsigned>(each * attribute(hipDeviceAttributeMultiprocessorCount, device));
}

}  // namespace driver
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
