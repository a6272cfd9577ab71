# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of scripts/release, of what it makes, and that recipes agree with the tree.

  release_test.py VENV CXX [TEST...]    VENV is a Python environment with the wheel's build backend

Spack, vcpkg and conda may not be here: so what their recipes name is compared with CMakeLists.txt.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PARTS_OF_SCRIPT = ("CMakeLists.txt", "CHANGELOG.md", "CITATION.cff", "cmake", "include", "scripts")
RECIPES = ("conanfile.py", "pyproject.toml", "CMakePresets.json",
           "cmake/packaging/spack/packages/diatomic/package.py",
           "cmake/packaging/vcpkg/diatomic/portfile.cmake",
           "cmake/packaging/conda/recipe.yaml")
venv, cxx = None, None


def call(*command, **options):
    return subprocess.run([str(word) for word in command], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)


def text_of(path):
    return (ROOT / path).read_text(encoding="utf-8")


VERSION = re.search(r"project\(diatomic VERSION ([0-9.]+)", text_of("CMakeLists.txt")).group(1)


class recipes_test(unittest.TestCase):
    def test_options_are_those_of_the_build(self):
        there = set(re.findall(r"^option\((DIATOMIC_\w+)", text_of("CMakeLists.txt"), re.M))
        for recipe in RECIPES:
            text = text_of(recipe)
            named = set(re.findall(r"DIATOMIC_[A-Z]+\b", text)) - {"DIATOMIC_BACKEND"}
            loop = re.search(r'for part in \(([^)]*)\)', text)
            if loop:
                named |= {f"DIATOMIC_{part}" for part in re.findall(r"\w+", loop.group(1))}
            with self.subTest(recipe=recipe):
                self.assertGreaterEqual(named, {f"DIATOMIC_{part}" for part in
                                                ("PROGRAM", "TESTS", "EXAMPLES")})
                self.assertEqual(named - there, set())

    def test_cmake_is_old_enough_everywhere(self):
        needed = re.search(r"cmake_minimum_required\(VERSION ([\d.]+)",
                           text_of("CMakeLists.txt")).group(1)
        self.assertIn(f'"cmake@{needed}:"', text_of(RECIPES[3]))
        self.assertIn(f'cmake.version = ">={needed}"', text_of("pyproject.toml"))
        self.assertEqual(text_of(RECIPES[5]).count(f"- cmake >={needed}\n"), 2)

    def test_boost_is_that_of_the_host_backend(self):
        needed = re.search(r'"Boost ([\d.]+) CONFIG COMPONENTS (\w+)"',
                           text_of("backends/host/backend.cmake")).groups()
        self.assertIn('"boost@{}:+{}"'.format(*needed), text_of(RECIPES[3]))
        self.assertIn(f'"boost-{needed[1]}"', text_of("cmake/packaging/vcpkg/diatomic/vcpkg.json"))
        self.assertIn(f"libboost-{needed[1]}-dev", text_of("cmake/packages.cmake"))
        self.assertIn(f"- libboost-devel >={needed[0]}\n", text_of(RECIPES[5]))

    def test_users_ask_for_the_minor_version(self):
        minor = ".".join(VERSION.split(".")[:2])
        pages = text_of("README.md") + text_of("docs/install.md")
        self.assertEqual(set(re.findall(r"find_package\(diatomic ([\d.]+)", pages)), {minor})
        self.assertEqual(re.findall(r'"diatomic/\[~([\d.]+)\]"', pages), [minor])

    def test_conan_takes_every_file_that_is_installed(self):
        listed = re.search(r"exports_sources = \(([^)]*)\)", text_of("conanfile.py")).group(1)
        taken = re.findall(r'"([^"*]+?)(?:/\*)?"', listed)
        rules = re.findall(r"install\((?:FILES|PROGRAMS|DIRECTORY) ([^)]*?)\s+DESTINATION",
                           text_of("cmake/install.cmake"))
        sources = {word for rule in rules for word in rule.split() if not word.startswith("$")}
        folders = {word.split("/")[0] for word in sources}
        self.assertGreaterEqual(folders, {"LICENSE", "include", "backends", "cmake"})
        for source in sources | {"CMakeLists.txt", "README.md"}:  # README.md: CPack asks for it
            with self.subTest(source=source):
                self.assertTrue(any(f"{source}/".startswith(f"{t}/") for t in taken))


