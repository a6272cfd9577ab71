#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles kernels to assembly and checks it by FileCheck's lines beside them.
#
# usage: check_kernels.sh SOURCE PREFIXES FILECHECK ASSEMBLY COMPILE...
#   PREFIXES    of the lines that are looked at, such as CHECK,SM_90
#   ASSEMBLY    the file where the assembly is left
# Exits with 77 if there is no such compiler, or no FILECHECK.
set -euo pipefail

source=$1 prefixes=$2 filecheck=$3 assembly=$4
shift 4
for tool in "$filecheck" "$1"; do
  if ! command -v "$tool" >/dev/null; then
    echo "skipped: there is no $tool here"
    exit 77
  fi
done
"$@" "$source" -o "$assembly"
"$filecheck" "$source" --check-prefixes="$prefixes" --input-file="$assembly"
