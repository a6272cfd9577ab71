# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# In the source tree: `diatomic::remote`, the engine that DIATOMIC_REMOTE names, and for our own
# tests `diatomic::remote_<engine>` of each engine whose libraries are here.

diatomic_choose_engine(chosen_engine)
foreach(name IN LISTS engines)
  if(NOT PROJECT_IS_TOP_LEVEL AND NOT name STREQUAL chosen_engine)
    continue()
  endif()
  diatomic_find_engine(${name} ${chosen} missing)
  if(NOT missing)
    diatomic_engine_get_all(${name} LIBRARIES libraries)
    diatomic_make_global(${libraries})
    diatomic_engine_get(${name} INCLUDES folders)
    list(PREPEND folders ${name})
    list(TRANSFORM folders REPLACE ".+" "${diatomic_SOURCE_DIR}/engines/\\0/include")
    diatomic_add_engine_target(${name} "${folders}")
  elseif(name STREQUAL chosen_engine)
    message(FATAL_ERROR "DIATOMIC_REMOTE=${name}: ${missing}")
  endif()
endforeach()
add_library(diatomic::remote ALIAS diatomic::remote_${chosen_engine})
