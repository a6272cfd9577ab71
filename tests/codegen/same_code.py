# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that CUDA's names, taken from Diatomic, cost nothing: the machine code is the vendor's own.

usage: same_code.py SOURCE COMPILER OPTION...

Compiles the kernels in SOURCE without and with -DBY_DIATOMIC, and compares the bytes of each
kernel: they must be the same, or fewer with Diatomic (as where the vendor's function does not know
that the memory is global).
"""

import struct
import subprocess
import sys
import tempfile
from pathlib import Path


def sections(image):
    """Each section of a 64-bit ELF file, by name."""
    start, = struct.unpack_from("<Q", image, 40)
    size, count, names = struct.unpack_from("<HHH", image, 58)
    headers = [struct.unpack_from("<IIQQQQ", image, start + i * size) for i in range(count)]
    text = headers[names][4]
    for name, kind, _, _, offset, length in headers:
        end = image.index(b"\0", text + name)
        content = b"" if kind == 8 else image[offset:offset + length]  # 8: no bits in the file
        yield image[text + name:end].decode(), content


def kernels(source, command):
    with tempfile.TemporaryDirectory() as folder:
        cubin = Path(folder) / "kernels.cubin"
        subprocess.run([*command, "-cubin", "-o", cubin, source], check=True)
        return {name[len(".text."):]: code for name, code in sections(cubin.read_bytes())
                if name.startswith(".text.")}


def main():
    source, *command = sys.argv[1:]
    vendors = kernels(source, command)
    ours = kernels(source, [*command, "-DBY_DIATOMIC"])
    if not vendors or vendors.keys() != ours.keys():
        sys.exit("the kernels are not the same")
    other = [name for name, code in vendors.items() if ours[name] != code]
    shorter = [name for name in other if len(ours[name]) < len(vendors[name])]
    print(f"{len(vendors)} kernels; shorter by Diatomic: {' '.join(shorter)}")
    print(f"other code: {' '.join(name for name in other if name not in shorter)}")
    return len(other) != len(shorter)


if __name__ == "__main__":
    sys.exit(main())
