# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the files of a release from the commit that is checked out.

Whatever could differ from build to build is fixed here: times are the commit's; owners, modes and
the order of files are the same for all; the clone's own files, their times and the umask have no
part in it, nor have the builder's environment and git configuration. scripts/release rehearse
tests this.
"""

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from . import sbom
from .tree import (GIT, PYTHON_OF_DOCS, check_clean, check_folder, check_versions, complain,
                   need_modules, need_programs, output_of, put, version)


def need_tools(site):
    """All tools of a build, before it writes anything."""
    need_programs("scripts/setup installs it", "cmake", "cpack", "make")
    need_programs("it is a part of Debian and Ubuntu", "dpkg-deb")
    need_modules(sys.executable, "tests/package/python_environment.py FOLDER makes an environment "
                 "that has it", "pip", "scikit_build_core")
    if site:
        need_programs("scripts/setup --docs installs it", "doxygen", PYTHON_OF_DOCS)
        need_modules(PYTHON_OF_DOCS, "scripts/setup --docs installs it", "sphinx", "breathe",
                     "myst_parser", "furo")


def versions_of_tools(site):
    """The versions of all programs on which bytes depend."""
    of_module = "import scikit_build_core as s; print(s.__version__)"
    commands = {"CMake": ("cmake", "--version"), "dpkg": ("dpkg-deb", "--version"),
                "Python": (sys.executable, "--version"),
                "zlib": (sys.executable, "-c", "import zlib; print(zlib.ZLIB_RUNTIME_VERSION)"),
                "scikit-build-core": (sys.executable, "-c", of_module)}
    if site:
        commands["Doxygen"] = "doxygen", "--version"
        commands["Sphinx"] = PYTHON_OF_DOCS, "-m", "sphinx", "--version"
    return [f"{name} {re.search(r'[0-9]+([.][0-9]+)+', output_of(*command))[0]}"
            for name, command in commands.items()]


def pack(folder, archive, seconds):
    """Packs a folder, whose name is the archive's first folder, with the same bytes everywhere."""
    def plain(member):
        member.mtime, member.uid, member.gid, member.uname, member.gname = seconds, 0, 0, "", ""
        member.mode = 0o755 if member.mode & 0o100 else 0o644
        return member

    with open(archive, "wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path in [folder, *sorted(folder.rglob("*"))]:
            tar.add(path, path.relative_to(folder.parent).as_posix(), recursive=False,
                    filter=plain)


class Build:
    """The files of one release, made in a temporary folder."""

    def __init__(self, work):
        self.work, self.made = work, work / "made"
        self.made.mkdir()
        self.seconds = int(output_of(*GIT, "log", "-1", "--format=%ct"))
        self.name = f"diatomic-{version()}"
        self.source = work / self.name
        kept = {name: os.environ[name] for name in ("HOME", "PATH", "TMPDIR")
                if name in os.environ}
        self.environment = {**kept, "SOURCE_DATE_EPOCH": str(self.seconds), "TZ": "UTC",
                            "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1",
                            "PYTHONHASHSEED": "0", "PIP_CONFIG_FILE": os.devnull}

    def run(self, *command, cwd=None):
        command = [str(word) for word in command]
        if subprocess.run(command, cwd=cwd or self.work, env=self.environment, check=False,
                          stdout=sys.stderr).returncode:
            complain(f"failed: {' '.join(command)}")

    def pack(self, folder, what):
        pack(folder, self.made / f"{self.name}-{what}.tar.gz", self.seconds)

    def sources(self):
        output_of(*GIT, "archive", f"--prefix={self.name}/", "-o", self.work / "source.tar", "HEAD")
        shutil.unpack_archive(self.work / "source.tar", self.work)
        self.pack(self.source, "source")

    def installed(self):
        tree, folder = self.work / "tree", self.work / "installed" / self.name
        self.run("cmake", "-S", self.source, "--preset", "package", "-B", tree,
                 "--log-level=WARNING")
        self.run("cmake", "--install", tree, "--prefix", folder)
        self.pack(folder, "installed")
        self.run("cpack", "-G", "DEB", "-B", self.work / "deb", "--config",
                 tree / "CPackConfig.cmake", cwd=tree)
        self.pack_debian(next((self.work / "deb").glob("*.deb")))

    def pack_debian(self, package):
        """Packs it again: CPack adds the sizes that folders have on this file system."""
        root = self.work / "debian"
        self.run("dpkg-deb", "--raw-extract", package, root)
        size = sum(-(-path.stat().st_size // 1024) if path.is_file() else 1
                   for path in (root / "usr").rglob("*"))
        control = root / "DEBIAN" / "control"
        text, count = re.subn(r"^Installed-Size: .*$", f"Installed-Size: {size}",
                              control.read_text(encoding="utf-8"), flags=re.M)
        if count != 1:
            complain(f"{package.name} does not say its size once")
        control.write_text(text, encoding="utf-8")
        self.run("dpkg-deb", "--root-owner-group", "-Zgzip", "--build", root,
                 self.made / package.name)

    def wheel(self):
        """By way of the source archive that Python's tools make."""
        backend = "from scikit_build_core.build import build_sdist as b; import sys; b(sys.argv[1])"
        self.run(sys.executable, "-c", backend, self.work / "sdist", cwd=self.source)
        self.run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index",
                 "--no-build-isolation", "--disable-pip-version-check", "-w", self.made,
                 next((self.work / "sdist").glob("*.tar.gz")))

    def single_headers(self):
        for contents, name in (("atomics", "diatomic.hpp"), ("all", "diatomic_all.hpp")):
            self.run(sys.executable, self.source / "scripts" / "single_header", "--with", contents,
                     self.made / name)

    def site(self):
        self.run(self.source / "scripts" / "docs")
        self.pack((self.source / "build" / "docs").rename(self.work / f"{self.name}-site"), "site")

    def sums(self):
        text = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
                       for path in sorted(self.made.iterdir()))
        (self.made / "SHA256SUMS").write_text(text, encoding="utf-8")


def build(folder, site):
    check_versions()
    check_folder(folder)
    need_tools(site)
    check_clean()
    os.umask(0o022)
    with tempfile.TemporaryDirectory() as work:
        of_release = Build(Path(work).resolve())
        of_release.sources()
        of_release.installed()
        of_release.wheel()
        of_release.single_headers()
        if site:
            of_release.site()
        sbom.write(of_release.made, of_release.name, of_release.seconds, versions_of_tools(site))
        of_release.sums()
        put(of_release.made, folder)
