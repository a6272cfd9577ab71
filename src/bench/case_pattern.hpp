// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The argument of `diatomic bench --case`.

#include <regex>
#include <string>

namespace program {

/// Parses `text` as a regular expression for names of cases. Throws `std::invalid_argument` if
/// `text` is invalid or longer than 500 characters.
std::regex pattern_of(const std::string& text);

}  // namespace program
