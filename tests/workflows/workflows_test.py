# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the workflows and the scripts that they run, as far as that goes without GitHub.

`scripts/format --check` refuses a broken workflow; a change concerns the right groups of jobs; and
the parts of .ci/nightly in the workflow are ones that it has.

The exit status is 77, which counts as skipped, if a tool is missing: scripts/setup --sources.
"""

import itertools
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = ".github/workflows/ci.yml"
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
# What is replaced in the workflow, once, and what scripts/format then says of it.
BROKEN = {
    "key": ("    timeout-minutes: 10\n", "    timeout-minuets: 10\n",
            'unexpected key "timeout-minuets"'),
    "no_limit": ("    timeout-minutes: 10\n", "", '"timeout-minutes" is not set in job "changes"'),
    "long_limit": ("    timeout-minutes: 10\n", "    timeout-minutes: 400\n", "350"),
    "label": ('[self-hosted, linux, "${{ matrix.gpu }}"]', "[self-hosted, linux, sm_42]",
              'label "sm_42" is unknown'),
    "label_of_matrix": ("gpu: sm_80}", "gpu: sm_8O}", 'label "sm_8O" is unknown'),
    "needs": ("needs: changes\n", "needs: change\n", 'needs job "change" which does not exist'),
    "output": ("needs.changes.outputs.cuda ==", "needs.changes.outputs.cude ==",
               'property "cude" is not defined'),
    "expression": ("vars.DIATOMIC_GPU_RUNNERS ==", "vars.DIATOMIC_GPU_RUNNERS =",
                   "unexpected character"),
    "variable": ("vars.DIATOMIC_GPU_RUNNERS", "vars.DIATOMIC_GPUS", "diatomic_gpus"),
    "shell": ('run: .github/changed "$BASE" |', 'run: if .github/changed "$BASE" |',
              "Couldn.t parse this if"),
    "words": ('--build "$BUILD"', "--build $BUILD", "SC2086"),
    "matrix": ("matrix.preset", "matrix.set", 'property "set" is not defined'),
    "not_pinned": ("actions/checkout@", "actions/checkout@v4.4.0-", "full-length commit SHA"),
    "argument": ("        with: {key: host}\n", "", 'missing input "key"'),
}
# A changed file, and the groups that it concerns.
CONCERNED = {
    "docs/testing.md": "",
    "README.md": "",
    "include/diatomic/diatomic.hpp": "host hip cuda model",
    ".github/workflows/ci.yml": "host hip cuda model",
    "backends/cuda/codegen/tests.cmake": "cuda",
    "backends/cuda/include/diatomic/cuda/support.hpp": "host cuda",
    "backends/hip/codegen/tests.cmake": "hip",
    "backends/hip/include/diatomic/hip/support.hpp": "host hip",
    "backends/host/include/diatomic/host/support.hpp": "host hip cuda model",
    "backends/transports/nvshmem_network/transport.cmake": "host cuda",
    "tests/emulator/CMakeLists.txt": "hip",
    "tests/model/runs.toml": "host hip cuda model",
    "a_new_folder/file.cpp": "host hip cuda",
}


def run(*command, cwd):
    return subprocess.run([str(word) for word in command], cwd=cwd, check=False, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


class Tree(unittest.TestCase):
    """A folder with what the scripts need of the tree."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = Path(folder.name)
        for name in ("format", "common.bash"):
            (self.tree / "scripts").mkdir(exist_ok=True)
            shutil.copy(ROOT / "scripts" / name, self.tree / "scripts")
        for name in (".github", ".ci", "cmake/toolchains"):
            shutil.copytree(ROOT / name, self.tree / name)
        for path in [*ROOT.glob(".*.yaml"), *ROOT.glob("*.cff"), ROOT / ".clang-format",
                     ROOT / ".flake8", ROOT / "CMakeLists.txt"]:
            shutil.copy(path, self.tree)
        for name in ("include", "backends", "src", "tests", "docs"):
            (self.tree / name).mkdir()
        (self.tree / "build").symlink_to(ROOT / "build")
        self.git("init", "--quiet")  # without, actionlint looks for no actions of our own

    def git(self, *words):
        done = run("git", "-c", "user.name=test", "-c", "user.email=test@localhost", *words,
                   cwd=self.tree)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout.strip()


