// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The CUDA runtime's names for streams, events, devices, kernels and errors mean the same on every
/// backend: those of the vendor on CUDA, whose behaviour the others are compared with.

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/compat/cuda_runtime.hpp>

#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

#if defined(__HIP__)
constexpr bool is_hip = true;
#else
constexpr bool is_hip = false;
#endif

/// `call` succeeds.
void expect(cudaError_t call) {
  EXPECT_EQ(call, cudaSuccess) << cudaGetErrorName(call) << ": " << cudaGetErrorString(call);
}
/// `call` fails with `wanted`, which the runtime remembers once.
void expect_error(cudaError_t wanted, cudaError_t call) {
  EXPECT_EQ(call, wanted) << cudaGetErrorName(call);
  EXPECT_EQ(cudaPeekAtLastError(), wanted);
  EXPECT_EQ(cudaGetLastError(), wanted);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

__global__ void add_index(int* sums, int n, int by) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) sums[i] += i + by;
}
__global__ void write_blocks(int* to) {
  if (threadIdx.x == 0) to[blockIdx.x] = static_cast<int>(gridDim.x + blockIdx.x);
}

struct ints {
  explicit ints(int its_size) : n(its_size) {
    expect(cudaMalloc(&data, bytes()));
    expect(cudaMemset(data, 0, bytes()));
  }
  ints(const ints&) = delete;
  ints& operator=(const ints&) = delete;
  ~ints() { expect(cudaFree(data)); }

  std::size_t bytes() const { return static_cast<std::size_t>(n) * sizeof(int); }
  std::vector<int> values() const {
    std::vector<int> all(static_cast<std::size_t>(n), -1);
    expect(cudaMemcpy(all.data(), data, bytes(), cudaMemcpyDeviceToHost));
    return all;
  }

  int* data = nullptr;
  int n;
};

TEST(cuda_api, runs_a_kernel_by_its_address) {
  ints sums(1000);
  int n = sums.n;
  int by = 7;
  void* args[] = {&sums.data, &n, &by};
  expect(cudaLaunchKernel(add_index, dim3(4), dim3(256), args));
  expect(cudaLaunchKernel((void*)add_index, dim3(4), dim3(256), args, 0, nullptr));
  expect(cudaLaunchKernel((const void*)add_index, dim3(4), dim3(256), args, 0, nullptr));
  expect(cudaDeviceSynchronize());
  const std::vector<int> values = sums.values();
  for (int i = 0; i < n; ++i) ASSERT_EQ(values[static_cast<std::size_t>(i)], 3 * (i + by));
}

TEST(cuda_api, refuses_launches_and_remembers_it_once) {
  ints sums(32);
  int n = sums.n;
  int by = 0;
  void* args[] = {&sums.data, &n, &by};
  cudaError_t wanted = cudaErrorInvalidConfiguration;
#if defined(__CUDACC__)  // CUDA 13 differs from its documents
  if (cudaLaunchKernel(add_index, dim3(0), dim3(32), args) == cudaErrorInvalidValue) {
    wanted = cudaErrorInvalidValue;
  }
  EXPECT_EQ(cudaGetLastError(), wanted);
#endif
  expect_error(wanted, cudaLaunchKernel(add_index, dim3(0), dim3(32), args));
  expect_error(wanted, cudaLaunchKernel(add_index, dim3(1), dim3(32, 0), args));
  expect_error(wanted, cudaLaunchKernel(add_index, dim3(1), dim3(2048), args));
  expect(cudaDeviceSynchronize());
  EXPECT_EQ(sums.values(), std::vector<int>(32, 0));
}

