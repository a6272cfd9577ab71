// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A CUDA source: kernels in CUDA's names alone, which nvcc compiles as they are, and every backend
/// after `<diatomic/compat/cuda_names_everywhere.hpp>`.

#define FULL_MASK 0xffffffff

__constant__ const unsigned primes[4] = {2, 3, 5, 7};

__device__ __forceinline__ unsigned mix(unsigned v) {
  v ^= v >> 16;
  v *= 0x7feb352du;
  v ^= v >> 15;
  return v * primes[v & 3];
}

template <class T>
__device__ T warp_sum(T v) {
  for (unsigned offset = 16; offset > 0; offset /= 2) {
    v += __shfl_down_sync(FULL_MASK, v, offset);
  }
  return v;
}

// Counts in shared memory first.
__global__ void __launch_bounds__(256)
    count_values(const unsigned char* __restrict__ values, int n, unsigned long long* bins) {
  __shared__ unsigned counts[256];
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) counts[i] = 0;
  __syncthreads();
  const int stride = static_cast<int>(gridDim.x * blockDim.x);
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += stride) {
    atomicAdd_block(&counts[values[i]], 1u);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) {
    if (counts[i] != 0) atomicAdd(&bins[i], counts[i]);
  }
}

// The sum of a block by shuffles; of all blocks by the last one that comes.
template <class T>
__global__ void sum_all(const T* values, unsigned n, volatile T* parts, unsigned* done, T* total) {
  __shared__ T of_warps[32];
  __shared__ bool is_last;
  T v = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    v += values[i];
  }
  v = warp_sum(v);
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 32) {
    v = warp_sum(threadIdx.x < blockDim.x / 32 ? of_warps[threadIdx.x] : T(0));
    if (threadIdx.x == 0) {
      parts[blockIdx.x] = v;
      __threadfence();
      is_last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
    }
  }
  __syncthreads();
  if (!is_last || threadIdx.x != 0) return;
  __threadfence();
  T sum = 0;
  for (unsigned i = 0; i < gridDim.x; ++i) sum += parts[i];
  atomicExch(total, sum);
}

// Odd values only, in any order: one addition for each warp.
__global__ void keep_odd(const unsigned* values, unsigned n, unsigned* kept, unsigned* count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lane = threadIdx.x % warpSize;
  const bool is_odd = i < n && values[i] % 2 != 0;
  const unsigned odd = __ballot_sync(FULL_MASK, is_odd);
  if (!__any_sync(FULL_MASK, is_odd)) return;
  unsigned place = 0;
  const int leader = __ffs(static_cast<int>(odd)) - 1;
  if (static_cast<int>(lane) == leader) {
    place = atomicAdd(count, static_cast<unsigned>(__popc(odd)));
  }
  place = __shfl_sync(FULL_MASK, place, leader);
  if (is_odd) kept[place + static_cast<unsigned>(__popc(odd & ((1u << lane) - 1)))] = values[i];
}

// One addition for each value that a warp has, by the first of the lanes that have it; and how many
// values each block has counted.
__global__ void count_by_peers(const unsigned char* values, int n, unsigned* bins, int* counted) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int lane = static_cast<int>(threadIdx.x) % warpSize;
  const bool is_there = i < n;
  const unsigned there = __ballot_sync(FULL_MASK, is_there);
  if (is_there) {
    const unsigned value = values[i];
    const unsigned peers = __match_any_sync(there, value);
    if (lane == static_cast<int>(__ffs(static_cast<int>(peers))) - 1) {
      atomicAdd(&bins[value], static_cast<unsigned>(__popc(peers)));
    }
  }
  const int in_block = __syncthreads_count(is_there);
  if (threadIdx.x == 0) counted[blockIdx.x] = in_block;
}

