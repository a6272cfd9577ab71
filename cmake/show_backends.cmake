# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# cmake [-D DIATOMIC_BACKEND=<name>] -P show_backends.cmake
#
# Prints two lines: the backend that the build would choose, and all backends with a toolchain:
#
#   chosen <name>
#   available <name>...

cmake_minimum_required(VERSION 3.21)
include(${CMAKE_CURRENT_LIST_DIR}/backends.cmake)
file(GLOB files ${CMAKE_CURRENT_LIST_DIR}/../backends/*/backend.cmake)
foreach(file IN LISTS files)
  include(${file})
endforeach()

diatomic_choose_backend(chosen reason)
if(NOT chosen)
  message(FATAL_ERROR "${reason}")
endif()
set(available "")
get_property(names GLOBAL PROPERTY diatomic_backends)
foreach(name IN LISTS names)
  diatomic_find_compiler(${name} compiler)
  if(compiler)
    string(APPEND available " ${name}")
  endif()
endforeach()
execute_process(COMMAND ${CMAKE_COMMAND} -E echo "chosen ${chosen}\navailable${available}")
