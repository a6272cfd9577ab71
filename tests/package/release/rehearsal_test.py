# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of scripts/release build and rehearse: the files they make, and what they refuse.

  rehearsal_test.py VENV CXX [TEST...]    VENV is what ../python_environment.py made

The documentation site is left out, which takes minutes; the workflow `release` includes it.
"""

import contextlib
import hashlib
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True

from clone import ROOT, Clone, call  # noqa: E402

sys.path.insert(0, str(ROOT / "scripts"))

from releasing.contents import first_difference  # noqa: E402
from releasing.rehearsal import Clones, compare, compare_changed  # noqa: E402
from releasing.tree import version  # noqa: E402

VERSION = version()
NAME = f"diatomic-{VERSION}"
SKIPPED = 77
venv, cxx = None, None


def git_setting(name, value):
    return {"GIT_CONFIG_COUNT": 1, "GIT_CONFIG_KEY_0": name, "GIT_CONFIG_VALUE_0": value}


class refusals_test(unittest.TestCase):
    """Of a clone. The folder for temporary files is empty, and must stay so."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.work = Path(folder.name).resolve()
        cls.temporary, cls.out = cls.work / "temporary", cls.work / "to" / "out"
        cls.temporary.mkdir()
        cls.clone = Clone(cls.work / "clone")

    def setUp(self):
        self.clone.restore()

    def refuses(self, sentence, what="rehearse", out=None, **environment):
        done = self.clone.release(what, out or self.out, "--without-site",
                                  python=venv / "bin" / "python",
                                  **{"TMPDIR": self.temporary, "CXX": cxx, **environment})
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stdout.splitlines()[-1], f"^release: .*{sentence}")
        self.assertFalse(self.out.exists())
        self.assertEqual(list(self.temporary.iterdir()), [])
        return done.stdout

    def test_a_tree_that_differs_from_its_commit(self):
        (self.clone.folder / "new.hpp").touch()
        self.refuses("new.hpp: not as in the commit; commit or revert all changes", "build",
                     **git_setting("status.showUntrackedFiles", "no"))
        self.clone.replace("README.md", r"\Z", "A line.\n")
        self.refuses("README.md and 1 more files: not as in the commit; commit or")

    def test_a_tree_that_is_no_clone(self):
        (self.clone.folder / ".git").rename(self.work / "history")
        self.addCleanup((self.work / "history").rename, self.clone.folder / ".git")
        self.refuses("is not a clone; a release is made of a commit")

    def test_another_version(self):
        self.clone.replace("CITATION.cff", VERSION, "99.0.3")
        self.clone.commit()
        for what in ("build", "rehearse"):
            self.refuses(f"CITATION.cff has the version 99.0.3, and CMakeLists.txt {VERSION}", what)

    def test_a_missing_program(self):
        programs = self.work / "programs"
        programs.mkdir()
        (programs / "git").symlink_to(shutil.which("git"))
        for name in ("cmake", "cpack", "make"):
            self.refuses(f"{name} is not here; scripts/setup installs it", PATH=programs,
                         CXX=shutil.which(cxx))
            (programs / name).symlink_to(shutil.which(name))
        setup = (ROOT / "scripts" / "setup").read_text(encoding="utf-8")
        self.assertIn("  need_command make make ", setup)
        self.refuses("d\\+\\+ is not here; scripts/setup installs g", CXX="ccache d++")
        self.refuses("CXX ends with the option -m64", CXX="g++ -m64")

    def test_a_missing_module(self):
        hidden = self.work / "hidden"
        hidden.mkdir()
        (hidden / "scikit_build_core.py").write_text("raise ImportError\n")
        self.refuses("has no module scikit_build_core; tests/package/python_environment.py FOLDER",
                     "build", PYTHONPATH=hidden)

    def test_a_folder_with_files(self):
        full = self.work / "out"
        full.mkdir()
        (full / "old.whl").touch()
        done = self.clone.release("rehearse", full)
        self.assertEqual(done.returncode, 1)
        self.assertIn("out is not empty; the artefacts of a release have a folder to themselves",
                      done.stdout)

    def test_a_folder_that_cannot_be_made(self):
        file, link = self.work / "file", self.work / "link"
        file.touch()
        link.symlink_to(file / "below")
        for out in (file / "out", link, Path("/proc/out")):
            for what in ("build", "rehearse"):
                self.refuses("(out|below) cannot be made: (No|Not a) ", what, out)

    def test_a_signal_leaves_nothing(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with subprocess.Popen([venv / "bin" / "python", self.clone.folder / "scripts/release",
                                   "rehearse", "--without-site", self.out], text=True,
                                  env={**os.environ, "TMPDIR": str(self.temporary)},
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as started:
                while started.poll() is None and not any(
                        any(self.temporary.glob(f"{up}source.tar")) for up in ("*/", "*/*/")):
                    time.sleep(0.01)
                started.send_signal(number)
                printed = started.communicate()[0]
            self.assertEqual(started.returncode, 128 + number, printed)
            self.assertNotIn("Traceback", printed)
            self.assertEqual(list(self.temporary.iterdir()), [])
            self.assertFalse(self.out.exists())

    def test_a_build_that_fails(self):
        self.clone.replace("cmake/packages.cmake", r"\Z", 'message(FATAL_ERROR "A mistake")\n')
        self.clone.commit()
        self.assertIn("A mistake", self.refuses("building in .*/one: failed: cmake -S"))

    def test_a_file_that_names_the_folder_of_its_build(self):
        self.clone.replace("cmake/diatomic.pc.in", r"\Z", "# @CMAKE_CURRENT_BINARY_DIR@\n")
        self.clone.commit()
        self.refuses(f"{NAME}-installed.tar.gz differs between two builds of one commit: the "
                     f"contents of {NAME}/share/pkgconfig/diatomic.pc")


class comparison_test(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.one, self.other = Path(folder.name) / "one", Path(folder.name) / "other"
        self.one.mkdir()
        self.other.mkdir()

    def archive(self, folder, names="ab", contents=b"text", compression=9, **more):
        with tarfile.open(folder / "x.tar.gz", "w:gz", compresslevel=compression) as tar:
            for name in names:
                member = tarfile.TarInfo(name)
                member.size = len(contents)
                for key, value in more.items():
                    setattr(member, key, value)
                tar.addfile(member, io.BytesIO(contents))
        return folder / "x.tar.gz"

    def test_says_where_archives_differ(self):
        one = self.archive(self.one)
        for phrase, more in (("the contents of a", {"contents": b"Text"}),
                             ("the mode of a", {"mode": 0o600}), ("the time of a", {"mtime": 1}),
                             ("the owner of a", {"uname": "me"}),
                             ("a or b comes first", {"names": "ba"}),
                             ("the number of its files", {"names": "abc"}),
                             ("what describes its files", {"compression": 0})):
            with self.subTest(phrase=phrase):
                self.assertEqual(first_difference(one, self.archive(self.other, **more)), phrase)

    def test_differences_are_refused(self):
        self.archive(self.one)
        self.archive(self.other, mode=0o600)
        with self.assertRaisesRegex(SystemExit, "x.tar.gz differs between two builds of one"):
            compare(self.one, self.other)
        (self.other / "more").touch()
        with self.assertRaisesRegex(SystemExit, "made files of different names"):
            compare(self.one, self.other)

    def test_a_machine_without_namespaces_is_named(self):
        with mock.patch.dict("os.environ", PATH=str(self.one)), \
                contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertEqual(Clones(self.other, False).isolated, [])
        self.assertIn("release: this machine does not allow `unshare --net --mount`: the builds "
                      "are not kept from the network", said.getvalue())

    def test_a_change_without_effect_is_refused(self):
        for folder, text in ((self.one, "1"), (self.other, "2")):
            (folder / "diatomic.hpp").write_text("the same")
            (folder / "SHA256SUMS").write_text(text)
        with self.assertRaisesRegex(SystemExit, "diatomic.hpp is the same after a byte of"):
            compare_changed(self.one, self.other)


class artefacts_test(unittest.TestCase):
    """Made with settings of a user that must have no part in them."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.work = Path(cls.folder.name).resolve()
        cls.made = cls.work / "made"
        cls.rehearsal = Clone(cls.work / "clone").release(
            "rehearse", "--without-site", cls.made, python=venv / "bin" / "python",
            CXX=f"ccache {cxx}", DESTDIR=cls.work / "elsewhere", CMAKE_INSTALL_MODE="SYMLINK",
            **git_setting("commit.gpgSign", "true"))
        if cls.rehearsal.returncode:
            raise RuntimeError(cls.rehearsal.stdout)

    def test_nothing_is_elsewhere(self):
        self.assertFalse((self.work / "elsewhere").exists())

    def test_ends_with_the_sums(self):
        sums = (self.made / "SHA256SUMS").read_text()
        self.assertIn(sums, self.rehearsal.stdout)
        self.assertGreaterEqual(self.rehearsal.stdout.count(": built and run\n"), 12)
        page = (ROOT / "docs" / "builds" / "packages.md").read_text().partition("## A release")[2]
        names = {name.replace("VERSION", VERSION) for row in re.findall(r"^\|(.*?)\|", page, re.M)
                 for name in re.findall(r"`(.*?)`", row)} - {f"{NAME}-site.tar.gz"}
        self.assertEqual({path.name for path in self.made.iterdir()}, names)
        checked = call("sha256sum", "--check", "SHA256SUMS", cwd=self.made)
        self.assertEqual(checked.returncode, 0, checked.stdout)
        self.assertEqual(checked.stdout.count(": OK"), len(names) - 1)

    def test_the_source_archive_is_the_commit(self):
        with tarfile.open(self.made / f"{NAME}-source.tar.gz") as archive:
            packed = {m.name.partition("/")[2]: m.mode for m in archive if m.isfile()}
        listed = call("git", "ls-files", "--stage", cwd=self.work / "clone").stdout.splitlines()
        modes = {name: int(mode[-3:], 8) for mode, name in
                 (re.match(r"(\d+) .*\t(.*)", line).groups() for line in listed)}
        self.assertEqual(packed, modes)

    def test_the_list_of_contents(self):
        listed = json.loads((self.made / f"{NAME}.spdx.json").read_text())
        self.assertEqual((listed["spdxVersion"], listed["name"]), ("SPDX-2.3", NAME))
        packages = {p.get("packageFileName", p["name"]): p for p in listed["packages"]}
        for path in self.made.iterdir():
            if path.name not in ("SHA256SUMS", f"{NAME}.spdx.json"):
                self.assertEqual(packages[path.name]["checksums"][0]["checksumValue"],
                                 hashlib.sha256(path.read_bytes()).hexdigest())
        files = {f["fileName"][2:]: f for f in listed["files"]}
        for name, file in files.items():
            contents = (self.work / "clone" / name).read_bytes()
            self.assertEqual([c["checksumValue"] for c in file["checksums"]],
                             [hashlib.new(a, contents).hexdigest() for a in ("sha1", "sha256")])
        self.assertEqual({name: files[name]["licenseConcluded"] for name in
                          ("include/diatomic/diatomic.hpp", "docs/images/astronaut.png")},
                         {"include/diatomic/diatomic.hpp": "Apache-2.0 WITH LLVM-exception",
                          "docs/images/astronaut.png": "NOASSERTION"})
        identifiers = [x["SPDXID"] for x in (listed, *listed["packages"], *listed["files"])]
        self.assertEqual(len(identifiers), len(set(identifiers)))
        named = {r[key] for r in listed["relationships"]
                 for key in ("spdxElementId", "relatedSpdxElement")}
        self.assertEqual(named, set(identifiers))

    def test_the_debian_package_is_found_by_cmake(self):
        package = self.made / f"libdiatomic-dev_{VERSION}_all.deb"
        fields = call("dpkg-deb", "--field", package).stdout
        for line in ("Package: libdiatomic-dev", f"Version: {VERSION}", "Architecture: all",
                     "Recommends: libboost-context-dev, python3", "Section: libdevel"):
            self.assertIn(line, fields.splitlines())
        self.assertNotIn("\nDepends:", fields)
        root, build = self.work / "root", self.work / "build"
        self.assertEqual(call("dpkg-deb", "--extract", package, root).returncode, 0)
        with tarfile.open(self.made / f"{NAME}-installed.tar.gz") as archive:
            packed = {name.partition("/")[2] for name in archive.getnames() if "." in name[-6:]}
        unpacked = {path.relative_to(root / "usr").as_posix() for path in root.rglob("*.*")
                    if path.is_file()}
        self.assertGreater(len(packed), 100)
        self.assertEqual(packed - {""}, unpacked)
        self.check_copyright_of_debian(root / "usr")
        project = ROOT / "tests" / "package" / "find_package"
        options = [f"-DCMAKE_PREFIX_PATH={root}/usr", f"-DCMAKE_CXX_COMPILER={cxx}",
                   "-DLANGUAGE=CXX", "-DEXPECTED_BACKEND=host"]
        for command in (["cmake", "-S", project, "-B", build, *options],
                        ["cmake", "--build", build],
                        ["ctest", "--test-dir", build, "--no-tests=error"]):
            done = call(*command)
            self.assertEqual(done.returncode, 0, done.stdout)

    def check_copyright_of_debian(self, usr):
        """Compares the copyright file with the SPDX lines of the packed files, and with LICENSE."""
        text = (usr / "share" / "doc" / "libdiatomic-dev" / "copyright").read_text()
        head, files, licence = text.split("\n\n")
        self.assertEqual(head.splitlines()[0], "Format: https://www.debian.org/doc/"
                         "packaging-manuals/copyright-format/1.0/")
        sources = "".join(path.read_text() for path in usr.rglob("*.*pp"))
        holders = set(re.findall(r"SPDX-FileCopyrightText: (.*)", sources))
        self.assertEqual(set(re.findall(r"SPDX-License-Identifier: (.*)", sources)),
                         {"Apache-2.0 WITH LLVM-exception"})
        name = "License: Apache-2.0 with LLVM exception"
        self.assertEqual(files.splitlines(),
                         ["Files: *", f"Copyright: {', '.join(holders)}", name])
        self.assertEqual(licence.splitlines()[0], name)
        lines = licence.splitlines()[1:]
        self.assertEqual([line for line in lines if not re.match(r" (\.$|[^. ])", line)], [])
        of_llvm = (ROOT / "LICENSE").read_text().partition("---- LLVM Exceptions")[2]
        unfolded = "".join(f"{line[1:]}\n" for line in lines).replace("\n.\n", "\n\n")
        self.assertTrue(unfolded.endswith(of_llvm.split("\n\n", 1)[1]), unfolded)
        self.assertIn("/usr/share/common-licenses/Apache-2.0", unfolded)


if __name__ == "__main__":
    venv, cxx = Path(sys.argv[1]).absolute(), sys.argv[2]
    if not (venv / "complete").is_file():
        print("skipped: there is no Python environment that can build a wheel")
        sys.exit(SKIPPED)
    for tool in ("git", "dpkg-deb"):
        if not shutil.which(tool):
            print(f"skipped: {tool} is not here")
            sys.exit(SKIPPED)
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
