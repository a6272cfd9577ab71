#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Where releases of Debian and Ubuntu have the parts of HIP: cmake/toolchains/stage-hip-root.sh must
# find them all. And what it and wrap-unpacked-clang.sh say where parts are missing.
#
# usage: hip_roots.sh TOOLCHAINS CLANGXX FOLDER
set -euo pipefail

toolchains=$1 clangxx=$2 folder=$3
rm -rf "$folder"
mkdir -p "$folder"
failed=0

# lay_out NAME FILE...: packages that have these files, which are empty.
lay_out() {
  local name=$1 file
  shift
  for file in "$@"; do
    mkdir -p "$(dirname "$folder/$name/$file")"
    touch "$folder/$name/$file"
  done
}

# finds NAME RUNTIME HEADERS DEVICE_LIBRARY: the root that is made of these packages has its links.
finds() {
  local name=$1 packages=$folder/$1 root=$folder/$1.root
  lay_out "$name" "$2" "$3/hip_runtime.h" "$3/hip_version.h" "$4"
  if ! "$toolchains/stage-hip-root.sh" "$root" "$clangxx" "$packages"; then
    echo "$name: not all parts were found"
    failed=1
    return
  fi
  [[ $(readlink "$root/lib/libamdhip64.so") == "$packages/$2" &&
    $(readlink "$root/include/hip") == "$packages/$3" &&
    $(readlink "$root/amdgcn/bitcode/ocml.bc") == "$packages/$4" ]] ||
    { echo "$name: a link leads elsewhere"; failed=1; }
}

# refuses NAME TEXT COMMAND...: the command fails and says this.
refuses() {
  local name=$1 text=$2 output
  shift 2
  if output=$("$@" 2>&1) || [[ $output != *"$text"* ]]; then
    printf '%s: it must say\n  %s\nIt said\n%s\n' "$name" "$text" "$output"
    failed=1
  fi
}

multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH 2> /dev/null || echo x86_64-linux-gnu)
finds debian_12 "usr/lib/$multiarch/libamdhip64.so" usr/include/hip \
  "usr/lib/$multiarch/amdgcn/bitcode/ocml.bc"
finds debian_13 "usr/lib/$multiarch/libamdhip64.so" usr/include/hip \
  usr/lib/llvm-17/lib/clang/17/amdgcn/bitcode/ocml.bc
finds hip_7 "usr/lib/$multiarch/libamdhip64.so" usr/include/hip \
  usr/lib/clang/22/amdgcn/bitcode/ocml.bc
finds ubuntu_26 usr/lib/rocm/lib/libamdhip64.so usr/lib/rocm/include/hip \
  usr/lib/rocm/lib/llvm/lib/clang/20/lib/amdgcn/bitcode/ocml.bc

stage=$toolchains/stage-hip-root.sh
lay_out headers usr/include/hip/hip_runtime.h
refuses no_runtime "$folder/headers: HIP's runtime is not there; unpack libamdhip64-dev there too" \
  "$stage" "$folder/root" "$clangxx" "$folder/headers"
lay_out half "usr/lib/$multiarch/libamdhip64.so" usr/include/hip/hip_runtime.h
refuses no_device_libraries \
  "$folder/half: AMD's device libraries are not there; unpack rocm-device-libs there too" \
  "$stage" "$folder/root" "$clangxx" "$folder/half"
refuses other_root "$folder/half exists, and was not made by this script" \
  "$stage" "$folder/half" "$clangxx" "$folder/hip_7"

wrap=$toolchains/wrap-unpacked-clang.sh
refuses no_folder "$folder/nothing: no such folder" "$wrap" "$folder/nothing" "$folder/wrapped"
refuses no_loader "no loader there; unpack libc6 of the same release too" \
  "$wrap" "$folder/half" "$folder/wrapped"
lay_out libc "usr/lib/$multiarch/ld-linux-x86-64.so.2"
refuses no_compiler "no compiler below usr/lib/llvm-*; unpack clang-N, lld-N, clang-tools-N and" \
  "$wrap" "$folder/libc" "$folder/wrapped"

# Of several compilers the one that the device libraries are for comes first, then the newest.
lay_out libc usr/lib/llvm-{9,21,22,100}/bin/clang++ usr/lib/llvm-21/lib/clang/21/amdgcn/bitcode/ocml.bc
chmod +x "$folder"/libc/usr/lib/llvm-*/bin/clang++
order=$("$wrap" "$folder/libc" "$folder/wrapped" | paste -sd ' ')
[[ $order == "clang++-21 clang++-100 clang++-22 clang++-9" ]] ||
  { echo "compilers are in another order: $order"; failed=1; }

exit "$failed"
