# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# cmake -D SOURCE=<tree> -D OUTPUT=<folder> -P make_release.cmake
#
# Writes the headers of another release than the tree's: its version, the layout of an object that
# exists once per program, the size of another, and the code of functions differ.

cmake_minimum_required(VERSION 3.21)
file(REMOVE_RECURSE ${OUTPUT})
file(COPY ${SOURCE}/include/diatomic ${SOURCE}/backends/host/include/diatomic
  DESTINATION ${OUTPUT})

function(change header text other)
  file(READ ${OUTPUT}/diatomic/${header} content)
  string(FIND "${content}" "${text}" found)
  if(found EQUAL -1)
    message(FATAL_ERROR "${header} does not have the text that a release is to change: ${text}")
  endif()
  string(REPLACE "${text}" "${other}" content "${content}")
  file(WRITE ${OUTPUT}/diatomic/${header} "${content}")
endfunction()

change(core/version.hpp "VERSION_MAJOR " "VERSION_MAJOR 99")
change(host/fibers/position.hpp "position {" "position {\n  unsigned long more_in_front[8] = {};")
change(host/fibers/position.hpp "= 0xCD;" "= 0xBA;")
change(compat/detail/desul_locks.hpp "host_lock_bits = 16;" "host_lock_bits = 8;")
change(runtime/error.hpp " failed: " " did not work: ")
