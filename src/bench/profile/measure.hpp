// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Helpers for the benchmarks of the contention profile: the command line, and times of launches.

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <vector>

#include <diatomic/runtime/runtime.hpp>

#include "bench/statistics.hpp"

namespace profile_bench {

/// A number that the command line sets with `name=number`.
struct setting {
  const char* name;  ///< with the equals sign
  unsigned* value;
};

/// Reads one argument. Returns false if no setting matches, or if the value is not a number from 1
/// to 2^26.
inline bool read(std::initializer_list<setting> all, const char* argument) {
  for (const setting& s : all) {
    const std::size_t length = std::strlen(s.name);
    if (std::strncmp(argument, s.name, length) != 0) continue;
    char* end = nullptr;
    const unsigned long value = std::strtoul(argument + length, &end, 10);
    *s.value = static_cast<unsigned>(value);
    return end != argument + length && *end == '\0' && value >= 1 && value <= 1ul << 26;
  }
  return false;
}

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
