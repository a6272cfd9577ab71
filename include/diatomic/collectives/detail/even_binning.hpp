// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// `basic_even_bin` in the form that kernels call.

#include <diatomic/collectives/detail/bin_values.hpp>
#include <diatomic/collectives/detail/even_edges.hpp>
#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/detail/bits.hpp>
#include <diatomic/core/types.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Constants of `even_binning`.
template <class Float>
struct even_limits;
template <>
struct even_limits<float> {
  /// A bound on the error of `place`, per bin.
  static constexpr double precision = 0x1p-20;
  static constexpr double least_width = 0x1p-60;
  static constexpr double greatest_width = 0x1p100;
};
template <>
struct even_limits<double> {
  static constexpr double precision = 0x1p-49;
  static constexpr double least_width = 0x1p-500;
  static constexpr double greatest_width = 0x1p900;
};

/// `basic_even_bin` with what it needs for each value: one product, no division.
template <class Float>
class even_binning {
  using limits = even_limits<Float>;
  using key = signed_of<Float>;
  using distance = unsigned_of<Float>;

 public:
  static constexpr unsigned none = ~0u;  ///< `no_bin`

  DIATOMIC_FUNCTION even_binning(Float lower, Float upper, unsigned bins)
      : lower_key_(detail::key_in_order(lower)),
        upper_key_(detail::key_in_order(upper)),
        last_(bins - 1) {
    const double low = detail::value_of_key(lower_key_);
    const double high = detail::value_of_key(upper_key_);
    const double greatest = -low > high ? -low : low > high ? low : high;
    const double width = detail::plain_sum(high, -low);
    const double per_width = bins / width;
    // Half an ulp of a value moves its place too.
    const double error = limits::precision * (greatest > width ? greatest * per_width : bins);
    // If the product of the step and any bin number is exact, so is an edge before its rounding.
    const auto step = static_cast<Float>(width / bins);
    distance spare = last_;
    spare |= spare >> 1;
    spare |= spare >> 2;
    spare |= spare >> 4;
    spare |= spare >> 8;
    spare |= spare >> 16;
    // The key keeps -ffast-math from taking the quotient for the step. Not `&&`: without branches,
    // compilers move all of this out of a loop over values.
    const double lost = detail::error_of_sum(high, -low, width);
    const double exact_step = detail::value_of_key(detail::key_in_order(step));
    const bool is_usual =
        (width >= limits::least_width) & (width <= limits::greatest_width) & (error < 0.25);
    const bool is_exact = is_usual & ((detail::bits_as<distance>(step) & spare & mantissa) == 0) &
                          (exact_step * bins == width) & (lost == 0) &
                          ((low == 0) == (lower_key_ == 0));  // a processor may flush subnormals
    lower_ = is_usual ? lower : 0;
    per_width_ = is_usual ? static_cast<Float>(per_width) : 0;
    error_ = is_usual ? static_cast<Float>(error) : 1;
    step_ = is_exact ? step : 0;
  }

  template <class T>
  DIATOMIC_FUNCTION unsigned operator()(T value) const {
    bin_values<basic_even_bin<Float>>::template check<T>();
    const auto v = detail::exact_float<Float>(value);
    const key at = detail::key_in_order(v);
    // Also false for NaN.
    const distance range = static_cast<distance>(upper_key_) - static_cast<distance>(lower_key_);
    if (static_cast<distance>(at) - static_cast<distance>(lower_key_) > range) return none;
    const Float place = (v - lower_) * per_width_;
    const auto nearest = static_cast<unsigned>(place + Float{0.5});
    const unsigned b = nearest < last_ ? nearest : last_;
    if (step_ != 0) {
      const Float edge = lower_ + static_cast<Float>(b) * step_;
      return b - (at < detail::key_in_order(edge) ? 1 : 0);
    }
    const Float beyond = place - static_cast<Float>(b);
    if ((beyond < 0 ? -beyond : beyond) > error_) return b - (beyond < 0 ? 1 : 0);
    return at == upper_key_ ? last_ : detail::exact_even_bin(at, lower_key_, upper_key_, last_ + 1);
  }

 private:
  static constexpr distance mantissa = (distance{1} << (sizeof(Float) == 4 ? 23 : 52)) - 1;

  key lower_key_;
  key upper_key_;
  unsigned last_;
  // For unusual ends the first are 0 and the error is 1: so each value is compared exactly.
  Float lower_;
  Float per_width_;
  Float error_;
  Float step_;  // the bins' width, or 0
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
