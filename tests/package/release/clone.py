# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A repository of its own with the files of this tree, for tests that change them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
NOT_OF_A_CLONE = shutil.ignore_patterns(".git", "build", "out", ".cache", "__pycache__")


def call(*command, **options):
    return subprocess.run([str(word) for word in command], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)


class Clone:
    def __init__(self, folder):
        self.folder = Path(shutil.copytree(ROOT, folder, ignore=NOT_OF_A_CLONE, symlinks=True))
        self.git("init", "--quiet")
        self.commit()

    def git(self, *arguments):
        done = call("git", "-c", "user.name=test", "-c", "user.email=test@localhost", "-c",
                    "commit.gpgSign=false", "-c", "core.hooksPath=/dev/null", "-c",
                    "core.autocrlf=false", *arguments, cwd=self.folder)
        if done.returncode:
            raise RuntimeError(done.stdout)

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "The tree")

    def restore(self):
        """Undoes all changes and commits but the first."""
        first = call("git", "rev-list", "--max-parents=0", "HEAD", cwd=self.folder).stdout.strip()
        self.git("reset", "--quiet", "--hard", first)
        self.git("clean", "--quiet", "-d", "--force")

    def replace(self, path, pattern, text):
        path = self.folder / path
        changed, count = re.subn(pattern, text, path.read_text(encoding="utf-8"), flags=re.M)
        if not count:
            raise RuntimeError(f"{path} has no '{pattern}'")
        path.write_text(changed, encoding="utf-8")

    def release(self, *arguments, python=sys.executable, **environment):
        return call(python, self.folder / "scripts" / "release", *arguments,
                    env={**os.environ, **{k: str(v) for k, v in environment.items()}})
