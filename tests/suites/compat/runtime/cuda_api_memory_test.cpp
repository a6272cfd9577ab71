// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The CUDA runtime's names for memory, copies and symbols mean the same on every backend: those of
/// the vendor on CUDA, whose behaviour the others are compared with.

#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/compat/cuda_runtime.hpp>

#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

// The emulator of AMD's GPUs checks few arguments.
#if defined(__HIP__)
constexpr bool is_strict = false;
#else
constexpr bool is_strict = true;
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

__device__ int in_device[4];
__constant__ float in_constant[3];
__global__ void use_symbols(int* to) {
  const int i = static_cast<int>(threadIdx.x);
  to[i] = in_device[i] + static_cast<int>(in_constant[i % 3]);
}
__global__ void double_all(int* values) { values[threadIdx.x] *= 2; }
void launch_double(int* values, unsigned n) {
  void* args[] = {&values};
  expect(cudaLaunchKernel(double_all, dim3(1), dim3(n), args));
}

TEST(cuda_api_memory, copies_there_and_back) {
  std::array<int, 8> values;
  std::iota(values.begin(), values.end(), 1);
  int* first = nullptr;
  int* second = nullptr;
  expect(cudaMalloc(&first, sizeof values));
  expect(cudaMalloc((void**)&second, sizeof values));
  expect(cudaMemcpy(first, values.data(), sizeof values, cudaMemcpyHostToDevice));
  launch_double(first, 8);
  expect(cudaMemcpy(second, first, sizeof values, cudaMemcpyDeviceToDevice));
  std::array<int, 8> got{};
  expect(cudaMemcpy(got.data(), second, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; ++i) EXPECT_EQ(got[static_cast<std::size_t>(i)], 2 * (i + 1));
  got = {};
  expect(cudaMemcpy(got.data() + 1, second + 2, 3 * sizeof(int), cudaMemcpyDefault));
  EXPECT_EQ(got, (std::array<int, 8>{0, 6, 8, 10, 0, 0, 0, 0}));
  expect(cudaMemcpy(got.data(), values.data(), sizeof got, cudaMemcpyHostToHost));
  EXPECT_EQ(got, values);
  expect(cudaMemset(second, 0x11, 4));
  expect(cudaMemsetAsync(second + 1, 0x22, 4));
  expect(cudaMemcpyPeer(first, 0, second, 0, 2 * sizeof(int)));
  expect(cudaMemcpyAsync(got.data(), first, sizeof got, cudaMemcpyDeviceToHost));
  expect(cudaDeviceSynchronize());
  EXPECT_EQ(got[0], 0x11111111);
  EXPECT_EQ(got[1], 0x22222222);
  EXPECT_EQ(got[2], 6);
  expect(cudaFree(first));
  expect(cudaFree(second));
}

TEST(cuda_api_memory, frees_once) {
  expect(cudaFree(nullptr));
  expect(cudaFreeHost(nullptr));
  char* memory = nullptr;
  expect(cudaMalloc(&memory, 100));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 256, 0u);
  if (is_strict) expect_error(cudaErrorInvalidValue, cudaFreeHost(memory));
  expect(cudaFree(memory));
  expect_error(cudaErrorInvalidValue, cudaFree(memory));
  int own = 0;
  expect_error(cudaErrorInvalidValue, cudaFree(&own));
  char* pinned = nullptr;
  expect(cudaMallocHost(&pinned, 100));
  if (is_strict) expect_error(cudaErrorInvalidValue, cudaFree(pinned));
  if (is_strict) expect_error(cudaErrorInvalidValue, cudaHostUnregister(pinned));
  pinned[99] = 1;
  expect(cudaFreeHost(pinned));
}

