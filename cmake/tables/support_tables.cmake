# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# The target `diatomic_support_tables`: the header "backend_tables.hpp" includes the support tables
# of all registered backends, whichever is chosen; "transport_tables.hpp" includes those of all
# transports. `diatomic info` and the generator of docs/support_matrix.md use these headers.
function(diatomic_add_support_tables)
  set(folder ${diatomic_BINARY_DIR}/support_tables)
  add_library(diatomic_support_tables INTERFACE)
  target_include_directories(diatomic_support_tables INTERFACE ${folder}
    ${diatomic_SOURCE_DIR}/include)
  set(includes "")
  set(calls "")
  foreach(name IN LISTS backends)
    target_include_directories(diatomic_support_tables INTERFACE
      ${diatomic_SOURCE_DIR}/backends/${name}/include)
    string(APPEND includes "#include <diatomic/${name}/support.hpp>\n")
    string(APPEND calls "  f(\"${name}\", backends::${name}::architectures, "
      "backends::${name}::table);\n")
  endforeach()
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/backend_tables.hpp.in
    ${folder}/backend_tables.hpp @ONLY)
  set(includes "")
  set(calls "")
  foreach(name IN LISTS transports)
    target_include_directories(diatomic_support_tables INTERFACE
      ${diatomic_SOURCE_DIR}/backends/transports/${name}/include)
    string(APPEND includes "#include <diatomic/${name}/support.hpp>\n")
    string(APPEND calls "  f(\"${name}\", transports::${name}::has_network, "
      "transports::${name}::table);\n")
  endforeach()
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/transport_tables.hpp.in
    ${folder}/transport_tables.hpp @ONLY)
endfunction()

diatomic_add_support_tables()
