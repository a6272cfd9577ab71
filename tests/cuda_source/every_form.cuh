// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A header with a kernel and a launch.

__global__ inline void of_the_header(int* sum, int value) {
  extern __shared__ int unused[];
  atomicAdd(sum, value);
}

inline void launch_of_the_header(int* sum) { of_the_header<<<1, 2>>>(sum, 1); }
