// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "chart/stroke_font.hpp"

#include <algorithm>
#include <cstddef>
#include <locale>
#include <map>
#include <sstream>

namespace program {
namespace {

/// A letter as it was drawn, in words: `M x y` lifts the pen and sets it down, `L x y` draws a
/// line, `H x y` and `V x y` a quarter of a bowl that leaves horizontally (vertically), `C` a cubic
/// curve with its two control points, `D x y` a dot. `bearing` is the white on either side.
struct drawing {
  char32_t letter;
  float bearing;
  float width;
  const char* path;
};

// clang-format off
constexpr drawing drawings[] = {
    {U' ', 0, 4.4F, ""},
    {U'!', 1.7F, 0, "M0 14 L0 4.6 D0 0.7"},
    {U'"', 1.4F, 3.2F, "M0 14 L0 10 M3.2 14 L3.2 10"},
    {U'#', 1.0F, 9.4F, "M3 14 L1.2 0 M8.2 14 L6.4 0 M0.6 9.4 L9.4 9.4 M0 4.6 L8.8 4.6"},
    {U'$', 1.3F, 8.2F, "M7.8 10.6 C7.2 11.6 5.9 12.4 4.2 12.4 H0.6 9.6 C0.6 7.8 2 7.4 4.2 6.9 "
                       "C6.6 6.4 8.2 5.7 8.2 4 V4.2 1.6 C2.2 1.6 0.8 2.4 0 3.8 "
                       "M4.2 14.4 L4.2 -0.4"},
    {U'%', 1.2F, 12.4F, "M10.4 14 L2 0 M0 10.6 V2.6 13.6 H5.2 10.6 V2.6 7.6 H0 10.6 "
                        "M7.2 3.4 V9.8 6.4 H12.4 3.4 V9.8 0.4 H7.2 3.4"},
    {U'&', 1.1F, 10.4F, "M10.2 0 L2.6 9 C0.2 12 2 14 4.2 14 C6.6 14 7.9 11.6 6 9.6 "
                        "C4.6 8.3 0 7 0 3.6 V4 0 C7 0 9 2.6 9.4 6.4"},
    {U'\'', 1.4F, 0, "M0 14 L0 10"},
    {U'(', 1.3F, 3.2F, "M3.2 15.6 C-1 10.4 -1 2.4 3.2 -2.8"},
    {U')', 1.3F, 3.2F, "M0 15.6 C4.2 10.4 4.2 2.4 0 -2.8"},
    {U'*', 1.0F, 6, "M3 14 L3 7.6 M0.2 12.4 L5.8 9.2 M5.8 12.4 L0.2 9.2"},
    {U'+', 1.2F, 8, "M0 6 L8 6 M4 10 L4 2"},
    {U',', 1.4F, 0.8F, "M0.6 0.8 L0 -2.4"},
    {U'-', 1.2F, 4.6F, "M0 5.4 L4.6 5.4"},
    {U'.', 1.6F, 0, "D0 0.7"},
    {U'/', 0.5F, 6.2F, "M0 -1.8 L6.2 15.4"},
    {U'0', 1.3F, 8, "M0 4.8 L0 9.2 V4 14 H8 9.2 L8 4.8 V4 0 H0 4.8"},
    {U'1', 1.3F, 8, "M1.4 11.5 L5 14 L5 0"},
    {U'2', 1.3F, 8, "M0.3 10.2 V4 14 H7.7 10.3 C7.7 7.5 5.2 5.2 0.2 0 L8 0"},
    {U'3', 1.3F, 8, "M0.5 11.4 C1 13 2.3 14 4 14 H7.5 10.7 V4.1 7.5 L3 7.5 "
                    "M4.1 7.5 H8 3.8 V4 0 C2 0 0.5 1 0 2.8"},
    {U'4', 1.1F, 8.4F, "M6.4 0 L6.4 14 L0 4 L8.4 4"},
    {U'5', 1.3F, 8, "M7.2 14 L1.3 14 L0.7 7.6 C1.5 8.5 2.7 9 4 9 H8 4.5 V4 0 C2.1 0 0.6 1.1 0 2.7"},
    {U'6', 1.3F, 8, "M6.2 14 C2.8 12.4 0 9.2 0 4.6 V4 0 H8 4.5 V4 8.9 H0 4.6"},
    {U'7', 1.3F, 8, "M0 14 L8 14 L2.9 0"},
    {U'8', 1.3F, 8, "M4 7.6 H0.5 10.8 V4 14 H7.5 10.8 V4 7.6 H0 3.8 V4 0 H8 3.8 V4 7.6"},
    {U'9', 1.3F, 8, "M1.8 0 C5.2 1.6 8 4.8 8 9.4 V4 14 H0 9.5 V4 5.1 H8 9.4"},
    {U':', 1.7F, 0, "D0 0.7 D0 9.2"},
    {U';', 1.4F, 0.8F, "M0.6 0.8 L0 -2.4 D0.6 9.2"},
    {U'<', 1.2F, 7.4F, "M7.4 10.6 L0 6 L7.4 1.4"},
    {U'=', 1.2F, 8, "M0 8.2 L8 8.2 M0 3.8 L8 3.8"},
    {U'>', 1.2F, 7.4F, "M0 10.6 L7.4 6 L0 1.4"},
    {U'?', 1.2F, 7, "M0 10.8 V3.6 14 H7 10.7 C7 7.8 3.5 7.9 3.5 4.6 D3.5 0.7"},
    {U'@', 1.3F, 13, "M9.6 8.6 V6.6 9.8 H3.4 5.6 V6.4 1.6 H9.6 5.6 M9.6 9.6 L9.6 4 V11.2 1.8 "
                     "H13 6.4 V6.6 13 H0 5.4 V6.6 -2.6 C8.4 -2.6 9.4 -2.3 10.6 -1.6"},
    {U'A', 0.5F, 11, "M0 0 L5.5 14 L11 0 M1.9 4.7 L9.1 4.7"},
    {U'B', 1.5F, 8.6F, "M0 0 L0 14 L4.6 14 H8 10.7 V4.6 7.4 L0 7.4 M4.6 7.4 H8.8 3.7 V4.6 0 L0 0"},
    {U'C', 1.3F, 10, "M10 11.3 C9 13 7.5 14 5.6 14 H0 7 V5.6 0 C7.5 0 9 1 10 2.7"},
    {U'D', 1.5F, 10, "M0 0 L0 14 L4 14 H10 7 V4 0 L0 0"},
    {U'E', 1.5F, 7.6F, "M7.6 14 L0 14 L0 0 L7.6 0 M0 7.3 L6.8 7.3"},
    {U'F', 1.5F, 7.2F, "M7.4 14 L0 14 L0 0 M0 7 L6.6 7"},
    {U'G', 1.3F, 10.4F, "M10.1 11.3 C9.1 13 7.5 14 5.6 14 H0 7 V5.6 0 H10.4 5.4 L10.4 6.6 L6 6.6"},
    {U'H', 1.5F, 9.6F, "M0 0 L0 14 M9.6 0 L9.6 14 M0 7.2 L9.6 7.2"},
    {U'I', 1.6F, 0, "M0 0 L0 14"},
    {U'J', 1.1F, 6, "M6 14 L6 4 V3 0 C1.6 0 0.5 0.8 0 2.2"},
    {U'K', 1.4F, 8.8F, "M0 0 L0 14 M8.6 14 L0 5.2 M3.3 8.6 L9 0"},
    {U'L', 1.4F, 7, "M0 14 L0 0 L7.2 0"},
    {U'M', 1.5F, 12, "M0 0 L0 14 L6 4.2 L12 14 L12 0"},
    {U'N', 1.5F, 9.8F, "M0 0 L0 14 L9.8 0 L9.8 14"},
    {U'O', 1.3F, 11.6F, "M0 7 V5.8 14 H11.6 7 V5.8 0 H0 7"},
    {U'P', 1.5F, 8.6F, "M0 0 L0 14 L4.8 14 H8.8 10 V4.8 6 L0 6"},
    {U'Q', 1.3F, 11.6F, "M0 7 V5.8 14 H11.6 7 V5.8 0 H0 7 M7.4 3.2 L11.4 -0.9"},
    {U'R', 1.5F, 8.8F, "M0 0 L0 14 L4.8 14 H8.8 10.1 V4.8 6.3 L0 6.3 M4.8 6.3 L9 0"},
    {U'S', 1.2F, 8.8F, "M8.4 11.4 C7.8 13 6.4 14 4.5 14 H0.5 10.5 C0.5 8.4 2.2 7.8 4.5 7.2 "
                       "C7 6.6 8.8 5.9 8.8 3.7 V4.5 0 C2.3 0 0.7 1 0 2.8"},
    {U'T', 0.7F, 9.8F, "M0 14 L9.8 14 M4.9 14 L4.9 0"},
    {U'U', 1.5F, 9.6F, "M0 14 L0 5 V4.8 0 H9.6 5 L9.6 14"},
    {U'V', 0.5F, 10.6F, "M0 14 L5.3 0 L10.6 14"},
    {U'W', 0.6F, 15, "M0 14 L3.8 0 L7.5 12.6 L11.2 0 L15 14"},
    {U'X', 0.7F, 9.4F, "M0 14 L9.4 0 M9.4 14 L0 0"},
    {U'Y', 0.5F, 9.8F, "M0 14 L4.9 6.8 L9.8 14 M4.9 6.8 L4.9 0"},
    {U'Z', 1.1F, 8.8F, "M0.2 14 L8.6 14 L0 0 L8.8 0"},
    {U'[', 1.4F, 3, "M3 15.4 L0 15.4 L0 -2.6 L3 -2.6"},
    {U'\\', 0.5F, 6.2F, "M0 15.4 L6.2 -1.8"},
    {U']', 1.4F, 3, "M0 15.4 L3 15.4 L3 -2.6 L0 -2.6"},
    {U'^', 1.2F, 7, "M0 8.6 L3.5 14 L7 8.6"},
    {U'_', 0.4F, 8, "M0 -2 L8 -2"},
    {U'`', 1.4F, 2, "M0 14.4 L2 11.8"},
    {U'a', 1.2F, 7.4F, "M0.7 8.3 C1.4 9.4 2.4 10 3.9 10 H7.4 6.6 L7.4 0 "
                       "M7.4 5.8 L3.4 5.8 H0 2.9 V3.2 0 C5.4 0 7 1.1 7.4 3"},
    {U'b', 1.3F, 8.4F, "M0 14.5 L0 0 M0 5 V4.2 10 H8.4 5 V4.2 0 H0 5"},
    {U'c', 1.2F, 7.4F, "M7.4 8 C6.7 9.3 5.6 10 4.2 10 H0 5 V4.2 0 C5.6 0 6.7 0.7 7.4 2"},
    {U'd', 1.3F, 8.4F, "M8.4 14.5 L8.4 0 M8.4 5 V4.2 10 H0 5 V4.2 0 H8.4 5"},
    {U'e', 1.2F, 8.2F, "M0 5.3 L8.2 5.3 V4.2 10 H0 5 V4.3 0 C6 0 7.1 0.7 7.8 2"},
    {U'f', 0.8F, 4.6F, "M5 14.2 C4.7 14.4 4.3 14.5 3.9 14.5 H1.8 11.8 L1.8 0 M-0.2 10 L4.7 10"},
    {U'g', 1.3F, 8.4F, "M8.4 10 L8.4 -0.4 V4.2 -4.4 C2.5 -4.4 1.3 -3.8 0.6 -2.6 "
                       "M8.4 5 V4.2 10 H0 5 V4.2 0 H8.4 5"},
    {U'h', 1.4F, 7.6F, "M0 14.5 L0 0 M0 6 V4 10 H7.6 6.2 L7.6 0"},
    {U'i', 1.5F, 0, "M0 0 L0 10 D0 13.6"},
    {U'j', 1.2F, 1.6F, "M1.6 10 L1.6 -1.8 C1.6 -3.6 0.8 -4.4 -0.9 -4.3 D1.6 13.6"},
    {U'k', 1.3F, 6.8F, "M0 14.5 L0 0 M6.7 10 L0 3.6 M2.6 6.1 L7 0"},
    {U'l', 1.4F, 2, "M0 14.5 L0 2.4 C0 0.8 0.6 0 2.2 0.1"},
    {U'm', 1.4F, 12.8F, "M0 10 L0 0 M0 6.2 V3.5 10 H6.4 6.4 L6.4 0 M6.4 6.2 V9.9 10 H12.8 6.4 "
                        "L12.8 0"},
    {U'n', 1.4F, 7.6F, "M0 10 L0 0 M0 6 V4 10 H7.6 6.2 L7.6 0"},
    {U'o', 1.2F, 8.6F, "M0 5 V4.3 10 H8.6 5 V4.3 0 H0 5"},
    {U'p', 1.3F, 8.4F, "M0 10 L0 -4.3 M0 5 V4.2 10 H8.4 5 V4.2 0 H0 5"},
    {U'q', 1.3F, 8.4F, "M8.4 10 L8.4 -4.3 M8.4 5 V4.2 10 H0 5 V4.2 0 H8.4 5"},
    {U'r', 1.3F, 4.4F, "M0 10 L0 0 M0 5.6 C0 8.4 1.4 10 3.6 10 C4 10 4.4 9.9 4.8 9.8"},
    {U's', 1.1F, 6.8F, "M6.5 8.1 C6 9.3 5 10 3.5 10 H0.4 7.5 C0.4 5.9 1.7 5.5 3.5 5.1 "
                       "C5.3 4.7 6.8 4.2 6.8 2.6 V3.4 0 C1.8 0 0.5 0.8 0 2.1"},
    {U't', 0.9F, 4.8F, "M1.8 13.2 L1.8 2.8 V4 0 C4.4 0 4.8 0.1 5.2 0.3 M-0.3 10 L4.8 10"},
    {U'u', 1.4F, 7.6F, "M0 10 L0 3.8 V3.6 0 H7.6 4 M7.6 10 L7.6 0"},
    {U'v', 0.6F, 8, "M0 10 L4 0 L8 10"},
    {U'w', 0.7F, 12, "M0 10 L3 0 L6 9.2 L9 0 L12 10"},
    {U'x', 0.8F, 7.4F, "M0 10 L7.4 0 M7.4 10 L0 0"},
    {U'y', 0.6F, 8.2F, "M0 10 L4.2 0.2 M8.2 10 L3.4 -2.2 C2.8 -3.8 2 -4.5 0.4 -4.3"},
    {U'z', 1.0F, 7, "M0.2 10 L6.8 10 L0 0 L7 0"},
    {U'{', 1.2F, 4, "M4 15.4 C0.6 15.4 2.4 11 2 8.6 C1.8 7 1 6.4 0 6.4 C1 6.4 1.8 5.8 2 4.2 "
                    "C2.4 1.8 0.6 -2.6 4 -2.6"},
    {U'|', 1.6F, 0, "M0 15.6 L0 -2.8"},
    {U'}', 1.2F, 4, "M0 15.4 C3.4 15.4 1.6 11 2 8.6 C2.2 7 3 6.4 4 6.4 C3 6.4 2.2 5.8 2 4.2 "
                    "C1.6 1.8 3.4 -2.6 0 -2.6"},
    {U'~', 1.2F, 8, "M0 5 C1 8 2.8 7.4 4 6.2 C5.2 5 7 4.4 8 7.4"},
    {U'\u00B5', 1.4F, 7.6F, "M0 10 L0 -4.3 M0 3.8 V3.6 0 H7.6 4 M7.6 10 L7.6 0"},
    {U'\u00B7', 1.7F, 0, "D0 5.4"},
    {U'\u00D7', 1.3F, 6.4F, "M0 8.6 L6.4 2.2 M6.4 8.6 L0 2.2"},
    {U'\u2013', 0.8F, 7, "M0 5.4 L7 5.4"},
    {U'\u2014', 0.4F, 13, "M0 5.4 L13 5.4"},
    {U'\u2026', 1.7F, 8.4F, "D0 0.7 D4.2 0.7 D8.4 0.7"},
    {U'\uFFFD', 1.4F, 7, "M0 0 L0 14 L7 14 L7 0 L0 0"},
};
// clang-format on

void add_curve(std::vector<point>& stroke, point c1, point c2, point to) {
  const point from = stroke.back();
  constexpr int pieces = 14;
  for (int i = 1; i <= pieces; ++i) {
    const float t = static_cast<float>(i) / pieces;
    const float s = 1 - t;
    const float w[] = {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
    stroke.push_back({w[0] * from.x + w[1] * c1.x + w[2] * c2.x + w[3] * to.x,
                      w[0] * from.y + w[1] * c1.y + w[2] * c2.y + w[3] * to.y});
  }
}

glyph draw(const drawing& from) {
  // A little squarer than a circle (0.55), as most sans serifs are.
  constexpr float roundness = 0.6F;
  glyph made;
  made.advance = from.width + 2 * from.bearing;
  std::istringstream path(from.path);
  path.imbue(std::locale::classic());
  const auto next = [&] {
    point p;
    path >> p.x >> p.y;
    p.x += from.bearing;
    return p;
  };
  for (char word = 0; path >> word;) {
    if (word == 'M') {
      made.strokes.push_back({next()});
    } else if (word == 'D') {
      made.dots.push_back(next());
    } else if (word == 'L') {
      made.strokes.back().push_back(next());
    } else if (word == 'C') {
      const point c1 = next();
      const point c2 = next();
      add_curve(made.strokes.back(), c1, c2, next());
    } else {
      const point a = made.strokes.back().back();
      const point b = next();
      const point level{a.x + (b.x - a.x) * roundness, a.y};
      const point upright{a.x, a.y + (b.y - a.y) * roundness};
      const point to_upright{b.x, b.y - (b.y - a.y) * roundness};
      const point to_level{b.x - (b.x - a.x) * roundness, b.y};
      add_curve(made.strokes.back(), word == 'H' ? level : upright,
                word == 'H' ? to_upright : to_level, b);
    }
  }
  return made;
}

}  // namespace

const glyph& glyph_of(char32_t letter) {
  static const std::map<char32_t, glyph> all = [] {
    std::map<char32_t, glyph> made;
    for (const drawing& d : drawings) made.emplace(d.letter, draw(d));
    return made;
  }();
  const auto found = all.find(letter);
  return found != all.end() ? found->second : all.at(U'\uFFFD');
}

std::u32string decode_utf8(std::string_view text) {
  std::u32string letters;
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xC2 ? 0
                               : first < 0xE0 ? 2
                               : first < 0xF0 ? 3
                               : first < 0xF5 ? 4
                                              : 0;
    bool whole = length > 0 && i + length <= text.size();
    char32_t letter = length == 1 ? first : first & (0x7FU >> length);
    for (std::size_t k = 1; whole && k < length; ++k) {
      const auto more = static_cast<unsigned char>(text[i + k]);
      whole = (more & 0xC0U) == 0x80;
      letter = letter << 6U | (more & 0x3FU);
    }
    // Longer than need be, half of a pair, or beyond the last letter.
    constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    whole = whole && letter >= least[length] && letter <= 0x10FFFF &&
            (letter < 0xD800 || letter > 0xDFFF);
    letters += whole ? letter : U'\uFFFD';
    i += whole ? length : 1;
  }
  return letters;
}

}  // namespace program
