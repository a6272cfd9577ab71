# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Configures, builds and runs a project of one kind, as users of the library have it.

  clients_test.py KIND WORK PREFIX CXX [VENV]    KIND is one that --list prints; WORK is a folder to
                                                 work in; PREFIX has an installed Diatomic; VENV is
                                                 a Python environment with the tools for packages
  clients_test.py --list

The exit status is 77, which counts as skipped, if the kind's tool is not installed. The other kinds
of projects are folders beside this one; recipes of docs/install.md; the wheel and its source
archive; the single header; and two releases in one process (tests/headers/releases).
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "tests" / "package"
SKIPPED = 77
NOT_OF_A_CLONE = shutil.ignore_patterns(".git", "build", "out", ".cache", "__pycache__")


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


class Client:
    """A folder with a project, and the commands that a user runs there."""

    def __init__(self, work, prefix, cxx, venv):
        self.work, self.prefix, self.cxx, self.venv = work, prefix, cxx, venv
        self.environment = {**os.environ, "CXX": cxx, "OMPI_ALLOW_RUN_AS_ROOT": "1",
                            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        if shutil.which("ninja"):
            self.environment["CMAKE_GENERATOR"] = "Ninja"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)

    def run(self, *command, cwd=None):
        command = [str(word) for word in command]
        print("+", *command, flush=True)
        done = subprocess.run(command, cwd=cwd or self.work, env=self.environment, check=False,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        print(done.stdout, end="", flush=True)
        if done.returncode == SKIPPED:
            skip("there is no GPU; the program is built")
        if done.returncode:
            sys.exit(f"exit status {done.returncode}")
        return done.stdout

    def need(self, *tools):
        for tool in tools:
            if not shutil.which(tool, path=self.environment["PATH"]):
                skip(f"{tool} is not here")

    def need_venv(self):
        if not self.venv or not (self.venv / "complete").is_file():
            skip("there is no Python environment with the tools for packages")

    def copy_of_tree(self, name="diatomic"):
        return Path(shutil.copytree(ROOT, self.work / name, ignore=NOT_OF_A_CLONE, symlinks=True))

    def install(self, *options):
        """Installs Diatomic with these options of CMake, which refuses absolute folders in the
        source tree."""
        tree = self.copy_of_tree()
        self.run("cmake", "-S", tree, "--preset", "package", "-B", "package", *options)
        self.run("cmake", "--install", "package")

    def new_cmake(self, version):
        """The `cmake` of a wheel."""
        self.need_venv()
        folder = self.work / "cmake"
        if subprocess.run([self.venv / "bin" / "pip", "install", "--quiet", "--no-compile",
                           "--disable-pip-version-check", "--target", folder, f"cmake=={version}"],
                          check=False).returncode:
            skip(f"pip could not install CMake {version}; is there a network?")
        return next(folder.glob("cmake/data/bin/cmake"))

    def project(self, lines, *options, source="kernel.cpp", library="diatomic::runtime", more="",
                cmake="cmake", folder="app", prefix=None, languages="CXX"):
        """Configures, builds and runs a program with these lines before and after its target."""
        app = self.work / folder
        app.mkdir(exist_ok=True)
        (app / "CMakeLists.txt").write_text(
            f"cmake_minimum_required(VERSION 3.21...4.2)\nproject(app LANGUAGES {languages})\n"
            f"{lines}\nadd_executable(app {PACKAGE / source})\n"
            f"target_link_libraries(app PRIVATE {library})\n{more}\n")
        self.run(cmake, "-S", app, "-B", app / "build",
                 f"-DCMAKE_PREFIX_PATH={prefix or self.prefix}", "-DDIATOMIC_BACKEND=host",
                 *options)
        self.run(cmake, "--build", app / "build")
        self.run(app / "build" / "app")

    def make_wheel(self, source):
        self.need_venv()
        self.run(self.venv / "bin" / "pip", "wheel", "--quiet", "--no-index", "--no-deps",
                 "--disable-pip-version-check", "--no-build-isolation", "-w", "wheels", source)


FIND = "find_package(diatomic 0.1 CONFIG REQUIRED COMPONENTS runtime)"
FIND_REMOTE = "find_package(diatomic 0.1 CONFIG REQUIRED COMPONENTS remote)"
TREE = f"set(DIATOMIC_RUNTIME ON)\nadd_subdirectory({ROOT} diatomic)"
FIND_MPI = "find_package(MPI REQUIRED COMPONENTS CXX)"
REMOTE = {"source": "remote.cpp", "library": "diatomic::remote"}
OVER_MPI = ("-DDIATOMIC_REMOTE=mpi", {**REMOTE, "needs": "mpicxx"})
SECOND_SOURCE = f"target_sources(app PRIVATE {PACKAGE / 'lambda.cpp'})\n"

# The projects of CMake that differ in a few lines: those before the target, options of `cmake`, and
# what else Client.project() takes.
PROJECTS = {
    "unity": (FIND, {
        "more": f"{SECOND_SOURCE}set_target_properties(app PROPERTIES UNITY_BUILD ON)"}),
    "precompiled_headers": (FIND, {
        "more": f"{SECOND_SOURCE}target_precompile_headers(app PRIVATE <diatomic/diatomic.hpp> "
                "<diatomic/runtime/runtime.hpp>)"}),
    "mpi_before": (f"{FIND_MPI}\n{TREE}", *OVER_MPI),
    "mpi_after": (f"{TREE}\n{FIND_MPI}", *OVER_MPI),
    "mpi_before_package": (f"{FIND_MPI}\n{FIND_REMOTE}", *OVER_MPI),
}


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
    client.project(FIND, f"-Ddiatomic_DIR={client.work}/data/cmake/diatomic", folder="by_cmake")


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


def archive(client):
    """FetchContent of an archive."""
    with tarfile.open(client.work / "diatomic.tar.gz", "w:gz") as packed:
        packed.add(client.copy_of_tree(), arcname="diatomic-main")
    client.project("include(FetchContent)\nset(DIATOMIC_RUNTIME ON)\n"
                   f"FetchContent_Declare(diatomic URL file://{client.work}/diatomic.tar.gz)\n"
                   "FetchContent_MakeAvailable(diatomic)")


def override_find_package(client):
    if tuple(map(int, re.findall(r"\d+", client.run("cmake", "--version"))[:2])) < (3, 24):
        skip("FetchContent replaces find_package() since CMake 3.24")
    client.project(f"include(FetchContent)\nFetchContent_Declare(diatomic SOURCE_DIR {ROOT} "
                   f"OVERRIDE_FIND_PACKAGE)\n{FIND_REMOTE}", **REMOTE)


def make(client):
    client.need("make", "pkg-config")
    client.environment["PKG_CONFIG_PATH"] = str(client.prefix / "share" / "pkgconfig")
    (client.work / "Makefile").write_text(
        "flags = $(shell pkg-config --cflags diatomic-host-runtime)\n"
        "libraries = $(shell pkg-config --libs diatomic-host-runtime)\n"
        f"app: {PACKAGE}/kernel.cpp\n\t$(CXX) -std=c++17 $(flags) $< -o $@ $(libraries)\n")
    client.run("make")
    client.run("./app")


def meson(client):
    """The lines of docs/builds/packages.md."""
    client.need_venv()
    client.environment["PATH"] = f"{client.venv}/bin:{client.environment['PATH']}"
    client.need("meson", "ninja", "pkg-config")
    page = (ROOT / "docs" / "builds" / "packages.md").read_text(encoding="utf-8")
    (client.work / "meson.build").write_text(re.search(r"```meson\n(.*?)```", page, re.S).group(1))
    shutil.copy(PACKAGE / "kernel.cpp", client.work / "app.cpp")
    client.environment["PKG_CONFIG_PATH"] = str(client.prefix / "share" / "pkgconfig")
    client.run("meson", "setup", "build")
    client.run("meson", "compile", "-C", "build")
    client.run("build/app")


def modules(client):
    """A module of C++20 whose interface calls atomics."""
    compiler = next((f"clang++-{n}" for n in range(30, 17, -1) if shutil.which(f"clang++-{n}")), "")
    client.need("ninja", compiler.replace("++", "-scan-deps") or "clang++ 18 or newer")
    (client.work / "counting.cppm").write_text(
        "module;\n#include <diatomic/diatomic.hpp>\nexport module counting;\n"
        "export inline void count(unsigned* counter) { diatomic::store_add(counter, 1u); }\n")
    (client.work / "main.cpp").write_text(
        "import counting;\n"
        "int main() {\n  unsigned n = 0;\n  count(&n);\n  return n == 1 ? 0 : 1;\n}\n")
    client.project(FIND, f"-DCMAKE_CXX_COMPILER={compiler}", source=client.work / "main.cpp",
                   cmake=client.new_cmake("4.*"),
                   more="target_compile_features(app PRIVATE cxx_std_20)\n"
                        "target_sources(app PRIVATE FILE_SET CXX_MODULES BASE_DIRS .. "
                        "FILES ../counting.cppm)")


def exported_library(client):
    """A static library that is installed and exported, and a project that uses it."""
    library = client.work / "library"
    library.mkdir()
    (library / "CMakeLists.txt").write_text(
        f"cmake_minimum_required(VERSION 3.21)\nproject(library LANGUAGES CXX)\n{FIND}\n"
        f"add_library(counting STATIC {PACKAGE}/exported/library.cpp)\n"
        "target_link_libraries(counting PUBLIC diatomic::runtime)\n"
        "install(TARGETS counting EXPORT counting)\n"
        "install(EXPORT counting NAMESPACE counting:: FILE counting-targets.cmake DESTINATION "
        "lib/cmake/counting)\n"
        "install(FILES counting-config.cmake DESTINATION lib/cmake/counting)\n")
    (library / "counting-config.cmake").write_text(
        "include(CMakeFindDependencyMacro)\n"
        "find_dependency(diatomic 0.1 CONFIG COMPONENTS runtime)\n"
        "include(${CMAKE_CURRENT_LIST_DIR}/counting-targets.cmake)\n")
    client.run("cmake", "-S", library, "-B", "build", f"-DCMAKE_PREFIX_PATH={client.prefix}")
    client.run("cmake", "--build", "build")
    client.run("cmake", "--install", "build", "--prefix", client.work / "installed")
    (client.work / "main.cpp").write_text(
        "int devices();\nint main() { return devices() == 1 ? 0 : 1; }\n")
    client.project("find_package(counting REQUIRED)", source=client.work / "main.cpp",
                   library="counting::counting", prefix=f"{client.work}/installed;{client.prefix}")


def separable_compilation(client):
    """Kernels that call device functions of other sources (-rdc), by nvcc. Runs where a GPU is."""
    client.environment["PATH"] += ":/usr/local/cuda/bin"
    client.need("nvcc")
    (client.work / "part.cu").write_text(
        "#include <diatomic/diatomic.hpp>\n"
        "__device__ void count(unsigned* counter) { diatomic::store_add(counter, 1u); }\n")
    text = (PACKAGE / "kernel.cpp").read_text()
    (client.work / "main.cu").write_text(
        text.replace("struct count", "__device__ void count(unsigned*);\nstruct count", 1)
        .replace("diatomic::store_add(counter, 1u)", "count(counter)"))
    options = ["-DDIATOMIC_BACKEND=cuda", "-DCMAKE_CUDA_ARCHITECTURES=90"]
    client.project(FIND, *options, source=client.work / "main.cu", languages="CXX CUDA",
                   more="target_sources(app PRIVATE ../part.cu)\n"
                        "set_target_properties(app PROPERTIES CUDA_SEPARABLE_COMPILATION ON)")


def boost_elsewhere(client):
    """BOOST_ROOT names a Boost that is not the system's."""
    found = next(Path("/usr/lib").glob("*/cmake/boost_context-*"), None)
    if not found:
        skip("Boost's files for CMake are not in /usr/lib")
    root = client.work / "boost"
    libraries = root / "lib" / found.parents[1].name
    (libraries / "cmake").mkdir(parents=True)
    (root / "include").mkdir()
    (root / "include" / "boost").symlink_to("/usr/include/boost")
    for pattern in ("cmake/Boost*", "cmake/boost_context-*", "cmake/boost_headers-*",
                    "libboost_context.*"):
        for source in found.parents[1].glob(pattern):
            copy = shutil.copytree if source.is_dir() else shutil.copy
            copy(source, libraries / source.relative_to(found.parents[1]))
    check = f'if(NOT Boost_DIR MATCHES "^{root}/")\nmessage(FATAL_ERROR "${{Boost_DIR}}")\nendif()'
    for name, lines in (("package", FIND), ("tree", TREE)):
        client.project(f"{lines}\n{check}", f"-DBOOST_ROOT={root}", folder=name)


def two_transports(client):
    """Programs of one project, in a directory each: two of them have the same transport."""
    client.need("mpicxx")
    for name, transport in (("other", "mpi"), ("same", "peer")):
        folder = client.work / "app" / name
        folder.mkdir(parents=True)
        (folder / "CMakeLists.txt").write_text(
            f"set(DIATOMIC_REMOTE {transport})\n{FIND_REMOTE}\n"
            f"add_executable({name} {PACKAGE}/remote.cpp)\n"
            f"target_link_libraries({name} PRIVATE diatomic::remote)\n")
    client.project(f"add_subdirectory(other)\nadd_subdirectory(same)\n{FIND_REMOTE}", **REMOTE)
    client.run("app/build/other/other")
    client.run("app/build/same/same")


def old_and_new_cmake(client, version):
    """Both projects, and what is said of wrong configurations."""
    cmake = client.new_cmake(version)
    client.project(FIND_REMOTE, cmake=cmake, folder="package", **REMOTE)
    client.project(TREE, cmake=cmake, folder="tree", **REMOTE)
    client.run(cmake, "-D", f"SOURCE={ROOT}", "-D", f"WORK={client.work}/refusals", "-D",
               f"CXX={shutil.which(client.cxx)}", "-D",
               f"TRANSPORT={'mpi' if shutil.which('mpicxx') else 'peer'}",
               "-P", PACKAGE / "refusals.cmake")


def cmake_3_21(client):
    old_and_new_cmake(client, "3.21.*")


def cmake_4(client):
    old_and_new_cmake(client, "4.*")


KINDS = {function.__name__: function for function in (
    absolute_folders, archive, boost_elsewhere, cmake_3_21, cmake_4, deep_data_folder,
    exported_library, make, meson, modules, override_find_package, read_only_tree,
    separable_compilation, two_transports)}


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join([*PROJECTS, *KINDS]))
        return
    kind, work, prefix, cxx = sys.argv[1:5]
    venv = Path(sys.argv[5]).resolve() if len(sys.argv) > 5 else None
    client = Client(Path(work).resolve(), Path(prefix).resolve(), cxx, venv)
    if kind in KINDS:
        return KINDS[kind](client)
    *words, more = PROJECTS[kind]
    client.need(*more.get("needs", "").split())
    client.project(*words, **{key: more[key] for key in more if key != "needs"})


if __name__ == "__main__":
    main()
