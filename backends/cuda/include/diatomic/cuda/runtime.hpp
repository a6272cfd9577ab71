// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The runtime on CUDA. The functions are documented in `<diatomic/runtime.hpp>`.

#include <array>
#include <atomic>
#include <cstddef>
#include <string>
#include <type_traits>

#include <cuda_runtime.h>

#include <diatomic/detail/backend_select.hpp>
#include <diatomic/detail/runtime_types.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace driver {

/// Whether a block's threads take turns, at barriers and pauses only.
inline constexpr bool threads_take_turns = false;

using native_stream = cudaStream_t;
using native_event = cudaEvent_t;

inline constexpr const char* invalid_configuration = "cudaErrorInvalidConfiguration";
inline constexpr const char* invalid_device = "cudaErrorInvalidDevice";

inline void check(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return;
  (void)cudaGetLastError();  // It is reported here, so it must not wait for the next who asks.
  throw runtime_error(call, cudaGetErrorName(status), cudaGetErrorString(status));
}

/// False where a driver does not know what it was asked.
inline bool is_answered(cudaError_t status) {
  if (status != cudaSuccess) (void)cudaGetLastError();
  return status == cudaSuccess;
}

inline bool means_no_device(cudaError_t status) {
  return status == cudaErrorNoDevice || status == cudaErrorInsufficientDriver ||
         status == cudaErrorStubLibrary;
}

inline int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
  return value;
}

inline native_stream make_stream() {
  native_stream made = nullptr;
  check(cudaStreamCreate(&made), "cudaStreamCreate");
  return made;
}
inline void destroy(native_stream old) noexcept { (void)cudaStreamDestroy(old); }
inline void synchronize(native_stream with) {
  check(cudaStreamSynchronize(with), "cudaStreamSynchronize");
}

inline native_event make_event() {
  native_event made = nullptr;
  check(cudaEventCreate(&made), "cudaEventCreate");
  return made;
}
inline void destroy(native_event old) noexcept { (void)cudaEventDestroy(old); }
inline void record(native_event what, native_stream on) {
  check(cudaEventRecord(what, on), "cudaEventRecord");
}
inline void synchronize(native_event with) {
  check(cudaEventSynchronize(with), "cudaEventSynchronize");
}
inline float elapsed_ms(native_event start, native_event stop) {
  float elapsed = 0;
  check(cudaEventElapsedTime(&elapsed, start, stop), "cudaEventElapsedTime");
  return elapsed;
}

inline void* allocate(std::size_t bytes) {
  void* memory = nullptr;
  check(cudaMalloc(&memory, bytes), "cudaMalloc");
  return memory;
}
inline void release(void* memory) noexcept { (void)cudaFree(memory); }
inline void* allocate_pinned(std::size_t bytes) {
  void* memory = nullptr;
  check(cudaHostAlloc(&memory, bytes, cudaHostAllocPortable | cudaHostAllocMapped),
        "cudaHostAlloc");
  return memory;
}
inline void release_pinned(void* memory) noexcept { (void)cudaFreeHost(memory); }

// The copies go to the legacy stream by its name, which waits for the runtime's streams whatever
// the compiler makes of stream 0. They wait for that stream, since cudaMemcpy would not: from
// pageable memory it returns when the data is staged, and of 64 KB or less at once (CUDA Runtime
// API, "API synchronization behavior"), so that a non-blocking stream could see the old data.
inline void copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  check(cudaMemcpyAsync(to, from, bytes, kind, cudaStreamLegacy), "cudaMemcpyAsync");
  synchronize(cudaStreamLegacy);
}
inline void copy_to_device(void* to, const void* from, std::size_t bytes) {
  copy(to, from, bytes, cudaMemcpyHostToDevice);
}
inline void copy_to_host(void* to, const void* from, std::size_t bytes) {
  copy(to, from, bytes, cudaMemcpyDeviceToHost);
}
inline void fill(void* memory, unsigned char value, std::size_t bytes) {
  check(cudaMemsetAsync(memory, value, bytes, cudaStreamLegacy), "cudaMemsetAsync");
  synchronize(cudaStreamLegacy);
}

