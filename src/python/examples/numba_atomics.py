# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numba: a kernel in Python that calls Diatomic's minimum of floats and its `fetch_update`.

Numba has no device function for an update by a user-defined function, nor for a minimum of floats
in one instruction. Both take a few lines of C++, which NVRTC compiles to PTX and Numba links with
the kernel. The exit status is 0 if the results are right, 1 if not, and 77 if there is no GPU.
"""

import os
import sys
import tempfile

import numpy
from cuda.bindings import nvrtc
from numba import cuda

import diatomic

# Numba's calling convention for C++ device functions: return the status 0, store the result through
# the first argument, and take addresses as integers.
SOURCE = """
#include <diatomic/diatomic.hpp>

struct collatz {
  __device__ unsigned operator()(unsigned v) const { return v % 2 == 0 ? v / 2 : 3 * v + 1; }
};

extern "C" __device__ int fetch_min_f32(float* old, unsigned long long address, float v) {
  *old = diatomic::fetch_min(reinterpret_cast<float*>(address), v);
  return 0;
}
extern "C" __device__ int fetch_collatz(unsigned* old, unsigned long long address) {
  *old = diatomic::fetch_update(reinterpret_cast<unsigned*>(address), collatz{});
  return 0;
}
"""

fetch_min_f32 = cuda.declare_device("fetch_min_f32", "float32(uint64, float32)")
fetch_collatz = cuda.declare_device("fetch_collatz", "uint32(uint64)")


def ptx_of(source, architecture):
    """The PTX that NVRTC compiles from a C++ source, with Diatomic's flags."""
    def check(result, *values):
        if result != nvrtc.nvrtcResult.NVRTC_SUCCESS:
            raise RuntimeError(f"NVRTC: {result}")
        return values[0] if values else None

    program = check(*nvrtc.nvrtcCreateProgram(source.encode(), b"numba_atomics.cu", 0, [], []))
    options = [f"-arch=compute_{architecture}", "-rdc=true", *diatomic.rtc_flags("nvrtc")]
    status, = nvrtc.nvrtcCompileProgram(program, len(options), [o.encode() for o in options])
    if status != nvrtc.nvrtcResult.NVRTC_SUCCESS:
        log = b" " * check(*nvrtc.nvrtcGetProgramLogSize(program))
        check(*nvrtc.nvrtcGetProgramLog(program, log))
        raise RuntimeError(log.decode())
    ptx = b" " * check(*nvrtc.nvrtcGetPTXSize(program))
    check(*nvrtc.nvrtcGetPTX(program, ptx))
    return ptx


def smallest_and_steps(values, smallest, chain):
    """Each thread updates the minimum with its value; the first 111 advance the chain by a step."""
    i = cuda.grid(1)
    if i < values.size:
        fetch_min_f32(smallest, values[i])
        if i < 111:
            fetch_collatz(chain)


def main():
    if not cuda.is_available():
        print("no GPU: Numba finds none")
        return 77
    major, minor = cuda.get_current_device().compute_capability
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "numba_atomics.ptx")
        with open(path, "wb") as file:
            file.write(ptx_of(SOURCE, f"{major}{minor}").rstrip(b"\0"))
        kernel = cuda.jit(smallest_and_steps, link=[path])

        values = numpy.random.default_rng(1).normal(size=1_000_000).astype(numpy.float32)
        smallest = cuda.to_device(numpy.array([numpy.inf], numpy.float32))
        chain = cuda.to_device(numpy.array([27], numpy.uint32))
        address = [a.__cuda_array_interface__["data"][0] for a in (smallest, chain)]
        kernel[(values.size + 255) // 256, 256](cuda.to_device(values), numpy.uint64(address[0]),
                                                numpy.uint64(address[1]))
        cuda.synchronize()
    minimum, end = smallest.copy_to_host()[0], chain.copy_to_host()[0]
    right = minimum == values.min() and end == 1  # Collatz' chain of 27 has 111 steps to 1
    print(f"the smallest value is {minimum}, the chain of 27 ends at {end}: "
          f"{'right' if right else 'WRONG'}")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
