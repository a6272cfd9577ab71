#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# usage: old_toolkit.sh WHEELS CLANG [OPTION...] SOURCE
# Compiles a CUDA source, kernels and host code, by clang with the headers and the ptxas of the
# toolkit whose wheels install_wheels.py has put in the folder WHEELS. Ends with 77 if there are
# none, or no CLANG.

set -eu
wheels=$1
clang=$2
shift 2
[ -e "$wheels/wheel/installed" ] || exit 77
command -v "$clang" > /dev/null || exit 77
# The wheels' folders as one, which clang expects.
toolkit=$wheels/toolkit
mkdir -p "$toolkit"
for part in cuda_runtime cuda_nvcc; do
  cp -rsf "$wheels/wheel/nvidia/$part/." "$toolkit"
done
chmod +x "$wheels/wheel/nvidia/cuda_nvcc/bin/ptxas"
# clang looks in /usr/include before the toolkit.
exec "$clang" -x cuda --cuda-path="$toolkit" -isystem "$toolkit/include" "$@" -c -o "$toolkit/object.o"
