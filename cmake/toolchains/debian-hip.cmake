# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Toolchain file: the language HIP from Debian's and Ubuntu's packages, which install their files
# where neither CMake nor a newer clang finds them. With AMD's own ROCm this file does nothing.
# Tested with CMake 3.25 and 4.2; 3.21 glues its own option to the last one of CMAKE_HIP_FLAGS_INIT.
#
#   DIATOMIC_ROCM_ROOT     a folder with the files in ROCm's layout; created if not set
#   DIATOMIC_HIP_PACKAGES  a folder with unpacked packages of another release, to use instead of the
#                          installed packages; may also be an environment variable.
#                          cmake/toolchains/wrap-unpacked-clang.sh makes their compilers run.

if(NOT DEFINED DIATOMIC_HIP_PACKAGES)
  set(DIATOMIC_HIP_PACKAGES "$ENV{DIATOMIC_HIP_PACKAGES}")
endif()
if(NOT DIATOMIC_HIP_PACKAGES)
  if(EXISTS "$ENV{ROCM_PATH}/lib/cmake/hip-lang" OR EXISTS /opt/rocm/lib/cmake/hip-lang)
    return()
  endif()
endif()

list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES DIATOMIC_ROCM_ROOT DIATOMIC_HIP_PACKAGES)
if(NOT DEFINED CMAKE_HIP_COMPILER)
  set(names clang++-23 clang++-22 clang++-21 clang++-20 clang++-19 clang++-18 clang++-17)
  if(DEFINED ENV{HIPCXX})
    set(names "$ENV{HIPCXX}")
  endif()
  find_program(CMAKE_HIP_COMPILER NAMES ${names})
  # Ubuntu's packages of AMD's own compiler, whose name has no version.
  find_program(CMAKE_HIP_COMPILER REQUIRED NAMES amdclang++ clang++
    PATHS /usr/lib/rocm PATH_SUFFIXES bin llvm/bin lib/llvm/bin NO_DEFAULT_PATH)
endif()
if(NOT DEFINED DIATOMIC_ROCM_ROOT)
  set(DIATOMIC_ROCM_ROOT "${CMAKE_BINARY_DIR}/rocm")
  execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND
    "${CMAKE_CURRENT_LIST_DIR}/stage-hip-root.sh" "${DIATOMIC_ROCM_ROOT}" "${CMAKE_HIP_COMPILER}"
    ${DIATOMIC_HIP_PACKAGES})
endif()
set(CMAKE_HIP_COMPILER_ROCM_ROOT "${DIATOMIC_ROCM_ROOT}")
set(CMAKE_HIP_FLAGS_INIT
  "--rocm-path=${DIATOMIC_ROCM_ROOT} -include ${DIATOMIC_ROCM_ROOT}/include/wavefront_size.h")
if(DIATOMIC_HIP_PACKAGES)
  # Needed because clang searches this folder last, after any installed headers of this release.
  string(APPEND CMAKE_HIP_FLAGS_INIT " -isystem ${DIATOMIC_ROCM_ROOT}/include")
  # CMake identifies the compiler from a linked program. From clang 23 on, linking needs the options
  # of stage-hip-root.sh, which CMake has not read yet; an object file is enough to identify it.
  set(CMAKE_HIP_COMPILER_ID_TEST_FLAGS -c)
endif()
