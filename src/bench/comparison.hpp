// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Two runs of `diatomic bench` beside each other.

#include <cstddef>
#include <string>
#include <vector>

namespace bench {

/// What one contender did in one case of a run. Rates are in `unit`.
struct recorded {
  std::string group;
  std::string what;  ///< The case's name without its group.
  std::string contender;
  std::string implementation;
  std::string unit;
  double rate = 0;        ///< Of the median run.
  double lower_rate = 0;  ///< Half of the runs lie between these two.
  double upper_rate = 0;
};

/// A run: what `diatomic bench --json` wrote.
struct recording {
  std::string name;    ///< What it is called in the comparison.
  std::string origin;  ///< Device, backend, version and inputs, in one line.
  std::vector<recorded> rows;
};

/// Reads the text of such a file. Throws `std::runtime_error`, with the name in its message, where
/// the text is not from `diatomic bench --json`.
recording recording_of(const std::string& json, const std::string& name);

/// The same of a file. Throws `std::runtime_error` if it cannot be read, too.
recording read_recording(const std::string& path);

/// A table of the contenders that are in both runs, case by case, with the rate of the new run over
/// that of the old one, and "faster" or "slower" where the middle halves of their runs do not
/// overlap; below it, how many of each there are and what is in one run only.
std::string comparison_of(const recording& old_run, const recording& new_run);

}  // namespace bench
