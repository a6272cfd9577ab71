# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles each block of C++ in README.md and docs/ that includes what it needs, and each row of
their tables "names | header": does the header declare the names?

usage: snippets_test.py host|cuda COMPILER

A block that has CUDA's own words or types is for nvcc; all others are for the host too. Those with
the same includes are compiled as one source, each in a namespace of its own where it can be.
"""

import functools
import re
import sys
import unittest
from pathlib import Path

from compiling import errors_of

ROOT = Path(__file__).resolve().parents[2]
BACKEND, COMPILER = sys.argv[1:3]
del sys.argv[1:3]
FOLDERS = [ROOT / "include", *(ROOT / "backends" / name / "include" for name in
                               (BACKEND, "gpu", "host", "transports/peer"))]
FLAGS = ["-std=c++17", f"-DDIATOMIC_BACKEND={BACKEND}", *(f"-I{folder}" for folder in FOLDERS)]
FLAGS += (["-fsyntax-only"] if BACKEND == "host" else
          ["-x", "cu", "-arch=sm_90", "--extended-lambda", "-ptx", "-o", "/dev/null"])
BLOCK = re.compile(r"^```cpp\n(.*?)^```", re.S | re.M)
OF_CUDA = re.compile(r"__global__|\bcuda[A-Z]\w+|<<<")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def without_comments(code):
    return re.sub(r"//.*", "", code)


@functools.cache
def words_of(header):
    """The words in the code of a header and of all of the library's headers that it includes."""
    folder = next(folder for folder in FOLDERS if (folder / header).is_file())
    code = without_comments((folder / header).read_text(encoding="utf-8"))
    words = set(re.findall(r"\w+", code))
    code = re.sub(r"DIATOMIC_(?:BACKEND|RUNTIME)_HEADER\((.+)\)", r"<diatomic/host/\1>", code)
    for included in re.findall(r"#include <(diatomic/[^>]+)>", code):
        words |= words_of(included)
    return words


def blocks_of(page, text):
    """The blocks of a page for this compiler: line numbers, and code."""
    for block in BLOCK.finditer(text):
        code = block.group(1)
        if "#include" not in code:
            continue
        if bool(OF_CUDA.search(without_comments(code))) == (BACKEND == "cuda"):
            yield text.count("\n", 0, block.start()) + 2, code


def programs_of(pages):
    """Sources of the blocks of pages: those with the same includes are compiled as one."""
    found = {}
    for page, text in pages:
        for number, code in blocks_of(page, text):
            includes = "\n".join(sorted(re.findall(r"^#.*", code, re.M)))
            body = re.sub(r"^#.*", "", code, flags=re.M)
            # A template of the library is specialised at global scope, once for each page.
            owner = page if "template <>" in body else ""
            if not owner:
                body = f"namespace block_{len(found)}_{number} {{ {body} }}"
            found.setdefault((includes, owner), []).append(f'#line {number} "{page}"\n{body}')
    return ["\n".join([includes, *bodies, ""]) for (includes, _), bodies in found.items()]


def header_rows(text):
    """The rows of the tables of headers: line number, header, names."""
    in_table = False
    for number, line in enumerate(text.splitlines(), 1):
        in_table = line.startswith("|") and (in_table or line.startswith("| names | header |"))
        if in_table and "`" in line:
            names, header = line.split("|")[1:3]
            yield (number, re.search(r"<(diatomic/[^>]+)>", header).group(1),
                   re.findall(r"`([\w:]+)`", names))


class snippets_test(unittest.TestCase):
    maxDiff = None

    def test_blocks_compile(self):
        programs = programs_of((page.relative_to(ROOT), page.read_text(encoding="utf-8"))
                               for page in PAGES)
        for program in programs:
            with self.subTest(includes=program.partition("#line")[0]):
                self.assertEqual(errors_of(program, COMPILER, *FLAGS), "")
        self.assertGreater(len(programs), 10 if BACKEND == "host" else 1)

    @unittest.skipIf(BACKEND == "cuda", "the names are the same on all backends")
    def test_headers_declare_the_names_of_their_rows(self):
        rows = [(f"{page.relative_to(ROOT)}:{number}", header, names) for page in PAGES
                for number, header, names in header_rows(page.read_text(encoding="utf-8"))]
        self.assertGreater(len(rows), 20)
        program = []
        for where, header, names in rows:
            words = words_of(header)
            self.assertEqual([name for name in names if name.split("::")[-1] not in words], [],
                             f"{where}: {header} lacks these")
            program += [f"#include <{header}>", "namespace names {",
                        *(f"using diatomic::{name};" for name in names), "}"]
        self.assertEqual(errors_of("\n".join([*program, ""]), COMPILER, *FLAGS), "")

    def test_headers_are_stable_or_young(self):
        """As docs/project/policies.md says, by folders but for three calls on arrays."""
        lines = (ROOT / "docs" / "features.md").read_text(encoding="utf-8").splitlines()
        rows = [(lines[number - 1].split("|")[3].strip(), header)
                for number, header, _ in header_rows("\n".join(lines))]
        self.assertGreater(len(rows), 20)
        stable = re.compile(r"diatomic/((atomics|sync|collectives|runtime)/.*|"
                            r"algorithms/(histogram|reduce|scatter)\.hpp|[^/]+)")
        for word, header in rows:
            self.assertEqual(word, "stable" if stable.fullmatch(header) else "young", header)

    def test_a_wrong_row_is_seen(self):
        row = "| `fence` `store_ad` | `<diatomic/diatomic.hpp>` |"
        self.assertEqual(list(header_rows(f"| names | header |\n|---|---|\n{row}\n")),
                         [(3, "diatomic/diatomic.hpp", ["fence", "store_ad"])])

    def test_a_wrong_block_is_seen(self):
        word = "" if BACKEND == "host" else "__global__ "
        text = ("Text.\n\n```cpp\n#include <diatomic/diatomic.hpp>\n\n"
                f"{word}void f(int* p) {{ diatomic::store_ad(p, 1); }}\n```\n")
        program, = programs_of([("page.md", text)])
        self.assertIn("page.md", errors_of(program, COMPILER, *FLAGS))

    def test_a_block_without_an_include_is_seen(self):
        word = "" if BACKEND == "host" else "__global__ "
        block = f"{word}void f(int* p) {{ diatomic::store_add(p, 1); }}\n```\n"
        text = "".join(f"```cpp\n#include <diatomic/{header}.hpp>\n\n{block}"
                       for header in ("diatomic", "core/vocabulary"))
        said = [errors_of(program, COMPILER, *FLAGS)
                for program in programs_of([("page.md", text)])]
        self.assertEqual([bool(errors) for errors in said], [False, True])


if __name__ == "__main__":
    unittest.main()
