#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Installs NVIDIA's Python wheels of some packages of one CUDA release in a separate folder.

usage: install_wheels.py RELEASE FOLDER PACKAGE...
RELEASE is such as 12.5, a PACKAGE such as nvidia-cuda-nvrtc. Does nothing if the folder has them.
Without a network it ends with 77, or with 1 if DIATOMIC_REQUIRE_NVRTC=1 is in the environment.
"""

import importlib.util
import subprocess
import sys
from pathlib import Path

from nvrtc import Failure, missing


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def install(release, folder, *packages):
    folder = Path(folder)
    done = folder / "wheel" / "installed"
    if done.exists():
        return
    python = sys.executable
    if importlib.util.find_spec("pip") is None:
        python = folder / "venv/bin/python"
        if run(sys.executable, "-m", "venv", folder / "venv").returncode != 0:
            raise missing(f"{sys.executable} has neither pip nor venv (Debian: python3-venv)")
    # The packages of CUDA 11 and 12 have it in their name, later ones have not.
    major = release.partition(".")[0]
    suffix = f"-cu{major}" if major in ("11", "12") else ""
    named = [f"{package}{suffix}=={release}.*" for package in packages]
    pip = run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
              "--no-deps", "--target", folder / "wheel", *named)
    if pip.returncode != 0:
        print(pip.stderr, file=sys.stderr)
        raise missing(f"pip could not install {' '.join(named)}: is there a network?")
    done.touch()


if __name__ == "__main__":
    try:
        install(*sys.argv[1:])
    except Failure as failure:
        print(f"install_wheels.py: {failure}", file=sys.stderr)
        sys.exit(failure.status)
