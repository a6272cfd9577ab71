// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Measures how long one lane of each of 8448 warps waits for one lock, 4 times each, in
/// microseconds, for the locks of `diatomic bench`'s `locks` cases.

#include <cstdio>

#include <algorithm>
#include <vector>

#include <diatomic/runtime/runtime.hpp>

#include "bench/statistics.hpp"
#include "locks.hpp"

namespace {

constexpr unsigned blocks = 132 * 8;  // all that an H200 holds at once
constexpr unsigned threads = 256;
constexpr unsigned repeats = 4;

DIATOMIC_DEVICE unsigned long long nanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

template <class Contender>
struct measure_waits {
  DIATOMIC_DEVICE void operator()(typename Contender::lock* l, unsigned long long* counter,
                                  double* microseconds) const {
    const unsigned thread = diatomic::global_index();
    if (diatomic::lane_index() != 0) return;
    for (unsigned k = 0; k < repeats; ++k) {
      const unsigned long long asked = nanoseconds();
      unsigned long long had = asked;
      Contender::with(*l, [&] {
        had = nanoseconds();
        *counter += 1;
      });
      microseconds[thread / diatomic::warp_size() * repeats + k] =
          static_cast<double>(had - asked) / 1000;
    }
  }
};

template <class Contender>
void print_waits(const char* role) {
  diatomic::stream stream;
  diatomic::device_array<typename Contender::lock> lock(1);
  diatomic::device_array<unsigned long long> counter(1);
  diatomic::device_array<double> waits(blocks * threads / 32 * repeats);
  diatomic::launch(1, 1, 0, stream, bench::make_locks<Contender>{}, lock.data(), 1u);
  for (int warm = 0; warm < 2; ++warm) {
    diatomic::fill_bytes(stream, counter.data(), 1, 0);
    diatomic::launch(blocks, threads, 0, stream, measure_waits<Contender>{}, lock.data(),
                     counter.data(), waits.data());
  }
  stream.synchronize();
  std::vector<double> us = waits.download();
  std::sort(us.begin(), us.end());
  std::printf("%-14s %9.1f %9.1f %9.1f %9.1f%s\n", role, us.front(), bench::quantile(us, 0.5),
              bench::quantile(us, 0.99), us.back(),
              counter.download()[0] == us.size() ? "" : "  WRONG");
  std::fflush(stdout);
}

}  // namespace

int main() {
  if (diatomic::device_count() == 0) {
    std::fprintf(stderr, "no device: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  std::printf("%-14s %9s %9s %9s %9s\n", "", "min", "median", "p99", "max");
  print_waits<bench::spin>("spin_mutex");
  print_waits<bench::ticket>("ticket_mutex");
  print_waits<bench::lock_by_hand>("by hand");
  print_waits<bench::library_lock>("libcu++");
}
