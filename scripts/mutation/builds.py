# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CMake's commands for the host tests, and how they are run on a changed copy of the sources.

A stage is one way to build: `plain`, `asan`, `tsan`; and `o1` and `o2`, which are only for
comparing objects.
A tree is a folder with a copy of include/, src/ and backends/, and below it for each stage what was
built from it. The tree `origin` has the sources as they are. All trees' names are of one length, so
that an object may name its own tree and still be compared with another's.
"""

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import threading
from dataclasses import dataclass, field
from pathlib import Path

from .mutants import MutationError

COPIED = ("include", "src", "backends")
STAGES = {
    "plain": ("-O0 -g1", 1),
    "asan": ("-O0 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all", 2),
    "tsan": ("-O0 -g1 -fsanitize=thread", 3),
    # No function's code depends on who calls it, and with what.
    "o1": ("-O1 -DNDEBUG -fno-inline -fno-ipa-cp -fno-ipa-sra -fno-ipa-ra -fno-ipa-pure-const "
           "-fno-ipa-modref -fno-ipa-vrp -fno-ipa-bit-cp -fno-partial-inlining", 1),
    "o2": ("-O2 -DNDEBUG", 1),
}
PRECOMPILED = """#if __has_include(<gtest/gtest.h>)
#include <gtest/gtest.h>
#endif
#include <algorithm>
#include <atomic>
#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>
"""
# The memory limit of a mutant, and the options of the sanitizers.
ENVIRONMENT = {"GTEST_FAIL_FAST": "1", "ASAN_OPTIONS": "hard_rss_limit_mb=6000",
               "TSAN_OPTIONS": "hard_rss_limit_mb=12000"}


@dataclass
class Unit:
    """One object, and the command that makes it."""

    object: str
    source: str
    command: list
    needs: list = field(default_factory=list)  # programs that it runs


@dataclass
class Test:
    name: str
    command: list
    environment: dict
    serial: bool
    program: str = ""  # empty: a case that must not compile
    units: list = field(default_factory=list)
    programs: list = field(default_factory=list)

    @property
    def must_not_compile(self):
        return not self.program


def in_origin(work):
    return work / "trees" / "origin"


def copy_sources(root, tree):
    """Makes the tree's copy the same as the sources, leaving alone files that are so already."""
    for part in COPIED:
        wanted = {f.relative_to(root): f for f in (root / part).rglob("*") if f.is_file()}
        for file in (tree / part).rglob("*"):
            if file.is_file() and file.relative_to(tree) not in wanted:
                file.unlink()
        for name, file in wanted.items():
            copy = tree / name
            if not copy.exists() or copy.read_bytes() != file.read_bytes():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, copy)


def without_files(command):
    """A compile command without its input and output files."""
    words = iter(command)
    kept = []
    for word in words:
        if word in ("-include", "-o", "-c", "-x"):
            next(words)
        else:
            kept.append(word)
    return kept


def without_notes(command):
    """The words of a link command. Newer CMake has the linker note what it read, for Ninja, in a
    folder that the copies of a build tree do not have."""
    return [w for w in shlex.split(re.sub(r"-Xlinker --dependency-file=\S+", "", command))
            if not w.startswith("-Wl,--dependency-file=")]


