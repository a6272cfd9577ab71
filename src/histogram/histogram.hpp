// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// `diatomic histogram`: how bright an image's pixels are, counted on the device.

#include <string>

#include "histogram/pixel_count.hpp"

namespace program {

struct histogram_options {
  std::string image;
  channel of = channel::brightness;
  unsigned bins = 256;  ///< 1 to `most_bins`
  std::string chart;    ///< SVG, PDF or else PNG to write, as its name ends; empty: none
  std::string csv;      ///< CSV to write; empty: none; "-": stdout
  std::string json;     ///< JSON to write; empty: none; "-": stdout
  int device = 0;
};

/// Counts, writes the files asked for, all of them or none, and prints a summary to stdout, unless
/// one of the files is stdout. Throws what its parts throw.
void run_histogram(const histogram_options& options);

}  // namespace program
