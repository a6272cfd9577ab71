# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds code in an object file that was compiled without the profile.

Diatomic's inline namespace names the backend and the modes: `on_cuda_profiled_v0_1_0`. The names
are in the symbols, and in the strings of device code.
"""

import mmap
import re

NAMESPACE = re.compile(rb"on_(cuda|hip|host)((?:_[a-z]+)*)_v\d")


def namespaces(path):
    """The (backend, is profiled) of all code in the file; empty if it cannot be read."""
    try:
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as all_:
            return {(found[1].decode(), b"_profiled" in found[2])
                    for found in NAMESPACE.finditer(all_)}
    except (OSError, ValueError):  # an empty file is no map
        return set()


def has_unprofiled(path, for_gpu):
    """Only code for a GPU counts in a program that has it, or that ran on one."""
    found = namespaces(path)
    if for_gpu or any(backend != "host" for backend, _ in found):
        found = {each for each in found if each[0] != "host"}
    return any(not profiled for _, profiled in found)


def notes(paths, for_gpu):
    return [f"{path} also has code that was compiled without the profile; its calls are not "
            "counted." for path in paths if has_unprofiled(path, for_gpu)]
