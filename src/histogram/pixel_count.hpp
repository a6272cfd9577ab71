// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Counting an image's pixels on the device.

#include <vector>

#include "support/pixels.hpp"

namespace program {

/// The property of a pixel that is counted.
enum class channel { brightness, red, green, blue };

/// The maximum number of bins.
inline constexpr unsigned most_bins = 65536;

struct pixel_count {
  std::vector<unsigned> counts;   ///< one per bin
  bool in_shared_memory = false;  ///< counted there, then merged; else directly in global memory
  float ms = 0;                   ///< the kernel's time
};

/// Counts pixels in equal-width bins on the current device, using `kernels/histogram.hpp`.
///
/// Blocks count in shared memory if the bins fit. Throws `std::runtime_error` if the result differs
/// from a serial count with the same binning function, or if the pixels do not fit on the device.
/// `bins` is 1 to `most_bins`.
pixel_count count_pixels(const pixels& image, channel of, unsigned bins);

}  // namespace program
