# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The lines of a source file around its sites, each with its share of the cost."""

from pathlib import Path
from typing import List, NamedTuple, Optional

AROUND = 8  # lines before and after a site


class Line(NamedTuple):
    number: int
    text: str
    share: Optional[float]  # of the sites on this line; None without sites
    ranks: List[int]


def text_of(name, programs):
    """The file's lines, looked for from here and from the programs' folders; None if not found."""
    for folder in (Path(), *(Path(program).parent for program in programs)):
        try:
            return (folder / name).read_text(encoding="utf-8", errors="replace").splitlines()
        except (OSError, ValueError):
            continue
    return None


def excerpts(entries, text):
    """Lists of neighbouring lines, for the sites of one file."""
    by_line = {}
    for entry in entries:
        by_line.setdefault(entry.site.line, []).append(entry)
    shown = sorted({number for line in by_line for number in range(line - AROUND, line + AROUND + 1)
                    if 1 <= number <= len(text)})
    found = []
    for number in shown:
        here = by_line.get(number)
        line = Line(number, text[number - 1],
                    sum(e.share or 0 for e in here) if here else None,
                    [e.rank for e in here or []])
        if found and found[-1][-1].number == number - 1:
            found[-1].append(line)
        else:
            found.append([line])
    return found
