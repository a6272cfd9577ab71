// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The picture of a histogram of an image.

#include <cstddef>
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
/// Counts are drawn to a linear scale from zero, a bar for each bin. Of more bins than half points
/// (the pixels of a PNG) neighbours share a column, as high as the fullest of them, and the chart
/// says so. Where a few bars would press all others flat, they are cut at the top, visibly, and the
/// tallest one's count is written on it.
std::string draw(const histogram_chart& chart, page_format format);

/// The heights of a chart's bars: the counts of the bins, or, of more than `most` bins, the highest
/// count in each of `most` columns. A bin is in the column that its left edge lies in.
std::vector<unsigned> columns_of(const std::vector<unsigned>& counts, std::size_t most);

/// What stands below the chart: the name of the values, and how many bins share a column.
std::string caption_of(const std::string& values, std::size_t bins, std::size_t most);

/// The axis's upper end for these bars: the highest, unless a few tower over all others.
double axis_end_for(const std::vector<unsigned>& counts);

/// `words` as they are `printable`, cut between letters to fit the width, with an ellipsis where
/// something is missing.
std::string fitted(canvas& on, const std::string& words, const text_style& style, double room);

}  // namespace program
