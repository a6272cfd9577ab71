#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""index_add and reproducible_index_add beside PyTorch's index_add_, on its tensors and its stream.

    backends/cuda/baselines/torch/compare_torch.py [--log2=26] [--rounds=5] [--only=TEXT]

Compiles calls.cpp by $NVCC (nvcc) for $ARCH (native). In each round all contenders run once, one
after the other; the figures are medians in milliseconds, by events. All add 2^log2 elements. Values
are small whole numbers, so that all sums are exact, and each result is compared with PyTorch's.
"""

import argparse
import ctypes
import os
import pathlib
import statistics
import subprocess
import tempfile

import torch

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[3]
TYPES = [torch.float32, torch.float16, torch.bfloat16, torch.float64]
WIDTHS = (16, 32, 64, 128, 256, 512, 1024)
ROWS = (1 << 10, 1 << 16, 1 << 20)
MOST_TEMPORARY = 60 << 30
FORMS = ("plain", "fixed", "exact")


class RowCall(ctypes.Structure):
    _fields_ = [
        ("indices", ctypes.c_void_p),
        ("values", ctypes.c_void_p),
        ("words", ctypes.c_void_p),
        ("n", ctypes.c_size_t),
        ("d", ctypes.c_size_t),
        ("k", ctypes.c_size_t),
        ("temp", ctypes.c_void_p),
        ("temp_bytes", ctypes.c_size_t),
        ("exponent", ctypes.c_int),
        ("stream", ctypes.c_void_p),
    ]


def library():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "calls.so"
        arch = "-arch=" + os.environ.get("ARCH", "native")
        includes = ["include", *(f"backends/{name}/include" for name in ("cuda", "gpu", "host"))]
        flags = ["-x", "cu", "-std=c++17", "-O3", arch, "-DDIATOMIC_BACKEND=cuda"]
        flags += ["-I" + str(ROOT / include) for include in includes]
        flags += ["-Xcompiler", "-fPIC", "-shared"]
        nvcc = os.environ.get("NVCC", "nvcc")
        subprocess.run([nvcc, *flags, str(HERE / "calls.cpp"), "-o", str(path)], check=True)
        calls = ctypes.CDLL(str(path))
    calls.temp_bytes.restype = ctypes.c_size_t
    return calls


class Case:
    """One shape: the tensors, and what is timed."""

    def __init__(self, calls, dtype, d, k, is_sorted, total):
        self.calls, self.dtype, self.d, self.k = calls, dtype, d, k
        self.n = total // d
        device = torch.device("cuda")
        random = torch.Generator(device=device)
        random.manual_seed(d + k)
        self.indices = torch.randint(0, k, (self.n,), device=device, generator=random)
        if is_sorted:
            self.indices = self.indices.sort()[0]
        # A bfloat16 has 8 significant bits: with 63 of 64 rows zero, the sums stay exact.
        values = torch.randint(-1, 2, (self.n, d), device=device, generator=random)
        if dtype == torch.bfloat16:
            values[torch.arange(self.n, device=device) % 64 != 0] = 0
        self.values = values.to(dtype)
        self.words = torch.zeros(k, d, dtype=dtype, device=device)

    def torch_add(self):
        self.words.index_add_(0, self.indices, self.values)

    def deterministic(self):
        torch.use_deterministic_algorithms(True)
        self.torch_add()
        torch.use_deterministic_algorithms(False)

    def ours(self, form):
        """The call, or None where there is none or it needs too much memory."""
        kind, which = TYPES.index(self.dtype), FORMS.index(form)
        if form == "exact" and self.dtype not in (torch.float32, torch.float64):
            return None
        sizes = [ctypes.c_size_t(self.k), ctypes.c_size_t(self.d)]
        count = 0 if form == "plain" else self.calls.temp_bytes(kind, which, *sizes)
        if count > MOST_TEMPORARY:
            return None
        temporary = torch.empty(count, dtype=torch.uint8, device="cuda")
        stream = torch.cuda.current_stream().cuda_stream
        call = RowCall(self.indices.data_ptr(), self.values.data_ptr(), self.words.data_ptr(),
                       self.n, self.d, self.k, temporary.data_ptr(), count, -16, stream)

        def run(call=call, keep=temporary):
            if self.calls.add_rows(kind, which, ctypes.byref(call)) != 0:
                raise RuntimeError(form)

        return run

    def is_right(self, contender, expected):
        self.words.zero_()
        contender()
        return torch.equal(self.words, expected)


def medians(contenders, rounds):
    times = {name: [] for name in contenders}
    for round_number in range(rounds + 1):
        for name, contender in contenders.items():
            start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            start.record()
            contender()
            end.record()
            end.synchronize()
            if round_number > 0:  # the first warms up
                times[name].append(start.elapsed_time(end))
    return {name: statistics.median(of) for name, of in times.items()}


def line_of(case, order, rounds):
    contenders = {"torch": case.torch_add, "deterministic": case.deterministic}
    contenders.update({form: case.ours(form) for form in FORMS})
    contenders = {name: run for name, run in contenders.items() if run is not None}
    case.torch_add()
    expected = case.words.clone()
    wrong = [name for name, run in contenders.items() if not case.is_right(run, expected)]
    del expected
    ms = medians(contenders, rounds)
    cells = [str(case.dtype)[6:], str(case.d), str(case.k), order]
    columns = ("torch", "deterministic", *FORMS)
    cells += [f"{ms[name]:.4f}" if name in ms else "-" for name in columns]
    cells.append(f"{ms['torch'] / ms['plain']:.2f}")
    cells += [f"{ms['deterministic'] / ms[f]:.2f}" if f in ms else "-" for f in FORMS[1:]]
    if wrong:
        cells.append("WRONG: " + ", ".join(wrong))
    return " | ".join(cells)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--log2", type=int, default=26)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--only", default="")
    chosen = options.parse_args()
    calls = library()
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}; milliseconds")
    print("type | d | k | order | torch | deterministic | plain | fixed | exact"
          " | torch / plain | deterministic / fixed | deterministic / exact")
    for dtype in TYPES:
        for d in WIDTHS:
            for k in ROWS:
                for order in ("random", "sorted"):
                    if chosen.only not in f"{str(dtype)[6:]} {d} {k} {order}":
                        continue
                    case = Case(calls, dtype, d, k, order == "sorted", 1 << chosen.log2)
                    print(line_of(case, order, chosen.rounds), flush=True)
                    del case
                    torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
