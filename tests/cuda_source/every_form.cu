// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches and shared memory in every form that scripts/cuda-on-cpu rewrites. Prints the forms
// whose results are wrong.

#include <cstdio>
#include <vector>

#include "every_form.cuh"

#define LAUNCH(name, grid, block, ...) name##_kernel<<<grid, block>>>(__VA_ARGS__)
#define CONFIGURATION(grid, block) <<<grid, block>>>
#define NOTHING 0

extern __shared__ int of_the_file[];

__global__ void add_kernel(int* sum, int value) { atomicAdd(sum, value); }
__global__ void add_null(int* sum, const int* more) { atomicAdd(sum, more ? *more : 1); }
__global__ void no_argument() {}
__global__ void add_default(int* sum, int value, int more = 5) { atomicAdd(sum, value + more); }
__global__ void add_long(int* sum, long long value) { atomicAdd(sum, int(value >> 32)); }

template <class T>
__global__ void add(T* sum, T value) {
  atomicAdd(sum, value);
}
template <class T>
__global__ void add_if_null(T* sum, const T* more, T value) {
  if (more == nullptr) atomicAdd(sum, value);
}
template <int factor, class T>
__global__ void add_times(T* sum, T value) {
  atomicAdd(sum, factor * value);
}
template <class F>
__global__ void call(F f) {
  f(threadIdx.x);
}

__global__ void overload(int* sum) { atomicAdd(sum, 1); }
__global__ void overload(int* sum, float value) { atomicAdd(sum, int(2 * value)); }

__global__ void reverse(int* values) {
  of_the_file[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = of_the_file[blockDim.x - 1 - threadIdx.x];
}
__global__ void rotate(int* values) {
  extern __shared__ __align__(16) unsigned char bytes[];
  int* const shared = reinterpret_cast<int*>(bytes);
  shared[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = shared[(threadIdx.x + 1) % blockDim.x];
}
template <class T>
__global__ void swap_pairs(T* values) {
  extern volatile T __shared__ shared[][2];
  shared[threadIdx.x / 2][threadIdx.x % 2] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = shared[threadIdx.x / 2][1 - threadIdx.x % 2];
}

namespace outer {
namespace inner {
__global__ void add(int* sum) { atomicAdd(sum, 1); }
}  // namespace inner
struct holder {
  template <class T>
  static __global__ void add(T* sum, T value) {
    atomicAdd(sum, value);
  }
  void launch(int* sum) { this->add<<<1, 2>>>(sum, 3); }
};
}  // namespace outer

template <class T>
void launch_in_template(T* sum) {
  add<T><<<1, 2>>>(sum, T(3));
  add<<<1, 2>>>(sum, T(3));
}

int failures = 0;
int* sum;

void expect(int line, int expected) {
  if (cudaDeviceSynchronize() != cudaSuccess || *sum != expected) {
    std::printf("line %d: %d, expected %d\n", line, *sum, expected);
    ++failures;
  }
  *sum = 0;
}
#define EXPECT(expected) expect(__LINE__, expected)

void launches() {
  add_kernel<<<2, 3>>>(sum, 4);
  EXPECT(24);
  LAUNCH(add, 1, dim3(2, 2), sum, 1);
  EXPECT(4);
  add_kernel CONFIGURATION(2, 2)(sum, 1);
  EXPECT(4);
  add<<<1, 2>>>(sum, 7);
  EXPECT(14);
  add<int><<<{1, 2}, {2, 1, 1}>>>(sum, 2.5);
  EXPECT(8);
  add_times<3><<<1, 2>>>(sum, 2);
  EXPECT(12);
  add_null<<<1, 2>>>(sum, NULL);
  add_null<<<1, 2>>>(sum, 0);
  add_null<<<1, 2>>>(sum, nullptr);
  add_null<<<1, 2>>>(sum, NOTHING);
  EXPECT(8);
  add_if_null<int><<<1, 2>>>(sum, NULL, 1);
  add_if_null<int><<<1, 2>>>(sum, 0, 1);
  add_if_null<<<1, 2>>>(sum, static_cast<const int*>(nullptr), 1);
  EXPECT(6);
  no_argument<<<1, 2>>>();
  add_default<<<1, 2>>>(sum, 1);
  EXPECT(12);
  add_default<<<1, 2>>>(sum, 1, 1);
  EXPECT(4);
  const unsigned high = 3;
  add_long<<<1, 1>>>(sum, static_cast<long long>(high) << 32);
  EXPECT(3);
  overload<<<1, 1>>>(sum);
  overload<<<1, 1>>>(sum, 1.5f);
  EXPECT(4);
  outer::inner::add<<<1, 2>>>(sum);
  outer::holder::add<int><<<1, 2>>>(sum, 1);
  outer::holder().launch(sum);
  EXPECT(10);
  launch_in_template(sum);
  EXPECT(12);
  of_the_header<<<1, 1>>>(sum, 1);
  launch_of_the_header(sum);
  EXPECT(3);
}

void kernels_by_value(bool second) {
  void (*pointer)(int*, int) = second ? add<int> : add_kernel;
  pointer<<<1, 2>>>(sum, 1);
  (*pointer)<<<1, 2>>>(sum, 1);
  (second ? add_kernel : add<int>)<<<1, 2>>>(sum, 1);
  void (*const table[])(int*, int) = {add_kernel, add<int>};
  table[second]<<<1, 2>>>(sum, 1);
  EXPECT(8);
}

void places() {
  if (*sum == 0) add_kernel<<<1, 2>>>(sum, 1);
  else add_kernel<<<1, 2>>>(sum, 10);
  for (int i = 0; i < 2; ++i) add_kernel<<<1, 2>>>(sum, 1);
  [&] { add_kernel<<<1, 2>>>(sum, 1); }();
  EXPECT(8);
  int* const to = sum;
  call<<<1, 4>>>([=] __device__(int thread) { atomicAdd(to, thread); });
  EXPECT(6);
  std::vector<int> values{5, 6};
  int next = 0;
  add_kernel<<<1, 3>>>(sum, values[next++]);
  add<<<1, 3>>>(sum, values[next++]);
  EXPECT(33);
}

void shared() {
  int* values;
  cudaMallocManaged(&values, 4 * sizeof(int));
  const auto expect_of = [&](int line, int number) {
    *sum = values[0] * 1000 + values[1] * 100 + values[2] * 10 + values[3];
    expect(line, number);
  };
  for (int i = 0; i < 4; ++i) values[i] = i + 1;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  reverse<<<1, 4, 4 * sizeof(int), stream>>>(values);
  expect_of(__LINE__, 4321);
  rotate<<<1, 4, 4 * sizeof(int)>>>(values);
  expect_of(__LINE__, 3214);
  swap_pairs<<<1, 4, 4 * sizeof(int), 0>>>(values);
  expect_of(__LINE__, 2341);
  cudaFree(values);
}

int main() {
  cudaMallocManaged(&sum, sizeof *sum);
  *sum = 0;
  launches();
  kernels_by_value(false);
  kernels_by_value(true);
  places();
  shared();
  std::printf("failures: %d\n", failures);
  return failures;
}
