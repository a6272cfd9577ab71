# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that no user's function or operator can replace one of the library's: in all headers, in
branches that nothing instantiates too, no call by name looks in the namespaces of its arguments,
no address of a dependent object is taken by `&`, and no dependent value precedes a comma operator.
And that greedy.cpp, which tests the same by compiling, has the names of all functions.

    calls_test.py CLANG BACKEND NAME=OPTIONS...

Each NAME is a way to compile, with these OPTIONS of clang, separated by blanks. Exits with 77 if
this clang cannot compile an empty source in the first way, as older ones with newer toolkits.
"""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import greedy_names

ROOT = Path(__file__).resolve().parents[2]
# Calls whose arguments are never a user's.
ALLOWED = (
    r"get",  # of structured bindings, which std's types have
    r"MPI_\w+|n?shmemx?_\w+|shmem_\w+",  # C functions of integers, which may be macros
    r"\w+_CCCL_CONCEPT_FRAGMENT_",  # in libcu++, which CUDA's cooperative groups include
    r"__reduce_\w+_sync",  # of integers; clang declares them for some chips only
)
# Headers in which all objects are of `float`, `double` and the library's own types.
OWN_OBJECTS = {"include/diatomic/algorithms/reproducible_accumulator.hpp"}

PLACE = r"(?:<invalid sloc>|(?:line|col|[^:<>']+|<[\w -]+>):\d+(?::\d+)?)"
NODE = re.compile(rf"[|`\- ]*(?P<kind>\w+)(?: 0x[0-9a-f]+)?(?: (?:parent|prev) 0x[0-9a-f]+)*"
                  rf"(?: <(?P<begin>{PLACE})(?:, (?P<end>{PLACE}))?>)?(?: (?P<at>{PLACE}))?"
                  rf"(?P<rest>.*)")
FUNCTION = re.compile(r"(?: (?:used|referenced|implicit|constexpr))* ([a-z]\w*) '")


class locations:
    """The dump names a file and a line only where they differ from those before."""

    def __init__(self):
        self.file, self.line = "", 0

    def read(self, text):
        if text is None or text.startswith("<invalid"):
            return None
        if text.startswith("col:"):
            return self.file, self.line
        where, *numbers = text.rsplit(":", 2)
        if where != "line":
            self.file = where
        self.line = int(numbers[0])
        return self.file, self.line


def findings(dump, declared):
    """Yields the file, line and description of each node that a user's names can take over. Adds to
    `declared` the names of the library's functions."""
    at = locations()
    address = None
    calls = None
    for text in dump:
        node = NODE.match(text)
        if not node:
            continue
        kind, begin, end, name_at, rest = node.groups()
        place = at.read(begin)
        if end:
            at.read(end)
        if name_at:
            at.read(name_at)
        if address and kind != "UnresolvedLookupExpr":  # not a function's
            yield *address, "&"
        address = None
        if calls and kind == "DeclRefExpr":
            name = re.search(r" '(\w+)' ", rest)
            yield *calls, name[1] if name else "a call"
            calls = None
        if place is None:
            continue
        own = FUNCTION.match(rest) if kind == "FunctionDecl" else None
        if own and at.file.startswith(f"{ROOT}/"):
            declared.add(own[1])
        name = re.search(r"\(ADL\) = '(\w+)'", rest)
        if kind == "UnresolvedLookupExpr" and name and not name[1].startswith("operator"):
            yield *place, name[1]
        elif kind == "CallExpr" and rest.endswith(" adl"):
            calls = place
        elif kind == "UnaryOperator" and "'<dependent type>' prefix '&'" in rest:
            address = place
        elif kind == "BinaryOperator" and rest.endswith("'<dependent type>' ','"):
            yield *place, "operator,"


def command_for(path, options, *more):
    return [CLANG, "-std=c++17", "-w", "-fsyntax-only", *more, *options, str(path)]


def source(backend, options):
    """A source that includes every header of the library and of the folders that are included."""
    # The macros of the first are for the lines after all includes.
    last = ("cuda_names_everywhere.hpp", "detail/cooperative_groups.hpp",
            "detail/group_operations.hpp", "compat/cooperative_groups.hpp", "cuda_language.hpp")
    folders = [Path(option[2:]) for option in options if option.startswith(f"-I{ROOT}")]
    headers = [path.relative_to(folder).as_posix() for folder in folders
               for path in sorted(folder.rglob("*.hpp"))
               if path.parent.name != "modes"]  # which others include, with the mode's macro
    headers.sort(key=lambda header: header.endswith(last))
    others = {"cuda", "hip", "host"} - {backend}
    return "".join(f"#include <{header}>\n" for header in headers
                   if header.split("/")[1] not in others)


class calls_test(unittest.TestCase):
    maxDiff = None

    def test_no_argument_chooses_a_function(self):
        for way, options in WAYS.items():
            with self.subTest(way=way), tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "all.cpp"
                path.write_text(source(BACKEND, options), encoding="utf-8")
                command = command_for(path, options, "-fno-color-diagnostics", "-Xclang",
                                      "-ast-dump")
                found, declared, lines = set(), set(), 0
                with open(Path(folder) / "errors", "w+", encoding="utf-8") as errors, \
                     subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True,
                                      errors="replace") as compiler:
                    def dump():
                        nonlocal lines
                        for text in compiler.stdout:
                            lines += 1
                            yield text.rstrip("\n")
                    for file, line, what in findings(dump(), declared):
                        name = Path(file).resolve()
                        if ROOT not in name.parents or any(re.fullmatch(a, what) for a in ALLOWED):
                            continue
                        name = name.relative_to(ROOT).as_posix()
                        if what != "&" or name not in OWN_OBJECTS:
                            found.add(f"{name}:{line}: {what}")
                    status = compiler.wait()
                    errors.seek(0)
                    self.assertEqual(status, 0, errors.read()[:4000])
                self.assertGreater(lines, 100000)
                self.assertGreater(len(declared), 500)
                self.assertEqual(sorted(declared - set(greedy_names.names())
                                        - greedy_names.OTHERS), [])
                self.assertEqual(sorted(found), [],
                                 "qualify the call; use __builtin_addressof; cast to void")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    CLANG, BACKEND = sys.argv[1:3]
    WAYS = dict((way.split("=", 1)[0], way.split("=", 1)[1].split()) for way in sys.argv[3:])
    del sys.argv[1:]
    empty = subprocess.run(command_for("/dev/null", next(iter(WAYS.values()))), check=False,
                           capture_output=True, text=True)
    if empty.returncode != 0:
        print(empty.stderr)
        sys.exit(77)
    unittest.main()