TEST(cuda_api_memory, has_an_end) {
  char* memory = nullptr;
  expect_error(cudaErrorMemoryAllocation,
               cudaMalloc(&memory, std::numeric_limits<std::size_t>::max() / 2));
  EXPECT_EQ(memory, nullptr);
  expect(cudaMalloc(&memory, 0));
  EXPECT_EQ(memory, nullptr);
  std::size_t free = 0;
  std::size_t total = 0;
  expect(cudaMemGetInfo(&free, &total));
  EXPECT_GT(free, 0u);
  EXPECT_LE(free, total);
  if (is_strict) {
    std::size_t same = 0;
    expect(cudaMemGetInfo(nullptr, &same));
    EXPECT_EQ(same, total);
    expect_error(cudaErrorInvalidValue, cudaMalloc(static_cast<char**>(nullptr), 4));
#if !defined(__CUDACC__)  // an error by CUDA's documents, success with CUDA 13.0
    expect(cudaMallocManaged(&memory, 0));
    EXPECT_EQ(memory, nullptr);
#endif
    expect_error(cudaErrorInvalidValue, cudaMallocManaged(&memory, 4, 77));
  }
}

TEST(cuda_api_memory, refuses_copies_beyond_an_allocation) {
  if (!is_strict) GTEST_SKIP();
  std::array<char, 64> own{};
  char* memory = nullptr;
  expect(cudaMalloc(&memory, 32));
  const auto refuse = [](cudaError_t call) { expect_error(cudaErrorInvalidValue, call); };
  expect(cudaMemcpy(memory, own.data(), 32, cudaMemcpyHostToDevice));
  refuse(cudaMemcpy(memory, nullptr, 32, cudaMemcpyHostToDevice));
  refuse(cudaMemcpy(nullptr, own.data(), 32, cudaMemcpyHostToDevice));
  expect(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
  expect_error(cudaErrorInvalidMemcpyDirection,
               cudaMemcpy(memory, own.data(), 32, static_cast<cudaMemcpyKind>(7)));
  expect_error(cudaErrorInvalidPitchValue,
               cudaMemcpy2D(own.data(), 8, memory, 8, 9, 2, cudaMemcpyDeviceToHost));
#if !defined(__CUDACC__)  // whose driver allocates whole pages
  refuse(cudaMemcpy(memory, own.data(), 33, cudaMemcpyHostToDevice));
  refuse(cudaMemcpy(memory + 1, own.data(), 32, cudaMemcpyHostToDevice));
  refuse(cudaMemcpy(own.data(), memory, 33, cudaMemcpyDeviceToHost));
  refuse(cudaMemcpy(own.data(), memory + 16, 17, cudaMemcpyDefault));
  refuse(cudaMemset(memory, 0, 33));
  refuse(cudaMemset(memory + 32, 0, 1));
  refuse(cudaMemcpy2D(own.data(), 8, memory, 9, 8, 4, cudaMemcpyDeviceToHost));
  expect(cudaMemcpy2D(own.data(), 8, memory, 8, 8, 4, cudaMemcpyDeviceToHost));
  expect(cudaMemcpy2D(own.data(), 8, memory, 9, 5, 4, cudaMemcpyDeviceToHost));  // up to its end
  // The wrong side.
  refuse(cudaMemcpy(memory, own.data(), 32, cudaMemcpyDeviceToHost));
  refuse(cudaMemcpy(own.data(), own.data() + 32, 32, cudaMemcpyDeviceToHost));
  refuse(cudaMemcpy(memory, memory + 16, 16, cudaMemcpyHostToDevice));
  refuse(cudaMemcpy(memory, memory + 16, 16, cudaMemcpyDeviceToHost));
  refuse(cudaMemset(own.data(), 0, 32));
#endif
  expect(cudaFree(memory));
}

#if !defined(__CUDACC__) && !defined(__HIP__)
TEST(cuda_api_memory, is_never_zero_by_chance) {
  unsigned char* memory[4] = {};
  expect(cudaMalloc(&memory[0], 100));
  expect(cudaMallocManaged(&memory[1], 100));
  expect(cudaMallocHost(&memory[2], 100));
  expect(cudaHostAlloc(&memory[3], 100, cudaHostAllocMapped));
  for (unsigned char* const at : memory) {
    for (int i = 0; i < 100; ++i) ASSERT_EQ(at[i], 0xCD);
  }
  expect(cudaFree(memory[0]));
  expect(cudaFree(memory[1]));
  expect(cudaFreeHost(memory[2]));
  expect(cudaFreeHost(memory[3]));
}

TEST(cuda_api_memory, is_released_by_a_reset) {
  int* memory = nullptr;
  expect(cudaMalloc(&memory, 4));
  cudaStream_t stream;
  expect(cudaStreamCreate(&stream));
  int own = 0;
  expect(cudaHostRegister(&own, sizeof own, cudaHostRegisterDefault));
  expect(cudaDeviceReset());
  expect_error(cudaErrorInvalidValue, cudaFree(memory));
  expect_error(cudaErrorInvalidResourceHandle, cudaStreamSynchronize(stream));
  expect_error(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(&own));
}
#endif

TEST(cuda_api_memory, has_rows) {
  constexpr std::size_t width = 3 * sizeof(int);
  constexpr std::size_t rows = 5;
  char* memory = nullptr;
  std::size_t pitch = 0;
  expect(cudaMallocPitch(&memory, &pitch, width, rows));
  ASSERT_GE(pitch, width);
  std::array<int, 4 * rows> values;
  std::iota(values.begin(), values.end(), 0);
  expect(cudaMemset2D(memory, pitch, 0x33, width, rows));
  expect(cudaMemcpy2D(memory, pitch, values.data(), 4 * sizeof(int), width, rows - 1,
                      cudaMemcpyHostToDevice));
  std::array<int, 3 * rows> got{};
  expect(cudaMemcpy2DAsync(got.data(), width, memory, pitch, width, rows, cudaMemcpyDeviceToHost,
                           nullptr));
  expect(cudaDeviceSynchronize());
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < 3; ++i) {
      const int wanted = row == rows - 1 ? 0x33333333 : values[4 * row + i];
      EXPECT_EQ(got[3 * row + i], wanted) << row << ' ' << i;
    }
  }
  if (is_strict) {
    expect_error(cudaErrorInvalidValue, cudaMemset2D(memory, 4, 0, 8, 2));
    expect(cudaMemset2D(memory, 4, 0, 8, 1));
    char* none = nullptr;
    for (const int rows_bits : {40, 20}) {
      expect_error(
          rows_bits == 40 ? cudaErrorInvalidValue : cudaErrorMemoryAllocation,
          cudaMallocPitch(&none, &pitch, std::size_t{1} << 30, std::size_t{1} << rows_bits));
    }
  }
  expect(cudaFree(memory));
}

