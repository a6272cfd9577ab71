# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a report to a terminal: a table of the sites, then the advice for each."""

import textwrap

import report

WIDTH = 100
PLACE, TAGS = 22, 15  # the most characters of these columns


def shortened(text, most, end=False):
    """With its end, or its beginning, left out."""
    if len(text) <= most:
        return text
    return text[:most - 3] + "..." if end else "..." + text[3 - most:]


def rows_of(entries):
    for part in range(2):  # A heading of two words takes two lines.
        yield [(*cell.split(" "), "")[part] for cell in ("#", "place", "call", "tags",
                                                         *report.HEADER)]
    for entry in entries:
        tags = " ".join(entry.tags()) or "-"
        yield [str(entry.rank), shortened(entry.place, PLACE), entry.site.name(),
               shortened(tags, TAGS, end=True), *report.numbers(entry)]


def lines_of_table(entries):
    rows = list(rows_of(entries))
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        cells = [cell.ljust(width) if 1 <= i <= 3 else cell.rjust(width)
                 for i, (cell, width) in enumerate(zip(row, widths))]
        yield ("  ".join(cells[:4]) + " " + " ".join(cells[4:])).rstrip()


def lines_of(told, top):
    """The report as lines of text, with at most `top` sites."""
    entries = told.entries[:top]
    devices = ", ".join(told.profile.devices()) or "no device"
    yield f"Profile of {', '.join(told.profile.programs)} on {devices}"
    for note in told.notes:
        yield from textwrap.wrap(note, WIDTH)
    yield ""
    if not entries:
        yield "No call was profiled."
        return
    yield from lines_of_table(entries)
    yield ""
    yield from textwrap.wrap(
        f"tags: order, scope, memory and hints; without them relaxed, device scope, global memory. "
        f"share: of {told.share_of()}.", WIDTH)
    if len(told.entries) > len(entries):
        yield f"{len(told.entries) - len(entries)} further sites: --top N shows more."
    for entry in entries:
        inside = " (in Diatomic)" if entry.site.in_library() else ""
        first, *changes = entry.advice
        yield ""
        yield from textwrap.wrap(f"{entry.place}{inside}  {entry.site.name()}: {first}", WIDTH,
                                 subsequent_indent="    ")
        for change in changes:
            yield from textwrap.wrap(change, WIDTH, initial_indent="    ",
                                     subsequent_indent="      ")
