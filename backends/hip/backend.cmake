# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

diatomic_register_backend(hip
  LANGUAGE HIP
  USES gpu host
  COMPILERS amdclang++ clang++-23 clang++-22 clang++-21 clang++-20 clang++-19 clang++-18 clang++-17
    /usr/lib/rocm/bin/clang++ /usr/lib/rocm/llvm/bin/clang++ /usr/lib/rocm/lib/llvm/bin/clang++
  ROOTS $ENV{ROCM_PATH} $ENV{DIATOMIC_HIP_PACKAGES}/usr /opt/rocm /usr/lib/rocm /usr
  HEADER hip/hip_runtime.h
  MACRO __HIP__
  CXX_HEADER hip/hip_runtime_api.h
  CXX_LIBRARY amdhip64
  CXX_DEFINITIONS __HIP_PLATFORM_AMD__
  DEVICES /dev/kfd
  ARCHITECTURES gfx90a gfx942 gfx1100
  TO_INSTALL "Install AMD's ROCm, or on Debian and Ubuntu run \
scripts/setup --backend hip and set CMAKE_TOOLCHAIN_FILE to debian-hip.cmake, in cmake/toolchains \
of Diatomic's sources or in share/cmake/diatomic of an installation.")
