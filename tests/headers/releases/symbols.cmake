# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# cmake -D NM=<program> -D OBJECTS=<file>;... -D VERSION=<version> -P symbols.cmake
#
# Fails if an object has an external symbol of the namespace diatomic without the version. Such a
# function or variable would be shared with the objects of another release.

cmake_minimum_required(VERSION 3.21)
string(REPLACE "." "_" version v${VERSION})
execute_process(COMMAND ${NM} --extern-only ${OBJECTS} OUTPUT_VARIABLE symbols
  COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n ]*8diatomic[^\n]*" symbols "${symbols}")
list(LENGTH symbols count)
list(FILTER symbols EXCLUDE REGEX "${version}")
if(count LESS 10)
  message(FATAL_ERROR "only ${count} symbols of the library are in the objects")
endif()
if(symbols)
  list(JOIN symbols "\n  " lines)
  message(FATAL_ERROR "without ${version}:\n  ${lines}")
endif()
message(STATUS "${count} symbols, all with ${version}")
