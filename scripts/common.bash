# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash

# What the scripts share. Each sources it first; it leaves them in the repository's root.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
script=$(basename "$0")

say() {
  printf '%s: %s\n' "$script" "$*"
}

fail() {
  printf '%s: %s\n' "$script" "$*" >&2
  exit 1
}

# The comment at the top of the running script, which is its help.
usage() {
  sed -n '/^# usage/,/^$/ s/^# \{0,1\}//p' "scripts/$script"
}

# Ends the script that was given a word it does not know.
unknown_option() {
  fail "unknown option $1; $script --help lists those there are"
}

# The value of the option $1, which is $2 if there is one.
value_of() {
  [[ $# -ge 2 && $2 != --* ]] || fail "$1 needs a value"
  printf '%s\n' "$2"
}

# Runs a command; if it fails, so does the script, and says which it was.
run() {
  "$@" || fail "failed: $*"
}

# Checks the name of a backend; those that there are, are the folders of backends/.
check_backend() {
  [[ $1 == auto || -f backends/$1/backend.cmake ]] && return
  fail "no backend is named '$1'; there are auto, $(backend_names | paste -sd, | sed 's/,/, /g')"
}

backend_names() {
  local file
  for file in backends/*/backend.cmake; do
    basename "$(dirname "$file")"
  done
}

# What CMake makes of backend $1: prints the word after `chosen` or `available`, which is $2.
ask_cmake() {
  local answer
  answer=$(cmake -D DIATOMIC_BACKEND="$1" -P cmake/show_backends.cmake) || exit 1
  sed -n "s/^$2 //p" <<< "$answer"
}

# Programs to run side by side.
parallel_jobs() {
  printf '%s\n' "${DIATOMIC_JOBS:-$(nproc)}"
}
