# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ends the command in one sentence."""


class Refusal(Exception):
    """A sentence that says what is wrong, where, and the remedy; and a compiler's own output."""

    def __init__(self, sentence, place="", output=""):
        super().__init__(f"{place}: {sentence}" if place else sentence)
        self.output = output
