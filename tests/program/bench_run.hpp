// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A short run of `diatomic bench`.

#include <string>
#include <vector>

#include "program_run.hpp"

namespace program_test {

class bench : public program_run {
 protected:
  /// Small enough for an emulator.
  outcome quick(const std::string& cases, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"bench", "--quick", "--bytes", "4096", "--case", cases};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
};

}  // namespace program_test
