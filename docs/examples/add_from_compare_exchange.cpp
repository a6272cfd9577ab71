// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// An add built from compare-exchange, and then an operation that no chip has.
//
// Compare-exchange is the atomic from which all others can be built: load the object, compute its
// new value, and store that only if no other thread has changed the object meanwhile; else repeat.

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

// fetch_add for doubles, by hand. `tries` counts the attempts. The loop ends for each thread: a
// compare-exchange fails only if another thread's has succeeded.
DIATOMIC_DEVICE inline double my_fetch_add(double* word, double value, unsigned* tries) {
  double seen = diatomic::load(word);
  *tries = 1;
  while (!diatomic::compare_exchange_weak(word, seen, seen + value)) ++*tries;
  return seen;
}

struct add_by_hand {
  DIATOMIC_DEVICE void operator()(double* sum, unsigned* tries) const {
    my_fetch_add(sum, 0.5, tries + diatomic::global_index());
  }
};

// fetch_update is that loop with any function: here the hands of a clock, which pass from 11 to 0.
struct next_hour {
  DIATOMIC_FUNCTION unsigned operator()(unsigned hour) const { return (hour + 1) % 12; }
};

struct turn_clock {
  DIATOMIC_DEVICE void operator()(unsigned* clock, unsigned* hours_seen) const {
    const unsigned before = diatomic::fetch_update(clock, next_hour{});
    diatomic::store_add(hours_seen + before, 1u);
  }
};

int main() {
  if (diatomic::device_count() == 0) {
    std::printf("No GPU to run on: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  constexpr unsigned threads = 32 * 128;
  std::printf("%u threads on %s\n\n", threads, diatomic::properties(0).name.c_str());
  diatomic::stream stream;

  diatomic::device_array<double> sum(1);
  diatomic::device_array<unsigned> tries(threads);
  sum.upload({0});
  diatomic::launch(32, 128, 0, stream, add_by_hand{}, sum.data(), tries.data());
  const double total = sum.download()[0];
  const std::vector<unsigned> needed = tries.download();
  std::printf("Each adds 0.5:          the sum is %.1f\n", total);
  std::printf("Tries that it took:     %.1f on average, %u for the unluckiest\n",
              std::accumulate(needed.begin(), needed.end(), 0.0) / threads,
              *std::max_element(needed.begin(), needed.end()));

  diatomic::device_array<unsigned> clock(1);
  diatomic::device_array<unsigned> hours_seen(12);
  clock.upload({0});
  hours_seen.fill_bytes(0);
  diatomic::launch(32, 128, 0, stream, turn_clock{}, clock.data(), hours_seen.data());
  const unsigned hour = clock.download()[0];
  const std::vector<unsigned> seen = hours_seen.download();
  std::printf("Each turns the clock:   it shows %u\n", hour);
  std::printf("Threads that saw hour:  ");
  for (const unsigned count : seen) std::printf(" %u", count);
  std::printf("\n");

  // 4096 = 341 * 12 + 4: the hours 0 to 3 have come round once more than the others.
  bool right = total == threads * 0.5 && hour == threads % 12;
  for (unsigned h = 0; h < 12; ++h) right = right && seen[h] == threads / 12 + (h < threads % 12);
  return right ? 0 : 1;
}
