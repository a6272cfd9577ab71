# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# find_package(OpenSHMEM): the library that the compiler wrapper OPENSHMEM_CXX_COMPILER links
# (default: oshc++ or oshcc), or one in CMake's search paths.
#
# Defines the target OpenSHMEM::OpenSHMEM and, if found, the launcher OSHRUN_EXECUTABLE. To override
# the results, set OPENSHMEM_INCLUDE_DIR and OPENSHMEM_LIBRARY.

find_program(OPENSHMEM_CXX_COMPILER NAMES oshc++ oshcxx oshcc)
find_program(OSHRUN_EXECUTABLE NAMES oshrun shmemrun)
mark_as_advanced(OPENSHMEM_CXX_COMPILER OSHRUN_EXECUTABLE)

# Open MPI's wrapper prints its compiler options; other wrappers may not.
foreach(_openshmem_kind IN ITEMS incdirs libdirs)
  set(_openshmem_${_openshmem_kind} "")
  if(OPENSHMEM_CXX_COMPILER AND NOT (OPENSHMEM_INCLUDE_DIR AND OPENSHMEM_LIBRARY))
    execute_process(COMMAND ${OPENSHMEM_CXX_COMPILER} --showme:${_openshmem_kind}
      OUTPUT_VARIABLE _openshmem_output OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
      RESULT_VARIABLE _openshmem_result)
    if(_openshmem_result EQUAL 0)
      separate_arguments(_openshmem_${_openshmem_kind} UNIX_COMMAND "${_openshmem_output}")
    endif()
  endif()
endforeach()
find_path(OPENSHMEM_INCLUDE_DIR shmem.h HINTS ${_openshmem_incdirs})
find_library(OPENSHMEM_LIBRARY NAMES oshmem sma HINTS ${_openshmem_libdirs})
mark_as_advanced(OPENSHMEM_INCLUDE_DIR OPENSHMEM_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OpenSHMEM
  REQUIRED_VARS OPENSHMEM_LIBRARY OPENSHMEM_INCLUDE_DIR)
if(OpenSHMEM_FOUND AND NOT TARGET OpenSHMEM::OpenSHMEM)
  add_library(OpenSHMEM::OpenSHMEM UNKNOWN IMPORTED)
  set_target_properties(OpenSHMEM::OpenSHMEM PROPERTIES
    IMPORTED_LOCATION ${OPENSHMEM_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${OPENSHMEM_INCLUDE_DIR})
endif()
