# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a Python environment with the tools of packages: Conan, Meson, and the wheel's backend.

  python_environment.py FOLDER

An environment that is there already is left as it is. Where it cannot be made, the exit status is
77, which counts as skipped, and so are the tests that need it.
"""

import subprocess
import sys
from pathlib import Path

PACKAGES = ["conan>=2", "meson>=1.3", "scikit-build-core>=0.10"]


def main():
    folder = Path(sys.argv[1])
    done = folder / "complete"
    if done.is_file() and done.read_text() == "\n".join(PACKAGES):
        return 0
    steps = {
        "python3 has no venv and pip (Debian, Ubuntu: python3-venv; scripts/setup installs it)":
            [sys.executable, "-m", "venv", "--clear", folder],
        "pip could not install what makes packages; is there a network?":
            [folder / "bin" / "pip", "install", "--quiet", "--no-compile",
             "--disable-pip-version-check", *PACKAGES],
    }
    for reason, command in steps.items():
        if subprocess.run([str(word) for word in command], check=False).returncode:
            print(f"skipped: {reason}")
            return 77
    done.write_text("\n".join(PACKAGES))
    return 0


if __name__ == "__main__":
    sys.exit(main())
