#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# usage: emulate-aarch64.sh ROOT PROGRAM [ARGUMENT...]
#
# Runs an aarch64 program with QEMU, using the libraries below ROOT. A program that restarts itself,
# as GoogleTest's death tests do, would ask this machine's kernel to run it. Therefore the program
# gets this script's name as its own; the script then finds the program in the environment.

set -euo pipefail
if [[ ${1-} != -* ]]; then
  export DIATOMIC_EMULATED_ROOT=${1?"no directory of libraries"}
  export DIATOMIC_EMULATED_PROGRAM=${2?"no program to run"}
  shift 2
fi
qemu=$(command -v qemu-aarch64 || command -v qemu-aarch64-static) || {
  echo "emulate-aarch64.sh: qemu-aarch64 is missing; install qemu-user" >&2
  exit 1
}
exec "$qemu" -L "$DIATOMIC_EMULATED_ROOT" -0 "$(realpath "$0")" "$DIATOMIC_EMULATED_PROGRAM" "$@"
