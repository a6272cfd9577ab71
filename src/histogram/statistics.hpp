// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The mean, the median and the standard deviation of an image's pixels.

#include <array>

#include "histogram/pixel_count.hpp"
#include "support/pixels.hpp"

namespace program {

/// Of the pixels' values, 0 to 1; exact up to the last division.
struct statistics {
  double mean = 0;
  double median = 0;     ///< of an even number of pixels: halfway between the two in the middle
  double deviation = 0;  ///< of all pixels, not of a sample
};

/// Computes them on the host. The image has at least one pixel.
statistics statistics_of(const pixels& image, channel of);

/// The weights of red, green and blue in a channel; their sum is 10,000.
std::array<unsigned, 3> weights_of(channel of);

}  // namespace program
