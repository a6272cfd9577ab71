#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a CUDA source to PTX by NVRTC, called as other compilers are. Needs no GPU.

usage: nvrtc.py LIBRARIES [-arch=sm_NN] [@FILE] [FLAG...] [--parts=N] SOURCE -o OUTPUT
  LIBRARIES    the folder below which libnvrtc.so.* lies
  @FILE        the flags in that file, one a line
  --parts=N    N kernels at a time, each from a line "KERNEL ..." to a line "}": the time that NVRTC
               needs for a source grows with the square of what is in it
NVRTC's log goes to stderr. Ends with 1 if the source does not compile, and with 77 if the folder
has no NVRTC; that is 1 too with DIATOMIC_REQUIRE_NVRTC=1 in the environment.
"""

import ctypes
import os
import sys
from pathlib import Path


class Failure(Exception):
    """What ends this program, and with which exit status."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


def missing(why):
    """The failure, or the skipped test, of a machine without NVRTC."""
    if os.environ.get("DIATOMIC_REQUIRE_NVRTC") == "1":
        return Failure(1, why)
    return Failure(77, f"skipped: {why}")


class Nvrtc:
    """The NVRTC of one CUDA release."""

    def __init__(self, folder):
        found = [p for p in sorted(Path(folder).rglob("libnvrtc.so*")) if p.is_file()]
        if not found:
            raise missing(f"{folder} has no libnvrtc.so; its test rtc.install_nvrtc-... fetches it")
        self.library = ctypes.CDLL(str(found[0].resolve()))
        self.library.nvrtcGetErrorString.restype = ctypes.c_char_p
        numbers = ctypes.c_int(), ctypes.c_int()
        self.check(self.library.nvrtcVersion(*(ctypes.byref(number) for number in numbers)))
        self.version = tuple(number.value for number in numbers)

    def compile(self, text, name, options):
        """The PTX of the source `text`, or None; and the log."""
        program = ctypes.c_void_p()
        self.check(self.library.nvrtcCreateProgram(ctypes.byref(program), text.encode(),
                                                   name.encode(), 0, None, None))
        encoded = [option.encode() for option in options]
        status = self.library.nvrtcCompileProgram(program, len(encoded),
                                                  (ctypes.c_char_p * len(encoded))(*encoded))
        log = self.text_of(program, "ProgramLog")
        if status != 0:
            log += self.library.nvrtcGetErrorString(status).decode() + "\n"
        ptx = self.text_of(program, "PTX") if status == 0 else None
        self.check(self.library.nvrtcDestroyProgram(ctypes.byref(program)))
        return ptx, log

    def text_of(self, program, what):
        size = ctypes.c_size_t()
        self.check(getattr(self.library, f"nvrtcGet{what}Size")(program, ctypes.byref(size)))
        text = ctypes.create_string_buffer(size.value)
        self.check(getattr(self.library, f"nvrtcGet{what}")(program, text))
        return text.value.decode()

    def check(self, status):
        if status != 0:
            raise Failure(1, f"NVRTC: {self.library.nvrtcGetErrorString(status).decode()}")


def read_flags(file):
    """The flags of backends/rtc/nvrtc.flags or backends/rtc/hiprtc.flags."""
    return Path(file).read_text(encoding="utf-8").split()


def parts_of(text, count):
    """The source, with `count` of its kernels at a time, each after all that is said before it."""
    said, kernels, kernel = [], [], None
    for line in text.splitlines():
        if line.startswith("KERNEL "):
            kernel = []
        if kernel is None:
            said += [] if line.startswith("//") else [line]
            continue
        kernel.append(line)
        if line == "}":
            kernels.append((len(said), kernel))
            kernel = None
    for first in range(0, len(kernels), count):
        lines, done = [], 0
        for before, kernel in kernels[first:first + count]:
            lines += said[done:before] + kernel
            done = before
        yield "\n".join(lines) + "\n"


def main(folder, *words):
    options, parts, source, output = [], None, None, None
    words = iter(words)
    for word in words:
        if word == "-o":
            output = next(words)
        elif word.startswith("@"):
            options += read_flags(word[1:])
        elif word.startswith("-arch=sm_"):
            options.append("--gpu-architecture=" + word[len("-arch="):])
        elif word.startswith("--parts="):
            parts = int(word[len("--parts="):])
        elif word.startswith("-"):
            options.append(word)
        else:
            source = word
    nvrtc = Nvrtc(folder)
    text = Path(source).read_text(encoding="utf-8")
    with open(output, "w", encoding="utf-8") as out:
        for part in parts_of(text, parts) if parts else [text]:
            ptx, log = nvrtc.compile(part, source, options)
            sys.stderr.write(log)
            if ptx is None:
                raise Failure(1, f"{source} does not compile")
            out.write(ptx)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Failure as failure:
        print(f"nvrtc.py: {failure}", file=sys.stderr)
        sys.exit(failure.status)
