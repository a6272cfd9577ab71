# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# `cpack` runs this script before it packs the installed files: adds Debian's copyright file, in its
# machine-readable format, to the Debian package.

if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
file(STRINGS "${CMAKE_CURRENT_LIST_FILE}" holder REGEX "^# SPDX-FileCopyrightText: ")
string(REGEX REPLACE "^# SPDX-FileCopyrightText: " "" holder "${holder}")

# Debian refers to its own copy of Apache's text. The exception is the end of LICENSE.
file(READ "${CPACK_RESOURCE_FILE_LICENSE}" license)
string(FIND "${license}" "\nAs an exception, " exception_at)
if(exception_at EQUAL -1)
  message(FATAL_ERROR "${CPACK_RESOURCE_FILE_LICENSE} has no exception")
endif()
string(SUBSTRING "${license}" ${exception_at} -1 exception)
string(STRIP "${exception}" exception)
string(REPLACE "\n\n" "\n.\n" exception "${exception}")
string(REPLACE "\n" "\n " exception "${exception}")

file(WRITE "${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX}/share/doc/\
${CPACK_DEBIAN_PACKAGE_NAME}/copyright" "\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: ${CPACK_PACKAGE_NAME}

Files: *
Copyright: ${holder}
License: Apache-2.0 with LLVM exception

License: Apache-2.0 with LLVM exception
 Licensed under the Apache License, Version 2.0, with the exception below.
 .
 On Debian systems the text of the Apache License, Version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
 .
 ${exception}
")
