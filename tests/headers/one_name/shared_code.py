# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that objects of several modes share no function whose code depends on the mode.

usage: shared_code.py OBJDUMP OBJECT...

The linker keeps one of all functions with the same symbol. So functions of Diatomic with the same
symbol must have the same instructions in all objects.
"""

import re
import subprocess
import sys

FUNCTION = re.compile(r"^[0-9a-f]+ <(_ZNK?8diatomic.*)>:\n((?:.+\n)*)", re.M)
# The address of a line, and where a constant is.
PLACE = re.compile(r"^\s*[0-9a-f]+:\s*|(?<=\.rodata)\S*|[0-9a-f]* ?<?\.L\S*", re.M)


def functions(objdump, path):
    text = subprocess.run([objdump, "-dr", "--no-show-raw-insn", path], stdout=subprocess.PIPE,
                          text=True, check=True).stdout
    return {name: PLACE.sub("", code) for name, code in FUNCTION.findall(text)}


def main():
    objdump, *objects = sys.argv[1:]
    first, *others = (functions(objdump, path) for path in objects)
    shared, different = set(), set()
    for other in others:
        both = first.keys() & other.keys()
        shared |= both
        different |= {name for name in both if first[name] != other[name]}
    print(f"{len(first)} functions, {len(shared)} of them shared")
    for kept in ("6atomic", "10atomic_ref", "15atomic_accessor", "11fixed_point"):
        if not any(re.search(rf"{kept}I", name) for name in shared):
            sys.exit(f"{kept} has another name in each mode")
    if different:
        sys.exit("shared, although the code depends on the mode:\n  " + "\n  ".join(different))


if __name__ == "__main__":
    main()
