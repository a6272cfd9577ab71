// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Quantiles of measured times and ratios, for `diatomic bench` and the separate benchmark
/// programs.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace bench {

/// The quantile of the sorted values for `part`, 0 to 1, interpolated linearly between neighbours;
/// 0.5 is the median. There is at least one value.
inline double quantile(const std::vector<double>& sorted, double part) {
  const double place = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
}

/// The median and the quartiles of several values.
struct quartiles {
  double lower = 0;
  double median = 0;
  double upper = 0;

  /// Whether the interquartile range exceeds 5 % of the median.
  bool is_wide() const { return upper - lower > 0.05 * median; }
};

/// The quartiles of the values, in any order, of which there is at least one.
inline quartiles quartiles_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75)};
}

/// The median, the lowest and the highest of several rates.
struct rates {
  double median;
  double lowest;
  double highest;
};

/// The rates, in 10^9 per second, of `amount` done in each of these times.
inline rates rates_of(double amount, std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  const auto rate = [&](double t) { return amount / t * 1e-9; };
  return {rate(quantile(seconds, 0.5)), rate(seconds.back()), rate(seconds.front())};
}

}  // namespace bench