class script_test(unittest.TestCase):
    """Of a copy, in which versions and the changelog can be wrong."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.tree = Path(self.folder.name)
        for part in PARTS_OF_SCRIPT:
            source = ROOT / part
            (shutil.copytree if source.is_dir() else shutil.copy)(source, self.tree / part)
        self.replace("CHANGELOG.md", rf"^## {VERSION} .*", f"## {VERSION} (2026-01-31)")

    def replace(self, path, pattern, text):
        path = self.tree / path
        changed, count = re.subn(pattern, text, path.read_text(), flags=re.M)
        self.assertGreater(count, 0)
        path.write_text(changed)

    def release(self, *arguments):
        return call(sys.executable, self.tree / "scripts" / "release", *arguments)

    def refuses(self, text, *arguments):
        refused = self.release(*arguments)
        self.assertEqual(refused.returncode, 1, refused.stdout)
        self.assertIn(text, refused.stdout)

    def test_a_tree_that_is_ready(self):
        ready = self.release("check", f"v{VERSION}")
        self.assertEqual((ready.returncode, ready.stdout), (0, ""))

    def test_notes_are_the_section_of_this_version(self):
        self.replace("CHANGELOG.md", rf"^## {VERSION} .*",
                     f"## 99.0.0 (2027-01-01)\n\nLater.\n\n## {VERSION} (2026-01-31)\n\nThis one.")
        with open(self.tree / "CHANGELOG.md", "a", encoding="utf-8") as changelog:
            changelog.write("\n## 0.0.1 (2025-01-01)\n\nEarlier.\n")
        notes = self.release("notes").stdout
        self.assertTrue(notes.startswith("This one."), notes[:100])
        self.assertNotIn("Earlier", notes)
        self.assertNotIn("Later", notes)

    def test_wrong_versions_are_refused(self):
        self.refuses(f"the tag is v99.0.0, and CMakeLists.txt has the version {VERSION}; tag "
                     f"v{VERSION}, or set the version there", "check", "v99.0.0")
        self.replace("CITATION.cff", VERSION, "99.0.3")
        self.refuses("CITATION.cff has the version 99.0.3", "check", f"v{VERSION}")
        self.replace("cmake/packaging/conda/recipe.yaml", rf'version: "{VERSION}"',
                     'version: "99.0.4"')
        self.refuses("recipe.yaml has the version 99.0.4", "check", f"v{VERSION}")
        self.replace("cmake/packaging/vcpkg/diatomic/vcpkg.json", VERSION, "99.0.1")
        self.refuses(f"vcpkg.json has the version 99.0.1, and CMakeLists.txt {VERSION}",
                     "check", f"v{VERSION}")
        self.replace("cmake/packaging/spack/packages/diatomic/package.py", f'tag="v{VERSION}"',
                     'tag="v99.0.2"')
        self.refuses("package.py (tag) has the version 99.0.2", "check", f"v{VERSION}")

    def test_a_header_of_another_version_is_refused(self):
        numbers = VERSION.split(".")
        self.replace("include/diatomic/core/version.hpp", r"^#define DIATOMIC_VERSION_PATCH \d+$",
                     "#define DIATOMIC_VERSION_PATCH 99")
        self.refuses(f"version.hpp has the version {numbers[0]}.{numbers[1]}.99, and "
                     f"CMakeLists.txt {VERSION}", "check", f"v{VERSION}")

    def test_a_changelog_without_date_or_section_is_refused(self):
        self.replace("CHANGELOG.md", rf"^## {VERSION} .*", f"## {VERSION} (unreleased)")
        self.refuses(f"CHANGELOG.md says '{VERSION} (unreleased)'; write the date", "check",
                     f"v{VERSION}")
        self.replace("CHANGELOG.md", rf"^## {VERSION} .*", "## 0.0.0 (2026-01-31)")
        self.refuses(f"CHANGELOG.md has no section '## {VERSION}'", "notes")

    def test_a_folder_with_files_is_refused(self):
        (self.tree / "out").mkdir()
        (self.tree / "out" / "old.whl").touch()
        self.refuses("out is not empty; the artefacts of a release have a folder to themselves",
                     "build", self.tree / "out")

    def test_unknown_words_are_refused(self):
        self.assertIn("invalid choice: 'publish'", self.release("publish").stdout)


class versions_test(unittest.TestCase):
    def test_recipes_have_the_version_of_the_tree(self):
        made = call(sys.executable, ROOT / "scripts" / "release", "check", f"v{VERSION}")
        if made.returncode:  # between releases only the date may be missing
            self.assertIn("write the date of the release there", made.stdout)


class artefacts_test(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not (venv / "complete").is_file():
            raise unittest.SkipTest("there is no Python environment that can build a wheel")
        cls.folder = tempfile.TemporaryDirectory()
        cls.work = Path(cls.folder.name)
        cls.made = cls.work / "made"
        built = call(venv / "bin" / "python", ROOT / "scripts" / "release", "build", cls.made,
                     env={**os.environ, "PIP_NO_BUILD_ISOLATION": "0"})
        if built.returncode:
            raise RuntimeError(built.stdout)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_all_are_there_and_have_their_sums(self):
        names = {f"diatomic-{VERSION}.tar.gz", f"libdiatomic-dev_{VERSION}_all.deb",
                 f"diatomic-{VERSION}-py3-none-any.whl", "diatomic.hpp", "diatomic_all.hpp"}
        self.assertEqual({path.name for path in self.made.iterdir()}, names | {"SHA256SUMS"})
        checked = call("sha256sum", "--check", "SHA256SUMS", cwd=self.made)
        self.assertEqual(checked.returncode, 0, checked.stdout)
        self.assertEqual(checked.stdout.count(": OK"), len(names))

    def test_the_debian_package_is_found_by_cmake(self):
        if not shutil.which("dpkg-deb"):
            self.skipTest("dpkg-deb is not here")
        package = self.made / f"libdiatomic-dev_{VERSION}_all.deb"
        fields = call("dpkg-deb", "--field", package).stdout
        for line in ("Package: libdiatomic-dev", f"Version: {VERSION}", "Architecture: all",
                     "Recommends: libboost-context-dev, python3", "Section: libdevel"):
            self.assertIn(line, fields.splitlines())
        self.assertNotIn("\nDepends:", fields)
        root, build = self.work / "root", self.work / "build"
        self.assertEqual(call("dpkg-deb", "--extract", package, root).returncode, 0)
        with tarfile.open(self.made / f"diatomic-{VERSION}.tar.gz") as archive:
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
        exception = text_of("LICENSE").partition("---- LLVM Exceptions")[2].split("\n\n", 1)[1]
        unfolded = "".join(f"{line[1:]}\n" for line in lines).replace("\n.\n", "\n\n")
        self.assertTrue(unfolded.endswith(exception), unfolded)
        self.assertIn("/usr/share/common-licenses/Apache-2.0", unfolded)


if __name__ == "__main__":
    venv, cxx = Path(sys.argv[1]).absolute(), sys.argv[2]
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
