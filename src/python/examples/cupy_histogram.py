# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CuPy: a histogram and a maximum of floats, in a kernel that NVRTC compiles at run time.

The exit status is 0 if the results are right, 1 if not, and 77 if there is no GPU.
"""

import sys

import cupy

import diatomic

SOURCE = """
#include <diatomic/diatomic.hpp>

extern "C" __global__ void count_and_peak(const unsigned char* values, const float* weights,
                                          unsigned n, unsigned* bins, float* peak) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    diatomic::store_add(&bins[values[i]], 1u);
    diatomic::store_max(peak, weights[i]);
  }
}
"""


def main():
    try:
        cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        print(f"no GPU: {error}")
        return 77
    module = cupy.RawModule(code=SOURCE, options=diatomic.rtc_flags("nvrtc"), backend="nvrtc")
    kernel = module.get_function("count_and_peak")

    n = 10_000_000
    values = cupy.random.randint(0, 256, n, dtype=cupy.uint8)
    weights = cupy.random.standard_normal(n, dtype=cupy.float32)
    bins = cupy.zeros(256, cupy.uint32)
    peak = cupy.full(1, -cupy.inf, cupy.float32)
    kernel((1024,), (256,), (values, weights, cupy.uint32(n), bins, peak))

    right = bool((bins == cupy.bincount(values, minlength=256)).all())
    right = right and float(peak[0]) == float(weights.max())
    print(f"{int(bins.sum())} values counted, the largest weight is {float(peak[0])}: "
          f"{'right' if right else 'WRONG'}")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