// Every operation, on words that all threads share.
__global__ void update_words(int* i32, unsigned* u32, unsigned long long* u64, float* f32,
                             double* f64) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned r = mix(i);
  const int s = static_cast<int>(r);
  atomicAdd(&i32[0], s);
  atomicSub(&i32[1], s);
  atomicMin(&i32[2], s);
  atomicMax_system(&i32[3], s);
  atomicMin(&u32[0], r);
  atomicMax(&u32[1], r);
  atomicAnd(&u32[2], r | 0x00ff00ffu);
  atomicOr_system(&u32[3], r & 0x0f0f0f0fu);
  atomicXor(&u32[4], r);
  atomicInc(&u32[5], 1000);
  atomicDec(&u32[6], 1000);
  atomicAdd(&u64[0], 0x100000001ull * r);
  atomicMax(&u64[1], 0x100000001ull * r);
  atomicXor(&u64[2], 0x100000001ull * r);
  atomicAdd(&f32[0], static_cast<float>(r % 8));
  atomicAdd(&f64[0], static_cast<double>(r));
  unsigned long long old = u64[3];  // a product, by hand
  unsigned long long assumed;
  do {
    assumed = old;
    old = atomicCAS(&u64[3], assumed, assumed * (r | 1));
  } while (old != assumed);
}

// A list of all threads, latest first, and where each half of a warp stands in it.
__global__ void push_all(int* head, int* next, int* rank_sums) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  next[i] = atomicExch(head, i);
  __syncwarp();
  int sum = i;
  for (int bits = 8; bits > 0; bits /= 2) sum += __shfl_xor_sync(FULL_MASK, sum, bits, 16);
  int before = __shfl_up_sync(FULL_MASK, i, 1, 16);
  if (threadIdx.x % 16 == 0) before = -1;
  const bool in_order = __all_sync(FULL_MASK, before < i) != 0;
  if (threadIdx.x % 16 == 0) rank_sums[i / 16] = in_order ? sum : -1;
}

// Where each thread of a launch of three dimensions is, by its number.
__global__ void mark_places(uint3* threads, uint3* blocks) {
  const dim3 size = blockDim;
  const unsigned thread = (threadIdx.z * size.y + threadIdx.y) * size.x + threadIdx.x;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned i = block * size.x * size.y * size.z + thread;
  threads[i].x = threadIdx.x;
  threads[i].y = threadIdx.y;
  threads[i].z = threadIdx.z;
  blocks[i].x = blockIdx.x;
  blocks[i].y = blockIdx.y;
  blocks[i].z = blockIdx.z;
}

// Counts the bits of words and turns them round.
__global__ void count_bits(const unsigned long long* values, int n, int* counts,
                           unsigned long long* reversed) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  const unsigned long long v = values[i];
  const unsigned low = static_cast<unsigned>(v);
  counts[6 * i] = static_cast<int>(__popc(low));
  counts[6 * i + 1] = static_cast<int>(__popcll(v));
  counts[6 * i + 2] = static_cast<int>(__ffs(static_cast<int>(low)));
  counts[6 * i + 3] = static_cast<int>(__ffsll(static_cast<long long>(v)));
  counts[6 * i + 4] = static_cast<int>(__clz(static_cast<int>(low)));
  counts[6 * i + 5] = static_cast<int>(__clzll(static_cast<long long>(v)));
  reversed[2 * i] = __brev(low);
  reversed[2 * i + 1] = __brevll(v);
}

// The minima and maxima of all pairs.
__global__ void take_extrema(const float* a, const double* b, int n, float* of_floats,
                             double* of_doubles) {
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      of_floats[2 * (i * n + k)] = min(a[i], a[k]);
      of_floats[2 * (i * n + k) + 1] = max(a[i], a[k]);
      of_doubles[2 * (i * n + k)] = min(b[i], b[k]);
      of_doubles[2 * (i * n + k) + 1] = max(b[i], b[k]);
    }
  }
}

// Reads both clocks twice. A clock that runs backwards ends the kernel with an error, and so does a
// number that the caller passes.
__global__ void read_clocks(int is_wrong, long long* passed) {
  const long long before = clock64();
  const auto before_too = clock();
  __nanosleep(100);
  passed[threadIdx.x] = clock64() - before;
  if (passed[threadIdx.x] < 0 || clock() - before_too < 0 || is_wrong != 0) __trap();
}
