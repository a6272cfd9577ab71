// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Binning functions in the form that kernels call.

#include <cmath>

#include <diatomic/collectives/binning.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// `even_bin` for kernels, without a division per value: the same bin for every value.
///
/// The product and its correction by fused multiply-adds round as the division does, unless an
/// intermediate result is subnormal. Scaling ensures that such results fall in bin 0 anyway.
class even_bin_by_product {
 public:
  explicit even_bin_by_product(even_bin of)
      : lower_(of.lower), upper_(of.upper), bins_(static_cast<float>(of.bins)), last_(of.bins - 1) {
    int exponent = 0;
    std::frexp(upper_ - lower_, &exponent);
    scale_ = std::ldexp(1.0f, exponent < -126 ? 126 : exponent > 126 ? -126 : -exponent);
    width_ = (upper_ - lower_) * scale_;
    reciprocal_ = 1 / width_;
  }

  DIATOMIC_FUNCTION unsigned operator()(float value) const {
    const float above = (value - lower_) * scale_;
    const float near = above * reciprocal_;
    const float place = fmaf(fmaf(-near, width_, above), reciprocal_, near);
    const bool inside = value >= lower_ && value <= upper_;
    const auto bin = static_cast<unsigned>(inside ? place * bins_ : 0.0f);
    return !inside ? no_bin : bin < last_ ? bin : last_;
  }

 private:
  float lower_;
  float upper_;
  float bins_;
  unsigned last_;
  float scale_;       // a power of two
  float width_;       // scaled
  float reciprocal_;  // of the scaled width
};

/// The function that kernels call instead of a binning function, with the same results.
template <class Bin>
Bin prepared(Bin bin_of) {
  return bin_of;
}
inline even_bin_by_product prepared(even_bin bin_of) { return even_bin_by_product(bin_of); }

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
