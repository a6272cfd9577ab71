// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/case_pattern.hpp"

#include <cstddef>
#include <stdexcept>

#include <fmt/format.h>

namespace program {

std::regex pattern_of(const std::string& text) {
  constexpr std::size_t most = 500;  // the library descends into each parenthesis by a call
  if (text.size() > most) {
    throw std::invalid_argument(
        fmt::format("--case: the regular expression is longer than {} characters", most));
  }
  try {
    return std::regex(text);
  } catch (const std::regex_error&) {
    throw std::invalid_argument(fmt::format("--case {}: not a regular expression", text));
  }
}

}  // namespace program
