// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A chip's support table, as a summary, as tables and as JSON.

#include <string>

#include "info/chips.hpp"
#include "info/links/links.hpp"
#include "info/tables.hpp"

namespace program {

/// The operations that are native at device scope, one line for each group of operations with the
/// same types: first those with the same types in both memory spaces.
std::string summary_of(const chip& on);

/// The entries of one architecture, in tables narrow enough for a terminal. The legend explains
/// only the entries that appear.
section support_section(const chip& on);

json support_json(const chip& on);

}  // namespace program
