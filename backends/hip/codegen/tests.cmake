# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# No HIP headers and no device libraries, so that any clang can compile the kernels. The compiler's
# own wave aggregation for uniform addresses would hide the instructions of the source.
set(flags -x hip -std=c++17 -O3 -nogpulib -nogpuinc --cuda-device-only -S
          -mllvm -amdgpu-atomic-optimizer-strategy=None {source} -o {assembly})

# .ci/run has the first two compilers. Others are checked if found, for example in the folder of
# `scripts/test --hip-root`.
set(versions 19 22)
foreach(version IN ITEMS 20 21 23)
  find_program(DIATOMIC_CLANG_${version} clang++-${version}
    DOC "clang ${version}, for the tests of generated instructions")
  if(DIATOMIC_CLANG_${version})
    list(APPEND versions ${version})
  endif()
endforeach()

foreach(version IN LISTS versions)
  set(architectures gfx906 gfx908 gfx90a gfx942 gfx1030 gfx1100 gfx1151 gfx1201)
  # Architectures that older compilers lack; clang 21 crashes on gfx1250.
  if(version GREATER_EQUAL 20)
    list(APPEND architectures gfx950)
  endif()
  if(version GREATER_EQUAL 22)
    list(APPEND architectures gfx1250)
  endif()
  foreach(architecture IN LISTS architectures)
    diatomic_add_codegen_test(hip clang-${version} ${architecture}
      COMMAND clang++-${version} ${flags} --offload-arch=${architecture})
  endforeach()
endforeach()
if(DIATOMIC_CLANG_20)
  # The version number of AMD's own clang 20 selects its path in platform.hpp.
  foreach(architecture IN ITEMS gfx90a gfx942 gfx1030 gfx1100 gfx1201)
    diatomic_add_codegen_test(hip clang-20-rocm ${architecture}
      COMMAND clang++-20 -Wno-builtin-macro-redefined -U__clang_minor__ -D__clang_minor__=0
        ${flags} --offload-arch=${architecture})
  endforeach()
endif()
diatomic_add_codegen_test(hip clang-22-wave64 gfx1100
  COMMAND clang++-22 ${flags} --offload-arch=gfx1100 -mwavefrontsize64)
diatomic_add_codegen_test(hip clang-19 gfx1100 FORCE_LOOP
  COMMAND clang++-19 ${flags} --offload-arch=gfx1100)
diatomic_add_codegen_test(hip clang-22 gfx90a FORCE_LOOP
  COMMAND clang++-22 ${flags} --offload-arch=gfx90a)

# Programs whose memory is ordinary: the entries change on gfx908, gfx90a and gfx1100 only. clang 19
# has other instructions' sources in native.hpp.
foreach(compiler IN ITEMS 19.gfx90a 22.gfx908 22.gfx90a 22.gfx942 22.gfx1100)
  string(REPLACE "." ";" compiler ${compiler})
  list(GET compiler 0 version)
  list(GET compiler 1 architecture)
  diatomic_add_codegen_test(hip clang-${version} ${architecture} COARSE_GRAINED
    COMMAND clang++-${version} ${flags} --offload-arch=${architecture})
endforeach()

# hipRTC of HIP 7: the headers of backends/rtc/include in place of the C++ standard library's.
# hipRTC itself declares the functions of <math.h>; here the compiler's own stand for them.
file(STRINGS ${PROJECT_SOURCE_DIR}/backends/rtc/hiprtc.flags hiprtc_flags)
diatomic_add_codegen_test(hip hiprtc-clang-22 gfx942 COMMAND clang++-22 ${flags} ${hiprtc_flags}
  -D__HIPCC_RTC__ -DHIP_VERSION_MAJOR=7 -Dllrint=__builtin_llrint -Dllrintf=__builtin_llrintf
  -I${PROJECT_SOURCE_DIR}/backends/rtc/include --offload-arch=gfx942)

# clang merges products with sums for AMD by default; with these options even if a pragma in the
# source forbids that.
set(rounding_flags -x hip -O3 -nogpulib -nogpuinc --cuda-device-only -S)
diatomic_add_kernels_test(hip ${rounded} clang-19.gfx1100
  COMMAND clang++-19 ${rounding_flags} --offload-arch=gfx1100 -ffast-math)
diatomic_add_kernels_test(hip ${rounded} clang-22.gfx942
  COMMAND clang++-22 ${rounding_flags} --offload-arch=gfx942 -ffp-contract=fast)
diatomic_add_kernels_test(hip ${rounded} clang-22.gfx90a.O1
  COMMAND clang++-22 ${rounding_flags} -O1 --offload-arch=gfx90a)

# The ported headers of docs/examples.
set(ported_flags ${flags})
list(FILTER ported_flags EXCLUDE REGEX "^({.*}|-o)$")
foreach(version IN ITEMS 19 22)
  diatomic_add_ported_test(hip clang-${version}.gfx90a GCN,GFX90A,LOOP
    COMMAND clang++-${version} ${ported_flags} --offload-arch=gfx90a)
  diatomic_add_ported_test(hip clang-${version}.gfx90a.coarse_grained GCN,GFX90A,NATIVE
    COMMAND clang++-${version} ${ported_flags} --offload-arch=gfx90a -DDIATOMIC_COARSE_GRAINED=1)
  diatomic_add_ported_test(hip clang-${version}.gfx942 GCN,GFX942,NATIVE
    COMMAND clang++-${version} ${ported_flags} --offload-arch=gfx942)
endforeach()
