# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# cmake -D TREE=<build tree> -D PREFIX=<prefix> -P install.cmake
#
# Installs the build tree, and then moves what it installed: a package must not know where it is.

cmake_minimum_required(VERSION 3.21)
file(REMOVE_RECURSE ${PREFIX} ${PREFIX}.elsewhere)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${TREE} --prefix ${PREFIX}.elsewhere
  COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${PREFIX}.elsewhere ${PREFIX})
