# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests how many of the library's functions a debugger meets between a call and its instruction:
those that clang emits without optimisation and that the call reaches.

    frames_test.py CLANG OPTION...
"""

import re
import subprocess
import sys
import unittest

# docs/decisions/core/0042-way-of-a-call.md
MOST = {"sum": ("store_add(p, 1.0f)", "float", 8),
        "maximum": ("fetch_max(p, 1.0f)", "float", 18),
        "exchange": ("compare_exchange_strong(p, *p, 2u)", "unsigned", 10)}
DEFINITION = re.compile(r'^define [^\n]*@("[^"]+"|[\w.$]+)\([^\n]*\{\n(.*?)^\}', re.M | re.S)
CALL = re.compile(r'\bcall [^\n]*?@("[^"]+"|[\w.$]+)\(')
OWN = "8diatomic"
COMMAND = []


def functions():
    """Each function of a program with the calls of MOST, and the functions that it calls."""
    source = "#include <diatomic/diatomic.hpp>\n" + "".join(
        f'extern "C" __device__ void {name}({kind}* p) {{ diatomic::{call}; }}\n'
        for name, (call, kind, _) in MOST.items())
    command = [*COMMAND, "-O0", "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-o", "-",
               "-"]
    text = subprocess.run(command, input=source, capture_output=True, text=True, check=True).stdout
    return {name: set(CALL.findall(body)) for name, body in DEFINITION.findall(text)}


def reached(name, calls):
    found, left = set(), [name]
    while left:
        for callee in calls.get(left.pop(), ()):
            if OWN in callee and callee in calls and callee not in found:
                found.add(callee)
                left.append(callee)
    return found


class frames_test(unittest.TestCase):
    def test_each_call_reaches_few_functions(self):
        calls = functions()
        for name, (call, _, most) in MOST.items():
            with self.subTest(call=call):
                found = reached(name, calls)
                self.assertGreater(len(found), 3)
                self.assertLessEqual(len(found), most, "\n".join(sorted(found)))


if __name__ == "__main__":
    COMMAND = sys.argv[1:]
    del sys.argv[1:]
    unittest.main()