class Stage:
    """A way to build all tests. Nothing is built before it is asked for."""

    def __init__(self, name, root, work, machine, cmake_arguments):
        self.name, self.root, self.work, self.machine = name, root, work, machine
        self.cmake_arguments = cmake_arguments
        self.flags, self.patience = STAGES[name]
        self.bin = work / name
        self.units, self.links, self.tests = {}, {}, []
        self.users = {}  # of each object: the number of tests
        self.locks, self.guard = {}, threading.Lock()
        self.known_dependencies, self.known_keys = {}, {}
        self.known_prints, self.known_lines = {}, {}
        self.ready = False

    def prepare(self):
        """Configures, and reads what CMake made of it. Does nothing the second time."""
        with self.guard:
            if not self.ready:
                self.configure()
                self.read_units()
                self.read_links()
                self.read_tests()
                self.ready = True

    def configure(self):
        self.bin.mkdir(parents=True, exist_ok=True)
        header = self.bin / "precompiled.hpp"
        flags = f"{self.flags} -include {header}"
        if not header.exists() or header.read_text() != PRECOMPILED:
            header.write_text(PRECOMPILED)
            header.with_suffix(".key").unlink(missing_ok=True)
        command = ["cmake", "-S", self.root, "-B", self.bin, "-G", "Ninja",
                   "-DDIATOMIC_BACKEND=host", "-DDIATOMIC_INSTALL=OFF", "-DCMAKE_BUILD_TYPE=Debug",
                   "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON", "-DCMAKE_CXX_FLAGS_DEBUG=",
                   # The single header is made of the sources before a mutant is in them.
                   "-DDIATOMIC_SINGLE_HEADER_SUITES=",
                   f"-DCMAKE_CXX_FLAGS={flags}",
                   *self.cmake_arguments]
        done = self.machine.run(command, self.root)
        if done.status != 0:
            raise MutationError(f"cmake failed for {self.name}:\n{done.output[-3000:]}")

    def ninja(self, *arguments):
        done = self.machine.run(["ninja", "-C", self.bin, "--quiet", "-t", *arguments], self.root)
        if done.status != 0:
            raise MutationError(f"ninja -t {arguments[0]} failed:\n{done.output[-2000:]}")
        return done.output.splitlines()

    def read_units(self):
        for entry in json.loads((self.bin / "compile_commands.json").read_text()):
            command = shlex.split(entry["command"])
            output = command[command.index("-o") + 1]
            self.units[output] = Unit(output, entry["file"], command)
        self.precompile()

    def precompile(self):
        """Compiles the header that all units include first, once for each set of flags. For each
        unit the compiler chooses a matching file, or none."""
        header = self.bin / "precompiled.hpp"
        mark = header.with_suffix(".key")
        if mark.exists() and mark.read_text() == self.flags:
            return
        results = self.bin / "precompiled.hpp.gch"  # a folder, which compilers search
        shutil.rmtree(results, ignore_errors=True)
        results.mkdir()
        for kind in ("tests/suites", "docs/examples", "src"):
            units = (u for u in self.units.values() if u.source.startswith(f"{self.root}/{kind}/"))
            unit = next(units, None)
            if unit is not None:
                command = [*without_files(unit.command), "-x", "c++-header", header, "-o",
                           results / kind.replace("/", "_")]
                self.machine.run(command, self.bin)
        mark.write_text(self.flags)

    def read_links(self):
        for line in self.ninja("targets", "all"):
            output, _, rule = line.partition(": ")
            if "EXECUTABLE_LINKER" in rule or "STATIC_LIBRARY_LINKER" in rule:
                self.links[output] = without_notes(self.ninja("commands", output)[-1])
                if "EXECUTABLE_LINKER" in rule:  # ctest names only programs that there are
                    program = self.bin / output
                    program.parent.mkdir(parents=True, exist_ok=True)
                    program.touch(mode=0o755)
        for unit in self.units.values():
            definitions = [w for w in unit.command if w.startswith("-D")]
            unit.needs = [output for output in self.links
                          if any(f"{self.bin}/{output}\"" in d for d in definitions)]

    def objects_of(self, program):
        objects = []
        for word in self.links[program]:
            if word.endswith(".o"):
                objects.append(word)
            elif word in self.links and word != program:
                objects += self.objects_of(word)
        return objects

    def link_command(self, program, tree):
        """Links the objects that the tree has, and the others from `origin`."""
        command = []
        words = [w for w in self.links[program] if w not in (":", "&&")]
        for index, word in enumerate(words):
            if word.endswith(".o"):
                command.append(self.place(tree, word))
            elif word in self.links and words[index - 1] != "-o":
                command += [self.place(tree, o) for o in self.objects_of(word)]
            else:
                command.append(word)
        return command

    def place(self, tree, output):
        own = tree / self.name / output
        return own if own.exists() else in_origin(self.work) / self.name / output

    def read_tests(self):
        command = ["ctest", "--test-dir", self.bin, "--show-only=json-v1"]
        done = self.machine.run(command, self.root)
        by_source = {unit.source: unit for unit in self.units.values()}
        for entry in json.loads(done.output[done.output.index("{"):])["tests"]:
            properties = {p["name"]: p["value"] for p in entry.get("properties", [])}
            if "codegen" in properties.get("LABELS", []) or ".headers" in entry["name"]:
                continue
            environment = dict(e.split("=", 1) for e in properties.get("ENVIRONMENT", []))
            test = Test(entry["name"], entry.get("command", []), environment,
                        bool(properties.get("RUN_SERIAL")))
            self.add_test(test, by_source)

    def add_test(self, test, by_source):
        program = os.path.relpath(test.command[0], self.bin) if test.command else ""
        case = next((w[5:] for w in test.command if w.startswith("CASE=")), None)
        if program in self.links:
            test.program = program
            test.programs = [program]
            test.units = [self.units[o] for o in self.objects_of(program)]
            for needed in sorted({n for unit in test.units for n in unit.needs}):
                test.programs.append(needed)
                test.units += [self.units[o] for o in self.objects_of(needed)]
        elif case in by_source:
            test.units = [by_source[case]]
        else:
            return  # neither a program of ours nor a case: the packages' tests
        self.tests.append(test)
        for unit in test.units:
            self.users[unit.object] = self.users.get(unit.object, 0) + 1

    # ---- commands on a tree

    def compile_command(self, unit, tree, extra=()):
        words = []
        for word in unit.command:
            if word.startswith("-D"):
                word = word.replace(f"{self.bin}/", f"{tree}/{self.name}/")
            for part in COPIED:
                word = re.sub(re.escape(f"{self.root}/{part}") + r"(?=/|$)", f"{tree}/{part}", word)
            words.append(word)
        words[words.index("-o") + 1] = str(tree / self.name / unit.object)
        return [*words, f"-ffile-prefix-map={tree}=.", *extra]

    def lock(self, *key):
        with self.guard:
            return self.locks.setdefault(key, threading.Lock())

    def compile(self, unit, tree):
        target = tree / self.name / unit.object
        target.parent.mkdir(parents=True, exist_ok=True)
        return self.machine.run(self.compile_command(unit, tree), self.bin)

    def original(self, unit):
        """Compiles the unit in `origin` if it has not been, or its files have changed since."""
        tree = in_origin(self.work)
        target = tree / self.name / unit.object
        mark = target.with_suffix(".key")
        with self.lock("original", unit.object):
            key = self.key(unit)
            if mark.exists() and mark.read_text() == key:
                return target
            mark.unlink(missing_ok=True)
            done = self.compile(unit, tree)
            if done.status != 0:
                raise MutationError(f"{unit.source} does not compile unchanged ({self.name}):\n"
                                    f"{done.output[-3000:]}")
            mark.write_text(key)
            self.known_lines.pop(unit.object, None)
            return target

    def fingerprint(self, object_file, tree):
        """A hash of the object without its debug information, as if the tree were `origin`."""
        bare = object_file.with_suffix(".bare")
        subprocess.run(["objcopy", "--strip-debug", object_file, bare], check=True)
        data = bare.read_bytes().replace(str(tree).encode(), str(in_origin(self.work)).encode())
        bare.unlink()
        return hashlib.sha1(data).digest()

    def is_same(self, unit, tree):
        original = self.original(unit)
        with self.lock("fingerprint", unit.object):
            if unit.object not in self.known_prints:
                self.known_prints[unit.object] = self.fingerprint(original, in_origin(self.work))
        own = self.fingerprint(tree / self.name / unit.object, tree)
        return own == self.known_prints[unit.object]

    # ---- what depends on what

    def dependencies(self, unit):
        """The repository's files that the unit is made from, relative to the root."""
        with self.lock("dependencies", unit.object):
            if unit.object not in self.known_dependencies:
                self.known_dependencies[unit.object] = self.find_dependencies(unit)
            return self.known_dependencies[unit.object]

    def find_dependencies(self, unit):
        record = in_origin(self.work) / "dependencies" / self.name / f"{unit.object}.json"
        if record.exists():
            old = json.loads(record.read_text())
            if all(file_hash(self.root / f) == h for f, h in old.items()):
                return old
        command = self.compile_command(unit, in_origin(self.work))
        at = command.index("-o")
        done = self.machine.run([*command[:at], *command[at + 2:], "-M"], self.bin)
        if done.status != 0:
            raise MutationError(f"{unit.source}: {done.output[-2000:]}")
        new = {}
        for word in done.output.replace("\\\n", " ").split()[1:]:
            word = os.path.normpath(os.path.join(self.bin, word))
            for base in (in_origin(self.work), self.root):
                name = os.path.relpath(word, base)
                if not name.startswith("..") and (self.root / name).is_file():
                    new[name] = file_hash(self.root / name)
                    break
        record.parent.mkdir(parents=True, exist_ok=True)
        record.write_text(json.dumps(new))
        return new

    def key(self, unit):
        """Equal for equal sources and flags, in any folder."""
        if unit.object in self.known_keys:
            return self.known_keys[unit.object]
        text = json.dumps([unit.command, self.dependencies(unit), PRECOMPILED], sort_keys=True)
        for path, name in ((self.bin, "BIN"), (self.work, "WORK"), (self.root, "ROOT")):
            text = text.replace(str(path), name)
        self.known_keys[unit.object] = hashlib.sha1(text.encode()).hexdigest()
        return self.known_keys[unit.object]

    def lines_with_code(self, unit, file):
        """The lines of `file` that have instructions in the object; None if it is not built."""
        target = in_origin(self.work) / self.name / unit.object
        if not target.with_suffix(".key").exists():
            return None
        with self.lock("lines", unit.object):
            if unit.object not in self.known_lines:
                record = target.with_suffix(".lines")
                if not record.exists() or record.stat().st_mtime < target.stat().st_mtime:
                    record.write_text(json.dumps(lines_in(target)))
                self.known_lines[unit.object] = json.loads(record.read_text())
            return self.known_lines[unit.object].get(file, [])


def lines_in(object_file):
    """For each file of a tree, the lines that have instructions in the object."""
    dump = subprocess.run(["objdump", "--dwarf=decodedline", object_file], check=True, text=True,
                          capture_output=True).stdout
    lines, current = {}, None
    for row in dump.splitlines():
        if row.endswith(":"):
            match = re.search(r"(?:^|/)((?:include|src|backends)/.*):$", row)
            current = lines.setdefault(match[1], set()) if match else None
        elif current is not None:
            words = row.split()
            if len(words) > 2 and words[1].isdigit():
                current.add(int(words[1]))
    return {file: sorted(numbers) for file, numbers in lines.items() if numbers}


hashes = {}


def file_hash(path):
    """The hash of a file, which is read once; the empty string if the file does not exist."""
    path = Path(path)
    if path not in hashes:
        hashes[path] = hashlib.sha1(path.read_bytes()).hexdigest() if path.is_file() else ""
    return hashes[path]
