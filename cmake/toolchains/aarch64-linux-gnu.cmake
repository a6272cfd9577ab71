# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Toolchain file: cross-compiles for aarch64, and runs programs with qemu. The compiler is Debian's
# aarch64-linux-gnu-g++, or with -DCMAKE_CXX_COMPILER=clang++-22 clang, which needs no other file.
#
#   DIATOMIC_AARCH64_ROOT   an aarch64 root file system with the tests' libraries;
#                           `scripts/setup --aarch64` creates the default one

list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES DIATOMIC_AARCH64_ROOT)
if(NOT DEFINED DIATOMIC_AARCH64_ROOT)
  get_filename_component(DIATOMIC_AARCH64_ROOT
    "${CMAKE_CURRENT_LIST_DIR}/../../build/aarch64-root" ABSOLUTE)
endif()
if(NOT EXISTS "${DIATOMIC_AARCH64_ROOT}/usr/lib/aarch64-linux-gnu")
  message(FATAL_ERROR "${DIATOMIC_AARCH64_ROOT} has no libraries for aarch64: "
    "`scripts/setup --aarch64` makes it, or -DDIATOMIC_AARCH64_ROOT=... says where they are")
endif()

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
if(NOT DEFINED CMAKE_CXX_COMPILER)
  set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
endif()
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)  # for clang; g++ has only one target
set(CMAKE_SYSROOT "${DIATOMIC_AARCH64_ROOT}")

set(CMAKE_CROSSCOMPILING_EMULATOR
  "${CMAKE_CURRENT_LIST_DIR}/emulate-aarch64.sh;${CMAKE_SYSROOT}")

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${CMAKE_SYSROOT}")
set(ENV{PKG_CONFIG_LIBDIR}
  "${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${CMAKE_SYSROOT}/usr/share/pkgconfig")
