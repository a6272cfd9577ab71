#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Installs the Python package of the SMT solver z3 in a folder of its own.

usage: install_z3.py FOLDER
Does nothing if Python has z3, by itself or in this folder. Without a network it ends with 77, or
with 1 if DIATOMIC_REQUIRE_Z3=1 is in the environment.
"""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def missing(why):
    if os.environ.get("DIATOMIC_REQUIRE_Z3") == "1":
        print(why)
        return 1
    print(f"skipped: {why}")
    return 77


def install(folder):
    """Returns the exit status."""
    if importlib.util.find_spec("z3") or (folder / "z3").is_dir():
        return 0
    python = sys.executable
    if importlib.util.find_spec("pip") is None:
        python = folder / "venv/bin/python"
        if run(sys.executable, "-m", "venv", folder / "venv").returncode != 0:
            return missing(f"{sys.executable} has neither pip nor venv (Debian: python3-venv)")
    pip = run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
              "--target", folder, "z3-solver>=4.12")
    if pip.returncode != 0:
        print(pip.stderr, file=sys.stderr)
        return missing("pip could not install z3-solver: is there a network?")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(install(Path(sys.argv[1])))