TEST(cuda_api_memory, is_shared_with_the_host) {
  int* managed = nullptr;
  expect(cudaMallocManaged(&managed, 4 * sizeof(int)));
  for (int i = 0; i < 4; ++i) managed[i] = i;
  launch_double(managed, 4);
  expect(cudaDeviceSynchronize());
  for (int i = 0; i < 4; ++i) EXPECT_EQ(managed[i], 2 * i);
  expect(cudaFree(managed));

  int* host = nullptr;
  int* device = nullptr;
  expect(cudaHostAlloc(&host, 4 * sizeof(int), cudaHostAllocMapped));
  expect(cudaHostGetDevicePointer(&device, host, 0));
  for (int i = 0; i < 4; ++i) host[i] = i;
  launch_double(device, 4);
  expect(cudaDeviceSynchronize());
  for (int i = 0; i < 4; ++i) EXPECT_EQ(host[i], 2 * i);
  expect(cudaFreeHost(host));
  if (is_strict) {
    expect_error(cudaErrorInvalidValue, cudaHostAlloc(&host, 4, 0x100));
    int own = 0;
    expect_error(cudaErrorInvalidValue, cudaHostGetDevicePointer(&device, &own, 0));
  }
}

TEST(cuda_api_memory, registers_the_hosts_memory) {
  std::vector<int> own(1024, 1);
  const std::size_t bytes = own.size() * sizeof(int);
  expect(cudaHostRegister(own.data(), bytes, cudaHostRegisterMapped));
  int* device = nullptr;
  expect(cudaHostGetDevicePointer(&device, own.data(), 0));
  launch_double(device, 1024);
  expect(cudaDeviceSynchronize());
  EXPECT_EQ(own, std::vector<int>(1024, 2));
  if (is_strict) {
    expect_error(cudaErrorHostMemoryAlreadyRegistered,
                 cudaHostRegister(own.data(), bytes, cudaHostRegisterDefault));
  }
  expect(cudaHostUnregister(own.data()));
  if (is_strict) {
    expect_error(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(own.data()));
    expect_error(cudaErrorInvalidValue, cudaHostRegister(nullptr, bytes, cudaHostRegisterDefault));
    expect_error(cudaErrorInvalidValue, cudaHostRegister(own.data(), 0, cudaHostRegisterDefault));
    int* const part = own.data() + 256;
    expect(cudaHostRegister(part, 16, cudaHostRegisterDefault));
    for (const std::size_t ints : {std::size_t{257}, std::size_t{261}, own.size()}) {
      expect_error(cudaErrorHostMemoryAlreadyRegistered,
                   cudaHostRegister(own.data(), ints * sizeof(int), cudaHostRegisterDefault));
    }
    expect_error(cudaErrorHostMemoryAlreadyRegistered,
                 cudaHostRegister(part + 3, 64, cudaHostRegisterDefault));
    expect(cudaHostUnregister(part));
  }
}

