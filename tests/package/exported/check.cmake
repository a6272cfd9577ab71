# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# cmake -D TREE=<build tree> -D PREFIX=<prefix> -D WITH_DIATOMIC=ON|OFF -P check.cmake
#
# Installs the build tree. What is of Diatomic must be there or not, and never in folders that are
# named after the project around it.

cmake_minimum_required(VERSION 3.21)
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${TREE} --prefix ${PREFIX}
  COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE files RELATIVE ${PREFIX} ${PREFIX}/*)
list(FILTER files INCLUDE REGEX "diatomic|LICENSE")
if(NOT WITH_DIATOMIC AND files)
  message(FATAL_ERROR "Diatomic is installed though nobody asked for it: ${files}")
elseif(WITH_DIATOMIC AND NOT EXISTS ${PREFIX}/include/diatomic/diatomic.hpp)
  message(FATAL_ERROR "Diatomic's headers are not installed: ${files}")
endif()
foreach(file IN LISTS files)
  if(NOT file MATCHES "^((include|share|share/doc|share/cmake)/diatomic/|share/pkgconfig/diatomic)")
    message(FATAL_ERROR "${file} is in a folder of the other project's")
  endif()
endforeach()
# The library's default for its memory stays with the library.
file(GLOB_RECURSE targets ${PREFIX}/*.cmake)
if(NOT targets)
  message(FATAL_ERROR "no targets are installed")
endif()
foreach(file IN LISTS targets)
  file(STRINGS ${file} lines REGEX DIATOMIC_COARSE_GRAINED)
  if(lines)
    message(FATAL_ERROR "${file} sets DIATOMIC_COARSE_GRAINED: ${lines}")
  endif()
endforeach()
