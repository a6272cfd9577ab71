#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# usage: kernels.sh RACY_SEEDS RIGHT_SEEDS NAMES COMPILER [OPTION...]
#
# Of the kernels in the folder kernels whose names match the pattern NAMES, the race check reports
# each racy one for one of RACY_SEEDS seeds at least, and no right one for any of RIGHT_SEEDS seeds.
# Prints how many seeds reported each. Skipped if the compiler's runtime of ThreadSanitizer is not
# installed.

set -euo pipefail
racy_seeds=$1 right_seeds=$2 names=$3
shift 3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" -fsanitize=thread -x c++ -o "$folder/empty" - <<< 'int main() {}' 2> /dev/null || exit 77
for source in "$here"/kernels/*.cpp; do
  "$@" -fsanitize=thread -DDIATOMIC_RACE_CHECK=1 -c "$source" \
    -o "$folder/$(basename "$source").o"
done
"$1" -fsanitize=thread "$folder"/*.o -o "$folder/kernels" -lboost_context -pthread
export TSAN_OPTIONS=atexit_sleep_ms=0  # by default each program ends by waiting for a second

wrong=0
# Prints how many of the seeds reported the twin. Other errors, and wrong results, fail the test.
count_reports() {
  local name=$1 twin=$2 seeds=$3 seed status reports=0
  for ((seed = 0; seed < seeds; ++seed)); do
    status=0
    DIATOMIC_RACE_SEED=$seed timeout 60 "$folder/kernels" "$name" "$twin" \
      > "$folder/out" 2>&1 || status=$?
    case $status in
      0) ;;
      66) reports=$((reports + 1)) ;;
      1) [[ $twin == right ]] || reports=$((reports + 1)) ;;  # a barrier that not all reached
      *) touch "$folder/failed" ;;
    esac
    if [[ -e $folder/failed || $twin:$status == right:[1-9]* ]]; then
      echo "$name, $twin, seed $seed: status $status" >&2
      cat "$folder/out" >&2
      touch "$folder/failed"
    fi
  done
  echo "$reports"
}
while read -r name; do
  racy=$(count_reports "$name" racy "$racy_seeds")
  right=$(count_reports "$name" right "$right_seeds")
  echo "$name: racy $racy of $racy_seeds, right $right of $right_seeds"
  [[ $racy != 0 && $right == 0 ]] || wrong=1
done < <("$folder/kernels" | grep -E -- "$names")
[[ ! -e $folder/failed ]] || wrong=1
exit "$wrong"
