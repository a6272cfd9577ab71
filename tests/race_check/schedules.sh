#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# usage: schedules.sh SEEDS RUNS COMPILER [OPTION...]
#
# Each seed of schedules.cpp repeats its schedule in all runs, several of which run at once. Skipped
# if the compiler's runtime of ThreadSanitizer is not installed.

set -euo pipefail
seeds=$1 runs=$2
shift 2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" -fsanitize=thread -x c++ -o "$folder/empty" - <<< 'int main() {}' 2> /dev/null || exit 77
"$@" -fsanitize=thread -DDIATOMIC_RACE_CHECK=1 "$here/schedules.cpp" -o "$folder/schedules" \
  -lboost_context -pthread
export TSAN_OPTIONS=atexit_sleep_ms=0:exitcode=0

wrong=0
for ((seed = 0; seed < seeds; ++seed)); do
  for ((run = 0; run < runs; ++run)); do
    DIATOMIC_RACE_SEED=$seed timeout 300 "$folder/schedules" > "$folder/out$run" 2> /dev/null ||
      echo "status $?" >> "$folder/out$run" &
  done
  wait
  for ((run = 0; run < runs; ++run)); do
    cmp -s "$folder/out0" "$folder/out$run" && ! grep -q 'seed\|status' "$folder/out$run" && continue
    echo "seed $seed, run $run:"
    diff "$folder/out0" "$folder/out$run" || true
    grep 'seed\|status' "$folder/out$run" || true
    wrong=1
  done
done
exit "$wrong"
