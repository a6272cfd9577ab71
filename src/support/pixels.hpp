// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A picture in memory.

#include <cstdint>
#include <vector>

namespace program {

/// RGB, 8 bits per channel, rows from top to bottom.
struct pixels {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> bytes;
};

}  // namespace program
