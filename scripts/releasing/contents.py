# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds where two archives of one name differ."""

import io
import subprocess
import tarfile
import zipfile


def members(path):
    """What an archive has, in its order: (name, contents, mode, time, owner)."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as archive:
            return [(m.filename, archive.read(m), m.external_attr >> 16, m.date_time, "")
                    for m in archive.infolist()]
    data = path.read_bytes()
    if path.suffix == ".deb":
        data = subprocess.run(["dpkg-deb", "--fsys-tarfile", path], check=True,
                              stdout=subprocess.PIPE).stdout
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        return [(m.name, archive.extractfile(m).read() if m.isfile() else b"", m.mode, m.mtime,
                 (m.uid, m.gid, m.uname, m.gname)) for m in archive]


def first_difference(one, other):
    """A phrase for two files that differ."""
    if not one.name.endswith((".whl", ".deb", ".tar.gz")):
        return "its contents"
    ours, theirs = members(one), members(other)
    for our, their in zip(ours, theirs):
        if our[0] != their[0]:
            return f"{our[0]} or {their[0]} comes first"
        for what, a, b in zip(("contents", "mode", "time", "owner"), our[1:], their[1:]):
            if a != b:
                return f"the {what} of {our[0]}"
    return "the number of its files" if len(ours) != len(theirs) else "what describes its files"
