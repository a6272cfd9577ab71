# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the results of the module's functions, for shells and makefiles."""

from __future__ import annotations

import argparse
import shlex
import sys

import diatomic


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m diatomic", description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--include", action="store_true", help="header folder")
    what.add_argument("--cflags", nargs="?", const="host", metavar="BACKEND",
                      help="compiler flags for a backend: " + ", ".join(diatomic.BACKENDS))
    what.add_argument("--rtc-flags", nargs="?", const="nvrtc", metavar="COMPILER",
                      help="flags for run-time compilers: " + ", ".join(diatomic.RTC_COMPILERS))
    what.add_argument("--cmake-dir", action="store_true", help="folder for CMake's diatomic_DIR")
    what.add_argument("--version", action="version", version=diatomic.__version__)
    options = parser.parse_args()
    try:
        if options.include:
            words = [diatomic.get_include()]
        elif options.cmake_dir:
            words = [diatomic.get_cmake_dir()]
        elif options.cflags:
            words = diatomic.cflags(options.cflags)
        else:
            words = list(diatomic.rtc_flags(options.rtc_flags))
    except ValueError as error:
        parser.error(str(error))
    print(shlex.join(words))
    return 0


if __name__ == "__main__":
    sys.exit(main())