TEST(cuda_api, gives_a_kernel_more_shared_memory_if_it_asks) {
  ints sums(32);
  int n = sums.n;
  int by = 0;
  void* args[] = {&sums.data, &n, &by};
  constexpr int more = 49 * 1024;
  if (!is_hip) {  // HIP's kernels may have all of it
    expect_error(cudaErrorInvalidValue,
                 cudaLaunchKernel(add_index, dim3(1), dim3(32), args, more, nullptr));
  }
  int most = 0;
  expect(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  if (most < more) GTEST_SKIP() << "the device has no more";
  expect(cudaFuncSetAttribute(add_index, cudaFuncAttributeMaxDynamicSharedMemorySize, more));
  expect(cudaLaunchKernel(add_index, dim3(1), dim3(32), args, more, nullptr));
  expect(cudaDeviceSynchronize());
  EXPECT_EQ(sums.values()[31], 31);
  if (is_hip) return;
  cudaFuncAttributes attributes;
  expect(cudaFuncGetAttributes(&attributes, add_index));
  EXPECT_EQ(attributes.maxDynamicSharedSizeBytes, more);
  EXPECT_GE(attributes.maxThreadsPerBlock, 32);
  expect_error(
      cudaErrorInvalidValue,
      cudaFuncSetAttribute(add_index, cudaFuncAttributeMaxDynamicSharedMemorySize, most + 1));
  expect(cudaFuncSetAttribute(add_index, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
}

TEST(cuda_api, runs_as_many_blocks_together_as_fit) {
  int blocks = 0;
  expect(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, write_blocks, 64, 0));
  cudaDeviceProp device;
  expect(cudaGetDeviceProperties(&device, 0));
  ASSERT_GE(blocks, 1);
  ASSERT_GE(device.multiProcessorCount, 1);
  const int fit = blocks * device.multiProcessorCount;
  ints all(fit + 1);
  void* args[] = {&all.data};
  const auto grid = static_cast<unsigned>(fit);
  expect(cudaLaunchCooperativeKernel((void*)write_blocks, dim3(grid), dim3(64), args));
  expect(cudaDeviceSynchronize());
  const std::vector<int> values = all.values();
  for (int i = 0; i < fit; ++i) ASSERT_EQ(values[static_cast<std::size_t>(i)], fit + i);
  if (is_hip) return;  // the emulator runs more
  expect_error(cudaErrorCooperativeLaunchTooLarge,
               cudaLaunchCooperativeKernel(write_blocks, dim3(grid + 1), dim3(64), args));
}

__host__ __device__ inline int shared_bytes_of(int threads) { return threads * 512; }
TEST(cuda_api, suggests_a_block) {
  int grid = 0;
  int block = 0;
  expect(cudaOccupancyMaxPotentialBlockSize(&grid, &block, add_index));
  EXPECT_GE(grid, 1);
  EXPECT_GE(block, 32);
  EXPECT_LE(block, 1024);
  expect(cudaOccupancyMaxPotentialBlockSize(&grid, &block, add_index, 0, 96));
  EXPECT_LE(block, 96);
  expect(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, add_index, shared_bytes_of));
  EXPECT_GE(grid, 1);
  EXPECT_GE(block, 32);
  if (!is_hip) {  // the emulator has shared memory without end
    EXPECT_LE(block * 512, 228 * 1024);
  }
#if !defined(__CUDACC__) && !defined(__HIP__)
  const auto up_to_224 = [](int threads) { return threads <= 224 ? 0 : 1 << 20; };
  expect(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, add_index, up_to_224));
  EXPECT_EQ(block, 224);
#endif
  expect(cudaFuncSetCacheConfig(add_index, cudaFuncCachePreferL1));
}

TEST(cuda_api, keeps_the_order_of_a_stream) {
  cudaStream_t stream;
  expect(cudaStreamCreate(&stream));
  ints sums(64);
  int n = sums.n;
  int by = 1;
  void* args[] = {&sums.data, &n, &by};
  std::vector<int> got(64, -1);
  expect(cudaMemsetAsync(sums.data, 0, sums.bytes(), stream));
  expect(cudaLaunchKernel(add_index, dim3(1), dim3(64), args, 0, stream));
  expect(cudaMemcpyAsync(got.data(), sums.data, sums.bytes(), cudaMemcpyDeviceToHost, stream));
  expect(cudaStreamSynchronize(stream));
  expect(cudaStreamQuery(stream));
  for (int i = 0; i < n; ++i) ASSERT_EQ(got[static_cast<std::size_t>(i)], i + 1);
  expect(cudaStreamDestroy(stream));
}

