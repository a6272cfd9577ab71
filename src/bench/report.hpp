// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Results as tables, CSV and JSON.

#include <string>
#include <vector>

#include "bench/cases.hpp"
#include "bench/measure.hpp"

namespace bench {

/// A case, and what its contenders did in it.
struct result {
  bench_case what;
  std::vector<measured> contenders;
};

/// A table of rates for each group: a row for a case, a column for a contender, and the first
/// contender's rate over the others'.
std::string tables_of(const std::vector<result>& results, const context& on);

/// A rate with three digits that say something, or more before the point, but at most four
/// decimals: "1234", "12.3", "0.123", "0.0012".
std::string short_number(double v);

/// One line for each contender of each case, under a line of the columns' names. Times are in
/// milliseconds, of one round; `ratio` is the first contender's rate over this one's.
std::string csv_of(const std::vector<result>& results, const context& on);

/// The same, and how it was measured.
std::string json_of(const std::vector<result>& results, const context& on, const effort& how);

}  // namespace bench
