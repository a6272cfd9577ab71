// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// `diatomic histogram`: a brightness histogram of an image, counted on the device.

#include <string>

#include "histogram/pixel_count.hpp"

namespace program {

struct histogram_options {
  std::string image;
  channel of = channel::brightness;
  unsigned bins = 256;  ///< 1 to `most_bins`
  std::string chart;    ///< chart file; the extension selects SVG, PDF or else PNG; empty: none
  std::string csv;      ///< CSV file; empty: none; "-": stdout
  std::string json;     ///< JSON file; empty: none; "-": stdout
  int device = 0;
};

/// Counts, writes all requested files or none, and prints a summary to stdout unless one of the
/// files is stdout. Passes on the exceptions of its parts.
void run_histogram(const histogram_options& options);

}  // namespace program
