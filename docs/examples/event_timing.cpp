// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How to time a kernel, and what contention costs.
//
// An event is a moment in a stream's work: record one before the launch and one after it, and ask
// for the milliseconds between them. A clock of the host would time the launching too, and stop
// too early, for GPUs work while the host goes on. Run once before, to warm up; then measure
// several times and take the median.

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

// Each thread adds `rounds` times one, to words that it shares with more or fewer other threads.
struct add_ones {
  DIATOMIC_DEVICE void operator()(unsigned* words, unsigned count, unsigned rounds) const {
    for (unsigned round = 0; round < rounds; ++round) {
      const unsigned at = (diatomic::global_index() + round) % count;
      diatomic::store_add(words + at, 1u, diatomic::in_global);
    }
  }
};

int main() {
  if (diatomic::device_count() == 0) {
    std::printf("No GPU to run on: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  const diatomic::device_properties device = diatomic::properties(0);
  constexpr unsigned rounds = 16;
  constexpr unsigned block = 256;
  const unsigned grid = 8 * static_cast<unsigned>(device.compute_units);
  const double adds = 1.0 * grid * block * rounds;
  std::printf("%.0f adds by %u threads on %s\n\n", adds, grid * block, device.name.c_str());
  std::printf("   words      time   adds a microsecond\n");

  diatomic::stream stream;
  diatomic::event start;
  diatomic::event stop;
  bool right = true;
  for (unsigned count = 1; count <= 65536; count *= 16) {
    diatomic::device_array<unsigned> words(count);
    std::vector<float> times;
    for (int run = 0; run < 6; ++run) {
      words.fill_bytes(0);
      start.record(stream);
      diatomic::launch(grid, block, 0, stream, add_ones{}, words.data(), count, rounds);
      stop.record(stream);
      stop.synchronize();
      if (run > 0) times.push_back(diatomic::elapsed_ms(start, stop));
    }
    std::sort(times.begin(), times.end());
    const double median = times[times.size() / 2];

    double sum = 0;
    for (const unsigned word : words.download()) sum += word;
    right = right && sum == adds;

    // A bar grows by one for each doubling.
    const double rate = adds / (1000.0 * median);
    std::string bar;
    for (double step = 1; step < rate; step *= 2) bar += '#';
    std::printf("%8u %6.3f ms  %8.0f %s\n", count, median, rate, bar.c_str());
  }
  std::printf("\nThe bars grow by one for each doubling. %s\n",
              right ? "No add was lost." : "ADDS WERE LOST.");
  return right ? 0 : 1;
}
