# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# What every one of these projects builds and runs, once it has its targets.

set(CMAKE_CXX_EXTENSIONS OFF)
set(sources ${CMAKE_CURRENT_LIST_DIR}/atomics.cpp ${CMAKE_CURRENT_LIST_DIR}/kernel.cpp)
set_source_files_properties(${sources} PROPERTIES LANGUAGE ${LANGUAGE})
enable_testing()

add_executable(atomics ${CMAKE_CURRENT_LIST_DIR}/atomics.cpp)
target_link_libraries(atomics PRIVATE diatomic::diatomic)
add_test(NAME atomics COMMAND atomics)

add_executable(kernel ${CMAKE_CURRENT_LIST_DIR}/kernel.cpp)
target_link_libraries(kernel PRIVATE diatomic::runtime)
add_test(NAME kernel COMMAND kernel)
set_tests_properties(kernel PROPERTIES SKIP_RETURN_CODE 77)
