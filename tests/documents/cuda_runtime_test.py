# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that the functions of the CUDA runtime in docs/tools/cuda_on_cpu.md are those that the
headers of the CPU and of HIP declare."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/tools/cuda_on_cpu.md"
DECLARED = re.compile(r"^(?:inline )?(?:cudaError_t|const char\*) (cuda[A-Z]\w*)\(|"
                      r"^#define (cuda[A-Z]\w*)\(", re.M)
RENAMED = re.compile(r"^#define (cuda[A-Z]\w*) (?:\\\n *)?hip\w+$", re.M)


def text_of(*patterns):
    return "\n".join(path.read_text(encoding="utf-8") for pattern in patterns
                     for path in sorted(ROOT.glob(pattern)))


def declared(text):
    return {of_function or of_macro for of_function, of_macro in DECLARED.findall(text)}


def documented(page):
    """The names in the first column of the section's table."""
    section = page.split("\n## Runtime functions\n")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    names = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert len(names) == len(set(names)), "a name stands twice"
    return set(names)


class cuda_runtime_test(unittest.TestCase):
    page = documented(PAGE.read_text(encoding="utf-8"))

    def test_the_cpus_functions_are_in_the_page(self):
        of_host = declared(text_of("backends/host/include/diatomic/host/cuda_runtime/*.hpp"))
        self.assertGreater(len(of_host), 50)
        self.assertEqual(of_host, self.page)

    def test_hip_has_the_same(self):
        text = text_of("backends/hip/include/diatomic/hip/compat/cuda_runtime.hpp",
                       "backends/hip/include/diatomic/hip/compat/runtime_names.hpp")
        self.assertEqual(self.page - declared(text) - set(RENAMED.findall(text)), set())

    def test_declarations_are_seen(self):
        self.assertEqual(declared("template <class T>\ncudaError_t cudaOne(T** p) {\n"
                                  "inline cudaError_t cudaTwo() {\n  return cudaFour();\n"
                                  "inline const char* cudaThree(cudaError_t e) {\n"
                                  "#define cudaFive(...) 5\n#define cudaSix hipSix\n"),
                         {"cudaOne", "cudaTwo", "cudaThree", "cudaFive"})


if __name__ == "__main__":
    unittest.main()
