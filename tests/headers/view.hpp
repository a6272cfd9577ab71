// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What a unit sees of the library: answers that the compiler gave, and those of functions that the
/// linker has merged with functions of the same name in other units.

#include <string>

/// The answers of one unit's support table.
struct view {
  std::string first_architecture;  ///< of the table
  int devices;                     ///< as the runtime counts them
  int questions;                   ///< asked of the table
  int wrong_answers;               ///< of support_of(), by what the compiler makes of the table
  unsigned sum;                    ///< of 1, 2 and 4, added one by one
};

view view_of_host();
view view_of_gpu();
