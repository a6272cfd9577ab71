#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: stage-hip-root.sh ROOT CLANGXX [PACKAGES]

Lays out ROOT as a ROCm directory, from the HIP packages of Debian and Ubuntu
(libamdhip64-dev, rocm-device-libs), and adds what a newer CLANGXX asks for and
they lack. The packages are those that are installed, or those that were
unpacked below PACKAGES. ROOT is left alone if this script made it of the same
packages for the same compiler before.
TEXT
}

fail() {
  echo "stage-hip-root.sh: $*" >&2
  exit 1
}

[[ ${1-} == --help ]] && usage && exit
[[ $# == 2 || $# == 3 ]] || { usage >&2; exit 2; }
root=$1 clangxx=$2 packages=${3-}

# Chips newer than the packaged device libraries, as <chip>:<version>. Versions follow the library's
# other files: 1000 times the major number plus 100 times the minor number plus the stepping.
readonly new_chips=(942:9402 950:9500 1100:11000 1101:11001 1102:11002 1103:11003 1150:11500
  1151:11501 1200:12000 1201:12001 1250:12500)

# Debian distributes the files over /usr; Ubuntu's packages of AMD's own compiler install them in
# /usr/lib/rocm.
find_parts() {
  local multiarch usr=$packages/usr
  multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || echo x86_64-linux-gnu)
  first_of libamdhip64-dev "HIP's runtime is" \
    "$usr/lib/$multiarch/libamdhip64.so" "$usr/lib/rocm/lib/libamdhip64.so"
  runtime=$found
  first_of libamdhip64-dev "HIP's headers are" \
    "$usr/include/hip/hip_runtime.h" "$usr/lib/rocm/include/hip/hip_runtime.h"
  headers=${found%/hip_runtime.h}
  first_of rocm-device-libs "AMD's device libraries are" \
    "$usr/lib/$multiarch/amdgcn/bitcode/ocml.bc" "$usr"/lib/clang/*/amdgcn/bitcode/ocml.bc \
    "$usr"/lib/clang/*/lib/amdgcn/bitcode/ocml.bc \
    "$usr"/lib/llvm-*/lib/clang/*/amdgcn/bitcode/ocml.bc \
    "$usr"/lib/llvm-*/lib/clang/*/lib/amdgcn/bitcode/ocml.bc \
    "$usr/lib/rocm/amdgcn/bitcode/ocml.bc" \
    "$usr"/lib/rocm/lib/{,llvm/lib/}clang/*/{,lib/}amdgcn/bitcode/ocml.bc
  device_libs=${found%/ocml.bc}
}

# first_of PACKAGE WHAT FILE...: sets `found` to the first file that exists.
first_of() {
  local package=$1 what=$2
  shift 2
  for found in "$@"; do
    [[ ! -e $found ]] || return 0
  done
  if [[ -n $packages ]]; then
    fail "$packages: $what not there; unpack $package there too"
  fi
  fail "$what missing; install $package"
}

link_parts() {
  mkdir -p "$root"
  touch "$stamp"
  mkdir -p "$root/include" "$root/lib/cmake/hip-lang" "$root/share" "$root/amdgcn/bitcode"
  ln -sfn "$headers" "$root/include/hip"
  local version=${headers%/include/hip}/share/hip
  [[ ! -d $version ]] || ln -sfn "$version" "$root/share/hip"
  ln -sfn "$runtime" "$root/lib/libamdhip64.so"
  ln -sfn "$device_libs"/*.bc "$root/amdgcn/bitcode/"
}

compile_for_gpu() {
  "$clangxx" --target=amdgcn-amd-amdhsa -nogpulib -nogpuinc -Qunused-arguments "$@"
}

# The constant that tells the device libraries the chip. Uses the compiler's own data layout,
# because the compiler warns about any other.
add_chips() {
  local layout chip file
  layout=$(compile_for_gpu -x c -S -emit-llvm -o - /dev/null |
    grep -E '^target (datalayout|triple)')
  for chip in "${new_chips[@]}"; do
    file=$root/amdgcn/bitcode/oclc_isa_version_${chip%:*}.bc
    [[ -e $file ]] && continue
    compile_for_gpu -x ir -c -emit-llvm -o "$file" - <<IR
$layout
@__oclc_ISA_version = linkonce_odr hidden addrspace(4) constant i32 ${chip#*:}, align 4
IR
  done
}

# clang 20 and newer need code object version 6. They no longer link two things that old packages
# need: the library with the fence behind HIP's __syncthreads() and __threadfence(), and, from clang
# 21 on (llvm#134805), the constant that tells the math functions to keep denormals.
add_code_object_version_6() {
  local file=$root/amdgcn/bitcode/oclc_abi_version_600.bc
  [[ -e $file ]] && return
  compile_for_gpu -O2 -Xclang -mcode-object-version=none -x c -c -emit-llvm -o "$file" - <<'C'
__attribute__((visibility("hidden"), address_space(4))) const int __oclc_ABI_version = 600;
__attribute__((visibility("hidden"), address_space(4))) const unsigned char __oclc_daz_opt = 0;

#define FENCE_OF(order, scope) \
  case order:                  \
    __builtin_amdgcn_fence(order, scope); \
    break;
#define FENCE(scope)                     \
  switch (order) {                       \
    FENCE_OF(__ATOMIC_ACQUIRE, scope)    \
    FENCE_OF(__ATOMIC_RELEASE, scope)    \
    FENCE_OF(__ATOMIC_ACQ_REL, scope)    \
    FENCE_OF(__ATOMIC_SEQ_CST, scope)    \
  }

// The scopes are OpenCL's numbers.
__attribute__((weak, always_inline, visibility("hidden")))
void __atomic_work_item_fence(unsigned flags, int order, int scope) {
  if (scope == 1) {
    FENCE("workgroup")
  } else if (scope == 2) {
    FENCE("agent")
  } else if (scope == 3) {
    FENCE("")
  } else if (scope == 4) {
    FENCE("wavefront")
  }
}
C
}

# The package that CMake's language HIP looks for. An unpacked runtime needs its release's C
# library, which programs linked here do not have. They run with another runtime, and must not
# search this runtime's folder for libraries.
add_cmake_package() {
  local options=--hip-link location=$runtime
  if [[ -n $packages ]]; then
    options+=";-L$root/lib;-Wl,--allow-shlib-undefined"  # an installed one may be found first
    location=$root/lib/libamdhip64.so
  fi
  cat > "$root/lib/cmake/hip-lang/hip-lang-config.cmake" <<CMAKE
add_library(hip-lang::amdhip64 SHARED IMPORTED)
set_target_properties(hip-lang::amdhip64 PROPERTIES IMPORTED_LOCATION $location)
add_library(hip-lang::device INTERFACE IMPORTED)
set_target_properties(hip-lang::device PROPERTIES INTERFACE_LINK_LIBRARIES hip-lang::amdhip64
  INTERFACE_COMPILE_DEFINITIONS "\$<\$<COMPILE_LANGUAGE:HIP>:__HIP_ROCclr__=1>"
  INTERFACE_LINK_OPTIONS "\$<\$<LINK_LANGUAGE:HIP>:$options>")
set(_CMAKE_HIP_DEVICE_RUNTIME_TARGET hip-lang::device)
CMAKE
}

# HIP 5's headers use a macro that clang 22 no longer defines, and that clang 21 warns about.
add_wavefront_size() {
  if ! grep -qE '^#define HIP_VERSION_MAJOR [1-5]$' "$headers/hip_version.h"; then
    echo '// These headers need nothing here.' > "$root/include/wavefront_size.h"
    return
  fi
  cat > "$root/include/wavefront_size.h" <<'C'
#if !defined(__AMDGCN_WAVEFRONT_SIZE)
#if defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
#define __AMDGCN_WAVEFRONT_SIZE 32
#else
#define __AMDGCN_WAVEFRONT_SIZE 64
#endif
#endif
C
}

compiler="$("$clangxx" --version | head -n 1) $packages" || fail "$clangxx does not run"
compiler+=" $(cksum < "$0")"  # another release of this script adds other files
stamp=$root/.staged
# Unchanged files keep their times, so that configuring again rebuilds nothing.
[[ $(cat "$stamp" 2>/dev/null) == "$compiler" ]] && exit
[[ ! -e $root || -e $stamp ]] || fail "$root exists, and was not made by this script"
find_parts
rm -rf "$root"
link_parts
add_chips
add_code_object_version_6
add_cmake_package
add_wavefront_size
echo "$compiler" > "$stamp"
