# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Toolchain file: the language HIP from the packages of Debian and Ubuntu, whose parts lie where
# neither CMake nor a clang newer than they are finds them. With AMD's own ROCm it does nothing.
# Tested with CMake 3.25 and 4.2; 3.21 glues its own option to the last one of CMAKE_HIP_FLAGS_INIT.
#
#   DIATOMIC_ROCM_ROOT   where the parts are laid out as ROCm would; made at need

if(EXISTS "$ENV{ROCM_PATH}/lib/cmake/hip-lang" OR EXISTS /opt/rocm/lib/cmake/hip-lang)
  return()
endif()

list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES DIATOMIC_ROCM_ROOT)
if(NOT DEFINED CMAKE_HIP_COMPILER)
  find_program(CMAKE_HIP_COMPILER REQUIRED
    NAMES clang++-22 clang++-21 clang++-20 clang++-19 clang++-18 clang++-17)
endif()
if(NOT DEFINED DIATOMIC_ROCM_ROOT)
  set(DIATOMIC_ROCM_ROOT "${CMAKE_BINARY_DIR}/rocm")
  execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND
    "${CMAKE_CURRENT_LIST_DIR}/stage-hip-root.sh" "${DIATOMIC_ROCM_ROOT}" "${CMAKE_HIP_COMPILER}")
endif()
set(CMAKE_HIP_COMPILER_ROCM_ROOT "${DIATOMIC_ROCM_ROOT}")
set(CMAKE_HIP_FLAGS_INIT
  "--rocm-path=${DIATOMIC_ROCM_ROOT} -include ${DIATOMIC_ROCM_ROOT}/include/wavefront_size.h")
