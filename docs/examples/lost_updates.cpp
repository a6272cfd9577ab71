// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A million threads increment ten counters: atomically, and by a read and then a write. Side by
// side: what the first threads read, what the counters hold in the end, and how long it took.

#include <cstdio>
#include <numeric>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

constexpr unsigned counters = 10;
constexpr unsigned block = 256;
constexpr unsigned grid = 3907;
constexpr unsigned threads = grid * block;  // 1,000,192

struct atomic_increment {
  DIATOMIC_DEVICE void operator()(unsigned* counts, unsigned* read) const {
    const unsigned me = diatomic::global_index();
    read[me] = diatomic::fetch_add(counts + me % counters, 1u);
  }
};

// The steps of `counts[...]++`. Each step is atomic; the two steps together are not. A pause
// between them lets other threads run, as the scheduler of a CPU may at any time.
struct unsafe_increment {
  bool with_pause;
  DIATOMIC_DEVICE void operator()(unsigned* counts, unsigned* read) const {
    const unsigned me = diatomic::global_index();
    unsigned* mine = counts + me % counters;
    read[me] = diatomic::load(mine);
    if (with_pause) diatomic::pause();
    diatomic::store(mine, read[me] + 1);
  }
};

struct outcome {
  std::vector<unsigned> counts;
  std::vector<unsigned> read;
  float ms;
};

template <class Kernel>
outcome measure(Kernel kernel) {
  diatomic::device_array<unsigned> counts(counters);
  diatomic::device_array<unsigned> read(threads);
  diatomic::stream stream;
  diatomic::event start;
  diatomic::event stop;
  for (int run = 0; run < 2; ++run) {  // The first run warms up, the second one counts.
    counts.fill_bytes(0);
    start.record(stream);
    diatomic::launch(grid, block, 0, stream, kernel, counts.data(), read.data());
    stop.record(stream);
    stop.synchronize();
  }
  return {counts.download(), read.download(), diatomic::elapsed_ms(start, stop)};
}

int main() {
  if (diatomic::device_count() == 0) {
    std::printf("No GPU to run on: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  const outcome atomic = measure(atomic_increment{});
  const outcome unsafe = measure(unsafe_increment{true});
  const float unsafe_ms = measure(unsafe_increment{false}).ms;

  std::printf("%u increments of %u counters on %s\n\n", threads, counters,
              diatomic::properties(0).name.c_str());
  std::printf("                       atomic      unsafe\n");
  for (unsigned i = 0; i < 6; ++i) {  // These threads all increment counter 0.
    std::printf("thread %2u read     %10u  %10u\n", i * counters, atomic.read[i * counters],
                unsafe.read[i * counters]);
  }
  for (unsigned i = 0; i < counters; ++i) {
    std::printf("counter %u ends at  %10u  %10u\n", i, atomic.counts[i], unsafe.counts[i]);
  }
  const auto lost = [](const outcome& o) {
    return threads - std::accumulate(o.counts.begin(), o.counts.end(), 0u);
  };
  std::printf("updates lost       %10u  %10u\n", lost(atomic), lost(unsafe));
  std::printf("time, no pause     %7.3f ms  %7.3f ms\n", atomic.ms, unsafe_ms);
  std::printf("\n%s\n", atomic.ms <= unsafe_ms ? "Wrong, and not even faster."
                                               : "Wrong answers come faster. They always have.");
  return lost(atomic) == 0 && lost(unsafe) != 0 ? 0 : 1;
}
