# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the right-hand side of each row of the tables of docs/porting.md and docs/porting/*.md,
for the host.

usage: porting_test.py COMPILER

A text in code font in a table's last column is a name of the library, a type, or a statement of
kernel code. Statements use the names that context.hpp declares.
"""

import re
import sys
import unittest
from pathlib import Path

from compiling import errors_of

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COMPILER = sys.argv.pop(1) if len(sys.argv) > 1 else "g++"
FLAGS = ["-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unused-value",
         "-Wno-unused-variable", "-DDIATOMIC_BACKEND=host", f"-I{HERE}", f"-I{ROOT}/include",
         f"-I{ROOT}/backends/host/include", f"-I{ROOT}/src"]


BUILT_IN = ("T", "long long")


def cells(line):
    """The cells of a table's row; a bar within code font parts none."""
    inner = re.sub(r"`[^`]*`", lambda m: m.group().replace("|", "\0"), line.strip().strip("|"))
    return [cell.replace("\0", "|").strip() for cell in inner.split("|")]


def rows(text):
    """Each row of the tables: its line number, and the texts in code font of its last column."""
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if not line.startswith("|") or line.startswith("|---"):
            continue
        if number < len(lines) and lines[number].startswith("|---"):
            continue  # the heading
        yield number, re.findall(r"`([^`]+)`", cells(line)[-1])


def source_of(name, code):
    """C++ of this name that is right if `code` is, or None of a text that is no code."""
    if code.startswith(("<", "-", "std::complex", "thrust::", "cuda::")) or "..." in code:
        return None
    if code in BUILT_IN or re.fullmatch(r"std::\w+|\w+<.*>", code):
        return f"namespace {name} {{ using named = {code}; }}"
    if re.fullmatch(r"\w+", code):
        return f"namespace {name} {{ using diatomic::{code}; }}"
    # POSIX has a function `pause` too.
    return f"struct {name} : context {{ void run() {{ using diatomic::pause; {code}; }} }};"


def program_of(*texts, names=("porting.md",)):
    lines = ['#include "context.hpp"']
    for page, (name, text) in enumerate(zip(names, texts)):
        for number, codes in rows(text):
            for place, code in enumerate(codes):
                source = source_of(f"row_{page}_{number}_{place}", code)
                if source:
                    lines += [f'#line {number} "{name}"', f"namespace {{ {source} }}"]
    return "\n".join(lines) + "\n"


# What has system scope by default in CUDA, HIP, libcu++ and std, or by its name.
OF_SYSTEM = re.compile(r"\bvolatile\b|_system\b|\b__atomic_|std::(atomic|latch)|MEMORY_SCOPE_SYSTEM"
                       r"|cuda::(atomic\w*<T>|atomic_flag|latch|\w+_semaphore)")


def narrowed_rows(text, name="porting.md"):
    """The rows of the tables that give a narrower scope than the text in their first column has."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("|") and not line.startswith("|---"):
            first, *_, last = cells(line)
            if OF_SYSTEM.search(first) and "system_scope" not in last:
                yield f"{name}:{number}: {first}"


class porting_test(unittest.TestCase):
    maxDiff = None
    paths = [ROOT / "docs/porting.md", *sorted((ROOT / "docs/porting").glob("*.md"))]
    pages = [path.read_text(encoding="utf-8") for path in paths]

    def test_each_row_has_code_that_compiles(self):
        program = program_of(*self.pages, names=[path.name for path in self.paths])
        self.assertGreater(program.count("#line"), 150)
        self.assertGreater(program.count('"ginkgo.md"'), 3)
        self.assertEqual(errors_of(program, COMPILER, *FLAGS), "")

    def test_wrong_rows_are_seen(self):
        for code in ("store_ad(p, v)", "atomic_ref<T, none_t>", "fetch_ad"):
            with self.subTest(code=code):
                program = program_of(f"| there | here |\n|---|---|\n| a | `{code}` |\n")
                self.assertIn("porting.md:3", errors_of(program, COMPILER, *FLAGS))

    def test_no_row_narrows_the_scope(self):
        for path, page in zip(self.paths, self.pages):
            self.assertEqual(list(narrowed_rows(page, path.name)), [])

    def test_narrowed_rows_are_seen(self):
        for there in ("`*(volatile T*)p`", "`std::atomic<T>`", "`cuda::atomic_ref<T> r(x)`"):
            row = f"| {there} | `load(p)` |"
            self.assertEqual(len(list(narrowed_rows(f"| there | here |\n|---|---|\n{row}\n"))), 1)


if __name__ == "__main__":
    unittest.main()
