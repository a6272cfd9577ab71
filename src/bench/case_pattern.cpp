// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bench/case_pattern.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <stdexcept>

#include <fmt/format.h>

namespace program {
namespace {

/// Whether the text has a number with too many digits for std::regex, which does not check for
/// overflow.
bool has_long_number(const std::string& text) {
  constexpr std::ptrdiff_t max_length = 9;
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  for (auto i = text.begin(); i != text.end();) {
    const auto first = std::find_if(i, text.end(), is_digit);
    i = std::find_if_not(first, text.end(), is_digit);
    if (i - first > max_length) return true;
  }
  return false;
}

}  // namespace

std::regex pattern_of(const std::string& text) {
  constexpr std::size_t max_length = 500;  // std::regex recurses for each parenthesis
  if (text.size() > max_length) {
    throw std::invalid_argument(
        fmt::format("--case: the regular expression has more than {} characters", max_length));
  }
  if (has_long_number(text)) {
    throw std::invalid_argument(
        fmt::format("--case {}: a number in the regular expression has too many digits", text));
  }
  try {
    return std::regex(text);
  } catch (const std::regex_error&) {
    throw std::invalid_argument(fmt::format("--case {}: invalid regular expression", text));
  }
}

}  // namespace program
