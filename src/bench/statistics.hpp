// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Quantiles of measured times, for `diatomic bench` and for benchmarks that are programs of their
/// own.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace bench {

/// The value below which that part of the sorted values lies, 0 to 1: between two neighbours, in
/// proportion, where no value is exactly there. The median is the quantile of 0.5. There is at
/// least one value.
inline double quantile(const std::vector<double>& sorted, double part) {
  const double place = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
}

/// Median, fastest and slowest of several rates.
struct rates {
  double median;
  double lowest;
  double highest;
};

/// The rates at which `amount` is done in these times, in seconds: in 10^9 a second.
inline rates rates_of(double amount, std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  const auto rate = [&](double t) { return amount / t * 1e-9; };
  return {rate(quantile(seconds, 0.5)), rate(seconds.back()), rate(seconds.front())};
}

}  // namespace bench
