// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernels behind `<diatomic/algorithms/reproducible_scatter.hpp>`.

#include <cstddef>
#include <cstdint>

#include <diatomic/algorithms/elements.hpp>
#include <diatomic/algorithms/exact_sum.hpp>
#include <diatomic/atomics/fixed_point.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Elements in units of a scale, as elements of a call.
template <class Values>
struct scaled_elements {
  Values values;
  fixed_scale scale;
  DIATOMIC_FUNCTION std::int64_t operator()(std::size_t i) const {
    return scale.units(element_at(values, i));
  }
};

/// What is added for a value, where values are written out before they are added.
struct in_units_of {
  fixed_scale scale;
  template <class T>
  DIATOMIC_FUNCTION std::int64_t operator()(T value) const {
    return scale.units(value);
  }
};

/// The magnitude, a NaN's too: without the sign.
struct magnitude {
  template <class T>
  DIATOMIC_FUNCTION T operator()(T v) const {
    constexpr auto sign = unsigned_of<T>{1} << (8 * sizeof(T) - 1);
    return bits_as<T>(static_cast<unsigned_of<T>>(bits_as<unsigned_of<T>>(v) & ~sign));
  }
};

/// Adds each value to the exact sum of its bin.
struct exact_scatter_kernel {
  template <class Elements, class Values, class Bin, class T>
  DIATOMIC_DEVICE void operator()(Elements input, Values values, Bin bin_of, std::size_t n,
                                  exact_sum<T>* sums, unsigned bins) const {
    const std::size_t stride = global_size();
    for (std::size_t i = global_index(); i < n; i += stride) {
      const unsigned bin = bin_of(element_at(input, i));
      if (bin < bins) sums[bin].add_atomically(element_at(values, i));
    }
  }
};

/// Adds each sum to its word, rounded once.
struct finish_exact_kernel {
  template <class T>
  DIATOMIC_DEVICE void operator()(const exact_sum<T>* sums, T* words, std::size_t count) const {
    const std::size_t stride = global_size();
    for (std::size_t k = global_index(); k < count; k += stride) {
      exact_sum<T> sum = sums[k];
      if (sum.is_zero()) continue;
      sum.add(words[k]);
      words[k] = sum.value();
    }
  }
};
struct finish_fixed_kernel {
  fixed_scale scale;
  template <class T>
  DIATOMIC_DEVICE void operator()(const std::int64_t* sums, T* words, std::size_t count) const {
    const std::size_t stride = global_size();
    for (std::size_t k = global_index(); k < count; k += stride) {
      if (sums[k] != 0) words[k] += scale.value<T>(sums[k]);
    }
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
