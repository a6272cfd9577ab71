# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Languages, warnings and test suites for our own program, tests and examples. A build tree is for
# one backend, ${chosen}; all sources are .cpp files, compiled in that backend's language.

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)  # for tests/compile_fail, clang-tidy and editors
get_property(is_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT is_multi_config AND NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo" FORCE)
endif()

diatomic_backend_get(${chosen} LANGUAGE diatomic_language)
diatomic_backend_get(${chosen} DEVICES diatomic_is_gpu)
diatomic_find_device(${chosen} diatomic_device)
enable_language(CXX)
if(NOT diatomic_language STREQUAL "CXX")
  if(NOT DEFINED CMAKE_${diatomic_language}_COMPILER)
    diatomic_find_compiler(${chosen} CMAKE_${diatomic_language}_COMPILER)
  endif()
  # If there is a GPU, CMake detects its architecture.
  if(diatomic_device AND diatomic_language STREQUAL "CUDA" AND NOT DEFINED ENV{CUDAARCHS}
     AND CMAKE_VERSION VERSION_GREATER_EQUAL 3.24)
    set(CMAKE_CUDA_ARCHITECTURES native CACHE STRING "CUDA architectures")
  elseif(NOT diatomic_device)
    diatomic_backend_get(${chosen} ARCHITECTURES diatomic_architectures)
    set(CMAKE_${diatomic_language}_ARCHITECTURES "${diatomic_architectures}" CACHE STRING
      "Architectures that our own programs are built for")
  endif()
  enable_language(${diatomic_language})
endif()

foreach(language IN ITEMS CXX ${diatomic_language})
  set(CMAKE_${language}_STANDARD 17)
  set(CMAKE_${language}_EXTENSIONS OFF)
endforeach()

# g++ frees memory less often, which takes up to a tenth of its time for a suite.
add_compile_options("$<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=262144>")

# Warnings, for our own sources only.
add_library(diatomic_warnings INTERFACE)
set(gnu_warnings -Wall -Wextra -Wpedantic)
if(DIATOMIC_WARNINGS_AS_ERRORS)
  list(APPEND gnu_warnings -Werror)
  set(nvcc_warnings --Werror=all-warnings)
endif()
target_compile_options(diatomic_warnings INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX,HIP>:${gnu_warnings}>"
  "$<$<COMPILE_LANG_AND_ID:CUDA,Clang>:${gnu_warnings};-Wno-unknown-cuda-version>"
  # No -Wpedantic: nvcc passes g++ a rewritten source, which would cause such warnings.
  "$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-Xcompiler=-Wall,-Wextra;${nvcc_warnings}>")

# On machines that cannot run CUDA programs, PTX checks that they compile, in a quarter of the time.
option(DIATOMIC_PTX_ONLY "Compile our own programs for CUDA to PTX; link and run none of them")
if(DIATOMIC_PTX_ONLY AND NOT diatomic_language STREQUAL "CUDA")
  message(FATAL_ERROR "DIATOMIC_PTX_ONLY is for the CUDA backend, not for ${chosen}")
endif()

set(DIATOMIC_EVERY_ARCHITECTURE ".*" CACHE STRING
  "Which of our own targets are built for every GPU architecture, others for the first: a regex")
function(diatomic_set_architectures name)
  if(diatomic_is_gpu AND NOT name MATCHES "${DIATOMIC_EVERY_ARCHITECTURE}")
    list(GET CMAKE_${diatomic_language}_ARCHITECTURES 0 first)
    set_target_properties(${name} PROPERTIES ${diatomic_language}_ARCHITECTURES ${first})
  endif()
endfunction()

# diatomic_add_objects(<name> <source>...): an object library for the chosen backend.
function(diatomic_add_objects name)
  add_library(${name} OBJECT ${ARGN})
  diatomic_set_architectures(${name})
  set_source_files_properties(${ARGN} PROPERTIES LANGUAGE ${diatomic_language})
  if(DIATOMIC_PTX_ONLY)
    list(GET CMAKE_CUDA_ARCHITECTURES 0 architecture)
    string(REGEX REPLACE "-.*" "" architecture ${architecture})
    set_target_properties(${name} PROPERTIES CUDA_PTX_COMPILATION ON
      CUDA_ARCHITECTURES ${architecture}-virtual)
  endif()
  target_link_libraries(${name} PRIVATE diatomic_warnings)
endfunction()

# diatomic_add_executable(<name> <source>...): a program for the chosen backend, with its runtime.
function(diatomic_add_executable name)
  if(DIATOMIC_PTX_ONLY)
    diatomic_add_objects(${name} ${ARGN})
  else()
    add_executable(${name} ${ARGN})
    diatomic_set_architectures(${name})
    set_source_files_properties(${ARGN} PROPERTIES LANGUAGE ${diatomic_language})
    target_link_libraries(${name} PRIVATE diatomic_warnings)
  endif()
  target_link_libraries(${name} PRIVATE diatomic::runtime)
endfunction()

# For a build from nothing: a changed source then compiles its neighbours again, and clang-tidy sees
# none of them.
option(DIATOMIC_UNITY "Compile the small sources of the program and of its tests together")
# diatomic_allow_unity(<target>): its sources take most of the time for what they include.
function(diatomic_allow_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${DIATOMIC_UNITY})
endfunction()

# diatomic_add_test(<name> <program> <argument>...): a test that runs kernels, with the label `gpu`
# on a GPU backend. The exit status 77 means that there is no GPU; the test then counts as skipped.
function(diatomic_add_test name)
  if(DIATOMIC_PTX_ONLY)
    return()
  endif()
  add_test(NAME ${chosen}.${name} COMMAND ${ARGN})
  set_tests_properties(${chosen}.${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900)
  if(diatomic_is_gpu)
    set_property(TEST ${chosen}.${name} PROPERTY LABELS gpu)
  endif()
endfunction()

set(DIATOMIC_SINGLE_HEADER_SUITES "^(block_update|conformance|device_histogram|mutex|regressions)$"
  CACHE STRING "Suites that are built once more with the single header: a regular expression")

# Generates a folder whose headers all include the single header. The target diatomic_single_header
# regenerates the single header when a header changes.
function(diatomic_add_single_header)
  find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
  set(folder ${diatomic_BINARY_DIR}/single_header)
  set(files "")
  file(GLOB roots CONFIGURE_DEPENDS RELATIVE ${diatomic_SOURCE_DIR}
    ${diatomic_SOURCE_DIR}/backends/*/include)
  foreach(root IN LISTS roots ITEMS include)
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${diatomic_SOURCE_DIR}/${root}
      ${diatomic_SOURCE_DIR}/${root}/*.hpp)
    foreach(header IN LISTS headers)
      file(CONFIGURE OUTPUT ${folder}/${header}
        CONTENT "#pragma once\n#include <diatomic_all.hpp>\n")
      list(APPEND files ${diatomic_SOURCE_DIR}/${root}/${header})
    endforeach()
  endforeach()
  set(script ${diatomic_SOURCE_DIR}/scripts/single_header)
  add_custom_command(OUTPUT ${folder}/diatomic_all.hpp DEPENDS ${script} ${files}
    COMMAND ${Python3_EXECUTABLE} -B ${script} --with all ${folder}/diatomic_all.hpp)
  add_custom_target(diatomic_single_header DEPENDS ${folder}/diatomic_all.hpp)
endfunction()

set(DIATOMIC_LEFT_OUT_SUITES "^$" CACHE STRING "Suites that are not built: a regular expression")

# diatomic_add_suite(<name> [NO_LOOPS] [REST] <source>...): a GoogleTest program, run as the test
# <backend>.<name> with the label `suite`, with REST also `rest`. Variants of the same program:
#   <name>_loops          every entry of the support table is forced to the CAS loop; if
#                         DIATOMIC_LOOP_SUITES matches the name, and without NO_LOOPS. All but
#                         `cas_loops` have the label `rest`
#   <name>_single_header  built with the single header; if DIATOMIC_SINGLE_HEADER_SUITES matches
# The target diatomic_suites builds them all.
function(diatomic_add_suite name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_LOOPS;REST" "" "")
  if(name MATCHES "${DIATOMIC_LEFT_OUT_SUITES}" OR (arg_REST AND NOT DIATOMIC_REST))
    return()
  endif()
  set(variants ${name})
  if(NOT arg_NO_LOOPS AND DIATOMIC_LOOP_SUITES AND name MATCHES "${DIATOMIC_LOOP_SUITES}"
     AND (DIATOMIC_REST OR name STREQUAL cas))
    list(APPEND variants ${name}_loops)
  endif()
  if(DIATOMIC_SINGLE_HEADER_SUITES AND name MATCHES "${DIATOMIC_SINGLE_HEADER_SUITES}")
    list(APPEND variants ${name}_single_header)
    if(NOT TARGET diatomic_single_header)
      diatomic_add_single_header()
    endif()
  endif()
  if(NOT TARGET diatomic_suites)
    add_custom_target(diatomic_suites)
  endif()
  foreach(variant IN LISTS variants)
    diatomic_add_executable(test_${variant} ${arg_UNPARSED_ARGUMENTS})
    target_link_libraries(test_${variant} PRIVATE diatomic_test_main GTest::gtest)
    target_include_directories(test_${variant} PRIVATE ${diatomic_SOURCE_DIR}/src
      ${diatomic_SOURCE_DIR}/tests)
    diatomic_add_test(${variant} test_${variant})
    if(TEST ${chosen}.${variant})
      set_property(TEST ${chosen}.${variant} APPEND PROPERTY LABELS suite)
      if(arg_REST OR (variant MATCHES "_loops$" AND NOT name STREQUAL cas))
        set_property(TEST ${chosen}.${variant} APPEND PROPERTY LABELS rest)
      endif()
    endif()
    add_dependencies(diatomic_suites test_${variant})
    if(variant MATCHES "_single_header$")
      target_include_directories(test_${variant} PRIVATE ${diatomic_BINARY_DIR}/single_header)
      add_dependencies(test_${variant} diatomic_single_header)
    elseif(NOT variant STREQUAL name)
      target_compile_definitions(test_${variant} PRIVATE DIATOMIC_FORCE_LOOP=1)
    endif()
  endforeach()
endfunction()

# diatomic_add_example(<name> <source> [<argument>...]): an example, run as a test.
function(diatomic_add_example name source)
  diatomic_add_executable(example_${name} ${source})
  diatomic_add_test(example_${name} example_${name} ${ARGN})
endfunction()
