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
namespace runtime_api {

/// Tells the compiler a fact. A function, because clang ignores a `__builtin_assume` whose argument
/// contains a call.
__device__ __forceinline__ void assume(bool fact) { __builtin_assume(fact); }

/// Tells the compiler that the launch is one-dimensional, as are all launches whose sizes are
/// integers: linear thread and block numbers then cost no more than the x coordinates. One fact per
/// call, because nvcc 13 ignores a conjunction.
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

/// The kernel entry point for a launch whose sizes are integers, or extents.
template <class Size, class Kernel, class... Args>
const void* entry_for() {
  if constexpr (std::is_same_v<Size, extent3>) {
    return reinterpret_cast<const void*>(&entry_of_any_shape<Kernel, Args...>);
  } else {
    return reinterpret_cast<const void*>(&entry<Kernel, Args...>);
  }
}
inline dim3 dim3_of(const extent3& size) { return {size.x, size.y, size.z}; }

/// The kernel entry point, with `shared_bytes` of dynamic shared memory allowed.
template <class Size, class Kernel, class... Args>
const void* function_for(std::size_t shared_bytes) {
  static static_shared_bytes known{};
  const void* const function = runtime_api::entry_for<Size, Kernel, Args...>();
  if (shared_bytes != 0) allow_shared(function, shared_bytes, known);
  return function;
}

template <class Size, class Kernel, class... Args>
void start(Size grid, Size block, std::size_t shared_bytes, native_stream stream, Kernel kernel,
           Args... args) {
  check_stream(stream, "launch");
  void* arguments[] = {__builtin_addressof(kernel), __builtin_addressof(args)...};
  runtime_api::check_queued(api::launch_kernel(
      runtime_api::function_for<Size, Kernel, Args...>(shared_bytes), runtime_api::dim3_of(grid),
      runtime_api::dim3_of(block), arguments, shared_bytes, stream));
}

template <class Size, class Kernel, class... Args>
void start_cooperative(Size grid, Size block, std::size_t shared_bytes, native_stream stream,
                       Kernel kernel, Args... args) {
  check_stream(stream, "launch_cooperative");
  void* arguments[] = {__builtin_addressof(kernel), __builtin_addressof(args)...};
  runtime_api::check_queued(
      api::launch_cooperative(runtime_api::function_for<Size, Kernel, Args...>(shared_bytes),
                              runtime_api::dim3_of(grid), runtime_api::dim3_of(block), arguments,
                              static_cast<api::cooperative_bytes>(shared_bytes), stream));
}

/// Starts a `__global__` function.
template <class... Params>
void start_function(extent3 grid, extent3 block, std::size_t shared_bytes, native_stream stream,
                    void (*kernel)(Params...), Params... args) {
  check_stream(stream, "launch_global");
  const auto function = reinterpret_cast<const void*>(kernel);
  if (shared_bytes != 0) {
    static_shared_bytes known{};  // not static: another call may pass another function
    allow_shared(function, shared_bytes, known);
  }
  void* arguments[] = {__builtin_addressof(args)...,
                       nullptr};  // the null keeps the array from being empty
  runtime_api::check_queued(
      api::launch_kernel(function, dim3_of(grid), dim3_of(block), arguments, shared_bytes, stream));
}

template <class Kernel, class... Args, class Size>
unsigned resident_blocks(Size size, std::size_t shared_bytes) {
  const extent3 block = size;
  int device = 0;
  check(api::get_device(&device));
  int each = 0;
  runtime_api::check(
      api::active_blocks(&each, runtime_api::function_for<Size, Kernel, Args...>(shared_bytes),
                         static_cast<int>(block.x * block.y * block.z), shared_bytes));
  return static_cast<unsigned>(each * attribute(api::multiprocessors, device));
}

}  // namespace runtime_api
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
