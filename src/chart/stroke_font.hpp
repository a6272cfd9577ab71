// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A small sans serif of strokes, so that charts look the same everywhere and need no font file.

#include <string>
#include <string_view>
#include <vector>

#include "chart/canvas.hpp"

namespace program {

/// The height of a capital, in the font's own units; small letters reach 10, descenders -4.4.
inline constexpr float capital_height = 14;

/// The lines and dots of one letter, y upwards from the baseline.
struct glyph {
  float advance = 0;
  std::vector<std::vector<point>> strokes;
  std::vector<point> dots;
};

/// The glyph of a letter; of ASCII and a few signs each, an empty box of everything else.
const glyph& glyph_of(char32_t letter);

/// The letters of a text; bytes that are not UTF-8 become U+FFFD.
std::u32string decode_utf8(std::string_view text);

}  // namespace program
