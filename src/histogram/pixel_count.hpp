// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Counting an image's pixels on the device.

#include <vector>

#include "support/pixels.hpp"

namespace program {

/// What of a pixel is looked at.
enum class channel { brightness, red, green, blue };

/// The most bins that a histogram may have.
inline constexpr unsigned most_bins = 65536;

struct pixel_count {
  std::vector<unsigned> counts;   ///< of each bin
  bool in_shared_memory = false;  ///< counted there and then merged; else straight in global memory
  float ms = 0;                   ///< the kernel's time
};

/// Counts on the current device, with the shared histogram kernels, in bins of equal width.
///
/// Blocks count in shared memory if the bins fit. The result is compared with a serial count by the
/// same rule; `std::runtime_error` if they differ, or if the device has no room for the pixels.
/// `bins` is 1 to `most_bins`.
pixel_count count_pixels(const pixels& image, channel of, unsigned bins);

}  // namespace program
