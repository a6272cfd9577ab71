// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Launches on CUDA.

#include <array>
#include <atomic>
#include <cstddef>
#include <type_traits>

#include <cuda_runtime.h>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/cuda/runtime.hpp>
#include <diatomic/runtime/extent3.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace driver {

/// How many threads a kernel's blocks have at most, and how many blocks a multiprocessor should
/// have room for: what decides the registers of a thread. A kernel may say so in two constants.
template <class Kernel, class = void>
struct bounds {
  static constexpr unsigned threads = 1024;  // any block that the device allows
  static constexpr unsigned blocks = 1;
};
template <class Kernel>
struct bounds<Kernel,
              std::void_t<decltype(Kernel::threads_at_most), decltype(Kernel::blocks_at_once)>> {
  static constexpr unsigned threads = Kernel::threads_at_most;
  static constexpr unsigned blocks = Kernel::blocks_at_once;
};

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
__global__ void __launch_bounds__(bounds<Kernel>::threads, bounds<Kernel>::blocks)
    entry(Kernel kernel, Args... args) {
  assume_one_dimension();
  kernel(args...);
}
template <class Kernel, class... Args>
__global__ void __launch_bounds__(bounds<Kernel>::threads, bounds<Kernel>::blocks)
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

/// Static shared memory of a kernel's function on each device, plus 1; 0 before the first query.
using static_shared_bytes = std::array<std::atomic<unsigned>, 64>;

/// Bytes of static shared memory of the function on the device.
inline std::size_t static_shared(const void* function, int device, static_shared_bytes& known) {
  const auto index = static_cast<std::size_t>(device);
  const unsigned found = index < known.size() ? known[index].load(std::memory_order_relaxed) : 0;
  if (found != 0) return found - 1;
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, function), "cudaFuncGetAttributes");
  const auto bytes = static_cast<unsigned>(attributes.sharedSizeBytes);
  if (index < known.size()) known[index].store(bytes + 1, std::memory_order_relaxed);
  return bytes;
}

/// Lets the function have so much dynamic shared memory on the current device.
///
/// A launch must ask for more than 48 KiB in all by an attribute of the function, which all host
/// threads share. So the attribute is always set to the same, the most that the device has: a
/// thread that set what its own launch needs could take it from the launch of another thread. It is
/// a bound; how many blocks fit and how the L1 cache is divided go by what a launch asks for. It is
/// set for each such launch, because it is forgotten with the context (`cudaDeviceReset`).
inline void allow_shared(const void* function, std::size_t bytes, static_shared_bytes& known) {
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  const std::size_t taken = static_shared(function, device, known);
  if (bytes + taken <= 48 * 1024) return;
  const int most = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  check(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             most - static_cast<int>(taken)),
        "cudaFuncSetAttribute");
}

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
  check_queued(cudaLaunchKernel(function_for<Size, Kernel, Args...>(shared_bytes), dim3_of(grid),
                                dim3_of(block), arguments, shared_bytes, on),
               "cudaLaunchKernel");
}

template <class Size, class Kernel, class... Args>
void start_cooperative(Size grid, Size block, std::size_t shared_bytes, native_stream on,
                       Kernel kernel, Args... args) {
  check_stream(on, "launch_cooperative");
  void* arguments[] = {&kernel, &args...};
  check_queued(
      cudaLaunchCooperativeKernel(function_for<Size, Kernel, Args...>(shared_bytes), dim3_of(grid),
                                  dim3_of(block), arguments, shared_bytes, on),
      "cudaLaunchCooperativeKernel");
}

template <class Kernel, class... Args, class Size>
unsigned resident_blocks(Size size, std::size_t shared_bytes) {
  const extent3 block = size;
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  int each = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &each, function_for<Size, Kernel, Args...>(shared_bytes),
            static_cast<int>(block.x * block.y * block.z), shared_bytes),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return static_cast<unsigned>(each * attribute(cudaDevAttrMultiProcessorCount, device));
}

}  // namespace driver
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
