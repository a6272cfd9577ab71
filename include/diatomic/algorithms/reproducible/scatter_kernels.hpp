// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernels behind `<diatomic/algorithms/reproducible_scatter.hpp>`, and the accumulators of
/// reproducible sums of rows.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/algorithms/elements.hpp>
#include <diatomic/algorithms/exact_sum.hpp>
#include <diatomic/algorithms/histogram/counting_kernel.hpp>
#include <diatomic/atomics/detail/warp_updates.hpp>
#include <diatomic/atomics/fixed_point.hpp>
#include <diatomic/collectives/detail/block_words.hpp>
#include <diatomic/collectives/detail/double_sums.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Elements converted to units of a scale.
template <class Values>
struct scaled_elements {
  Values values;
  fixed_scale scale;
  DIATOMIC_FUNCTION std::int64_t operator()(std::size_t i) const {
    return scale.units(detail::element_at(values, i));
  }
};

/// Converts a value to units of a scale, where values are written out before they are added.
struct in_units_of {
  fixed_scale scale;
  template <class T>
  DIATOMIC_FUNCTION std::int64_t operator()(T value) const {
    return scale.units(value);
  }
};

/// The value without its sign, for NaNs too.
struct magnitude {
  template <class T>
  DIATOMIC_FUNCTION T operator()(T v) const {
    constexpr auto sign = unsigned_of<T>{1} << (8 * sizeof(T) - 1);
    return detail::bits_as<T>(
        static_cast<unsigned_of<T>>(detail::bits_as<unsigned_of<T>>(v) & ~sign));
  }
};

/// Adds each value to the exact sum of its bin.
struct exact_scatter_kernel {
  template <class Elements, class Values, class Bin, class T>
  DIATOMIC_DEVICE void operator()(Elements input, Values values, Bin bin_of, std::size_t n,
                                  exact_sum<T>* sums, unsigned bins) const {
    const std::size_t stride = global_size();
    for (std::size_t i = global_index(); i < n; i += stride) {
      const unsigned bin = bin_of(detail::element_at(input, i));
      if (bin < bins) sums[bin].add_atomically(detail::element_at(values, i));
    }
  }
};

/// Exact sums of some bins in a block's shared memory. As in `exact_columns`, a 32-bit digit has a
/// signed 64-bit word, which defers carries, so that no thread waits for an old value. A block must
/// add fewer than 2^31 numbers.
template <class T>
class private_exact_sums {
  using format = exact_format<T>;
  /// Distance between the first words of two bins: odd, so that bins use all banks.
  static constexpr unsigned stride = format::digits | 1;

 public:
  static constexpr std::size_t shared_bytes(std::size_t bins, unsigned columns) {
    return sizeof(std::uint64_t) * stride * bins * columns;
  }

  /// Lanes use the `columns`, a power of two, in turn: with few bins, one column would serialize.
  DIATOMIC_DEVICE private_exact_sums(std::uint64_t* words, unsigned bins, unsigned columns)
      : words_(words), own_(words + lane_index() % columns), bins_(bins), columns_(columns) {}

  DIATOMIC_DEVICE void clear() {
    for (unsigned i = thread_index(); i < bins_ * stride * columns_; i += block_size()) {
      words_[i] = 0;
    }
    sync_block();
  }

  /// Adds a finite number.
  DIATOMIC_DEVICE void add(unsigned bin, const exact_number<T>& number) {
    const placed_digits placed(number.position, number.magnitude);
    std::uint64_t* const to = own_ + (bin * stride + placed.first) * columns_;
    constexpr unsigned parts = (format::mantissa_bits + 31 + 31) / 32;
    for (unsigned k = 0; k < parts; ++k) {
      if (placed.at[k] == 0) continue;  // may be beyond the last digit
      const std::uint64_t part = placed.at[k];
      detail::add_in_block(to + k * columns_, number.negative ? 0 - part : part);
    }
  }

  /// Adds all sums to `sums`, to which other blocks add too.
  DIATOMIC_DEVICE void merge(exact_sum<T>* sums) {
    sync_block();
    for (unsigned i = thread_index(); i < bins_ * format::digits; i += block_size()) {
      const unsigned bin = i / format::digits;
      const unsigned k = i % format::digits;
      std::uint64_t sum = 0;
      for (unsigned c = 0; c < columns_; ++c) {
        sum += words_[(bin * stride + k) * columns_ + (c + i) % columns_];
      }
      const bool negative = sum >> 63 != 0;
      detail::deposit<T>(32 * k, negative ? 0 - sum : sum, negative,
                         [&](unsigned digit, std::uint32_t due) {
                           return diatomic::fetch_add(sums[bin].digits + digit, due, in_global);
                         });
    }
  }

 private:
  std::uint64_t* words_;
  std::uint64_t* own_;
  unsigned bins_;
  unsigned columns_;
};

