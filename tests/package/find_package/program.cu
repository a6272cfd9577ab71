// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A CUDA program, which an installation compiles for the CPU.

#include <cstdio>

__global__ void count(int* sum) { atomicAdd(sum, 1); }

int main() {
  int* sum;
  cudaMallocManaged(&sum, sizeof *sum);
  *sum = 0;
  count<<<2, 32>>>(sum);
  cudaDeviceSynchronize();
  std::printf("sum: %d\n", *sum);
  cudaFree(sum);
}
