# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a compiler says of a source."""

import subprocess
import tempfile
from pathlib import Path


def errors_of(program, *command):
    """Of the text of a program, compiled by the command; empty if it compiles."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "program.cpp"
        source.write_text(program, encoding="utf-8")
        done = subprocess.run([*command, str(source)], capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stderr or "it failed in silence"
