# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recipe for Conan 2: `conan create .` makes the package of this tree, and runs a kernel with it.

The package has the CMake files that `cmake --install` installs, and CMakeToolchain finds these: so
find_package(diatomic) chooses a backend, and finds what a runtime needs, as without Conan. The
runtime on the CPU needs Boost.Context, which is the system's or the one that your own recipe
requires; the atomics need nothing.
"""

import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import load

required_conan_version = ">=2.0"


class DiatomicRecipe(ConanFile):
    name = "diatomic"
    description = "One atomics API for CUDA, HIP and the CPU"
    license = "Apache-2.0 WITH LLVM-exception"
    topics = ("atomics", "cuda", "hip", "gpu", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    no_copy_source = True
    exports_sources = ("CMakeLists.txt", "LICENSE", "README.md", "backends/*", "cmake/*",
                       "include/*", "scripts/cuda-on-cpu", "scripts/cuda_source/*",
                       "scripts/profile", "scripts/race-check", "src/profile/*")
    test_package_folder = "cmake/packaging/conan/test_package"

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "CMakeLists.txt"))
        self.version = re.search(r"project\(diatomic VERSION ([0-9.]+)", text).group(1)

    def layout(self):
        cmake_layout(self)

    def validate(self):
        if self.settings.get_safe("compiler.cppstd"):
            check_min_cppstd(self, 17)

    def package_id(self):
        self.info.clear()  # headers are the same for every compiler

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("PROGRAM", "TESTS", "EXAMPLES"):
            toolchain.cache_variables[f"DIATOMIC_{part}"] = False
        toolchain.generate()

    def build(self):
        CMake(self).configure()  # nothing is compiled

    def package(self):
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property("cmake_find_mode", "none")  # the package has its own files
        self.cpp_info.set_property("pkg_config_name", "diatomic")
        self.cpp_info.builddirs = [os.path.join("share", "cmake", "diatomic")]
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
