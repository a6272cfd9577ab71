// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// How the contenders of a case are measured.

#include <string>
#include <vector>

#include "bench/cases/cases.hpp"
#include "bench/statistics.hpp"

namespace bench {

/// How often and how long.
struct effort {
  unsigned repetitions = 9;
  double run_ms = 1;           ///< A run repeats its work so often that it takes about so long.
  double contender_ms = 2000;  ///< After so long a contender has its last repetition ...
  unsigned fewest_repetitions = 3;  ///< ... but not before this one.
};

/// What a contender did. Times are milliseconds of one round.
struct measured {
  std::string role;
  std::string implementation;
  bool is_loop = false;
  unsigned rounds = 0;  ///< In each run.
  unsigned runs = 0;
  double median = 0;
  double least = 0;
  double lower_quartile = 0;
  double upper_quartile = 0;
  double most = 0;

  /// Half of the runs lie within so much around the median, as a part of it.
  double spread() const { return median > 0 ? (upper_quartile - lower_quartile) / median : 0; }
};

/// Runs each contender until it is warm, then all of them in turns, in a random order that is the
/// same each time. Every run goes on with the input after the last one.
std::vector<measured> measure(const std::vector<contender>& contenders, const effort& how,
                              context& on);

}  // namespace bench
