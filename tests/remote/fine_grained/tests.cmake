# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Code of calls on symmetric memory, which is fine-grained on AMD GPUs: by the compiler of this
# tree, and by clang 19 where HIP is Debian's.

if(NOT chosen STREQUAL hip OR NOT Python3_FOUND)
  return()
endif()
# add_code_test(<name> <compiler> <option>...)
function(add_code_test name)
  set(includes include backends/hip/include backends/gpu/include backends/host/include
    backends/transports/peer/include)
  list(TRANSFORM includes PREPEND -I${diatomic_SOURCE_DIR}/)
  add_test(NAME hip.remote_fine_grained_${name} COMMAND ${Python3_EXECUTABLE} -B
    ${CMAKE_CURRENT_SOURCE_DIR}/fine_grained/code_test.py ${ARGN} -std=c++17
    -DDIATOMIC_BACKEND=hip -DDIATOMIC_REMOTE=peer ${includes})
  set_tests_properties(hip.remote_fine_grained_${name} PROPERTIES
    LABELS codegen TIMEOUT 600 COST 20)
endfunction()

# Of the cache: the variable names precompiled headers too.
separate_arguments(options UNIX_COMMAND "$CACHE{CMAKE_HIP_FLAGS}")
add_code_test(code ${CMAKE_HIP_COMPILER} ${options})
find_program(DIATOMIC_CLANG_19 clang++-19
  DOC "clang 19, for the tests of generated instructions")
if(DIATOMIC_ROCM_ROOT AND NOT DIATOMIC_HIP_PACKAGES AND DIATOMIC_CLANG_19)
  set(root ${CMAKE_CURRENT_BINARY_DIR}/rocm_of_clang_19)
  execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND
    ${diatomic_SOURCE_DIR}/cmake/toolchains/stage-hip-root.sh ${root} ${DIATOMIC_CLANG_19})
  add_code_test(code_of_clang_19 ${DIATOMIC_CLANG_19} --rocm-path=${root}
    -include ${root}/include/wavefront_size.h)
endif()
