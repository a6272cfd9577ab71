# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(gcc g++ -std=c++17 -O2 -S {source} -o {assembly})
  diatomic_add_codegen_test(host g++ x86-64 COMMAND ${gcc})
  diatomic_add_codegen_test(host g++ x86-64 FORCE_LOOP COMMAND ${gcc})
endif()
