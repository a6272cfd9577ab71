#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# usage: twins.sh SEEDS COMPILER [OPTION...]
#
# The race check reports each wrong kernel of twins.cpp and none of the right ones, for so many
# seeds, and in mode 2 not the one whose update acquires. Of the forms in messages.cpp it reports
# those that do not order their data, and of the operations in sizes.cpp those that conflict.
# Skipped if the compiler's runtime of ThreadSanitizer is not installed.

set -euo pipefail
seeds=$1
shift
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" -fsanitize=thread -x c++ -o "$folder/empty" - <<< 'int main() {}' 2> /dev/null || exit 77
for mode in 1 2; do
  "$@" -fsanitize=thread -DDIATOMIC_RACE_CHECK=$mode "$here/twins.cpp" -o "$folder/twins$mode" \
    -lboost_context -pthread
done
"$@" -fsanitize=thread -DDIATOMIC_RACE_CHECK=1 -I "$here/.." "$here/messages.cpp" \
  -o "$folder/messages" -lboost_context -pthread
"$@" -fsanitize=thread -DDIATOMIC_RACE_CHECK=1 -I "$here/.." "$here/sizes.cpp" -o "$folder/sizes" \
  -lboost_context -pthread
export DIATOMIC_STRICT_BARRIERS=1  # for divergent_barrier
export TSAN_OPTIONS=atexit_sleep_ms=0  # by default each program ends by waiting for a second

wrong=0
expect() {
  local name=$1 twin=$2 seed=$3 status=0
  DIATOMIC_RACE_SEED=$seed timeout 60 "$folder/twins$mode" "$name" "$twin" > "$folder/out" 2>&1 ||
    status=$?
  if [[ ${4-$twin} == right && $status != 0 ]]; then
    echo "$name, seed $seed, mode $mode: the $twin kernel has status $status"
    cat "$folder/out"
    wrong=1
  elif [[ ${4-$twin} == wrong && $status != 66 && $name:$status != divergent_barrier:1 ]]; then
    echo "$name, seed $seed, mode $mode: the $twin kernel has status $status"
    wrong=1
  fi
}
mode=1
while read -r name; do
  for ((seed = 0; seed < seeds; ++seed)); do
    expect "$name" wrong "$seed"
    expect "$name" right "$seed"
  done
done < <("$folder/twins1")
# Where fences pass barriers, the fences of all threads suffice.
export DIATOMIC_RACE_MODEL=barrier_fences
for ((seed = 0; seed < seeds; ++seed)); do
  expect signal_after_barrier wrong "$seed" right
  expect signal_after_one_fence wrong "$seed"
  expect signal_after_block_fences wrong "$seed"
  expect missing_fence wrong "$seed"
done
DIATOMIC_RACE_MODEL=cuda "$folder/twins1" missing_fence right 2> "$folder/out" && wrong=1
grep -q 'DIATOMIC_RACE_MODEL is ptx or barrier_fences, not cuda' "$folder/out" || wrong=1
unset DIATOMIC_RACE_MODEL
mode=2
for ((seed = 0; seed < seeds; ++seed)); do
  expect last_without_fence wrong "$seed" right
  expect missing_acquire wrong "$seed"
done
for ((seed = 0; seed < seeds; ++seed)); do
  DIATOMIC_RACE_SEED=$seed timeout 300 "$folder/messages" 2> /dev/null && continue
  echo "messages, seed $seed: status $?"
  wrong=1
done
timeout 300 "$folder/sizes" 2> /dev/null || wrong=1
exit "$wrong"