#if !defined(__HIP__)
TEST(cuda_api_memory, is_of_a_known_type) {
  int* device = nullptr;
  int* managed = nullptr;
  int* pinned = nullptr;
  int own = 0;
  expect(cudaMalloc(&device, 8));
  expect(cudaMallocManaged(&managed, 8));
  expect(cudaHostAlloc(&pinned, 8, cudaHostAllocPortable));
  cudaPointerAttributes of;
  expect(cudaPointerGetAttributes(&of, device + 1));
  EXPECT_EQ(of.type, cudaMemoryTypeDevice);
  EXPECT_EQ(of.devicePointer, device + 1);
  EXPECT_EQ(of.hostPointer, nullptr);
  EXPECT_EQ(of.device, 0);
#if !defined(__CUDACC__)  // whose driver allocates whole pages
  expect(cudaPointerGetAttributes(&of, device + 2));
  EXPECT_EQ(of.type, cudaMemoryTypeUnregistered);
#endif
  expect(cudaPointerGetAttributes(&of, managed));
  EXPECT_EQ(of.type, cudaMemoryTypeManaged);
  EXPECT_EQ(of.hostPointer, managed);
  expect(cudaPointerGetAttributes(&of, pinned));
  EXPECT_EQ(of.type, cudaMemoryTypeHost);
  EXPECT_EQ(of.hostPointer, pinned);
  expect(cudaPointerGetAttributes(&of, &own));
  EXPECT_EQ(of.type, cudaMemoryTypeUnregistered);
  EXPECT_EQ(of.devicePointer, nullptr);
  expect_error(cudaErrorInvalidValue, cudaPointerGetAttributes(nullptr, &own));
  unsigned flags = 0;
  expect(cudaHostGetFlags(&flags, pinned));
  EXPECT_NE(flags & cudaHostAllocPortable, 0u);
  expect_error(cudaErrorInvalidValue, cudaHostGetFlags(&flags, &own));
  expect(cudaFree(device));
  expect(cudaFree(managed));
  expect(cudaFreeHost(pinned));
}

TEST(cuda_api_memory, takes_hints_for_managed_memory) {
  int concurrent = 0;
  expect(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, 0));
  if (concurrent == 0) GTEST_SKIP();
  int* managed = nullptr;
  expect(cudaMallocManaged(&managed, 4096));
  const auto on = [](cudaMemLocationType type, int id) {
    cudaMemLocation where{};
    where.type = type;
    where.id = id;
    return where;
  };
  expect(cudaMemPrefetchAsync(managed, 4096, on(cudaMemLocationTypeDevice, 0), 0, nullptr));
  expect(
      cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, on(cudaMemLocationTypeDevice, 0)));
  expect(cudaMemPrefetchAsync(managed, 4096, on(cudaMemLocationTypeHost, 0), 0, nullptr));
  expect_error(cudaErrorInvalidDevice,
               cudaMemPrefetchAsync(managed, 4096, on(cudaMemLocationTypeDevice, 99), 0, nullptr));
