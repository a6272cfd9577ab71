// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Results as rows of tables, CSV and JSON.

#include <string>
#include <vector>

#include "bench/cases/cases.hpp"
#include "bench/measure.hpp"

namespace bench {

/// A case, and what its contenders did in it.
struct result {
  bench_case what;
  std::vector<measured> contenders;
};

/// What is measured and how the rows are to be read, for above them.
std::string preamble_of(const context& on);

/// The columns' names, for above the first row of a case's group, after an empty line.
std::string heading_of(const bench_case& first);

/// A row for each contender: rate, the first contender's rate over it, and how far its runs lie
/// apart. No row is longer than 100 columns, unless a name by itself is.
std::string rows_of(const result& r);

/// A line of such a table; what it lacks is empty. A name that is too long for the first column has
/// a line of its own.
std::string table_line(const std::string& what, const std::string& contender,
                       const std::string& first, const std::string& second,
                       const std::string& third, const std::string& remark = "");

/// "library: CUB"; without an implementation the role alone.
std::string contender_name(const std::string& role, const std::string& implementation);

/// A rate with three digits that say something, or more before the point, but at most four
/// decimals: "1234", "12.3", "0.123", "0.0012".
std::string short_number(double v);

/// The names of CSV's columns. Times are in milliseconds, of one round; `ratio` is the first
/// contender's rate over this one's.
std::string csv_heading();

/// A line for each contender.
std::string csv_of(const result& r, const context& on);

/// All results as JSON, with the same numbers, and how they were measured.
std::string json_of(const std::vector<result>& results, const context& on, const effort& how);

}  // namespace bench
