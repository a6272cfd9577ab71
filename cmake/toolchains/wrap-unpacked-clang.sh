#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -euo pipefail
shopt -s extglob

usage() {
  cat <<'TEXT'
usage: wrap-unpacked-clang.sh PACKAGES FOLDER

Makes commands FOLDER/bin/clang++-N of the compilers below PACKAGES/usr/lib/llvm-N, where packages
of another release of Debian or Ubuntu were unpacked, not installed. They run with the C library of
that release, which must be among the packages (libc6), and compile for the system at hand. Prints
their names: first the one that the packages of HIP are for, which has AMD's device libraries below
it; then the newest.
TEXT
}

fail() {
  echo "wrap-unpacked-clang.sh: $*" >&2
  exit 1
}

[[ ${1-} == --help ]] && usage && exit
[[ $# == 2 ]] || { usage >&2; exit 2; }
[[ -d $1 ]] || fail "$1: no such folder"
packages=$(cd "$1" && pwd)
mkdir -p "$2/bin"
folder=$(cd "$2" && pwd)
# Programs that clang runs to link kernels; from clang 23 on also those in the last line.
readonly tools=(clang clang++ lld ld.lld clang-offload-bundler
  clang-linker-wrapper llvm-offload-binary llvm-objcopy)

# Writes the command $1 from standard input. An unchanged command keeps its time, so that nothing is
# rebuilt.
write_command() {
  cat > "$1.new"
  chmod +x "$1.new"
  if cmp -s "$1.new" "$1"; then
    rm "$1.new"
  else
    mv "$1.new" "$1"
  fi
}

# Creates the command $2, which runs $1, a program of the packages. clang locates its files from the
# path in argv[0], and calls itself by that path; so argv[0] is the command's path.
wrap() {
  local program=$1 command=$2 options=
  # shellcheck disable=SC2016  # the command expands it
  [[ $(basename "$program") != clang?(++) ]] ||
    options='case ${1-} in -cc1*) ;; *) set -- -no-canonical-prefixes "$@" ;; esac'
  write_command "$command" <<SH
#!/bin/sh
$options
exec '$loader' --library-path '$libraries:$(dirname "$program")/../lib' --argv0 "\$0" \\
  '$program' "\$@"
SH
}

loader=
for candidate in "$packages"/usr/lib/*/ld-linux-*.so.* "$packages"/usr/lib*/ld-linux-*.so.* \
  "$packages"/lib*/*/ld-linux-*.so.* "$packages"/lib*/ld-linux-*.so.*; do
  [[ -e $candidate ]] && loader=$candidate && break
done
[[ -n $loader ]] || fail "$packages: no loader there; unpack libc6 of the same release too"
libraries=$(dirname "$loader")

names=()
for llvm in "$packages"/usr/lib/llvm-*; do
  [[ -x $llvm/bin/clang++ ]] || continue
  version=${llvm##*-}
  wrapped=$folder/llvm-$version
  mkdir -p "$wrapped/bin"
  ln -sfn "$llvm/lib" "$wrapped/lib"
  for tool in "${tools[@]}"; do
    [[ ! -x $llvm/bin/$tool ]] || wrap "$llvm/bin/$tool" "$wrapped/bin/$tool"
  done
  write_command "$folder/bin/clang++-$version" <<SH
#!/bin/sh
exec '$wrapped/bin/clang++' "\$@"
SH
  libraries_of_device=("$llvm"/lib/clang/*/amdgcn/bitcode)
  [[ -d ${libraries_of_device[0]} ]] && is_of_hip=1 || is_of_hip=0
  names+=("$is_of_hip clang++-$version")
done
[[ ${#names[@]} != 0 ]] ||
  fail "$packages: no compiler below usr/lib/llvm-*; unpack clang-N, lld-N, clang-tools-N and" \
    "libclang-rt-N-dev there"
printf '%s\n' "${names[@]}" | sort -rV | cut -d ' ' -f 2
