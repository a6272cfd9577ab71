# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The location of Diatomic's C++ headers, and the compiler flags for kernels that use them.

    nvcc $(python -m diatomic --cflags cuda) app.cu        a compiler on the command line
    cupy.RawModule(code=..., options=diatomic.rtc_flags("nvrtc"))     a compiler in the program
    find_package(diatomic)    with -Ddiatomic_DIR=$(python -m diatomic --cmake-dir)
"""

from __future__ import annotations

import importlib.metadata
from pathlib import Path

__all__ = ["BACKENDS", "RTC_COMPILERS", "cflags", "get_cmake_dir", "get_include", "rtc_flags"]
__version__ = importlib.metadata.version("diatomic")

_HERE = Path(__file__).resolve().parent
_RTC = _HERE / "share" / "diatomic" / "rtc"

BACKENDS = tuple(sorted(path.stem for path in
                        (_HERE / "share" / "cmake" / "diatomic" / "backends").glob("*.cmake")))
"""The backends of the headers."""

RTC_COMPILERS = tuple(sorted(path.stem for path in _RTC.glob("*.flags")))
"""The run-time compilers with known flags."""


def get_include() -> str:
    """The folder for `-I`, with `diatomic/diatomic.hpp`."""
    return str(_HERE / "include")


def get_cmake_dir() -> str:
    """The folder for `diatomic_DIR`, with which find_package(diatomic) finds this package."""
    return str(_HERE / "share" / "cmake" / "diatomic")


def cflags(backend: str = "host") -> list[str]:
    """The command-line flags to compile for a backend, without an architecture."""
    if backend not in BACKENDS:
        raise ValueError(f"diatomic has no backend '{backend}'; it has {', '.join(BACKENDS)}")
    return ["-std=c++17", f"-I{get_include()}"]


def rtc_flags(compiler: str = "nvrtc") -> tuple[str, ...]:
    """The flags for a run-time compiler, without the architecture, in the form of CuPy's `options`.

    NVRTC and hipRTC have no C++ standard library; the headers bring the small part that they need.
    The flags come from `share/diatomic/rtc`, where `README.md` explains each flag.
    """
    if compiler not in RTC_COMPILERS:
        raise ValueError(f"diatomic has no flags for '{compiler}'; "
                         f"it has those for {', '.join(RTC_COMPILERS) or 'no compiler'}")
    lines = (_RTC / f"{compiler}.flags").read_text(encoding="utf-8").splitlines()
    return (*(line for line in lines if line and not line.startswith("#")),
            f"-I{get_include()}", f"-I{_RTC / 'include'}")