class FormatTest(Tree):
    def check(self):
        return run("scripts/format", "--check", cwd=self.tree)

    def test_workflows_are_right(self):
        done = self.check()
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_broken_workflows_are_refused(self):
        whole = (self.tree / WORKFLOW).read_text()
        for name, (old, new, _) in BROKEN.items():
            self.assertIn(old, whole)
            (self.tree / f".github/workflows/{name}.yml").write_text(whole.replace(old, new, 1))
        done = self.check()
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("format: actionlint reports the lines above", done.stdout)
        self.assertNotIn("/ci.yml", done.stdout)
        for name, (_, _, message) in BROKEN.items():
            with self.subTest(name):
                self.assertRegex(done.stdout, f"(?m)^.github/workflows/{name}.yml:.*({message})")

    def test_broken_yaml_is_refused(self):
        text = (self.tree / WORKFLOW).read_text()
        (self.tree / WORKFLOW).write_text(text.replace("    needs: site\n", "     needs: site\n"))
        done = self.check()
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("format: yamllint reports the lines above", done.stdout)

    def test_each_action_has_one_version(self):
        of_action = {}
        for path in [*ROOT.glob(".github/**/*.yml")]:
            for name, used in re.findall(r"uses: ([^@/\s]+/[^@/\s]+)[^@\s]*@(.*)",
                                         path.read_text()):
                self.assertRegex(used, r"^[0-9a-f]{40}  # v\d+\.\d+\.\d+$")
                of_action.setdefault(name, set()).add(used)
        self.assertGreater(len(of_action), 4)
        for name, used in of_action.items():
            self.assertEqual(len(used), 1, f"{name}: {used}")

    def test_a_pipe_fails_with_its_first_command(self):
        for path in WORKFLOWS:
            self.assertIn("\ndefaults:\n  run:\n    shell: bash", path.read_text(), path)

    def test_no_cache_is_restored_by_the_key_of_another(self):
        keys = re.findall(r'with: \{key: "?(.*?)"?\}$', (ROOT / WORKFLOW).read_text(), re.M)
        self.assertGreater(len(set(keys)), 5)
        for one, other in itertools.permutations(keys, 2):
            self.assertFalse(f"{other}-".startswith(f"{one}-"), f"{one}, {other}")

    def test_jobs_with_large_images_free_the_disk(self):
        jobs = [job for path in WORKFLOWS
                for job in re.split(r"(?m)^  (?=\w[\w-]*:$)", path.read_text())
                if re.search(r'image: "(nvidia|rocm)/', job)]
        self.assertGreater(len(jobs), 3)
        for job in jobs:
            self.assertIn("volumes: [", job)
            self.assertIn("    steps:\n      - run: rm -rf /unneeded/", job)

    def test_forks_have_no_runners_of_our_own(self):
        for path in WORKFLOWS:
            for job in re.split(r"(?m)^  (?=\w[\w-]*:$)", path.read_text()):
                if "[self-hosted" in job:
                    self.assertIn("(github.event_name != 'pull_request' ||\n      github.event."
                                  "pull_request.head.repo.full_name == github.repository)", job)

    def test_the_rehearsal_may_unshare(self):
        text = (ROOT / ".github/workflows/release.yml").read_text()
        self.assertIn("options: --privileged", text[text.index("  publish:"):])

    def test_developers_have_images_of_the_workflow(self):
        text = (ROOT / WORKFLOW).read_text()
        for path in ROOT.glob(".devcontainer/*/devcontainer.json"):
            image = re.search(r'"image": "(.*)"', path.read_text()).group(1)
            self.assertIn(f'"{image}"', text)


class ChangedTest(Tree):
    def concerned(self, base):
        done = run(".github/changed", base, cwd=self.tree)
        self.assertEqual(done.returncode, 0, done.stdout)
        lines = [line.split("=") for line in done.stdout.splitlines()]
        self.assertEqual([group for group, _ in lines], ["host", "hip", "cuda", "model"])
        return " ".join(group for group, value in lines if value == "true")

    def setUp(self):
        super().setUp()
        (self.tree / "build").unlink()
        self.git("add", "--all")
        self.git("commit", "--quiet", "-m", "before")
        self.before = self.git("rev-parse", "HEAD")

    def commit(self, path):
        self.git("checkout", "--quiet", "--detach", self.before)
        file = self.tree / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("changed\n")
        self.git("add", "--all")
        self.git("commit", "--quiet", "-m", path)

    def test_groups(self):
        for path, groups in CONCERNED.items():
            with self.subTest(path):
                self.commit(path)
                self.assertEqual(self.concerned(self.before), groups)

    def test_unknown_commits_concern_all(self):
        for base in ("", "0" * 40):
            self.assertEqual(self.concerned(base), "host hip cuda model")

    def test_model_has_the_folders_that_its_programs_include(self):
        text = (ROOT / "tests/model/genmc_runs.py").read_text()
        folders = re.findall(r'ROOT / "([\w/]+)"', text)
        self.assertIn("src", folders)
        for folder in folders:
            with self.subTest(folder):
                self.commit(f"{folder}/file")
                self.assertIn("model", self.concerned(self.before))

    def test_groups_are_those_of_the_workflow(self):
        text = (ROOT / WORKFLOW).read_text()
        used = set(re.findall(r"needs\.changes\.outputs\.(\w+)", text))
        self.assertEqual(used, {"host", "hip", "cuda", "model"})


class NightlyTest(Tree):
    def setUp(self):
        super().setUp()
        for name in ("setup", "test"):
            script = self.tree / "scripts" / name
            script.write_text(f'#!/bin/sh\necho "{name} $*"\n')
            script.chmod(0o755)

    def test_parts_of_the_workflow(self):
        parts = re.findall(r"\{part: (\w+),", (ROOT / WORKFLOW).read_text())
        all_of_it = run(".ci/nightly", cwd=self.tree).stdout
        chips = set(re.findall(r"--emulate (\w+)", all_of_it))
        self.assertEqual(set(parts), {"host", *chips})
        for part in parts:
            done = run(".ci/nightly", part, cwd=self.tree)
            self.assertEqual(done.returncode, 0, done.stdout)
            found = set(re.findall(r"--emulate (\w+)", done.stdout))
            self.assertEqual(found, {part} - {"host"})

    def test_unknown_parts_are_refused(self):
        done = run(".ci/nightly", "gfx43", cwd=self.tree)
        self.assertEqual((done.returncode, done.stdout),
                         (1, "nightly: unknown part 'gfx43'; host, gfx942 or gfx1100\n"))


def main():
    tools = ("clang-format-19", "cmake-lint", "flake8", "yamllint", "shellcheck", "git")
    missing = [tool for tool in tools if not shutil.which(tool)]
    if not (ROOT / "build/actionlint/bin/actionlint").is_file():
        missing.append("actionlint")
    if missing:
        print(f"skipped: {' '.join(missing)} is missing; scripts/setup --sources installs it")
        return 77
    return 0 if unittest.main(exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
