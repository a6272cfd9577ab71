#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# usage: reported_races.sh COMPILER [OPTION...]
#
# ThreadSanitizer reports a missing atomic and a missing barrier, after a barrier and after a wait,
# and nothing for the right kernel, in blocks of any size: its runtime has slots for 255 threads.
# Skipped if the compiler's runtime of ThreadSanitizer is not installed.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" -fsanitize=thread -x c++ -o "$folder/empty" - <<< 'int main() {}' 2> /dev/null || exit 77
"$@" -o "$folder/kernel"
export TSAN_OPTIONS=atexit_sleep_ms=50  # by default each program ends by waiting for a second

wrong=0
for block in 3 64 255 256 257 1024; do
  for begin in barrier wait; do
    for lacks in none update barrier; do
      status=0
      "$folder/kernel" "$block" "$begin" "$lacks" > "$folder/report" 2>&1 || status=$?
      expected=66
      [[ $lacks != none ]] || expected=0
      if [[ $status != "$expected" ]]; then
        echo "$block threads begin by a $begin, lack $lacks: status $status, expected $expected"
        wrong=1
      fi
    done
  done
done
exit "$wrong"
