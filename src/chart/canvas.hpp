// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What charts draw with: Cairo, in points from the top left corner.

#include <cairo.h>

#include <memory>
#include <string>
#include <vector>

#include "support/pixels.hpp"

namespace program {

/// Gives back what Cairo made.
struct cairo_release {
  void operator()(cairo_t* made) const { cairo_destroy(made); }
  void operator()(cairo_surface_t* made) const { cairo_surface_destroy(made); }
  void operator()(cairo_pattern_t* made) const { cairo_pattern_destroy(made); }
  void operator()(cairo_font_options_t* made) const { cairo_font_options_destroy(made); }
};
template <class T>
using cairo_owner = std::unique_ptr<T, cairo_release>;

/// Throws `std::runtime_error` with Cairo's words unless all went well. What Cairo draws with keeps
/// its first error and does nothing from then on, so that asking once, at the end, is enough.
void check(cairo_status_t status);

/// A colour, 0 to 255 each, and how much of it covers what lies below.
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

/// How text is set.
struct text_style {
  double capital = 10;  ///< the height of a capital, in points
  bool bold = false;
  colour ink;
};

/// Draws on a surface of Cairo's. Pixels take as much of a colour as a shape covers of them.
///
/// Text is set in DejaVu Sans. Where it is not installed, fontconfig chooses what comes nearest;
/// where there is no font at all, Cairo draws letters of its own, of ASCII only. Whichever it is,
/// its capitals have the height that is asked for.
class canvas {
 public:
  /// Covers the surface with white. `scale` of its units are one point.
  canvas(cairo_surface_t& target, double scale);

  /// Fills a box; its corners are rounded by `radius`.
  void fill(box area, colour ink, double radius = 0);
  /// Fills a box with colours that run from left to right.
  void fill(box area, colour left, colour right);
  /// Bars of equal width side by side in the box, each from its top (a y) to the box's bottom, with
  /// `gap` of white between them; the colour runs from left to right. Bars narrower than a pixel
  /// are pale, as each covers a part of it.
  void bars(box area, const std::vector<double>& tops, double gap, colour left, colour right);
  /// A straight line with round ends, or one of dashes with round ends: lengths on and off by
  /// turns.
  void line(point from, point to, double width, colour ink, const std::vector<double>& dashes = {});
  /// A picture, resampled into the box, its corners rounded by `radius`.
  void picture(const pixels& source, box area, double radius);
  /// One line of text, `printable`; `at` is on the baseline, at the text's left, middle or right.
  void text(point at, const std::string& words, const text_style& style, align side = align::left);
  /// The width of that text in points.
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

/// The text as it can be set: U+FFFD stands for what is not UTF-8, as the names of files need not
/// be, and for characters without a shape, such as the end of a line.
std::string printable(const std::string& text);

}  // namespace program