#if !defined(__CUDACC__)  // CUDA before 13
  expect(cudaMemPrefetchAsync(managed, 4096, 0, nullptr));
  expect(cudaMemPrefetchAsync(managed, 4096, cudaCpuDeviceId));
  expect(cudaMemAdvise(managed, 4096, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId));
  int* device = nullptr;
  expect(cudaMalloc(&device, 4096));
  expect_error(cudaErrorInvalidValue, cudaMemPrefetchAsync(device, 4096, 0));
  expect_error(cudaErrorInvalidValue, cudaMemPrefetchAsync(managed, 4097, 0));
  expect(cudaFree(device));
#endif
  expect(cudaFree(managed));
}

TEST(cuda_api_memory, is_allocated_in_a_streams_order) {
  cudaStream_t stream;
  expect(cudaStreamCreate(&stream));
  int* memory = nullptr;
  expect(cudaMallocAsync(&memory, 4, stream));
  expect(cudaMemsetAsync(memory, 1, 4, stream));
  int got = 0;
  expect(cudaMemcpyAsync(&got, memory, 4, cudaMemcpyDeviceToHost, stream));
  expect(cudaFreeAsync(memory, stream));
  expect(cudaFreeAsync(nullptr, stream));
  expect(cudaStreamSynchronize(stream));
  EXPECT_EQ(got, 0x01010101);
  expect(cudaStreamDestroy(stream));
}
#endif

TEST(cuda_api_memory, has_symbols) {
  const std::array<int, 4> values{1, 2, 3, 4};
  const std::array<float, 3> numbers{10, 20, 30};
  expect(cudaMemcpyToSymbol(in_device, values.data(), sizeof values));
  expect(cudaMemcpyToSymbol(in_device, values.data(), sizeof(int), 2 * sizeof(int)));
  expect(
      cudaMemcpyToSymbol(in_constant, numbers.data(), sizeof numbers, 0, cudaMemcpyHostToDevice));
  int* to = nullptr;
  expect(cudaMalloc(&to, sizeof values));
  void* args[] = {&to};
  expect(cudaLaunchKernel(use_symbols, dim3(1), dim3(4), args));
  std::array<int, 4> got{};
  expect(cudaMemcpy(got.data(), to, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got, (std::array<int, 4>{11, 22, 31, 14}));
  expect(cudaMemcpyFromSymbol(got.data(), in_device, 2 * sizeof(int), sizeof(int)));
  EXPECT_EQ(got, (std::array<int, 4>{2, 1, 31, 14}));
  std::size_t bytes = 0;
  expect(cudaGetSymbolSize(&bytes, in_device));
  EXPECT_EQ(bytes, sizeof values);
  int* address = nullptr;
  expect(cudaGetSymbolAddress((void**)&address, in_device));
  expect(cudaMemcpy(address + 1, to, sizeof(int), cudaMemcpyDeviceToDevice));
  expect(cudaMemcpyFromSymbolAsync(got.data(), in_device, sizeof got, 0, cudaMemcpyDeviceToHost,
                                   nullptr));
  expect(cudaDeviceSynchronize());
  EXPECT_EQ(got, (std::array<int, 4>{1, 11, 1, 4}));
  if (is_strict) {
    expect_error(cudaErrorInvalidValue,
                 cudaMemcpyToSymbol(in_device, values.data(), sizeof values, 4));
    expect_error(cudaErrorInvalidValue,
                 cudaMemcpyFromSymbol(got.data(), in_device, sizeof values + 1));
    expect_error(cudaErrorInvalidMemcpyDirection,
                 cudaMemcpyToSymbol(in_device, values.data(), 4, 0, cudaMemcpyDeviceToHost));
  }
#if !defined(__HIP__)
  int local = 0;
  expect_error(cudaErrorInvalidSymbol, cudaMemcpyToSymbol(&in_device, values.data(), 4));
  expect_error(cudaErrorInvalidSymbol, cudaMemcpyFromSymbol(got.data(), local, 4));
  expect_error(cudaErrorInvalidSymbol, cudaGetSymbolAddress((void**)&address, local));
  expect_error(cudaErrorInvalidSymbol, cudaGetSymbolSize(&bytes, local));
#endif
  expect(cudaFree(to));
}

}  // namespace
