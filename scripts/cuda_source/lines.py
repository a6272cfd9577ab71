# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A preprocessed source: which part came from which file and line.

The compiler marks the lines with `# LINE "FILE" FLAGS`. The flag 3 marks a system's header.
"""

import bisect
import os
import re

MARKER = re.compile(rb'^#(?:line)? (\d+) "((?:[^"\\]|\\.)*)"((?: \d)*)[ \r]*\n', re.M)
BLANKS = bytes(byte if byte == ord("\n") else ord(" ") for byte in range(256))


class Preprocessed:
    def __init__(self, text, library=()):
        """`library` has the folders whose headers are no part of the program."""
        library = tuple(folder + os.sep for folder in library)
        self.text, self._starts, self._parts = text, [0], [(1, "", True)]
        own = bytearray()
        for found in MARKER.finditer(text):
            self._add(own, found.start())
            own += found[0].translate(BLANKS)
            name = os.fsdecode(re.sub(rb"\\(.)", rb"\1", found[2]))
            is_own = b"3" not in found[3] and not name.startswith(("<", *library))
            self._starts.append(found.end())
            self._parts.append((int(found[1]), name, is_own))
        self._add(own, len(text))
        self.own = bytes(own)  # blanks in place of the markers and of other headers

    def _add(self, own, end):
        part = self.text[self._starts[-1]:end]
        own += part if self._parts[-1][2] else part.translate(BLANKS)

    def place(self, position):
        """FILE:LINE of a position."""
        part = bisect.bisect_right(self._starts, position) - 1
        line, name, _ = self._parts[part]
        return f"{name}:{line + self.text.count(bytes([10]), self._starts[part], position)}"
