// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The chart of an image's histogram.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "chart/canvas.hpp"
#include "chart/page.hpp"
#include "support/pixels.hpp"

namespace program {

/// The content of a chart.
struct histogram_chart {
  std::string title;
  std::string subtitle;
  std::string values;            ///< the name of the horizontal axis, e.g. "brightness"
  colour dark;                   ///< bars at the low end
  colour bright;                 ///< bars at the high end
  colour full;                   ///< the highest value in the strip below the axis
  colour accent;                 ///< the mean's line
  std::vector<unsigned> counts;  ///< of equal-width bins over 0 to 1; at least one
  double mean = 0;
  double median = 0;
  std::vector<std::pair<std::string, std::string>> facts;  ///< names and values in the side column
  pixels picture;                                          ///< thumbnail in the side column
};

/// Draws the chart, 1200 x 675 points, and returns the file's bytes. A PNG has two pixels per
/// point. Throws `std::runtime_error` if drawing fails.
///
/// The scale of counts is linear from zero, with one bar per bin. If there are more bins than half
/// points (the pixels of a PNG), neighbouring bins share a column as high as the fullest of them,
/// and the caption mentions it. If a few bars would flatten all others, the chart cuts them visibly
/// at the top and labels the tallest with its count.
std::string draw(const histogram_chart& chart, page_format format);

/// The heights of a chart's bars: the counts of the bins or, for more than `most` bins, the highest
/// count in each of `most` columns. A bin belongs to the column that contains its left edge.
std::vector<unsigned> columns_of(const std::vector<unsigned>& counts, std::size_t max_columns);

/// The caption below the chart: the name of the values, and how many bins share a column.
std::string caption_of(const std::string& values, std::size_t bins, std::size_t max_columns);

/// The upper end of the axis: at least the highest bar, unless a few bars tower over all others.
double axis_end_for(const std::vector<unsigned>& counts);

/// `printable(words)`, truncated between characters to fit the width; an ellipsis marks the cut.
std::string fitted(canvas& on, const std::string& words, const text_style& style, double room);

}  // namespace program
