// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Settings on the command line of the separate benchmark programs: `name=number`.

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace benchmark_settings {

/// A number that the command line sets with `name=number`, from `least` to `most`.
struct setting {
  const char* name;  ///< with the equals sign
  unsigned* value;
  unsigned long least = 0;
  unsigned long most = 59;  ///< by default a binary logarithm
};

/// Reads one argument. Returns false if no setting matches, or if its value is not such a number.
inline bool read(std::initializer_list<setting> all, const char* argument) {
  for (const setting& s : all) {
    const std::size_t length = std::strlen(s.name);
    if (std::strncmp(argument, s.name, length) != 0) continue;
    char* end = nullptr;
    const unsigned long value = std::strtoul(argument + length, &end, 10);
    *s.value = static_cast<unsigned>(value);
    return end != argument + length && *end == '\0' && value >= s.least && value <= s.most;
  }
  return false;
}

}  // namespace benchmark_settings
