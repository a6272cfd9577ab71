// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The picture of a histogram of an image.

#include <string>
#include <utility>
#include <vector>

#include "chart/canvas.hpp"
#include "chart/page.hpp"
#include "support/pixels.hpp"

namespace program {

/// What a chart shows.
struct histogram_chart {
  std::string title;
  std::string subtitle;
  std::string values;            ///< what lies along the bottom, e.g. "brightness"
  colour dark;                   ///< the colour of the values' low end
  colour bright;                 ///< and of their high end
  colour full;                   ///< what the highest value looks like, for the strip below
  colour accent;                 ///< the colour of the mean's line
  std::vector<unsigned> counts;  ///< of bins of equal width over 0 to 1; at least one
  double mean = 0;
  double median = 0;
  std::vector<std::pair<std::string, std::string>> facts;  ///< names and values, for the side
  pixels picture;                                          ///< shown beside the chart
};

/// Draws the chart, 1200 x 675 points, as a file: in PNG two pixels are one point. Throws
/// `std::runtime_error` if it cannot be drawn.
///
/// Counts are drawn to a linear scale from zero. Where a few bins would press all others flat,
/// their bars are cut at the top, visibly, and the tallest one's count is written on it.
std::string draw(const histogram_chart& chart, page_format format);

/// The axis's upper end for these counts: the highest, unless a few tower over all others.
double axis_end_for(const std::vector<unsigned>& counts);

/// `words` as they are `printable`, cut between letters to fit the width, with an ellipsis where
/// something is missing.
std::string fitted(canvas& on, const std::string& words, const text_style& style, double room);

}  // namespace program