/// `exact_scatter_kernel` with `private_exact_sums`.
struct private_exact_kernel {
  unsigned columns;

  template <class Elements, class Values, class Bin, class T>
  DIATOMIC_DEVICE void operator()(Elements input, Values values, Bin bin_of, std::size_t n,
                                  exact_sum<T>* sums, unsigned bins) const {
    private_exact_sums<T> own(shared_array<std::uint64_t>(), bins, columns);
    own.clear();
    const std::size_t stride = global_size();
    const auto add = [&](const element_t<Elements>& element, T value) {
      const unsigned bin = bin_of(element);
      if (bin >= bins) return;
      if (exact_sum<T>::is_special(value)) {
        diatomic::store_or(__builtin_addressof(sums[bin].flags), detail::flag_of(value), in_global);
      } else {
        own.add(bin, exact_number<T>(value));
      }
    };
    std::size_t i = global_index();
    for (; i + 3 * stride < n; i += 4 * stride) {
      const four_elements<Elements> some(input, i, stride);
      const four_elements<Values> with(values, i, stride);
      for (unsigned k = 0; k < 4; ++k) add(some.at[k], with.at[k]);
    }
    for (; i < n; i += stride) add(detail::element_at(input, i), detail::element_at(values, i));
    own.merge(sums);
  }
};

/// Adds each sum to its element of the table, rounded once.
struct finish_exact_kernel {
  template <class T>
  DIATOMIC_DEVICE void operator()(const exact_sum<T>* sums, T* table, std::size_t count) const {
    const std::size_t stride = global_size();
    for (std::size_t k = global_index(); k < count; k += stride) {
      exact_sum<T> sum = sums[k];
      if (sum.is_zero()) continue;
      sum.add(table[k]);
      table[k] = sum.value();
    }
  }
};
/// `v` rounded to odd, as `odd_sum`.
DIATOMIC_FUNCTION float odd_float(double v) {
  const auto rounded = static_cast<float>(v);
  const auto bits = detail::bits_as<std::uint32_t>(rounded);
  const double error = v - double{rounded};
  if (!(error < 0 || error > 0) || bits % 2 != 0) return rounded;
  return detail::bits_as<float>((error > 0) == (v > 0) ? bits + 1 : bits - 1);
}

/// The T nearest to `word` + `units` of `scale`, ties to even.
template <class T>
DIATOMIC_FUNCTION T sum_with_units(T word, std::int64_t units, fixed_scale scale) {
  using number = std::conditional_t<std::is_same_v<T, double>, double, float>;
  const number old = detail::number_as<number>(word);
  if (!(old - old == 0)) return word;  // an infinity, or a NaN
  const double unit = detail::power_of_2(scale.exponent());
  const std::int64_t low = units & 2047;
  const double high = static_cast<double>(units - low) * unit;
  const double rest = static_cast<double>(low) * unit;
  // Three exact terms. Boldo and Melquiond: the rest of the sum, rounded to odd, does not change
  // how the whole is rounded.
  const double added = detail::plain_sum(high, rest);
  const double sum = detail::plain_sum(double{old}, added);
  const double lost = detail::odd_sum(detail::error_of_sum(double{old}, added, sum),
                                      detail::error_of_sum(high, rest, added));
  if constexpr (std::is_same_v<T, double>) {
    return sum + lost;
  } else if constexpr (std::is_same_v<T, float>) {
    return static_cast<float>(detail::odd_sum(sum, lost));
  } else {
    return detail::number_as<T>(detail::odd_float(detail::odd_sum(sum, lost)));
  }
}

struct finish_fixed_kernel {
  fixed_scale scale;
  template <class T>
  DIATOMIC_DEVICE void operator()(const std::int64_t* sums, T* table, std::size_t count) const {
    const std::size_t stride = global_size();
    for (std::size_t k = global_index(); k < count; k += stride) {
      if (sums[k] != 0) table[k] = detail::sum_with_units(table[k], sums[k], scale);
    }
  }
};

/// The accumulators for rows of T's: sums in units of a scale.
template <class T>
struct fixed_sums {
  using sum = std::int64_t;
  using number = std::int64_t;
  static constexpr bool adds_up = true;
  fixed_scale scale;

  template <class Value>
  DIATOMIC_DEVICE number number_of(Value v) const {
    if constexpr (is_float16_v<Value>) {
      return scale.units(detail::number_as<float>(v));
    } else {
      return scale.units(v);
    }
  }
  static DIATOMIC_DEVICE void add(sum* to, number v) {
    store_add(to, v, in_global, coarse_grained);
  }
  DIATOMIC_DEVICE void finish(T& word, sum units) const {
    if (units != 0) word = detail::sum_with_units(word, units, scale);
  }
};
/// Exact sums.
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
