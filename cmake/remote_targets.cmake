# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# In the source tree: `diatomic::remote`, the transport that DIATOMIC_REMOTE names; and for our own
# tests `diatomic::remote_<transport>`, for each transport whose libraries are available.

diatomic_choose_transport(chosen_transport problem)
if(problem)
  message(FATAL_ERROR "${problem}")
endif()
foreach(name IN LISTS transports)
  if(NOT PROJECT_IS_TOP_LEVEL AND NOT name STREQUAL chosen_transport)
    continue()
  endif()
  diatomic_find_transport(${name} ${chosen} missing)
  if(NOT missing)
    diatomic_make_global()
    diatomic_add_transport_target(${name} GLOBAL)
  elseif(name STREQUAL chosen_transport)
    message(FATAL_ERROR "DIATOMIC_REMOTE=${name}: ${missing}")
  endif()
endforeach()
add_library(diatomic::remote ALIAS diatomic::remote_${chosen_transport})