TEST(cuda_api, makes_streams_with_flags) {
  cudaStream_t stream;
  unsigned flags = 99;
  expect(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  expect(cudaStreamGetFlags(stream, &flags));
  EXPECT_EQ(flags, cudaStreamNonBlocking);
  expect(cudaStreamDestroy(stream));
  int least = 99;
  int greatest = 99;
  expect(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  ASSERT_GE(least, greatest);
  expect(cudaStreamCreateWithPriority(&stream, cudaStreamDefault, greatest));
  int priority = 99;
  expect(cudaStreamGetPriority(stream, &priority));
  EXPECT_EQ(priority, greatest);
  expect(cudaStreamDestroy(stream));
  if (is_hip) return;  // the emulator takes any
  expect_error(cudaErrorInvalidValue, cudaStreamCreateWithFlags(&stream, 77));
  expect_error(cudaErrorInvalidValue, cudaStreamCreate(nullptr));
}

void add_one(void* to) { ++*static_cast<int*>(to); }
void CUDART_CB add_status(cudaStream_t, cudaError_t status, void* to) {
  *static_cast<int*>(to) += status == cudaSuccess ? 10 : 1000;
}
TEST(cuda_api, calls_the_host_in_a_streams_order) {
  cudaStream_t stream;
  expect(cudaStreamCreate(&stream));
  int calls = 0;
  if (!is_hip) expect(cudaLaunchHostFunc(stream, add_one, &calls));
  expect(cudaStreamAddCallback(stream, add_status, &calls, 0));
  expect(cudaStreamSynchronize(stream));
  EXPECT_EQ(calls, is_hip ? 10 : 11);
  if (!is_hip) {  // the emulator calls it
    expect_error(cudaErrorInvalidValue, cudaStreamAddCallback(stream, nullptr, &calls, 0));
    expect_error(cudaErrorInvalidValue, cudaStreamAddCallback(stream, add_status, &calls, 1));
  }
  expect(cudaStreamDestroy(stream));
}

TEST(cuda_api, times_and_waits_by_events) {
  cudaEvent_t start;
  cudaEvent_t stop;
  expect(cudaEventCreate(&start));
  expect(cudaEventCreateWithFlags(&stop, cudaEventBlockingSync));
  expect(cudaEventRecord(start, nullptr));
  ints sums(1 << 16);
  expect(cudaEventRecord(stop));
  expect(cudaEventSynchronize(stop));
  expect(cudaEventQuery(stop));
  float ms = -1;
  expect(cudaEventElapsedTime(&ms, start, stop));
  EXPECT_GE(ms, 0);
  EXPECT_LT(ms, 60000);
  cudaStream_t stream;
  expect(cudaStreamCreate(&stream));
  expect(cudaStreamWaitEvent(stream, stop));
  expect(cudaStreamWaitEvent(stream, stop, 0));
  if (!is_hip) expect_error(cudaErrorInvalidValue, cudaStreamWaitEvent(stream, stop, 2));
  expect(cudaStreamDestroy(stream));
  expect(cudaEventDestroy(start));
  expect(cudaEventDestroy(stop));
}

TEST(cuda_api, has_no_time_of_events_without_one) {
  cudaEvent_t recorded;
  cudaEvent_t never;
  cudaEvent_t untimed;
  expect(cudaEventCreate(&recorded));
  expect(cudaEventCreate(&never));
  expect(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
  expect(cudaEventRecord(recorded));
  expect(cudaEventRecord(untimed));
  expect(cudaDeviceSynchronize());
  float ms = 0;
  expect_error(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, recorded, never));
  if (!is_hip) {  // the emulator knows a time
    expect_error(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, untimed, recorded));
    expect_error(cudaErrorInvalidValue, cudaEventElapsedTime(nullptr, recorded, recorded));
  }
  expect(cudaEventSynchronize(never));
  for (const cudaEvent_t event : {recorded, never, untimed}) expect(cudaEventDestroy(event));
}

TEST(cuda_api, knows_its_devices) {
  int count = 0;
  expect(cudaGetDeviceCount(&count));
  ASSERT_GE(count, 1);
  int device = -1;
  expect(cudaSetDevice(0));
  expect(cudaGetDevice(&device));
  EXPECT_EQ(device, 0);
  expect_error(cudaErrorInvalidDevice, cudaSetDevice(count));
  expect_error(cudaErrorInvalidDevice, cudaSetDevice(-1));
  cudaDeviceProp all;
  expect_error(cudaErrorInvalidDevice, cudaGetDeviceProperties(&all, count));
  expect(cudaGetDeviceProperties(&all, 0));
  EXPECT_GT(std::strlen(all.name), 0u);
  EXPECT_GT(all.totalGlobalMem, std::size_t{1} << 20);
  EXPECT_GE(all.sharedMemPerBlock, std::size_t{48} << 10);
  EXPECT_GE(all.major, 1);
  EXPECT_EQ(all.maxThreadsPerBlock, 1024);
  EXPECT_GE(all.maxTexture3D[2], 0);
  EXPECT_GE(all.maxTexture2D[1], 0);
  const auto attribute = [](cudaDeviceAttr which) {
    int value = -1;
    expect(cudaDeviceGetAttribute(&value, which, 0));
    return value;
  };
#if !defined(__HIP__)  // where the name is taken
  EXPECT_EQ(attribute(cudaDevAttrWarpSize), all.warpSize);
#endif
  EXPECT_EQ(attribute(cudaDevAttrMultiProcessorCount), all.multiProcessorCount);
  EXPECT_EQ(attribute(cudaDevAttrMaxThreadsPerBlock), all.maxThreadsPerBlock);
  EXPECT_EQ(attribute(cudaDevAttrMaxBlockDimX), all.maxThreadsDim[0]);
  EXPECT_EQ(attribute(cudaDevAttrComputeCapabilityMajor), all.major);
  EXPECT_GE(attribute(cudaDevAttrMaxSharedMemoryPerBlock), 48 << 10);
  int value = 0;
  expect_error(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, count));
  int version = 0;
  expect(cudaRuntimeGetVersion(&version));
  EXPECT_GT(version, 0);
  expect(cudaDriverGetVersion(&version));
  EXPECT_GT(version, 0);
  int can = -1;
  expect(cudaDeviceCanAccessPeer(&can, 0, 0));
  EXPECT_EQ(can, is_hip ? 1 : 0);  // of the emulator
  if (!is_hip) {
    expect_error(cudaErrorPeerAccessUnsupported, cudaDeviceEnablePeerAccess(0, 0));
    expect_error(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(0));
    expect_error(cudaErrorInvalidDevice, cudaDeviceEnablePeerAccess(count, 0));
    expect_error(cudaErrorInvalidDevice, cudaDeviceDisablePeerAccess(count));
  }
}

