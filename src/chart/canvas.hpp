// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A picture to draw on, with smooth edges, in points from the top left corner.

#include <cstdint>
#include <string_view>
#include <vector>

#include "support/pixels.hpp"

namespace program {

/// A colour, 0 to 255 each, and how much of it covers what lies below.
struct colour {
  float red = 0;
  float green = 0;
  float blue = 0;
  float opacity = 1;
};

constexpr colour operator*(colour c, float opacity) {
  return {c.red, c.green, c.blue, c.opacity * opacity};
}

/// The colour at `share` of the way from one to the other.
constexpr colour between(colour from, colour to, float share) {
  return {from.red + (to.red - from.red) * share, from.green + (to.green - from.green) * share,
          from.blue + (to.blue - from.blue) * share,
          from.opacity + (to.opacity - from.opacity) * share};
}

struct point {
  float x = 0;
  float y = 0;
};

struct box {
  float left = 0;
  float top = 0;
  float right = 0;
  float bottom = 0;

  constexpr float width() const { return right - left; }
  constexpr float height() const { return bottom - top; }
};

enum class align { left, centre, right };

/// How text is set: the height of a capital and the width of a stroke, in points.
struct text_style {
  float capital = 10;
  float stroke = 1.2F;
  colour ink;
};

/// Draws by coverage: each pixel takes as much of the colour as the shape covers of it.
class canvas {
 public:
  /// `scale` pixels are one point in each direction.
  canvas(float width, float height, float scale, colour background);

  /// Fills a box; its corners are rounded by `radius`.
  void fill(box area, colour ink, float radius = 0);
  /// Bars of equal width side by side in the box, each from its top (a y) to the box's bottom, with
  /// `gap` of white between them; the colour runs from left to right. Bars may be narrower than a
  /// pixel, which then takes the colour by their share of it.
  void bars(box area, const std::vector<float>& tops, float gap, colour left, colour right);
  /// A straight line with round ends.
  void line(point from, point to, float width, colour ink);
  /// Connected straight lines with round joints, drawn as one shape.
  void lines(const std::vector<point>& through, float width, colour ink);
  /// A straight line of dashes.
  void dashes(point from, point to, float width, float on, float off, colour ink);
  /// A picture, resampled into the box, its corners rounded by `radius`.
  void picture(const pixels& source, box area, float radius);
  /// One line of text; `at` is on the baseline, at the text's left, middle or right.
  void text(point at, std::string_view words, const text_style& style, align side = align::left);
  /// The width of that text in points.
  static float width_of(std::string_view words, const text_style& style);

  const pixels& result() const { return image; }

 private:
  void blend(int x, int y, colour ink, float coverage);
  template <class Distance>
  void shape(box bounds, colour ink, Distance distance);

  float scale;
  pixels image;
};

}  // namespace program
