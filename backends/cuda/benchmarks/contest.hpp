// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Contenders that take turns, run by run, and the medians of their times.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include <diatomic/runtime/runtime.hpp>

namespace measured {

constexpr int turns = 11;

inline void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(1);
}

DIATOMIC_DEVICE unsigned hashed(unsigned long long x) {
  x = (x ^ (x >> 31)) * 0x7fb5d329728ea185ull;
  x = (x ^ (x >> 27)) * 0x81dadef4bc2dd44dull;
  return static_cast<unsigned>(x >> 32);
}

/// Times of a case's contenders, which take turns.
struct contest {
  explicit contest(unsigned inputs) : copies(inputs) {}

  unsigned copies;
  diatomic::stream stream;
  diatomic::event start;
  diatomic::event stop;

  /// `runs` take the number of the input, below `copies`; what is done `before` each of them is not
  /// timed. Medians in milliseconds.
  std::vector<double> medians(
      const std::vector<std::function<void(unsigned)>>& runs,
      const std::function<void()>& before = [] {}) {
    std::vector<std::vector<double>> times(runs.size());
    unsigned input = 0;
    for (int turn = -2; turn < turns; ++turn) {
      for (std::size_t k = 0; k < runs.size(); ++k) {
        before();
        start.record(stream);
        runs[k](input++ % copies);
        stop.record(stream);
        const double ms = diatomic::elapsed_ms(start, stop);
        if (turn >= 0) times[k].push_back(ms);
      }
    }
    std::vector<double> result;
    for (auto& of : times) {
      std::nth_element(of.begin(), of.begin() + of.size() / 2, of.end());
      result.push_back(of[of.size() / 2]);
    }
    return result;
  }
};

}  // namespace measured
