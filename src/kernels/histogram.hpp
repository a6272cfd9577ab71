// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Textbook histogram kernels, and binning functions for pixels. The fast kernels are in
/// `<diatomic/algorithms/histogram.hpp>`.
///
/// Both kernels take any input type, any binning function, 32- or 64-bit counters and any launch
/// shape. They add to the counters, so the caller clears them first. The counters must be in device
/// memory (`device_array`), because the kernels pass the hint `coarse_grained`.

#include <cstddef>

#include <diatomic/collectives/binning.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace kernels {

using diatomic::even_bin;
using diatomic::no_bin;
using diatomic::value_bin;

/// A pixel of an 8-bit colour image.
struct rgb8 {
  unsigned char red;
  unsigned char green;
  unsigned char blue;
};

/// Equal-width bins over brightness 0 to 1, both included: white falls in the last bin.
///
/// Brightness is Rec. 709's luma, 0.2126 R + 0.7152 G + 0.0722 B, of the stored values. Integer
/// arithmetic puts each pixel in the same bin on every backend.
struct brightness_bin {
  unsigned bins;

  DIATOMIC_FUNCTION unsigned operator()(rgb8 pixel) const {
    constexpr unsigned long long white = 255 * 10000;
    const unsigned long long brightness =
        2126ull * pixel.red + 7152ull * pixel.green + 722ull * pixel.blue;
    const auto bin = static_cast<unsigned>(brightness * bins / white);
    return bin < bins ? bin : bins - 1;
  }
};

/// Equal-width bins over one channel (0 red, 1 green, 2 blue) of the pixels.
struct channel_bin {
  unsigned bins;
  unsigned channel;

  DIATOMIC_FUNCTION unsigned operator()(rgb8 pixel) const {
    const unsigned long long value = channel == 0   ? pixel.red
                                     : channel == 1 ? pixel.green
                                                    : pixel.blue;
    const auto bin = static_cast<unsigned>(value * bins / 255);
    return bin < bins ? bin : bins - 1;
  }
};

/// One atomic per element, directly on the counters in global memory.
///
/// For more bins than shared memory holds. Few bins mean high contention.
struct histogram_global {
  template <class Input, class Bin, class Count>
  DIATOMIC_DEVICE void operator()(const Input* input, std::size_t n, Bin bin_of, Count* counts,
                                  unsigned bins) const {
    for (std::size_t i = global_index(); i < n; i += global_size()) {
      const unsigned bin = bin_of(input[i]);
      if (bin < bins) store_add(counts + bin, Count{1}, in_global, coarse_grained);
    }
  }
};

/// Each block counts in shared memory, then adds its counters to those in global memory.
///
/// Launch with `shared_bytes(bins)` of shared memory. The block's counters have 32 bits: no block
/// may count 2^32 values in one bin.
struct histogram_shared {
  static constexpr std::size_t shared_bytes(unsigned bins) { return sizeof(unsigned) * bins; }

  template <class Input, class Bin, class Count>
  DIATOMIC_DEVICE void operator()(const Input* input, std::size_t n, Bin bin_of, Count* counts,
                                  unsigned bins) const {
    unsigned* own = shared_array<unsigned>();
    for (unsigned bin = thread_index(); bin < bins; bin += block_size()) own[bin] = 0;
    sync_block();

    for (std::size_t i = global_index(); i < n; i += global_size()) {
      const unsigned bin = bin_of(input[i]);
      if (bin < bins) store_add(own + bin, 1u, in_shared, block_scope);
    }
    sync_block();

    for (unsigned bin = thread_index(); bin < bins; bin += block_size()) {
      if (own[bin] != 0) store_add(counts + bin, Count{own[bin]}, in_global, coarse_grained);
    }
  }
};

}  // namespace kernels
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
