#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# usage: kernels.sh FILES WRONG_SEEDS RIGHT_SEEDS COMPILER [OPTION...]
#
# Of the kernels in kernels/FILES.cpp, where FILES may be a pattern, the race check reports each
# wrong one for one of WRONG_SEEDS seeds at least, and no right one for any of RIGHT_SEEDS seeds.
# Prints how many seeds reported each. Skipped if the compiler's runtime of ThreadSanitizer is not
# installed.

set -euo pipefail
files=$1 wrong_seeds=$2 right_seeds=$3
shift 3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" -fsanitize=thread -x c++ -o "$folder/empty" - <<< 'int main() {}' 2> /dev/null || exit 77
export TSAN_OPTIONS=atexit_sleep_ms=0  # by default each program ends by waiting for a second

failed=0
# Counts the seeds of `seeds` that report the twin in `reports`. Other errors are errors here, but
# a wrong kernel may end because not all threads reached a barrier.
count_reports() {
  local twin=$1 seeds=$2 seed status
  reports=0
  for ((seed = 0; seed < seeds; ++seed)); do
    status=0
    DIATOMIC_RACE_SEED=$seed timeout 60 "$program" "$name" "$twin" > "$folder/out" 2>&1 ||
      status=$?
    [[ $status == 0 ]] && continue
    reports=$((reports + 1))
    [[ $twin:$status == wrong:66 ]] && continue
    [[ $twin:$status == wrong:1 ]] && grep -q 'barrier not reached' "$folder/out" && continue
    echo "$name, seed $seed: the $twin kernel has status $status"
    cat "$folder/out"
    failed=1
  done
}
for source in "$here"/kernels/$files.cpp; do
  program=$folder/$(basename "$source" .cpp)
  "$@" -fsanitize=thread -DDIATOMIC_RACE_CHECK=1 "$source" -o "$program" -lboost_context -pthread
  while read -r name; do
    count_reports right "$right_seeds"
    right=$reports
    count_reports wrong "$wrong_seeds"
    echo "$name: wrong $reports of $wrong_seeds, right $right of $right_seeds"
    [[ $reports != 0 ]] || failed=1
  done < <("$program")
done
exit "$failed"
