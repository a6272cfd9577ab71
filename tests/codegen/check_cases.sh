#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes the cases of one architecture, compiles them to assembly, and checks it. Names each kernel
# whose instructions are not as expected.
#
# usage: check_cases.sh WRITE_CASES ARCHITECTURE COMPILER TABLES FILECHECK DIRECTORY
#                       [--force-loop] [--few] -- COMPILE...
#   COMPILER    its name in the tables, such as clang-19
#   TABLES      the backend's codegen folder
#   DIRECTORY   where the source and the assembly are left
#   COMPILE     the command; {source} and {assembly} in it are replaced by the files' names
# Exits with 77 if there is no such compiler, or no FILECHECK.
set -euo pipefail

write_cases=$1 architecture=$2 compiler=$3 tables=$4 filecheck=$5 directory=$6
shift 6
options=()
while [[ $1 == --?* ]]; do
  options+=("$1")
  shift
done
[[ $1 == -- ]] || { echo "check_cases.sh: expected --, got $1" >&2; exit 2; }
shift

for tool in "$filecheck" "$1"; do
  if ! command -v "$tool" >/dev/null; then
    echo "skipped: there is no $tool here"
    exit 77
  fi
done

mkdir -p "$directory"
source=$directory/cases.cpp
assembly=$directory/cases.s
rm -f "$source" "$assembly"
"$write_cases" "$architecture" "$compiler" "$tables" "$source" "${options[@]}"

command=()
for word in "$@"; do
  word=${word//\{source\}/$source}
  command+=("${word//\{assembly\}/$assembly}")
done
"${command[@]}"

# Half of what AMD's compiler writes is about registers and arguments; FileCheck would read it thrice.
# And each kernel of gfx1250 begins with a write-back that no operation asked for (clang 23).
sed -i -E -e '/^[[:space:]]*\.amdgpu_metadata/,$d' -e '/^(;|[[:space:]]*\.(amdhsa_|set))/d' \
  -e '/^[[:space:]]*global_wb$/{N;/\n[[:space:]]*v_nop$/d}' "$assembly"

failed=0
for prefix in CHECK COUNT NEVER; do
  grep -q "^// $prefix-LABEL" "$source" || continue
  log=$directory/$prefix.log
  if "$filecheck" "$source" --check-prefix="$prefix" --input-file="$assembly" --dump-input=never \
    --color=0 >"$log" 2>&1; then
    continue
  fi
  failed=1
  # FileCheck tells the line of the check: the label above it names the kernel.
  awk -v log_file="$log" -v prefix="$prefix" '
    FNR == NR {
      if (match($0, /^[^ ]*:[0-9]+:[0-9]+: error:/)) {
        split($0, part, ":")
        wrong[part[2]] = $0
      }
      next
    }
    $0 ~ "^// " prefix "-LABEL" {
      label = $0
      sub(/^.*LABEL: */, "", label)
      gsub(/\{\{\^\}\}|[:(]$|\.entry /, "", label)
    }
    FNR in wrong {
      what = wrong[FNR]
      sub(/^.*error: /, "", what)
      check = $0
      sub(/^\/\/ /, "", check)
      if (++count <= 20) printf "%s: %s\n    %s\n", label, what, check
    }
    END {
      if (count > 20) printf "... and %d more kernels\n", count - 20
      if (!count) print "FileCheck failed without naming a line:"
      printf "%d kernels fail %s; all of it: %s\n", count, prefix, log_file
    }' "$log" "$source" >&2
done
exit "$failed"
