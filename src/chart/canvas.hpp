// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Drawing primitives for charts: a wrapper of Cairo, in points from the top left corner.

#include <cairo.h>

#include <memory>
#include <string>
#include <vector>

#include "support/pixels.hpp"

namespace program {

/// Releases Cairo's objects.
struct cairo_release {
  void operator()(cairo_t* made) const { cairo_destroy(made); }
  void operator()(cairo_surface_t* made) const { cairo_surface_destroy(made); }
  void operator()(cairo_pattern_t* made) const { cairo_pattern_destroy(made); }
  void operator()(cairo_font_options_t* made) const { cairo_font_options_destroy(made); }
};
template <class T>
using cairo_owner = std::unique_ptr<T, cairo_release>;

/// Throws `std::runtime_error` with Cairo's message for any status but success. A Cairo context
/// keeps its first error and ignores later calls, so one check at the end is enough.
void check(cairo_status_t status);

/// A colour, 0 to 255 per channel, and its opacity, 0 to 1.
struct colour {
  double red = 0;
  double green = 0;
  double blue = 0;
  double opacity = 1;
};

constexpr colour operator*(colour c, double opacity) {
  return {c.red, c.green, c.blue, c.opacity * opacity};
}

struct point {
  double x = 0;
  double y = 0;
};

struct box {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;

  constexpr double width() const { return right - left; }
  constexpr double height() const { return bottom - top; }
};

enum class align { left, centre, right };

/// The size, weight and colour of text.
struct text_style {
  double capital = 10;  ///< the height of a capital, in points
  bool bold = false;
  colour ink;
};

/// Draws on a Cairo surface, with antialiasing.
///
/// The font is DejaVu Sans. If it is not installed, fontconfig chooses the nearest font; without
/// any font, Cairo uses its built-in ASCII letters. Capitals always have the requested height.
class canvas {
 public:
  /// Fills the surface with white. A point is `scale` units of the surface.
  canvas(cairo_surface_t& target, double scale);

  /// Fills a box with corners rounded by `radius`.
  void fill(box area, colour ink, double radius = 0);
  /// Fills a box with a horizontal gradient.
  void fill(box area, colour left, colour right);
  /// Bars of equal width across the box, each from its top (a y) to the box's bottom, `gap` apart,
  /// with one gradient from left to right. Bars narrower than a pixel are pale, because each covers
  /// only part of it.
  void bars(box area, const std::vector<double>& tops, double gap, colour left, colour right);
  /// A straight line, or a dashed one, with round ends. `dashes` alternates lengths on and off.
  void line(point from, point to, double width, colour ink, const std::vector<double>& dashes = {});
  /// A picture, resampled into the box, with corners rounded by `radius`.
  void picture(const pixels& source, box area, double radius);
  /// One line of text, `printable`; `at` is on the baseline, at the text's left, middle or right.
  void text(point at, const std::string& words, const text_style& style, align side = align::left);
  /// The width of the text in points.
  double width_of(const std::string& words, const text_style& style);

  /// Throws `std::runtime_error` if anything could not be drawn.
  void finish() const;

 private:
  bool draws_pixels() const;
  void outline(box area, double radius);
  void take(colour ink);
  void take(box area, colour left, colour right);
  void take(const text_style& style);

  cairo_owner<cairo_t> to_;
};

/// The text with U+FFFD for invalid UTF-8 (file names need not be UTF-8) and for control characters
/// such as line ends.
std::string printable(const std::string& text);

}  // namespace program
