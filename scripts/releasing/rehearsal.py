# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rehearses a release: builds it twice from two clones, compares, installs and uses each file."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from .artefacts import need_tools
from .contents import first_difference
from .tree import (GIT, ROOT, check_clean, check_folder, check_versions, complain, missing_date,
                   need_programs, output_of, put, section, version)

SKIPPED = 77
CLIENTS_AT_LEAST = 10
# The kinds of tests/package/clients that are built with each artefact. Those of the source archive
# use its files as they are; those of the others use what is installed from them.
KINDS = {
    "source": ("archive", "override_find_package", "absolute_folders", "read_only_tree"),
    "installed": ("make", "precompiled_headers", "exported_library"),
    "deb": ("meson", "boost_elsewhere"),
    "wheel": ("unity", "two_transports"),
}
CHANGED_HEADER = "include/diatomic/diatomic.hpp"
# Of the user: with these an installation lies elsewhere, or has links.
NOT_PASSED_ON = ("DESTDIR", "CMAKE_INSTALL_MODE")


def say(text):
    print(f"release: {text}", flush=True)


def succeeds(*command):
    return bool(shutil.which(command[0])) and subprocess.run(
        command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def run(what, *command, environment=None, cwd=None, statuses=(0,)):
    """Runs a command; what it prints is shown only if it fails, and its last line ends ours."""
    passed_on = {name: value for name, value in os.environ.items() if name not in NOT_PASSED_ON}
    done = subprocess.run([str(word) for word in command], cwd=cwd, check=False, text=True,
                          env={**passed_on, **(environment or {})}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode not in statuses:
        print(done.stdout, end="", file=sys.stderr)
        last = ["no output", *done.stdout.strip().splitlines()][-1]
        complain(f"{what}: {last.removeprefix('release: ')}")
    return done


class Clones:
    """Builds of the commit in clones that differ in all that must not matter."""

    def __init__(self, work, site):
        self.work, self.options = work, [] if site else ["--without-site"]
        self.isolated = ["unshare", "--map-root-user", "--net", "--mount"]
        if not succeeds(*self.isolated, "mount", "-t", "tmpfs", "tmpfs", str(work)):
            self.isolated = []
            say("this machine does not allow `unshare --net --mount`: the builds are not kept from "
                "the network, and use one file system")

    def clone(self, folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        output_of(*GIT, "clone", "--quiet", ROOT, folder)
        return folder

    def build(self, clone, made, prepare, environment, *options):
        script = (f"{prepare}; exec {shlex.quote(sys.executable)} scripts/release build "
                  f"{shlex.join([str(made), *options])}")
        run(f"building in {clone}", *self.isolated, "sh", "-ec", script, cwd=clone,
            environment={"TMPDIR": str(self.work), **environment})
        return made

    def first(self):
        clone = self.clone(self.work / "one")
        return self.build(clone, self.work / "made", "umask 022", {"TZ": "UTC0"}, *self.options)

    def second(self):
        """Elsewhere, with other times, permissions and settings, on another file system."""
        clone = self.clone(self.work / "deeper" / "in" / "another clone")
        for path in clone.rglob("*"):
            if ".git" not in path.parts and not path.is_symlink():
                os.utime(path, (1e9, 1e9))
        temporary = self.work / "temporary files"
        temporary.mkdir()
        prepare = "umask 077"
        if self.isolated:
            prepare += f"; mount -t tmpfs tmpfs {shlex.quote(str(temporary))}"
        attributes = self.work / "attributes"
        attributes.write_text("*.md export-ignore\n", encoding="utf-8")
        return self.build(clone, self.work / "made again", prepare, {
            "TZ": "Asia/Tokyo", "LC_ALL": "C", "TMPDIR": str(temporary), "SOURCE_DATE_EPOCH": "1",
            "DESTDIR": str(self.work / "elsewhere"), "CMAKE_INSTALL_MODE": "SYMLINK",
            "DPKG_DEB_COMPRESSOR_LEVEL": "1", "GIT_CONFIG_COUNT": "2",
            "GIT_CONFIG_KEY_0": "core.autocrlf", "GIT_CONFIG_VALUE_0": "true",
            "GIT_CONFIG_KEY_1": "core.attributesFile", "GIT_CONFIG_VALUE_1": str(attributes)},
            *self.options)

    def with_one_byte_changed(self):
        """The letter of a comment, in a commit of the same time."""
        clone = self.clone(self.work / "changed")
        header = clone / CHANGED_HEADER
        text, count = re.subn(r"^(//+ )(?!SPDX)([A-Z])", lambda m: m[1] + m[2].lower(),
                              header.read_text(encoding="utf-8"), count=1, flags=re.M)
        if not count:
            complain(f"{CHANGED_HEADER} has no comment to change")
        header.write_text(text, encoding="utf-8")
        date = output_of(*GIT, "log", "-1", "--format=%cI")
        run("committing a change", *GIT, "-c", "user.name=rehearsal", "-c",
            "user.email=rehearsal@localhost", "commit", "--quiet", "--all", "--message", "One byte",
            cwd=clone, environment={"GIT_COMMITTER_DATE": date})
        return self.build(clone, self.work / "made changed", "umask 022", {}, "--without-site")


def compare(one, other):
    names = {path.name for path in one.iterdir()}
    if names != {path.name for path in other.iterdir()}:
        complain("the two builds made files of different names")
    for name in sorted(names, key=lambda n: (n.endswith(("SUMS", ".json")), n)):  # the causes first
        if (one / name).read_bytes() != (other / name).read_bytes():
            complain(f"{name} differs between two builds of one commit: "
                     f"{first_difference(one / name, other / name)}")


def compare_changed(one, changed):
    for path in changed.iterdir():
        if path.read_bytes() == (one / path.name).read_bytes():
            complain(f"{path.name} is the same after a byte of {CHANGED_HEADER} was changed")


class Installed:
    """Each artefact, installed in an empty folder."""

    def __init__(self, work, made):
        self.work, self.made, self.name = work / "installed", made, f"diatomic-{version()}"
        self.work.mkdir()

    def source(self):
        shutil.unpack_archive(self.made / f"{self.name}-source.tar.gz", self.work / "source")
        tree = self.work / "source" / self.name
        build, prefix = self.work / "source build", self.work / "source prefix"
        run("configuring the source archive", "cmake", "-S", tree, "--preset", "package", "-B",
            build)
        run("installing the source archive", "cmake", "--install", build, "--prefix", prefix)
        return prefix

    def installed(self):
        shutil.unpack_archive(self.made / f"{self.name}-installed.tar.gz", self.work / "archive")
        return self.work / "archive" / self.name

    def deb(self):
        package = self.made / f"libdiatomic-dev_{version()}_all.deb"
        run("unpacking the .deb", "dpkg-deb", "--extract", package, self.work / "deb")
        return self.work / "deb" / "usr"

    def wheel(self):
        run("installing the wheel", sys.executable, "-m", "pip", "install", "--quiet", "--no-index",
            "--no-deps", "--disable-pip-version-check", "--target", self.work / "wheel",
            next(self.made.glob("*.whl")))
        return self.work / "wheel" / "diatomic"

    def client(self, artefact, kind, prefix):
        """Whether it was built and run; the reason is printed if its tool is not here."""
        clients = self.work / "source" / self.name / "tests" / "package" / "clients"
        done = run(f"the client {kind} of the {artefact} artefact", sys.executable, "-B",
                   clients / "clients_test.py", kind, self.work / "clients" / artefact / kind,
                   prefix, compiler(), sys.prefix, statuses=(0, SKIPPED))
        skipped = done.returncode == SKIPPED
        end = f", {done.stdout.strip().splitlines()[-1]}" if skipped else ": built and run"
        say(f"{artefact}: client {kind}{end}")
        return not skipped

    def headers(self):
        """Each single header, the only one of Diatomic that its program includes."""
        package = self.work / "source" / self.name / "tests" / "package"
        for header, program, libraries in (
                ("diatomic.hpp", "atomics.cpp", ()),
                ("diatomic_all.hpp", "kernel.cpp", ("-lboost_context", "-pthread"))):
            folder = self.work / header
            folder.mkdir()
            shutil.copy(self.made / header, folder)
            text = (package / program).read_text(encoding="utf-8")
            text = text.replace("<diatomic/diatomic.hpp>", f'"{header}"', 1)
            text = re.sub(r"#include <diatomic/.*\n", "", text)
            (folder / program).write_text(text, encoding="utf-8")
            run(f"compiling with {header}", compiler(), "-std=c++17", program, "-o", "program",
                *libraries, cwd=folder)
            run(f"the program with {header}", folder / "program")
            say(f"{header}: client {program}: built and run")


def compiler():
    """The program that CXX names, without a launcher such as ccache."""
    *_, program = ["c++", *shlex.split(os.environ.get("CXX", ""))]
    if program.startswith("-"):
        complain(f"CXX ends with the option {program}; it must end with the compiler's name")
    return program


def use(work, made):
    artefacts = Installed(work, made)
    count = 0
    for artefact, kinds in KINDS.items():
        prefix = getattr(artefacts, artefact)()
        count += sum(artefacts.client(artefact, kind, prefix) for kind in kinds)
    if count < CLIENTS_AT_LEAST:
        complain(f"only {count} clients of tests/package/clients were built; {CLIENTS_AT_LEAST} "
                 "are needed, and the lines above name the missing tools")
    artefacts.headers()


def rehearse(folder, site):
    check_versions()
    lacks = section() and missing_date()
    if folder:
        check_folder(folder)
    need_programs("scripts/setup installs g++, and CXX names another compiler", compiler())
    need_tools(site)
    check_clean()
    with tempfile.TemporaryDirectory() as work:
        work = Path(work).resolve()
        clones = Clones(work, site)
        made = clones.first()
        say(f"built {len(list(made.iterdir()))} files")
        compare(made, clones.second())
        say("the same bytes from another clone")
        compare_changed(made, clones.with_one_byte_changed())
        say("other bytes after one byte of a header was changed")
        use(work, made)
        if folder:
            put(made, folder)
        print((made / "SHA256SUMS").read_text(encoding="utf-8"), end="")
    if lacks:
        say(f"before the tag: {lacks}")
