// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Helpers for the benchmarks of the contention profile: arrays, and times of launches.

#include <algorithm>
#include <cstdio>
#include <vector>

#include <diatomic/runtime/runtime.hpp>

#include "bench/statistics.hpp"

namespace profile_bench {

/// Whether there is a device; prints the reason if not.
inline bool has_device(const char* program) {
  if (diatomic::device_count() != 0) return true;
  std::fprintf(stderr, "%s: %s\n", program, diatomic::no_device_reason().c_str());
  return false;
}

template <class T>
diatomic::device_array<T> on_device(const std::vector<T>& values) {
  diatomic::device_array<T> copy(values.size());
  copy.upload(values);
  return copy;
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return bench::quantile(values, 0.5);
}

/// A stream, and the time of work on it.
class stopwatch {
 public:
  diatomic::stream on;

  /// Milliseconds of the work that `f()` queues on the stream.
  template <class F>
  double ms(F f) {
    start_.record(on);
    f();
    stop_.record(on);
    on.synchronize();
    return diatomic::elapsed_ms(start_, stop_);
  }

 private:
  diatomic::event start_;
  diatomic::event stop_;
};

}  // namespace profile_bench
