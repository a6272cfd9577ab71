#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# usage: compilers.sh SOURCE OPTION...
#
# Compiles SOURCE, and writes nothing, by each g++-N and clang++-N on PATH that is new enough, in
# C++17 and in the newest standard that the compiler knows. Exits with 77 if there is none.

set -euo pipefail
source=$1
shift

# The oldest ones that Diatomic is for.
declare -rA oldest=([g++]=9 [clang++]=13)
tried=0
failed=0
for compiler in $(compgen -c | grep -E '^(g|clang)\+\+-[0-9]+$' | sort -Vu); do
  [[ ${compiler##*-} -ge ${oldest[${compiler%-*}]} ]] || continue
  for newest in c++26 c++23 c++2b c++20 c++2a c++17; do
    "$compiler" -std=$newest -fsyntax-only -x c++ /dev/null 2> /dev/null && break
  done
  for standard in c++17 "$newest"; do
    tried=$((tried + 1))
    echo "$compiler -std=$standard"
    "$compiler" -std="$standard" -fsyntax-only "$@" "$source" || failed=$((failed + 1))
  done
done
[[ $tried != 0 ]] || { echo "skipped: no g++-N or clang++-N is here"; exit 77; }
echo "$failed of $tried failed"
[[ $failed == 0 ]]
