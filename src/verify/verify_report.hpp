// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Checks of kernels, and the table of what they found.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace program {

/// What a check found.
struct check_outcome {
  std::size_t size = 0;  ///< Elements, or operations.
  float ms = 0;
  std::string fault;  ///< The first difference from the reference; empty if there is none.
};

/// A kernel, and a run of it that compares the result with a serial reference.
struct check {
  std::string kernel;
  std::function<check_outcome()> run;
};

/// What a list of checks came to.
struct check_report {
  std::string table;  ///< A line for each check under a heading, and a last line that sums up.
  bool all_right = false;
};

/// Runs the checks in turn; `before_each` gets the name of each before it runs.
///
/// A check that throws is one that failed, and its line says why. The checks after it do not run,
/// because a device that has failed fails whatever comes next; their lines say so.
/// `std::bad_alloc`, a lack of memory on the host, is handed on.
check_report run_checks(const std::vector<check>& checks,
                        const std::function<void(const std::string&)>& before_each);

/// The first place where `found` is not `expected`, in words; empty if there is none. A NaN is not
/// even itself.
template <class T>
std::string difference(const char* what, const std::vector<T>& found,
                       const std::vector<T>& expected) {
  if (found.size() != expected.size()) {
    return fmt::format("{}: {} of them, must be {}", what, found.size(), expected.size());
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (!(found[i] == expected[i])) {
      return fmt::format("{} {} is {}, must be {}", what, i, found[i], expected[i]);
    }
  }
  return {};
}

}  // namespace program
