# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""z3, from where Python finds it or from the folder after --z3 on the command line.

Without it the program ends with 77, or with 1 if DIATOMIC_REQUIRE_Z3=1 is in the environment.
"""

import os
import sys

if "--z3" in sys.argv:
    at = sys.argv.index("--z3")
    sys.path.append(sys.argv[at + 1])
    del sys.argv[at:at + 2]

try:
    import z3
except ImportError:
    is_required = os.environ.get("DIATOMIC_REQUIRE_Z3") == "1"
    print(f"{'' if is_required else 'skipped: '}Python finds no z3 (pip install z3-solver)")
    sys.exit(1 if is_required else 77)

__all__ = ["z3"]
