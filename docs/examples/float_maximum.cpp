// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The tallest of a million people, found twice: by compare-exchange, as textbooks build a maximum
// for floats, and by fetch_max, which uses the best instruction of the chip.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

struct by_compare_exchange {
  DIATOMIC_DEVICE void operator()(const float* heights, unsigned n, float* tallest) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      const float mine = heights[i];
      float seen = diatomic::load(tallest);
      // Repeat until my height is stored, or is not larger. A compare-exchange that fails, because
      // another thread was faster, puts the value that it found into `seen`.
      while (seen < mine && !diatomic::compare_exchange_weak(tallest, seen, mine)) {
      }
    }
  }
};

struct by_fetch_max {
  DIATOMIC_DEVICE void operator()(const float* heights, unsigned n, float* tallest) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      // store_max is fetch_max without a result: the old value is not used here.
      diatomic::store_max(tallest, heights[i]);
    }
  }
};

struct outcome {
  float tallest;
  float ms;
};

template <class Kernel>
outcome measure(Kernel kernel, const std::vector<float>& heights) {
  diatomic::device_array<float> input(heights.size());
  diatomic::device_array<float> tallest(1);
  diatomic::stream stream;
  diatomic::event start;
  diatomic::event stop;
  input.upload(heights);
  for (int run = 0; run < 2; ++run) {  // The first run warms up, the second one counts.
    tallest.upload({-std::numeric_limits<float>::infinity()});
    start.record(stream);
    diatomic::launch(64, 256, 0, stream, kernel, input.data(),
                     static_cast<unsigned>(heights.size()), tallest.data());
    stop.record(stream);
    stop.synchronize();
  }
  return {tallest.download()[0], diatomic::elapsed_ms(start, stop)};
}

int main() {
  if (diatomic::device_count() == 0) {
    std::printf("No GPU to run on: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }

  std::mt19937 random(2026);
  std::normal_distribution<float> height(171.0f, 9.0f);  // centimetres
  std::vector<float> people(1'000'000);
  for (float& person : people) person = height(random);
  std::vector<float> queue = people;
  std::sort(queue.begin(), queue.end());

  std::printf("A million people on %s\n\n", diatomic::properties(0).name.c_str());
  std::printf("                       compare-exchange         fetch_max\n");
  bool right = true;
  for (const std::vector<float>* crowd : {&people, &queue}) {
    const outcome loop = measure(by_compare_exchange{}, *crowd);
    const outcome call = measure(by_fetch_max{}, *crowd);
    std::printf("%-18s  %9.2f cm %6.3f ms  %6.2f cm %6.3f ms\n",
                crowd == &people ? "in any order" : "from short to tall", loop.tallest, loop.ms,
                call.tallest, call.ms);
    right = right && loop.tallest == queue.back() && call.tallest == queue.back();
  }
  std::printf(
      "\nIn any order the tallest so far soon stands, and most people only load.\n"
      "In a queue from short to tall nearly everyone is news, and who loses the race has to try "
      "again.\n");
  return right ? 0 : 1;
}
