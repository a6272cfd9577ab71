// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The mean, the median and the standard deviation of an image's pixels.

#include <array>

#include "histogram/pixel_count.hpp"
#include "support/pixels.hpp"

namespace program {

/// Statistics of the pixels' values, 0 to 1; exact up to the last division.
struct statistics {
  double mean = 0;
  double median = 0;     ///< for an even number of pixels: the mean of the two middle values
  double deviation = 0;  ///< of the population, not of a sample
};

/// Computes them on the host. The image has at least one pixel.
statistics statistics_of(const pixels& image, channel of);

/// The weights of red, green and blue in a channel; they add up to 10,000.
std::array<unsigned, 3> weights_of(channel of);

}  // namespace program
