# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether checked calls know the line of their caller: compiles checked_test.cpp to PTX by the
given command, and looks for the names of files in its strings. A header of atomics is no caller,
other than that of fixed-point numbers. Overloads with conditions made nvcc 13 take the place of the
condition. Needs no GPU."""

import re
import subprocess
import sys

ptx = subprocess.run([*sys.argv[1:], "-ptx", "-o", "-"], check=True, text=True,
                     stdout=subprocess.PIPE).stdout
arrays = re.findall(r"\.b8 \S+\[\d+\] = \{([^}]*)\}", ptx)
strings = {bytes(int(byte) for byte in array.split(",")).rstrip(b"\0") for array in arrays}
files = {s.decode() for s in strings if re.search(rb"\.[ch]pp$", s)}
wrong = [file for file in files if re.search("/atomics/(?!fixed_point)", file)]
if wrong or not any(file.endswith("checked_test.cpp") for file in files):
    sys.exit(f"calls are said to be in {sorted(wrong)}, of {sorted(files)}")