#if !defined(__HIP__)  // HIP 5 lacks the function
TEST(cuda_api, sets_limits) {
  std::size_t bytes = 0;
  expect(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
  expect(cudaDeviceGetLimit(&bytes, cudaLimitStackSize));
  EXPECT_GE(bytes, 8192u);
  expect_error(cudaErrorInvalidValue, cudaDeviceSetLimit(static_cast<cudaLimit>(1234), 8192));
  expect_error(cudaErrorInvalidValue, cudaDeviceGetLimit(&bytes, static_cast<cudaLimit>(1234)));
}
#endif

TEST(cuda_api, names_errors) {
  const std::string vendor = is_hip ? "hip" : "cuda";
  EXPECT_EQ(cudaGetErrorName(cudaSuccess), vendor + "Success");
  EXPECT_EQ(cudaGetErrorName(cudaErrorInvalidValue), vendor + "ErrorInvalidValue");
  EXPECT_EQ(static_cast<int>(cudaErrorInvalidValue), 1);
  EXPECT_EQ(static_cast<int>(cudaErrorNotReady), 600);
  if (is_hip) return;
  EXPECT_STREQ(cudaGetErrorString(cudaSuccess), "no error");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorLaunchFailure), "unspecified launch failure");
  EXPECT_STREQ(cudaGetErrorString(static_cast<cudaError_t>(12345)), "unrecognized error code");
  EXPECT_STREQ(cudaGetErrorName(static_cast<cudaError_t>(12345)), "unrecognized error code");
}