struct launch_limits {
  unsigned threads_per_block;
  std::size_t shared_bytes;
};
inline launch_limits limits() {
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  return {static_cast<unsigned>(attribute(cudaDevAttrMaxThreadsPerBlock, device)),
          static_cast<std::size_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device))};
}

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

/// Tells the compiler that the launch has one dimension, as all from here have: linear numbers of
/// threads and blocks then cost no more than those along x. nvcc 13 forgets facts told jointly.
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

/// Static shared memory of a kernel's function on each device, plus 1; 0 where nobody asked yet.
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
template <class Kernel, class... Args>
const void* function_for(std::size_t shared_bytes) {
  static static_shared_bytes known{};
  const auto function = reinterpret_cast<const void*>(&entry<Kernel, Args...>);
  if (shared_bytes != 0) allow_shared(function, shared_bytes, known);
  return function;
}

template <class Kernel, class... Args>
void start(unsigned grid, unsigned block, std::size_t shared_bytes, native_stream on, Kernel kernel,
           Args... args) {
  void* arguments[] = {&kernel, &args...};
  check(cudaLaunchKernel(function_for<Kernel, Args...>(shared_bytes), dim3(grid), dim3(block),
                         arguments, shared_bytes, on),
        "cudaLaunchKernel");
}

template <class Kernel, class... Args>
void start_cooperative(unsigned grid, unsigned block, std::size_t shared_bytes, native_stream on,
                       Kernel kernel, Args... args) {
  void* arguments[] = {&kernel, &args...};
  check(cudaLaunchCooperativeKernel(function_for<Kernel, Args...>(shared_bytes), dim3(grid),
                                    dim3(block), arguments, shared_bytes, on),
        "cudaLaunchCooperativeKernel");
}

template <class Kernel, class... Args>
unsigned resident_blocks(unsigned block, std::size_t shared_bytes) {
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  int each = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each,
                                                      function_for<Kernel, Args...>(shared_bytes),
                                                      static_cast<int>(block), shared_bytes),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return static_cast<unsigned>(each * attribute(cudaDevAttrMultiProcessorCount, device));
}

DIATOMIC_DEVICE inline void* shared_memory() {
  extern __shared__ __align__(16) unsigned char diatomic_shared_memory[];
  return diatomic_shared_memory;
}

}  // namespace driver
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

inline int device_count() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (!detail::driver::means_no_device(status)) {
    detail::driver::check(status, "cudaGetDeviceCount");
    return count;
  }
  (void)cudaGetLastError();
  return 0;
}

inline std::string no_device_reason() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaSuccess && count > 0) return "";
  (void)cudaGetLastError();
  const cudaError_t why = status == cudaSuccess ? cudaErrorNoDevice : status;
  return std::string(cudaGetErrorString(why)) + " (" + cudaGetErrorName(why) + ")";
}

inline int current_device() {
  int device = 0;
  detail::driver::check(cudaGetDevice(&device), "cudaGetDevice");
  return device;
}

inline void use_device(int device) {
  detail::driver::check(cudaSetDevice(device), "cudaSetDevice");
}

inline device_properties properties(int device) {
  cudaDeviceProp found;
  detail::driver::check(cudaGetDeviceProperties(&found, device), "cudaGetDeviceProperties");
  device_properties result;
  result.name = found.name;
  result.architecture = "sm_" + std::to_string(found.major) + std::to_string(found.minor);
  result.compute_units = found.multiProcessorCount;
  result.warp_size = found.warpSize;
  result.max_threads_per_block = found.maxThreadsPerBlock;
  result.shared_bytes_per_block = found.sharedMemPerBlockOptin;
  result.memory_bytes = found.totalGlobalMem;
  result.host_native_atomics = found.hostNativeAtomicSupported != 0;
  result.concurrent_managed_access = found.concurrentManagedAccess != 0;
  result.pageable_memory_access = found.pageableMemoryAccess != 0;
  return result;
}

DIATOMIC_DEVICE inline unsigned thread_index() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
DIATOMIC_DEVICE inline unsigned block_index() {
  return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}
DIATOMIC_DEVICE inline unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }
DIATOMIC_DEVICE inline unsigned grid_size() { return gridDim.x * gridDim.y * gridDim.z; }
DIATOMIC_DEVICE inline unsigned warp_size() { return 32; }
DIATOMIC_DEVICE inline void sync_block() { __syncthreads(); }

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
