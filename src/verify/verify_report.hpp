// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Runs checks of kernels, and prints their results as a table.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace program {

/// The result of a check.
struct check_outcome {
  std::size_t size = 0;  ///< Elements or operations.
  float ms = 0;
  std::string fault;  ///< The first difference from the reference; empty if equal.
};

/// A kernel's name, and a function that runs it and compares with a serial reference.
struct check {
  std::string kernel;
  std::function<check_outcome()> run;
};

/// The results of a list of checks.
struct check_report {
  std::string table;  ///< A heading, a line for each check, and a summary.
  bool all_right = false;
};

/// Runs the checks in order, and calls `before_each` with a check's name before it runs.
///
/// A check that throws has failed; its line shows the error. Later checks are marked as not run,
/// because every later call on a failed device fails too. `std::bad_alloc`, a lack of host memory,
/// is rethrown.
check_report run_checks(const std::vector<check>& checks,
                        const std::function<void(const std::string&)>& before_each);

/// Describes the first element where `found` differs from `expected`; empty if all are equal. A NaN
/// differs from every value.
template <class T>
std::string difference(const char* what, const std::vector<T>& found,
                       const std::vector<T>& expected) {
  if (found.size() != expected.size()) {
    return fmt::format("{}: {} entries, expected {}", what, found.size(), expected.size());
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (!(found[i] == expected[i])) {
      return fmt::format("{} {} is {}, expected {}", what, i, found[i], expected[i]);
    }
  }
  return {};
}

}  // namespace program
