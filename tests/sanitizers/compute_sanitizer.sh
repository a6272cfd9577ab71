#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# usage: compute_sanitizer.sh TOOL SUITE PROGRAM [ARGUMENT...]
#
# Runs the program of a suite under a tool of NVIDIA's compute-sanitizer, but for what
# exceptions.txt leaves out. Exits with 77 if the whole suite is left out or there is no
# compute-sanitizer, with 99 if the tool reports something.

set -euo pipefail
tool=$1 suite=$2
shift 2

sanitizer=$(PATH=$PATH:${CUDA_PATH:-/usr/local/cuda}/bin:/usr/local/cuda/bin \
  command -v compute-sanitizer) || {
  echo "skipped: there is no compute-sanitizer here"
  exit 77
}

options=(--tool "$tool" --error-exitcode 99 --print-limit 10)
case $tool in
  # Tests ask for what must be refused, and see that it is.
  memcheck) options+=(--report-api-errors no) ;;
  # Copies to the host take padding along. What kernels read is looked at.
  initcheck) options+=(--check-api-memory-access no) ;;
esac

while IFS='|' read -r tools suites what why; do
  read -ra tools <<< "$tools"
  read -r suites <<< "$suites"
  read -ra what <<< "$what"
  # shellcheck disable=SC2053  # a pattern
  [[ $suite == $suites ]] || continue
  [[ " ${tools[*]} " == *" $tool "* || ${tools[*]} == all ]] || continue
  if [[ ${what[0]} == suite ]]; then
    echo "skipped:$why"
    exit 77
  fi
  for kernel in "${what[@]:1}"; do
    options+=(--kernel-name-exclude "kernel_substring=$kernel")
  done
done < <(grep -v '^#' "$(dirname "${BASH_SOURCE[0]}")/exceptions.txt")

# Where several programs run at once the tool loses a launch now and then, and says so. That is not
# a report, and not a run without one either: it is done again.
output=$(mktemp)
trap 'rm -f "$output"' EXIT
for attempt in 1 2 3; do
  [[ $attempt == 1 ]] || echo "run again ($attempt of 3)"
  status=0
  "$sanitizer" "${options[@]}" "$@" 2>&1 | tee "$output" || status=$?
  grep -q '^========= Internal Sanitizer Error' "$output" || exit "$status"
done
echo "the tool has lost a launch three times"
exit 99
