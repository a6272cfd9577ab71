# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch: an extension on PyTorch's current stream, built by nvcc at run time.

One function launches a custom kernel, the other calls `diatomic::histogram`. The second is also
captured in a CUDA graph and replayed with other indices.

The exit status is 0 if the results are right, 1 if not, and 77 if there is no GPU. With
--build-only the extension is built and loaded, but no kernel runs.
"""

import sys
from pathlib import Path

import torch
from torch.utils.cpp_extension import load

import diatomic


def main():
    if "--build-only" not in sys.argv and not torch.cuda.is_available():
        print("no GPU: PyTorch finds none")
        return 77
    extension = load(name="diatomic_scatter", sources=[Path(__file__).parent / "scatter.cu"],
                     extra_include_paths=[diatomic.get_include()])
    if "--build-only" in sys.argv:
        print("built")
        return 0

    n, bins = 10_000_000, 1000
    generator = torch.Generator("cuda").manual_seed(1)
    # Small integers: their sums are exact in every order.
    values = torch.randint(-8, 9, (n,), device="cuda", generator=generator).float()
    index = torch.randint(0, bins, (n,), device="cuda", generator=generator)
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):  # now the current one
        sums, peaks = extension.sums_and_peaks(values, index, bins)
        counts = extension.counts(index, bins)
    stream.synchronize()
    graph = torch.cuda.CUDAGraph()
    changing = index.clone()
    with torch.cuda.graph(graph):
        captured = extension.counts(changing, bins)
    changing.copy_((index + 7) % bins)
    graph.replay()

    expected = torch.zeros(bins, device="cuda").index_add_(0, index, values)
    highest = torch.full((bins,), -torch.inf, device="cuda").scatter_reduce_(
        0, index, values, "amax")
    occurring = torch.bincount(index, minlength=bins)
    right = (torch.equal(sums, expected) and torch.equal(peaks, highest)
             and torch.equal(counts, occurring)
             and torch.equal(captured, torch.roll(occurring, 7)))
    print(f"{n} values in {bins} sums: {'right' if right else 'WRONG'}")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
