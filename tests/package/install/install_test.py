# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a recipe of docs/install.md as it is written, and then the kernel at its end.

  install_test.py WAY WORK [VENV]    WAY is how a comment on the page begins; WORK is a folder to
                                     work in; VENV a Python environment with the tools for packages
  install_test.py --list

The exit status is 77, which counts as skipped, if the recipe's tool is not installed. The test has
all commands from the page: it runs the `sh` blocks in a copy of the tree, and appends the `cmake`
blocks to the CMakeLists.txt of a project next to it.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SKIPPED = 77
NOT_OF_A_CLONE = shutil.ignore_patterns(".git", "build", "out", ".cache", "__pycache__")


def blocks(language):
    text = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def commands():
    """The commands of each way, by the comment above them."""
    ways = {}
    for block in blocks("sh"):
        for part in block.strip().split("\n\n"):
            comment, _, lines = part.partition("\n")
            if not comment.startswith("# ") or comment[2:] in ways:
                sys.exit(f"docs/install.md: each way needs a comment of its own, not '{comment}'")
            ways[comment[2:]] = lines
    return ways


def cmake_block(word):
    """The one block of CMake code that has this word."""
    found = [block for block in blocks("cmake") if word in block]
    if len(found) != 1:
        sys.exit(f"docs/install.md: {len(found)} blocks of CMake code have '{word}'")
    return found[0]


def of_cmake():
    """The ways that are code for CMakeLists.txt alone, each with a word of its own."""
    return {"FetchContent": "FetchContent_Declare", "add_subdirectory": "add_subdirectory("}


def skip(text):
    print(f"skipped: {text}")
    sys.exit(SKIPPED)


def in_path(tool, environment):
    return shutil.which(tool, path=environment["PATH"])


class Way:
    """A clone and a project beside it, as a user has them."""

    def __init__(self, name, work, venv):
        self.name = name
        self.work = work.resolve()
        shutil.rmtree(self.work, ignore_errors=True)
        self.clone, self.app = self.work / "diatomic", self.work / "app"
        self.app.mkdir(parents=True)
        shutil.copytree(ROOT, self.clone, ignore=NOT_OF_A_CLONE, symlinks=True)
        home = self.work / "home"
        home.mkdir()
        paths = [os.environ["PATH"], "/usr/local/cuda/bin", "/opt/rocm/bin"]
        if venv:
            paths.insert(0, str(venv / "bin"))
        self.environment = {**os.environ, "HOME": str(home), "CONAN_HOME": str(home / "conan"),
                            "PATH": os.pathsep.join(paths), "DIATOMIC_BACKEND": ""}
        self.environment.setdefault("CCACHE_DIR", str(Path.home() / ".cache" / "ccache"))

    def run(self, command):
        print(f"+ {command}", flush=True)
        status = subprocess.run(["bash", "-euo", "pipefail", "-c", command], check=False,
                                cwd=self.clone, env=self.environment).returncode
        if status:
            sys.exit(f"{self.name}: exit status {status}")

    def write_project(self, cmake):
        """The project: what every project of CMake has, and what the page says."""
        (self.app / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.21)\nproject(app LANGUAGES CXX)\n"
            f"set(diatomic_url {self.clone})\nadd_executable(app app.cpp)\n{cmake}")

    def write_source(self, includes_one_file):
        text = (ROOT / "tests" / "package" / "kernel.cpp").read_text()
        if includes_one_file:
            text = re.sub(r"#include <diatomic/diatomic.hpp>", '#include "diatomic.hpp"', text)
            text = re.sub(r"#include <diatomic/.*\n", "", text)
        (self.app / "app.cpp").write_text(text)

    def make_repository(self):
        """A clone has a history, and its branch is `main`."""
        git = "git -c user.name=test -c user.email=test@localhost"
        self.run(f"git init -q -b main && git add -A && {git} commit -q -m 'The tree'")

    def run_program(self, program):
        print(f"+ {program}", flush=True)
        status = subprocess.run([str(program)], check=False).returncode
        if status == SKIPPED:
            skip("there is no GPU; the program is built")
        if status:
            sys.exit(f"{self.name}: the kernel's program ended with status {status}")


def prepare(way, tool):
    """What a tool wants before its first use, as its own manual says."""
    if tool == "conan":
        way.run("conan profile detect")
    if tool == "spack":
        way.make_repository()
    if tool == "vcpkg" and "VCPKG_ROOT" not in os.environ:
        skip("VCPKG_ROOT does not say where vcpkg is")
    if tool.startswith("clang++") and not Path("/usr/include/hip/hip_runtime.h").is_file():
        skip("HIP's packages are not here")


def do(name, work, venv):
    if name in of_cmake():
        if name == "FetchContent" and not shutil.which("git"):
            skip("git is not here")
        way = Way(name, work, venv)
        way.write_source(False)
        way.write_project(cmake_block(of_cmake()[name]))
        if name == "FetchContent":
            way.make_repository()
        way.run("cmake -S ../app -B ../app/build && cmake --build ../app/build")
        way.run_program(way.app / "build" / "app")
        return
    found = {comment: text for comment, text in commands().items()
             if name in (comment, re.split(r"[, ]", comment)[0])}
    if len(found) != 1:
        sys.exit(f"docs/install.md: {len(found)} ways are called '{name}'")
    comment, text = next(iter(found.items()))
    way = Way(name, work, venv)
    for tool in dict.fromkeys(re.findall(r"^\S+", text.replace("\\\n", ""), re.M)):
        if tool == "export" or tool.startswith(("scripts/", "cmake/")):
            continue
        if not in_path(tool, way.environment):
            skip(f"{tool} is not here")
        prepare(way, tool)
    if name == "pip" and not venv:
        skip("there is no Python environment with the packages that build a wheel")
    if name == "pip":  # what an earlier run of this test has left in the environment
        way.run("pip uninstall --quiet --yes diatomic 2> /dev/null")
    way.write_source("includes as" in comment)
    way.write_project(cmake_block("find_package"))
    way.run(text)
    if "../app/build" in text:
        way.run("cmake --build ../app/build")
        way.run_program(way.app / "build" / "app")
    else:
        way.run_program(way.app / "app")


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join([*of_cmake(), *commands()]))
        return
    venv = Path(sys.argv[3]).resolve() if len(sys.argv) > 3 else None
    do(sys.argv[1], Path(sys.argv[2]), venv if venv and (venv / "complete").is_file() else None)


if __name__ == "__main__":
    main()
