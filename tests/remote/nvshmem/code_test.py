# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instructions of the kernels of kernels.cpp: those of the transport `nvshmem` need nothing of
NVSHMEM, and those of `nvshmem_network` have its operations beside, on all 64 bits.

usage: code_test.py COMPILER OPTION..., as tests.cmake calls it. It needs no GPU.
"""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
COMMAND = sys.argv[1:]


def ptx(transport, *options):
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder) / "kernels.ptx"
        subprocess.run([*COMMAND, f"-DDIATOMIC_REMOTE={transport}", *options, "-x", "cu", "-ptx",
                        "-o", text, HERE / "kernels.cpp"], check=True)
        return text.read_text(encoding="utf-8")


def kernels(text):
    """The body of each kernel, by its name."""
    found = dict(re.findall(r"\.entry (\w+)_kernel\((.*?)\n}", text, re.S))
    if set(found) != {"store_add", "fetch_add", "exchange", "quiet", "wide"}:
        raise ValueError(f"kernels: {sorted(found)}")
    return found


class code_test(unittest.TestCase):
    def test_direct(self):
        text = ptx("nvshmem")
        self.assertNotIn("nvshmem", text)
        found = kernels(text)
        self.assertIn("red.relaxed.sys.global.add.u64", found["store_add"])
        self.assertIn("atom.relaxed.sys.global.add.u64", found["fetch_add"])
        self.assertIn("atom.relaxed.sys.global.exch.b64", found["exchange"])
        self.assertIn("fence.sc.sys", found["quiet"])
        self.assertIn("atom.relaxed.sys.global.cas.b128", found["wide"])

    def test_network(self):
        found = kernels(ptx("nvshmem_network", "-rdc=true"))
        for name, ours, by_nvlink, by_transport in (
                ("store_add", "red.relaxed.sys.global.add.u64", "atom.sys.add.u64",
                 "nvshmemi_transfer_amo_nonfetchIm"),
                ("fetch_add", "atom.relaxed.sys.global.add.u64", "atom.sys.add.u64",
                 "nvshmemi_transfer_amo_fetchIm"),
                ("exchange", "atom.relaxed.sys.global.exch.b64", "atom.sys.exch.b64",
                 "nvshmemi_transfer_amo_fetchIm")):
            with self.subTest(kernel=name):
                self.assertIn(ours, found[name])
                self.assertIn(by_nvlink, found[name])
                self.assertIn(by_transport, found[name])
                self.assertNotRegex(found[name], r"(atom|red)\.\S*[ub]32")
        self.assertIn("nvshmemi_transfer_quiet", found["quiet"])
        self.assertIn("atom.relaxed.sys.global.cas.b128", found["wide"])
        self.assertRegex(found["wide"], r"call\.uni\s+_ZN8diatomic8backends4cuda\w+4failILi1E")

    def test_without_relocatable_code_the_error_says_so(self):
        with self.assertRaises(subprocess.CalledProcessError) as failed:
            subprocess.run([*COMMAND, "-DDIATOMIC_REMOTE=nvshmem_network", "-x", "cu", "-ptx", "-o",
                            "/dev/null", HERE / "kernels.cpp"], check=True,
                           capture_output=True, text=True)
        self.assertIn("CUDA_SEPARABLE_COMPILATION", failed.exception.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
