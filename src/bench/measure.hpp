// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Measures the contenders of a case.

#include <string>
#include <vector>

#include "bench/cases/cases.hpp"
#include "bench/statistics.hpp"

namespace bench {

/// The number and the length of runs.
struct effort {
  unsigned repetitions = 9;
  double run_ms = 1;                ///< The approximate time of a run, reached by repeating rounds.
  double contender_ms = 2000;       ///< A contender stops after this time ...
  unsigned fewest_repetitions = 3;  ///< ... but not before this many repetitions.
};

/// The result of a contender. Times are milliseconds per round.
struct measured {
  std::string role;
  std::string implementation;
  bool is_loop = false;
  unsigned rounds = 0;  ///< Per run.
  unsigned runs = 0;
  double median = 0;
  double min = 0;
  double lower_quartile = 0;
  double upper_quartile = 0;
  double max = 0;

  /// The interquartile range, relative to the median.
  double spread() const { return median > 0 ? (upper_quartile - lower_quartile) / median : 0; }
};

/// Warms up each contender, then alternates between all of them in a random order with a fixed
/// seed. Every run continues with the next input.
std::vector<measured> measure(const std::vector<contender>& contenders, const effort& how,
                              context& on);

}  // namespace bench
