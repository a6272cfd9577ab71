# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# No HIP headers and no device libraries, so that any clang serves. The wave's own reduction, which
# the compiler writes for an address that all lanes share, would hide what stands in the source.
set(flags -x hip -std=c++17 -O3 -nogpulib -nogpuinc --cuda-device-only -S
          -mllvm -amdgpu-atomic-optimizer-strategy=None {source} -o {assembly})

set(architectures gfx906 gfx908 gfx90a gfx942 gfx1030 gfx1100 gfx1151 gfx1201)
foreach(architecture IN LISTS architectures)
  diatomic_add_codegen_test(hip clang-19 ${architecture}
    COMMAND clang++-19 ${flags} --offload-arch=${architecture})
endforeach()
# clang 19 does not know the last two.
foreach(architecture IN LISTS architectures ITEMS gfx950 gfx1250)
  diatomic_add_codegen_test(hip clang-22 ${architecture}
    COMMAND clang++-22 ${flags} --offload-arch=${architecture})
endforeach()
diatomic_add_codegen_test(hip clang-22-wave64 gfx1100
  COMMAND clang++-22 ${flags} --offload-arch=gfx1100 -mwavefrontsize64)
diatomic_add_codegen_test(hip clang-19 gfx1100 FORCE_LOOP
  COMMAND clang++-19 ${flags} --offload-arch=gfx1100)
diatomic_add_codegen_test(hip clang-22 gfx90a FORCE_LOOP
  COMMAND clang++-22 ${flags} --offload-arch=gfx90a)

# As hipRTC of HIP 7 compiles: by the headers of rtc/include, without those of C++.
file(STRINGS ${PROJECT_SOURCE_DIR}/rtc/hiprtc.flags hiprtc_flags)
diatomic_add_codegen_test(hip hiprtc-clang-22 gfx942 COMMAND clang++-22 ${flags} ${hiprtc_flags}
  -D__HIPCC_RTC__ -DHIP_VERSION_MAJOR=7 -I${PROJECT_SOURCE_DIR}/rtc/include
  --offload-arch=gfx942)
