// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Math functions that read the constants which the compiler links: denormals, finite math, unsafe
/// math, square roots, the chip.

#include <hip/hip_runtime.h>

__global__ void compute(float* p, double* d) {
  p[0] = powf(sinf(p[0]), 20) + sqrtf(p[1]) + __expf(p[2]) + logf(p[3]) + tgammaf(p[4]);
  d[0] = pow(sin(d[0]), 20) + sqrt(d[1]) + exp(d[2]) + log(d[3]) + tgamma(d[4]);
}

int main() {
  compute<<<1, 1>>>(nullptr, nullptr);
  return hipDeviceSynchronize() == hipSuccess ? 0 : 1;
}
