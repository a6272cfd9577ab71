# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tree that contains this script: its version, its changelog, and whether they are ready."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The interpreter with Debian's packages, which scripts/docs takes too.
PYTHON_OF_DOCS = "/usr/bin/python3"
# Without what the user's configuration changes in files and commits.
GIT = ("git", *(word for setting in (
    "core.autocrlf=false", "core.eol=lf", "core.attributesFile=/dev/null",
    "core.hooksPath=/dev/null", "commit.gpgSign=false", "log.showSignature=false",
    "tar.umask=0022") for word in ("-c", setting)))


def complain(text):
    sys.exit(f"release: {text}")


def text_of(path):
    return (ROOT / path).read_text(encoding="utf-8")


def version():
    text = text_of("CMakeLists.txt")
    found = re.search(r"^project\(diatomic VERSION (\d+\.\d+\.\d+)", text, re.M)
    return found.group(1) if found else complain("CMakeLists.txt tells no version of three numbers")


def section():
    """The changelog's section of this version: what is behind the version, and the text."""
    found = re.search(rf"^## {re.escape(version())}\b[ ]*(.*)\n((?s:.*?))(?=^## |\Z)",
                      text_of("CHANGELOG.md"), re.M)
    return found.groups() if found else complain(f"CHANGELOG.md has no section '## {version()}'")


def written_versions():
    """Each place where a tool wants the version written, and what is written there."""
    header = "include/diatomic/core/version.hpp"
    numbers = re.findall(r"^#define DIATOMIC_VERSION_(MAJOR|MINOR|PATCH) (\d+)$", text_of(header),
                         re.M)
    yield header, ".".join(number for _, number in numbers)
    spack = "cmake/packaging/spack/packages/diatomic/package.py"
    found = re.search(r'version\("([\d.]+)", tag="v([\d.]+)"\)', text_of(spack))
    yield spack, found.group(1) if found else "none"
    yield f"{spack} (tag)", found.group(2) if found else "none"
    vcpkg = "cmake/packaging/vcpkg/diatomic/vcpkg.json"
    yield vcpkg, json.loads(text_of(vcpkg))["version"]
    conda = "cmake/packaging/conda/recipe.yaml"
    found = re.search(r'^  version: "([\d.]+)"$', text_of(conda), re.M)
    yield conda, found.group(1) if found else "none"
    found = re.search(r"^version: ([\d.]+)$", text_of("CITATION.cff"), re.M)
    yield "CITATION.cff", found.group(1) if found else "none"


def check_versions():
    for place, written in written_versions():
        if written != version():
            complain(f"{place} has the version {written}, and CMakeLists.txt {version()}")


def missing_date():
    """What the changelog lacks before the tag, or nothing."""
    behind, _ = section()
    if re.fullmatch(r"\(\d{4}-\d{2}-\d{2}\)", behind):
        return ""
    return (f"CHANGELOG.md says '{version()} {behind}'; write the date of the release there, "
            "as (2026-01-31)")


def check(tag):
    if tag != f"v{version()}":
        complain(f"the tag is {tag}, and CMakeLists.txt has the version {version()}; "
                 f"tag v{version()}, or set the version there")
    check_versions()
    if missing_date():
        complain(missing_date())


def need_programs(to_install, *names):
    for name in names:
        if not shutil.which(name):
            complain(f"{name} is not here; {to_install}")


def need_modules(python, to_install, *names):
    for name in names:
        if subprocess.run([python, "-c", f"import {name}"], check=False,
                          stderr=subprocess.DEVNULL).returncode:
            complain(f"{python} has no module {name}; {to_install}")


def output_of(*command, cwd=ROOT):
    done = subprocess.run([str(word) for word in command], cwd=cwd, check=False, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        complain(f"failed: {' '.join(str(word) for word in command)}: {done.stderr.strip()}")
    return done.stdout.strip()


def check_clean():
    """A release is made of a commit, so files that differ from it would be left out silently."""
    need_programs("apt installs it", "git")
    if not (ROOT / ".git").exists():
        complain(f"{ROOT} is not a clone; a release is made of a commit")
    changed = [line.split(maxsplit=1)[1]
               for line in output_of(*GIT, "status", "--porcelain",
                                     "--untracked-files=normal").splitlines()]
    if changed:
        more = f" and {len(changed) - 1} more files" if len(changed) > 1 else ""
        complain(f"{changed[0]}{more}: not as in the commit; commit or revert all changes")


def check_folder(folder):
    """Refuses a folder that is not empty, or that cannot be made."""
    if os.path.exists(folder) and (not folder.is_dir() or any(folder.iterdir())):
        complain(f"{folder} is not empty; the artefacts of a release have a folder to themselves")
    try:
        with tempfile.TemporaryDirectory(dir=next(filter(os.path.exists, folder.parents))):
            pass
    except OSError as error:
        complain(f"{folder} cannot be made: {error.strerror}")


def put(made, folder):
    """Moves a complete folder to its place, in one step."""
    part = folder.with_name(f".{folder.name}.part")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(part, ignore_errors=True)
        shutil.copytree(made, part)
        part.rename(folder)
    except OSError as error:
        complain(f"{folder} cannot be made: {error}")
    finally:
        shutil.rmtree(part, ignore_errors=True)
