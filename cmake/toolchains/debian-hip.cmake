# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Toolchain file: the language HIP from the packages of Debian and Ubuntu, whose parts lie where
# neither CMake nor a clang newer than they are finds them. With AMD's own ROCm it does nothing.
# Tested with CMake 3.25 and 4.2; 3.21 glues its own option to the last one of CMAKE_HIP_FLAGS_INIT.
#
#   DIATOMIC_ROCM_ROOT     where the parts are laid out as ROCm would; made at need
#   DIATOMIC_HIP_PACKAGES  a folder in which the packages of another release were unpacked, which
#                          are used instead of those that are installed; it may be an environment
#                          variable too. cmake/toolchains/wrap-unpacked-clang.sh makes their
#                          compilers run.

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
  # Ubuntu's packages of AMD's own compiler, which has no number.
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
  # clang looks there last, and the headers of this release may be installed.
  string(APPEND CMAKE_HIP_FLAGS_INIT " -isystem ${DIATOMIC_ROCM_ROOT}/include")
  # CMake learns the compiler's name from a program that it links. From clang 23 on that needs the
  # options of stage-hip-root.sh, which CMake has not read by then; an object tells the name too.
  set(CMAKE_HIP_COMPILER_ID_TEST_FLAGS -c)
endif()
