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

/// A case, and the results of its contenders.
struct result {
  bench_case what;
  std::vector<measured> contenders;
};

/// The versions of the libraries that provide contenders, such as "CUB 3.0.1, libcu++ 3.0.1"; empty
/// if there is none with a version.
std::string library_versions();

/// The text above the tables: the device, the inputs, and the meaning of the columns.
std::string preamble_of(const context& on, const effort& how);

/// The heading above the first row of a case's group: an empty line, then the column names.
std::string heading_of(const bench_case& first);

/// A row for each contender: its rate, and the ratio with its quartiles. Rows have at most 100
/// columns, unless a name alone is longer.
std::string rows_of(const result& r);

/// A line of such a table; missing fields are empty. A name too long for the first column gets a
/// separate line.
std::string table_line(const std::string& what, const std::string& contender,
                       const std::string& first, const std::string& second,
                       const std::string& third, const std::string& remark = "");

/// "library: CUB", or only the role without an implementation.
std::string contender_name(const std::string& role, const std::string& implementation);

/// A rate with three significant digits (more if the integer part has more), but at most four
/// decimals: "1234", "12.3", "0.123", "0.0012".
std::string short_number(double v);

/// The names of the CSV columns. Times are in milliseconds per round.
std::string csv_heading();

/// A CSV line for each contender.
std::string csv_of(const result& r, const context& on);

/// All results as JSON: the numbers of the CSV, and the settings of the run.
std::string json_of(const std::vector<result>& results, const context& on);

}  // namespace bench
