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
  unsigned placements = 5;
  unsigned alternations = 4;  ///< At each placement.
  double run_ms = 1;          ///< The approximate time of a run, reached by repeating rounds.
  /// A case with an unclear ratio is measured again, at the same placements, unless the case has
  /// taken this long.
  double case_ms = 2000;
};

/// The result of a contender. Times are milliseconds per round.
struct measured {
  std::string role;
  std::string implementation;
  bool is_loop = false;
  unsigned rounds = 0;  ///< Per run.
  unsigned placements = 0;
  unsigned alternations = 0;  ///< At all placements; two runs each.
  quartiles ms;
  double min_ms = 0;
  double max_ms = 0;
  /// The first contender's rate over this one's: this contender's time in an alternation over the
  /// first one's.
  quartiles ratio;
};

/// Measures the contenders at several placements, so that no contender has better addresses.
///
/// At each placement, prepares the case, runs and checks each contender once, then alternates: all
/// contenders in order, then in reverse order. A ratio of two contenders comes from one
/// alternation, in which a steady drift of the clock cancels out. Every run continues with the next
/// input.
std::vector<measured> measure(const bench_case& what, const effort& how, context& on);

}  // namespace bench
