# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash

# Helpers for the scripts. Each script sources this file first, which changes to the repository's
# root.

set -euo pipefail
script=$(basename "$0")
path=$(realpath "$0")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# Where scripts/setup installs the checker of the workflows.
# shellcheck disable=SC2034
actionlint=build/actionlint
# Where it installs the parser of scripts/cuda-on-cpu.
# shellcheck disable=SC2034
cuda_parser=build/cuda_parser

say() {
  printf '%s: %s\n' "$script" "$*"
}

fail() {
  printf '%s: %s\n' "$script" "$*" >&2
  exit 1
}

# Prints the comment at the top of the running script.
usage() {
  sed -n '/^# usage/,/^$/ s/^# \{0,1\}//p' "$path"
}

# Fails because of an unknown option.
unknown_option() {
  fail "unknown option $1; $script --help lists the options"
}

# Prints $2, the value of the option $1; fails if it is missing.
value_of() {
  [[ $# -ge 2 && $2 != --* ]] || fail "$1 needs a value"
  printf '%s\n' "$2"
}

# Runs a command. If it fails, the script fails and prints the command.
run() {
  "$@" || fail "failed: $*"
}

# Checks that $1 is `auto` or a backend: a folder of backends/.
check_backend() {
  [[ $1 == auto || -f backends/$1/backend.cmake ]] && return
  fail "unknown backend '$1'; known: auto, $(backend_names | paste -sd, | sed 's/,/, /g')"
}

backend_names() {
  local file
  for file in backends/*/backend.cmake; do
    basename "$(dirname "$file")"
  done
}

# Asks CMake about backend $1: prints the words after $2, which is `chosen` or `available`.
ask_cmake() {
  local answer
  answer=$(cmake -D DIATOMIC_BACKEND="$1" -P cmake/show_backends.cmake) || exit 1
  sed -n "s/^$2 //p" <<< "$answer"
}

# The number of programs to run in parallel.
parallel_jobs() {
  printf '%s\n' "${DIATOMIC_JOBS:-$(nproc)}"
}
