# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Finds NVSHMEM from its own packages or from its Python wheel (nvidia/nvshmem). The variable or
# environment variable NVSHMEM_ROOT, NVSHMEM_HOME or NVSHMEM_PREFIX sets the location. The targets
# have NVSHMEM's own names: nvshmem::nvshmem_host, and nvshmem::nvshmem_device for functions called
# in kernels.

set(nvshmem_roots ${NVSHMEM_HOME} ${NVSHMEM_PREFIX} $ENV{NVSHMEM_HOME} $ENV{NVSHMEM_PREFIX}
  /usr/local/nvshmem)
find_path(NVSHMEM_INCLUDE_DIR nvshmem_host.h HINTS ${nvshmem_roots}
  PATH_SUFFIXES include include/nvshmem include/nvshmem_13 include/nvshmem_12)
# The wheel has only names with a version.
find_library(NVSHMEM_HOST_LIBRARY NAMES nvshmem_host libnvshmem_host.so.3 HINTS ${nvshmem_roots}
  PATH_SUFFIXES lib lib64 nvshmem/13 nvshmem/12)
find_library(NVSHMEM_DEVICE_LIBRARY NAMES nvshmem_device HINTS ${nvshmem_roots}
  PATH_SUFFIXES lib lib64 nvshmem/13 nvshmem/12)
mark_as_advanced(NVSHMEM_INCLUDE_DIR NVSHMEM_HOST_LIBRARY NVSHMEM_DEVICE_LIBRARY)

set(NVSHMEM_VERSION)
set(nvshmem_version_file ${NVSHMEM_INCLUDE_DIR}/non_abi/nvshmem_version.h)
if(NVSHMEM_INCLUDE_DIR AND EXISTS ${nvshmem_version_file})
  foreach(part IN ITEMS MAJOR MINOR PATCH)
    file(STRINGS ${nvshmem_version_file} line REGEX "define NVSHMEM_VENDOR_${part}_VERSION [0-9]+")
    string(REGEX REPLACE ".* " "" line "${line}")
    list(APPEND NVSHMEM_VERSION ${line})
  endforeach()
  list(JOIN NVSHMEM_VERSION "." NVSHMEM_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(NVSHMEM
  REQUIRED_VARS NVSHMEM_HOST_LIBRARY NVSHMEM_DEVICE_LIBRARY NVSHMEM_INCLUDE_DIR
  VERSION_VAR NVSHMEM_VERSION)

if(NVSHMEM_FOUND AND NOT TARGET nvshmem::nvshmem_host)
  add_library(nvshmem::nvshmem_host SHARED IMPORTED)
  set_target_properties(nvshmem::nvshmem_host PROPERTIES
    IMPORTED_LOCATION ${NVSHMEM_HOST_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${NVSHMEM_INCLUDE_DIR})
  add_library(nvshmem::nvshmem_device STATIC IMPORTED)
  set_target_properties(nvshmem::nvshmem_device PROPERTIES
    IMPORTED_LOCATION ${NVSHMEM_DEVICE_LIBRARY}
    IMPORTED_LINK_INTERFACE_LANGUAGES CUDA
    INTERFACE_LINK_LIBRARIES nvshmem::nvshmem_host
    INTERFACE_INCLUDE_DIRECTORIES ${NVSHMEM_INCLUDE_DIR})
endif()
