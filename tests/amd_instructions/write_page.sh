#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles the kernels of docs/amd_instructions for each architecture by each compiler, and writes
# the page of the HIP whose headers are here. With --check it only compares. Exits with 77 if a
# compiler or HIP's headers are missing, or, with --check, if there is no page of this HIP.
#
# usage: write_page.sh WRITE_AMD_INSTRUCTIONS DIRECTORY PAGES [--check]
#   DIRECTORY   where the sources and the assembly are left
#   PAGES       docs/amd_instructions
# Environment: DIATOMIC_HIP_PACKAGES, a folder in which HIP's packages were unpacked
set -euo pipefail

program=$1 directory=$2 pages=$3 mode=${4-}

skip() {
  echo "skipped: $*"
  exit 77
}

# Where Debian and Ubuntu put them, or where their packages were unpacked.
readonly hip_root=${DIATOMIC_HIP_PACKAGES-}/usr
version_file=$hip_root/include/hip/hip_version.h
[[ -e $version_file ]] || skip "there is no $version_file here"
hip=$(sed -n 's/^#define HIP_VERSION_M[AI][JN]OR //p' "$version_file" | paste -sd .)
for compiler in $("$program" runs | cut -d' ' -f1 | sort -u); do
  command -v "${compiler/clang/clang++}" > /dev/null || skip "there is no ${compiler/clang/clang++}"
done
page=$pages/hip_$hip.md
[[ $mode != --check || -e $page ]] || skip "$pages has no page of HIP $hip"

# Unpacked headers come before the system's own.
mkdir -p "$directory/include"
ln -sfn "$hip_root/include/hip" "$directory/include/hip"
"$program" kernels "$directory/plain.cpp" "$directory/hardware.ll"
common=(-O3 -S -nogpulib -mllvm -amdgpu-atomic-optimizer-strategy=None)
while read -r compiler chip; do
  stem=$directory/$compiler.$chip
  # HIP's headers speak of device libraries that these compilers no longer need.
  "${compiler/clang/clang++}" -x hip -std=c++17 "${common[@]}" -w "--rocm-path=$hip_root" \
    "-I$directory/include" --cuda-device-only "--offload-arch=$chip" "$directory/plain.cpp" -o "$stem.plain.s"
  "$compiler" --target=amdgcn-amd-amdhsa -x ir "${common[@]}" -Wno-override-module "-mcpu=$chip" \
    "$directory/hardware.ll" -o "$stem.hardware.s"
done < <("$program" runs)

"$program" page "$directory" "$hip" > "$directory/page.md"
if [[ $mode == --check ]]; then
  diff -u "$page" "$directory/page.md" || {
    echo "$page: the page and what is compiled differ; build the target amd_instructions" >&2
    exit 1
  }
else
  cp "$directory/page.md" "$page"
fi
