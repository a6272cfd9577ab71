# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# The target `diatomic_backend_tables`: the header "backend_tables.hpp", which includes the support
# table of every registered backend, whichever is chosen. `diatomic info` and the program that
# writes docs/support_matrix.md read the tables through it.
function(diatomic_add_backend_tables)
  set(folder ${diatomic_BINARY_DIR}/backend_tables)
  add_library(diatomic_backend_tables INTERFACE)
  target_include_directories(diatomic_backend_tables INTERFACE ${folder}
    ${diatomic_SOURCE_DIR}/include)
  set(includes "")
  set(calls "")
  foreach(name IN LISTS backends)
    target_include_directories(diatomic_backend_tables INTERFACE
      ${diatomic_SOURCE_DIR}/backends/${name}/include)
    string(APPEND includes "#include <diatomic/${name}/support.hpp>\n")
    string(APPEND calls "  f(\"${name}\", backends::${name}::architectures, "
      "backends::${name}::table);\n")
  endforeach()
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/backend_tables.hpp.in
    ${folder}/backend_tables.hpp @ONLY)
endfunction()

diatomic_add_backend_tables()
