#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Contenders of `diatomic bench` must differ in their atomics alone, not in the loop around them.

usage: contender_loops_test.py COMPILER OPTION... SOURCE    compiles SOURCE to PTX; the kernels
                                                            NAME_diatomic and NAME_intrinsic must
                                                            have as many atomics and branches
"""

import re
import subprocess
import sys

ATOMIC = re.compile(r"\b(?:red|atom)\.")
BRANCH = re.compile(r"\bbra\b")

ptx = subprocess.run([*sys.argv[1:], "-ptx", "-o", "-"], check=True, capture_output=True,
                     text=True).stdout
kernels = dict(re.findall(r"^\.visible \.entry (\w+)\((.*?)^\}", ptx, re.M | re.S))
names = {name.rsplit("_", 1)[0] for name in kernels}
if len(names) < 8 or len(kernels) != 2 * len(names):
    sys.exit(f"kernels without a pair: {sorted(kernels)}")
wrong = 0
for name in sorted(names):
    counts = [[len(what.findall(kernels[f"{name}_{who}"])) for what in (ATOMIC, BRANCH)]
              for who in ("diatomic", "intrinsic")]
    print(name, counts)
    if counts[0] != counts[1] or counts[0][0] != 16:
        print(f"{name}: the loops differ, or do not have 16 atomics")
        wrong += 1
sys.exit(wrong != 0)
