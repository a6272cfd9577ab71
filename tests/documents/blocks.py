# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a header of the C++ blocks of a page, for the suite that runs them.

usage: blocks.py PAGE HEADER

Each block is in a namespace named after the page and the block's heading, such as `semantics_load`;
a second block under the same heading has the suffix `_2`.
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

HEADING_OR_BLOCK = re.compile(r"^#+ ([^\n]+)$|^```(\w*)\n(.*?)^```", re.S | re.M)
MAIN = re.compile(r"^int main\(\) \{\n(.*?)^\}", re.S | re.M)


class block(NamedTuple):
    name: str  # of the heading
    line: int
    code: str

    def is_global(self):
        """Whether it specialises a template of the library, which namespaces do not allow."""
        return "template <>" in self.code


def identifier(heading):
    return re.sub(r"\W+", "_", heading.lower()).strip("_")


def blocks_of(text):
    found, heading = [], ""
    for match in HEADING_OR_BLOCK.finditer(text):
        if match.group(1):
            heading = identifier(match.group(1))
        if match.group(2) != "cpp":
            continue
        same = sum(re.fullmatch(rf"{heading}(_\d+)?", other.name) is not None for other in found)
        name = heading if same == 0 else f"{heading}_{same + 1}"
        found.append(block(name, text.count("\n", 0, match.start()) + 2, match.group(3)))
    return found


def header_of(page, path, blocks):
    lines = ["#pragma once"]
    # A header that redefines names must be the last.
    for one in sorted(blocks, key=lambda b: "_everywhere.hpp>" in b.code):
        lines += re.findall(r"^#include.*", one.code, re.M)
        # Only in the global namespace does `main` return 0 without saying so.
        body = MAIN.sub(r"int main() {\n\1return 0; }", one.code)
        body = re.sub(r"^#include.*", "", body, flags=re.M)
        body = f'#line {one.line} "{path}"\n{body}'
        lines += [body if one.is_global() else f"namespace {page}_{one.name} {{\n{body}}}"]
    return "\n".join(lines) + "\n"


def main():
    source, header = Path(sys.argv[1]), Path(sys.argv[2])
    found = blocks_of(source.read_text(encoding="utf-8"))
    header.write_text(header_of(source.stem.lower(), source, found), encoding="utf-8")


if __name__ == "__main__":
    main()
