# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# `cpack` creates an archive and a package for Debian and Ubuntu from the install rules. Both are
# independent of the architecture, because they contain only headers.

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME diatomic)
set(CPACK_PACKAGE_VENDOR "The Diatomic authors")
set(CPACK_PACKAGE_CONTACT "The Diatomic authors")
set(CPACK_PACKAGE_FILE_NAME diatomic-${PROJECT_VERSION})
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_CURRENT_SOURCE_DIR}/LICENSE)
set(CPACK_RESOURCE_FILE_README ${CMAKE_CURRENT_SOURCE_DIR}/README.md)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_SOURCE_DIR}/cmake/packaging/debian_copyright.cmake)

set(CPACK_DEBIAN_PACKAGE_NAME libdiatomic-dev)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# For the runtime on the CPU; for cuda-on-cpu, race-check and profile.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libboost-context-dev, python3")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "C++17 headers: every call is the chip's own instruction where there is one.")
include(CPack)
