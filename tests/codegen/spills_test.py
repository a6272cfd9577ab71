# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that no kernel of the array algorithms spills registers on the chip that they are tuned
for: a spill costs a tenth of the speed, and no result shows it.

    spills_test.py NVCC OPTION...
"""

import re
import subprocess
import sys
import tempfile
import unittest

SOURCE = """
#include <cstdint>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/reproducible_sum.hpp>
#include <diatomic/algorithms/scatter.hpp>
#include <diatomic/algorithms/segmented_reduce.hpp>
using namespace diatomic;
template <class T>
void calls(stream_view s, const T* v, std::size_t n, const int* at, T* to, void* temp) {
  reduce<op::add>(s, v, n, to, temp, n);
  reduce<op::max>(s, v, n, to, temp, n);
  segmented_reduce<op::add>(s, v, n, at, n, to, temp, n);
  scatter_add(s, at, v, n, to, n);
  if constexpr (std::is_floating_point_v<T>) {
    reproducible_sum(s, v, n, to, temp, n);
    reproducible_segmented_sum(s, fixed_scale(0), v, n, at, n, to, temp, n);
  }
}
template void calls(stream_view, const float*, std::size_t, const int*, float*, void*);
template void calls(stream_view, const double*, std::size_t, const int*, double*, void*);
template void calls(stream_view, const int*, std::size_t, const int*, int*, void*);
template void calls(stream_view, const std::uint64_t*, std::size_t, const int*, std::uint64_t*,
                    void*);
"""
KERNEL = re.compile(r"Compiling entry function '(\S+)'.*?(\d+) bytes spill stores", re.S)
COMMAND = []


class spills_test(unittest.TestCase):
    def test_no_kernel_spills(self):
        with tempfile.TemporaryDirectory() as folder:
            command = [*COMMAND, "-cubin", "-Xptxas", "-v", "-o", f"{folder}/cubin", "-x=cu", "-"]
            run = subprocess.run(command, input=SOURCE, capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        kernels = KERNEL.findall(run.stderr)
        self.assertGreater(len(kernels), 20)
        # A few bytes outside of the loops do not matter.
        self.assertEqual([kernel for kernel in kernels if int(kernel[1]) > 16], [])


if __name__ == "__main__":
    COMMAND = sys.argv[1:]
    del sys.argv[1:]
    unittest.main()
