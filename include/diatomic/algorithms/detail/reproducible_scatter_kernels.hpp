// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernels behind `<diatomic/algorithms/reproducible_scatter.hpp>`, and what reproducible sums
/// of rows are added to.

#include <cstddef>
#include <cstdint>
#include <type_traits>

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

/// What rows of T's are added to: sums in units of a scale.
template <class T>
struct fixed_sums {
  using sum = std::int64_t;
  using number = std::int64_t;
  static constexpr bool adds_up = true;
  fixed_scale scale;

  template <class Value>
  DIATOMIC_DEVICE number number_of(Value v) const {
    if constexpr (is_float16_v<Value>) {
      return scale.units(number_as<float>(v));
    } else {
      return scale.units(v);
    }
  }
  static DIATOMIC_DEVICE void add(sum* to, number v) {
    store_add(to, v, in_global, coarse_grained);
  }
  DIATOMIC_DEVICE void finish(T& word, sum units) const {
    if (units == 0) return;
    if constexpr (is_float16_v<T>) {
      word = number_as<T>(number_as<float>(word) + scale.value<float>(units));
    } else {
      word += scale.value<T>(units);
    }
  }
};
/// Exact ones.
template <class T>
struct exact_sums {
  using sum = exact_sum<T>;
  using number = T;
  static constexpr bool adds_up = false;

  DIATOMIC_DEVICE number number_of(T v) const { return v; }
  static DIATOMIC_DEVICE void add(sum* to, T v) { to->add_atomically(v); }
  DIATOMIC_DEVICE void finish(T& word, const sum& found) const {
    if (found.is_zero()) return;
    sum all = found;
    all.add(word);
    word = all.value();
  }
  DIATOMIC_DEVICE void finish(T& word, T v) const {
    sum all{};
    all.add(v);
    finish(word, all);
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
