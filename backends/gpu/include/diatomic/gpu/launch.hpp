// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Launches on CUDA and HIP.
#include <cstddef>
#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/gpu/runtime.hpp>
#include <diatomic/runtime/extent3.hpp>

#include DIATOMIC_BACKEND_HEADER(kernel.hpp)

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace driver {

/// Tells the compiler something that it may rely on; as a function, since clang takes no call
/// within its `__builtin_assume`.
__device__ __forceinline__ void assume(bool fact) { __builtin_assume(fact); }

/// Tells the compiler that the launch has one dimension, as all have whose sizes are numbers:
/// linear numbers of threads and blocks then cost no more than those along x. nvcc 13 forgets facts
/// told jointly.
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

template <class Kernel, class... Args>
__global__ void DIATOMIC_DETAIL_LAUNCH_BOUNDS(Kernel) entry(Kernel kernel, Args... args) {
  assume_one_dimension();
  kernel(args...);
}
template <class Kernel, class... Args>
__global__ void DIATOMIC_DETAIL_LAUNCH_BOUNDS(Kernel)
    entry_of_any_shape(Kernel kernel, Args... args) {
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

/// The kernel's function, which may ask for so much shared memory.
template <class Size, class Kernel, class... Args>
const void* function_for(std::size_t shared_bytes) {
  static static_shared_bytes known{};
  const void* const function = entry_for<Size, Kernel, Args...>();
  if (shared_bytes != 0) allow_shared(function, shared_bytes, known);
  return function;
}

template <class Size, class Kernel, class... Args>
void start(Size grid, Size block, std::size_t shared_bytes, native_stream on, Kernel kernel,
           Args... args) {
  check_stream(on, "launch");
  void* arguments[] = {&kernel, &args...};
  check_queued(api::launch_kernel(function_for<Size, Kernel, Args...>(shared_bytes), dim3_of(grid),
                                  dim3_of(block), arguments, shared_bytes, on));
}

template <class Size, class Kernel, class... Args>
void start_cooperative(Size grid, Size block, std::size_t shared_bytes, native_stream on,
                       Kernel kernel, Args... args) {
  check_stream(on, "launch_cooperative");
  void* arguments[] = {&kernel, &args...};
  check_queued(api::launch_cooperative(function_for<Size, Kernel, Args...>(shared_bytes),
                                       dim3_of(grid), dim3_of(block), arguments,
                                       static_cast<api::cooperative_bytes>(shared_bytes), on));
}

/// Starts a `__global__` function.
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
      api::launch_kernel(function, dim3_of(grid), dim3_of(block), arguments, shared_bytes, on));
}

template <class Kernel, class... Args, class Size>
unsigned resident_blocks(Size size, std::size_t shared_bytes) {
  const extent3 block = size;
  int device = 0;
  check(api::get_device(&device));
  int each = 0;
  check(api::active_blocks(&each, function_for<Size, Kernel, Args...>(shared_bytes),
                           static_cast<int>(block.x * block.y * block.z), shared_bytes));
  return static_cast<unsigned>(each * attribute(api::multiprocessors, device));
}

}  // namespace driver
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