#if !defined(__CUDACC__) && !defined(__HIP__)  // vendors may crash
TEST(cuda_api, refuses_handles_that_it_does_not_know) {
  cudaStream_t stream;
  expect(cudaStreamCreate(&stream));
  expect(cudaStreamDestroy(stream));
  expect_error(cudaErrorInvalidResourceHandle, cudaStreamDestroy(stream));
  expect_error(cudaErrorInvalidResourceHandle, cudaStreamSynchronize(stream));
  int* by = nullptr;
  void* args[] = {&by};
  expect_error(cudaErrorInvalidResourceHandle,
               cudaLaunchKernel(write_blocks, dim3(1), dim3(1), args, 0, stream));
  cudaEvent_t event;
  expect(cudaEventCreate(&event));
  expect(cudaEventDestroy(event));
  expect_error(cudaErrorInvalidResourceHandle, cudaEventRecord(event));
  expect_error(cudaErrorInvalidResourceHandle, cudaEventDestroy(event));
  expect_error(cudaErrorInvalidResourceHandle, cudaEventSynchronize(event));
  expect(cudaStreamSynchronize(cudaStreamLegacy));
  expect(cudaStreamSynchronize(cudaStreamPerThread));
}
#endif

#if !defined(__CUDACC__) && !defined(__HIP__)  // where no later call would work
__global__ void trap(int*) { __trap(); }
#undef NDEBUG
#include <cassert>
__global__ void fail_assertion(int* at) { assert(threadIdx.x != 3 || at != nullptr); }

/// Ends the process with status 0 if the kernel's error stays.
template <class Kernel>
[[noreturn]] void fail(Kernel kernel, cudaError_t wanted) {
  int* nowhere = nullptr;
  void* args[] = {&nowhere};
  const bool launched = cudaLaunchKernel(kernel, dim3(2), dim3(32), args) == wanted;
  const bool stays = cudaGetLastError() == wanted && cudaGetLastError() == wanted &&
                     cudaDeviceSynchronize() == wanted && cudaMalloc(&nowhere, 4) == wanted &&
                     cudaLaunchKernel(write_blocks, dim3(1), dim3(1), args) == wanted &&
                     cudaDeviceReset() == wanted;
  std::exit(launched && stays ? 0 : 1);
}
#if DIATOMIC_RACE_CHECK
constexpr int status_after_failure = 70;  // not clean, whatever the program says
#else
constexpr int status_after_failure = 0;
#endif
TEST(cuda_api, keeps_the_error_of_a_kernel) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(fail(trap, cudaErrorLaunchFailure), testing::ExitedWithCode(status_after_failure),
              "a kernel failed: __trap failed: called by a kernel");
  EXPECT_EXIT(fail(fail_assertion, cudaErrorAssert), testing::ExitedWithCode(status_after_failure),
              "thread: \\[3,0,0\\] Assertion `threadIdx.x != 3 \\|\\| at != nullptr` failed");
}

[[noreturn]] void ignore_refusal(bool asks) {
  int* nowhere = nullptr;
  void* args[] = {&nowhere};
  static_cast<void>(cudaLaunchKernel(write_blocks, dim3(1), dim3(4096), args));
  if (asks) static_cast<void>(cudaGetLastError());
  std::exit(0);
}
TEST(cuda_api, ends_a_race_check_with_a_status_if_nobody_asked_for_a_refused_launch) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(ignore_refusal(false), testing::ExitedWithCode(status_after_failure), "");
  EXPECT_EXIT(ignore_refusal(true), testing::ExitedWithCode(0), "");
}
#endif

}  // namespace
