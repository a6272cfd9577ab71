# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Configures, builds and runs a project of one kind, as users of the library have it.

  clients_test.py KIND WORK PREFIX CXX [VENV]    KIND is a key of KINDS; WORK is a folder to work
                                                 in; PREFIX has an installed Diatomic; VENV is a
                                                 Python environment with the tools for packages
  clients_test.py --list

The exit status is 77, which counts as skipped, if the kind's tool is not installed.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "tests" / "package"
SKIPPED = 77
NOT_OF_A_CLONE = shutil.ignore_patterns(".git", "build", "out", ".cache", "__pycache__")


class Client:
    """A folder with a project, and the commands that a user runs there."""

    def __init__(self, work, prefix, cxx, venv):
        self.work, self.prefix, self.cxx, self.venv = work, prefix, cxx, venv
        self.environment = {**os.environ, "CXX": cxx, "CMAKE_GENERATOR": "Ninja"}
        if not shutil.which("ninja"):
            del self.environment["CMAKE_GENERATOR"]
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)

    def run(self, *command):
        command = [str(word) for word in command]
        print("+", *command, flush=True)
        done = subprocess.run(command, cwd=self.work, env=self.environment, check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        print(done.stdout, end="", flush=True)
        if done.returncode:
            sys.exit(f"exit status {done.returncode}")
        return done.stdout

    def need(self, *tools):
        for tool in tools:
            if not shutil.which(tool):
                print(f"skipped: {tool} is not here")
                sys.exit(SKIPPED)

    def copy_of_tree(self, name="diatomic"):
        return Path(shutil.copytree(ROOT, self.work / name, ignore=NOT_OF_A_CLONE, symlinks=True))

    def install(self, *options):
        """Installs Diatomic with these options of CMake."""
        self.run("cmake", "-S", ROOT, "--preset", "package", "-B", "package", *options)
        self.run("cmake", "--install", "package")

    def project(self, lines, *options, source="kernel.cpp", library="diatomic::runtime",
                more="", cmake="cmake", folder="app"):
        """Configures, builds and runs a program with these lines before and after its target."""
        app = self.work / folder
        app.mkdir()
        (app / "CMakeLists.txt").write_text(
            f"cmake_minimum_required(VERSION 3.21...4.2)\nproject(app LANGUAGES CXX)\n{lines}\n"
            f"add_executable(app {PACKAGE / source})\n"
            f"target_link_libraries(app PRIVATE {library})\n{more}\n")
        self.run(cmake, "-S", app, "-B", app / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}",
                 "-DDIATOMIC_BACKEND=host", *options)
        self.run(cmake, "--build", app / "build")
        self.run(app / "build" / "app")

    def make_wheel(self, source):
        if not self.venv or not (self.venv / "complete").is_file():
            print("skipped: there is no Python environment with the packages that build a wheel")
            sys.exit(SKIPPED)
        self.run(self.venv / "bin" / "pip", "wheel", "--quiet", "--no-index", "--no-deps",
                 "--disable-pip-version-check", "--no-build-isolation", "-w", "wheels", source)


def pkg_config(client, folder):
    """Builds a program with the flags that the files in `folder` give."""
    client.need("pkg-config")
    client.environment["PKG_CONFIG_PATH"] = str(folder)
    flags = client.run("pkg-config", "--cflags", "--libs", "diatomic-host-runtime").split()
    client.run(client.cxx, "-std=c++17", PACKAGE / "kernel.cpp", "-o", "app", *flags)
    client.run("./app")


def absolute_folders(client):
    client.install(f"-DCMAKE_INSTALL_PREFIX={client.work}/prefix",
                   f"-DCMAKE_INSTALL_INCLUDEDIR={client.work}/headers",
                   f"-DCMAKE_INSTALL_DATAROOTDIR={client.work}/data")
    pkg_config(client, client.work / "data" / "pkgconfig")


def deep_data_folder(client):
    client.install(f"-DCMAKE_INSTALL_PREFIX={client.work}/prefix",
                   "-DCMAKE_INSTALL_DATAROOTDIR=lib/data/share")
    moved = (client.work / "prefix").rename(client.work / "moved")
    pkg_config(client, moved / "lib" / "data" / "share" / "pkgconfig")


def read_only_tree(client):
    """A build of a wheel, and of a project with the tree in a folder, writes nothing there."""
    tree = client.copy_of_tree()
    files = {path: path.stat().st_mtime_ns for path in tree.rglob("*")}
    client.run("chmod", "-R", "a-w", tree)
    try:
        client.project(f"set(DIATOMIC_RUNTIME ON)\nadd_subdirectory({tree} diatomic)")
        client.make_wheel(tree)
        if {path: path.stat().st_mtime_ns for path in tree.rglob("*")} != files:
            sys.exit("files of the tree are not what they were")  # root may write all of them
    finally:
        client.run("chmod", "-R", "u+w", tree)


KINDS = {function.__name__: function for function in (
    absolute_folders,
    deep_data_folder,
    read_only_tree,
)}


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join(KINDS))
        return
    kind, work, prefix, cxx = sys.argv[1:5]
    venv = Path(sys.argv[5]).resolve() if len(sys.argv) > 5 else None
    KINDS[kind](Client(Path(work).resolve(), Path(prefix).resolve(), cxx, venv))


if __name__ == "__main__":
    main()
