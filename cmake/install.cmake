# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Install rules: all backends' headers in one tree, and a CMake package that chooses a backend.

if(DEFINED CMAKE_SIZEOF_VOID_P OR DEFINED CMAKE_INSTALL_LIBDIR)
  include(GNUInstallDirs)
else()
  # Without a language, GNUInstallDirs warns that it cannot compute CMAKE_INSTALL_LIBDIR, which no
  # rule here uses. An enclosing project may enable a language later and compute it then.
  set(CMAKE_SIZEOF_VOID_P 0)
  include(GNUInstallDirs)
  unset(CMAKE_SIZEOF_VOID_P)
  unset(CMAKE_INSTALL_LIBDIR CACHE)
endif()
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_DATADIR}/cmake/diatomic)
configure_package_config_file(cmake/diatomic-config.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/diatomic-config.cmake INSTALL_DESTINATION ${package_dir}
  NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/diatomic-config-version.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)  # before 1.0 a minor release may break
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/diatomic-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/diatomic-config-version.cmake cmake/backends.cmake
  cmake/components.cmake cmake/transports.cmake
  DESTINATION ${package_dir})
install(DIRECTORY cmake/modules DESTINATION ${package_dir})
install(PROGRAMS cmake/toolchains/stage-hip-root.sh DESTINATION ${package_dir})
install(FILES cmake/toolchains/debian-hip.cmake DESTINATION ${package_dir})

# From where these files are, unless a folder is absolute.
file(RELATIVE_PATH pc_prefix "/${CMAKE_INSTALL_DATAROOTDIR}/pkgconfig" /)
string(REGEX REPLACE "/$" "" pc_prefix "\${pcfiledir}/${pc_prefix}")
if(IS_ABSOLUTE "${CMAKE_INSTALL_DATAROOTDIR}")
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
endif()
set(pc_includedir ${CMAKE_INSTALL_INCLUDEDIR})
if(NOT IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  string(PREPEND pc_includedir "\${prefix}/")
endif()
foreach(name IN ITEMS diatomic diatomic-host-runtime)
  configure_file(cmake/${name}.pc.in ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc
    DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/pkgconfig)
endforeach()

# Not CMAKE_INSTALL_DOCDIR, which belongs to the outermost project.
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/diatomic)
install(DIRECTORY backends/rtc DESTINATION ${CMAKE_INSTALL_DATADIR}/diatomic)
install(PROGRAMS scripts/cuda-on-cpu scripts/profile scripts/race-check
  DESTINATION ${CMAKE_INSTALL_DATADIR}/diatomic)
install(DIRECTORY scripts/cuda_source DESTINATION ${CMAKE_INSTALL_DATADIR}/diatomic
  PATTERN __pycache__ EXCLUDE)
install(DIRECTORY src/profile/ DESTINATION ${CMAKE_INSTALL_DATADIR}/diatomic/profile_report
  PATTERN __pycache__ EXCLUDE)
file(GLOB folders backends/*/include/diatomic)
install(DIRECTORY include/diatomic ${folders} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
foreach(name IN LISTS backends)
  install(TARGETS diatomic_${name} EXPORT diatomic-targets
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(FILES backends/${name}/backend.cmake DESTINATION ${package_dir}/backends
    RENAME ${name}.cmake)
endforeach()
foreach(name IN LISTS transports)
  install(DIRECTORY backends/transports/${name}/include/diatomic
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(FILES backends/transports/${name}/transport.cmake DESTINATION ${package_dir}/transports
    RENAME ${name}.cmake)
endforeach()
install(EXPORT diatomic-targets NAMESPACE diatomic:: DESTINATION ${package_dir})

# desul's names, as the package that Kokkos looks for. The header is in a separate directory. CMake
# prefers a desul package in lib/cmake of the same prefix.
if(DIATOMIC_INSTALL_DESUL)
  set(desul_include_dir ${CMAKE_INSTALL_DATADIR}/diatomic/compat/desul)
  set(desul_package_dir ${CMAKE_INSTALL_DATADIR}/cmake/desul)
  configure_package_config_file(cmake/desulConfig.cmake.in
    ${CMAKE_CURRENT_BINARY_DIR}/desulConfig.cmake INSTALL_DESTINATION ${desul_package_dir}
    PATH_VARS desul_include_dir package_dir)
  write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/desulConfigVersion.cmake
    COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/desulConfig.cmake
    ${CMAKE_CURRENT_BINARY_DIR}/desulConfigVersion.cmake DESTINATION ${desul_package_dir})
  install(DIRECTORY cmake/packaging/desul DESTINATION ${CMAKE_INSTALL_DATADIR}/diatomic/compat)
endif()
