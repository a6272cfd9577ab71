# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that recipes agree with the tree, and of scripts/release check and notes.

Spack, vcpkg and conda may not be here: so what their recipes name is compared with CMakeLists.txt.
"""

import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True

from clone import ROOT, Clone, call  # noqa: E402

RECIPES = ("conanfile.py", "pyproject.toml", "CMakePresets.json",
           "cmake/packaging/spack/packages/diatomic/package.py",
           "cmake/packaging/vcpkg/diatomic/portfile.cmake",
           "cmake/packaging/conda/recipe.yaml")


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

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.clone = Clone(Path(folder.name) / "clone")
        cls.tree, cls.replace = cls.clone.folder, cls.clone.replace
        cls.release = cls.clone.release

    def setUp(self):
        self.clone.restore()
        self.replace("CHANGELOG.md", rf"^## {VERSION} .*", f"## {VERSION} (2026-01-31)")

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

    def test_unknown_words_are_refused(self):
        self.assertIn("invalid choice: 'publish'", self.release("publish").stdout)


class versions_test(unittest.TestCase):
    def test_recipes_have_the_version_of_the_tree(self):
        made = call(sys.executable, ROOT / "scripts" / "release", "check", f"v{VERSION}")
        if made.returncode:  # between releases only the date may be missing
            self.assertIn("write the date of the release there", made.stdout)


if __name__ == "__main__":
    unittest.main()
