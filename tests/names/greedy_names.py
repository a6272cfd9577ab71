# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a macro with one `DIATOMIC_TEST_TRAP(name)` for each name of a function that the headers
may declare or call: each word before `(` or `<`, and those that a macro gets first.

    greedy_names.py OUTPUT
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KEYWORDS = set("""alignas alignof asm bool catch char const_cast const constexpr decltype defined
    delete do double dynamic_cast else enum explicit float for if int long new noexcept operator
    reinterpret_cast return short signed sizeof static_assert static_cast switch template this throw
    typeid unsigned using void volatile while and or not xor auto class struct typename case
    static extern register inline public private protected friend union virtual mutable namespace
    goto try default break continue true false nullptr""".split())
# What std calls for users' types, macros, and the CUDA compiler's own words.
OTHERS = {"swap", "begin", "end", "get", "data", "size", "assert", "main", "defined", "elif",
          "define", "include", "error", "endif", "ifdef", "pragma", "cudaStreamLegacy",
          "cudaStreamPerThread"}


def names():
    found = set()
    for folder in (ROOT / "include", *(ROOT / "backends").glob("*/include"),
                   *(ROOT / "backends/transports").glob("*/include")):
        for path in folder.rglob("*.hpp"):
            text = path.read_text(encoding="utf-8")
            found |= set(re.findall(r"\b([a-z]\w*)(?=\s*[(<])", text))
            for words in re.findall(r"\bDIATOMIC_\w+\(((?:\w+, )+)", text):
                found |= set(re.findall(r"\b[a-z]\w*", words))
    return sorted(name for name in found - KEYWORDS - OTHERS)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(
        "#define DIATOMIC_TEST_EACH_NAME \\\n"
        + "".join(f"  DIATOMIC_TEST_TRAP({name}) \\\n" for name in names()) + "\n",
        encoding="utf-8")
