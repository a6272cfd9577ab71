# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os

from spack.package import *

try:  # from Spack 1.0 on, build systems are in the builtin repository
    from spack_repo.builtin.build_systems.cmake import CMakePackage
except ImportError:
    pass


class Diatomic(CMakePackage):
    """One atomics API for CUDA, HIP and the CPU: C++17 headers for all three."""

    # The clone that contains this recipe; its tags are the releases.
    git = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 4))

    license("Apache-2.0 WITH LLVM-exception")

    version("main", branch="main")
    version("0.1.0", tag="v0.1.0")

    variant(
        "host_runtime",
        default=False,
        description="Bring along what the runtime on the CPU needs; the atomics need nothing",
    )

    variant(
        "desul",
        default=False,
        description="Install desul's names too, as the CMake package desul, for Kokkos",
    )

    depends_on("cmake@3.21:", type="build")
    depends_on("boost@1.69:+context", when="+host_runtime")

    def cmake_args(self):
        return [
            self.define_from_variant("DIATOMIC_INSTALL_DESUL", "desul"),
            *(self.define(f"DIATOMIC_{part}", False) for part in ("PROGRAM", "TESTS", "EXAMPLES")),
        ]
