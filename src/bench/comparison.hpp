// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The comparison of two runs of `diatomic bench`.

#include <string>
#include <vector>

namespace bench {

/// The result of one contender in one case of a run. Rates are in `unit`.
struct recorded {
  std::string group;
  std::string what;  ///< The case's name without its group.
  std::string contender;
  std::string implementation;
  std::string unit;
  double rate = 0;        ///< The median.
  double lower_rate = 0;  ///< The quartiles.
  double upper_rate = 0;
};

/// A run, as written by `diatomic bench --json`.
struct recording {
  std::string name;    ///< The run's name in the comparison.
  std::string origin;  ///< Device, backend, version and inputs, in one line.
  std::vector<recorded> rows;
};

/// Parses the text of such a file. Throws `std::runtime_error`, with `name` in the message, if the
/// text is not from `diatomic bench --json`.
recording recording_of(const std::string& json, const std::string& name);

/// Reads and parses a file. Also throws `std::runtime_error` if the file cannot be read.
recording read_recording(const std::string& path);

/// A table of the contenders in both runs, case by case, with the new rate over the old one, and
/// "faster" or "slower" if the interquartile ranges do not overlap. Below the table: the numbers of
/// faster and slower contenders, and of contenders in only one run.
std::string comparison_of(const recording& old_run, const recording& new_run);

}  // namespace bench
