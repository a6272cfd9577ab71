# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Only the operations, without the check whether a kernel thread's turn is over.
set(flags -std=c++17 -O2 -DDIATOMIC_HOST_TURNS=0 -S {source} -o {assembly})
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  diatomic_add_codegen_test(host g++ x86-64 COMMAND g++ ${flags})
  diatomic_add_codegen_test(host g++ x86-64 FORCE_LOOP COMMAND g++ ${flags})
endif()

# A cross compiler is enough. Compilers call libgcc functions by default, which query the processor
# for Armv8.1 instructions; these flags select either kind at compile time.
set(aarch64_flags -march=armv8-a -mno-outline-atomics)
set(aarch64-lse_flags -march=armv8.1-a)
# -fno-ipa-icf: otherwise a kernel that equals another becomes a jump to it.
foreach(architecture IN ITEMS aarch64 aarch64-lse)
  diatomic_add_codegen_test(host g++ ${architecture}
    COMMAND aarch64-linux-gnu-g++ -fno-ipa-icf ${${architecture}_flags} ${flags})
endforeach()
diatomic_add_codegen_test(host g++ aarch64-lse FORCE_LOOP
  COMMAND aarch64-linux-gnu-g++ -fno-ipa-icf ${aarch64-lse_flags} ${flags})
find_program(DIATOMIC_AARCH64_GXX aarch64-linux-gnu-g++
  DOC "g++ for aarch64, with whose library clang++ compiles for aarch64 too")
if(DIATOMIC_AARCH64_GXX)
  foreach(version IN ITEMS 19 22)
    foreach(architecture IN ITEMS aarch64 aarch64-lse)
      diatomic_add_codegen_test(host clang-${version} ${architecture} COMMAND clang++-${version}
        --target=aarch64-linux-gnu ${${architecture}_flags} ${flags})
    endforeach()
  endforeach()
endif()

# clang merges products with sums with these options.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  diatomic_add_kernels_test(host ${rounded} clang-22.x86-64
    COMMAND clang++-22 -O3 -S -mfma -ffp-contract=fast)
endif()
if(DIATOMIC_AARCH64_GXX)
  foreach(version IN ITEMS 19 22)
    diatomic_add_kernels_test(host ${rounded} clang-${version}.aarch64
      COMMAND clang++-${version} --target=aarch64-linux-gnu -O3 -S -ffast-math)
    set_property(TEST codegen.rounded.clang-${version}.aarch64 APPEND PROPERTY LABELS rest)
  endforeach()
endif()
