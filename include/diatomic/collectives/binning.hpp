// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Binning functions, which map a value to a histogram bin.
///
/// A binning function is a trivially copyable function object that takes a value and returns the
/// number of its bin, or `no_bin`. It is callable from kernels and host code. A bin number beyond
/// the histogram's last bin is not counted either.

#include <type_traits>

#include <diatomic/collectives/detail/bin_values.hpp>
#include <diatomic/collectives/detail/even_binning.hpp>
#include <diatomic/collectives/detail/even_edges.hpp>
#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/types.hpp>
#include <diatomic/dispatch/semantics.hpp>

#if DIATOMIC_HAS_HOST_CODE
#include <limits>
#include <stdexcept>
#include <string>
#endif

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// The result of a binning function for a value without a bin.
inline constexpr unsigned no_bin = ~0u;

/// An integer is its own bin number. Negative integers have no bin.
struct value_bin {
  /// The bin of `value`, an integer or enum of up to 64 bits, or `no_bin`.
  template <class T>
  DIATOMIC_FUNCTION unsigned operator()(T value) const {
    detail::bin_values<value_bin>::check<T>();
    const auto wide = static_cast<unsigned long long>(value);
    return wide < no_bin ? static_cast<unsigned>(wide) : no_bin;
  }
};

/// Bins of equal width from `lower` to `upper`, both included: `upper` falls in the last bin.
///
/// Bin b has the values from edge b up to, but excluding, edge b + 1. Edge b is
/// `lower + b * (upper - lower) / bins`, rounded to Float once, so that an integer on an edge is in
/// the bin that begins there. The bins of all values are exact, and the same in host code and
/// kernels, with any compiler options. Values outside, and NaN, have no bin. Needs finite `lower` <
/// `upper`, and for floats `bins` at most 2^28.
///
/// A value costs one product, and next to an edge a comparison with it: about ten double operations
/// for floats, unless all edges are multiples of a step of few bits, as for integers.
///
/// \tparam Float `float` or `double`. Every value of the input type must convert to it exactly.
template <class Float>
struct basic_even_bin {
  /// The lowest value with a bin.
  Float lower;
  /// The highest value with a bin.
  Float upper;
  /// Number of bins.
  unsigned bins;

  /// The bin of `v`, or `no_bin`.
  template <class T>
  DIATOMIC_FUNCTION unsigned operator()(T v) const {
    return detail::even_binning<Float>(lower, upper, bins)(v);
  }
};
/// `basic_even_bin` for floats, and for doubles.
///@{
using even_bin = basic_even_bin<float>;
using even_double_bin = basic_even_bin<double>;
///@}

/// Bins of equal width over the integers from `lower` up to, but excluding, `upper`.
///
/// The bin is exactly floor((value - lower) * bins / (upper - lower)), without a division per
/// value. Values outside have no bin. Use `even_integer_bins` to create one.
template <class Integer>
class even_integer_bin {
  static_assert(std::is_integral_v<Integer> && !std::is_same_v<Integer, bool> &&
                    sizeof(Integer) <= 8,
                "even_integer_bin: an integer type of up to 64 bits is needed");

 public:
  /// The bin of `value`, an integer or enum of up to 64 bits, or `no_bin`.
  template <class T>
  DIATOMIC_FUNCTION unsigned operator()(T value) const {
    detail::bin_values<even_integer_bin>::template check<T>();
    using number = typename detail::integer_behind<T>::type;
    constexpr bool is_mixed = std::is_signed_v<number> != std::is_signed_v<Integer>;
    // Distances modulo 2^32 (2^64) are unique in the range of any one type of that size.
    using distance = std::conditional_t<is_mixed || sizeof(T) == 8 || sizeof(Integer) == 8,
                                        unsigned long long, unsigned>;
    const distance above = static_cast<distance>(value) - static_cast<distance>(lower_);
    bool is_inside = above <= last_;
    // Values that only one of the types has are above 2^63 as a distance.
    if constexpr (is_mixed) is_inside &= static_cast<distance>(value) >> 63 == 0;
    const auto x = static_cast<unsigned>(above);
    unsigned long long high = static_cast<unsigned long long>(x) * fraction_high_;
    if constexpr (sizeof(Integer) > 2) {
      high += static_cast<unsigned long long>(x) * fraction_low_ >> 32;
    }
    const unsigned bin = x * whole_ + static_cast<unsigned>(high >> 32);
    return is_inside ? bin : no_bin;
  }

 private:
#if DIATOMIC_HAS_HOST_CODE
  template <class T>
  friend even_integer_bin<T> even_integer_bins(T lower, long long upper, unsigned bins);
#endif

  Integer lower_ = 0;
  unsigned last_ = 0;  // the largest value's distance from `lower_`
  // bins / (upper - lower): the integer part, and the fraction in units of 2^-64, or of 2^-32 for
  // types of at most 16 bits, rounded up. The error is at most one such unit times the distance.
  // Distances are below 2^32 (2^16), so the error is too small to reach the next bin.
  unsigned whole_ = 0;
  unsigned fraction_high_ = 0;
  unsigned fraction_low_ = 0;
};

#if DIATOMIC_HAS_HOST_CODE
/// The `even_integer_bin` with `bins` bins from `lower` up to, but excluding, `upper`.
///
/// Throws `std::invalid_argument` if `bins` is 0, or `upper` is not above `lower`, more than 2^32
/// above it, or more than one above the type's largest value.
template <class Integer>
even_integer_bin<Integer> even_integer_bins(Integer lower, long long upper, unsigned bins) {
  const auto refuse = [](const char* why) {
    throw std::invalid_argument(std::string("even_integer_bins: ") + why);
  };
  if (bins == 0) refuse("bins is 0");
  if (upper <= 0 ? lower > 0 || static_cast<long long>(lower) >= upper
                 : lower > 0 && static_cast<unsigned long long>(lower) >=
                                    static_cast<unsigned long long>(upper)) {
    refuse("upper is not above lower");
  }
  const unsigned long long range =
      static_cast<unsigned long long>(upper) - static_cast<unsigned long long>(lower);
  if (range > 1ull << 32) refuse("upper is more than 2^32 above lower");
  if (upper > 0 && static_cast<unsigned long long>(upper) - 1 >
                       static_cast<unsigned long long>(std::numeric_limits<Integer>::max())) {
    refuse("upper is more than one above the type's largest value");
  }
  const unsigned long long rest = bins % range;
  const unsigned long long high = (rest << 32) / range;
  const unsigned long long low = ((rest << 32) % range << 32) / range;
  const unsigned long long fraction = (high << 32 | low) + (sizeof(Integer) > 2 ? 1 : 1ull << 32);

  even_integer_bin<Integer> made;
  made.lower_ = lower;
  made.last_ = static_cast<unsigned>(range - 1);
  made.whole_ = static_cast<unsigned>(bins / range);
  made.fraction_high_ = static_cast<unsigned>(fraction >> 32);
  made.fraction_low_ = static_cast<unsigned>(fraction);
  return made;
}
#endif

/// Whether the last bin of an `edge_bin` has the last edge.
enum class last_edge : bool { excluded, included };

/// Bins between given edges: bin b has the values from edge b up to, but excluding, edge b + 1; the
/// last bin also has the last edge if it is `included`.
///
/// The bins of all values are exact, and the same in host code and kernels, with any compiler
/// options: values are only compared, -0 and +0 are equal, and edges may be subnormal or infinite.
/// Values outside, and NaN, have no bin. A value costs log2(edges) + 1 loads; lanes with different
/// values do not diverge.
///
/// The edges must rise; `edge_bins` checks this in host code. Unchecked edges have these results,
/// and only the edges are read: between equal edges there is an empty bin, but an included last
/// edge is in the last bin; if an edge is below the one before, or a NaN, a value has any of the
/// bins or none; with fewer than two edges it has none.
///
/// \tparam Edge `float`, `double` or an integer type of up to 64 bits. With floats every value of
/// the input type must convert to it exactly; with integers the values are integers or enums.
template <class Edge>
class edge_bin {
  static_assert(std::is_same_v<Edge, float> || std::is_same_v<Edge, double> ||
                    (std::is_integral_v<Edge> && !std::is_same_v<Edge, bool> && sizeof(Edge) <= 8),
                "edge_bin: edges are floats, doubles or integers of up to 64 bits");

 public:
  /// `edges` points to `count` edges in memory of the threads that call: device memory for kernels.
  DIATOMIC_FUNCTION edge_bin(const Edge* edges, unsigned count, last_edge last)
      : edges_(edges), count_(count), last_(last) {}

  /// The first edge.
  DIATOMIC_FUNCTION const Edge* edges() const { return edges_; }
  /// Number of bins: one less than edges.
  DIATOMIC_FUNCTION unsigned bins() const { return count_ < 2 ? 0 : count_ - 1; }

  /// The bin of `value`, or `no_bin`.
  template <class T>
  DIATOMIC_FUNCTION unsigned operator()(T value) const {
    detail::bin_values<edge_bin>::template check<T>();
    if (count_ < 2) return no_bin;
    if constexpr (std::is_floating_point_v<Edge>) {
      return bin_of_key(detail::key_in_order(detail::exact_float<Edge>(value)));
    } else {
      using number = typename detail::integer_behind<T>::type;
      constexpr bool is_mixed = std::is_signed_v<number> != std::is_signed_v<Edge>;
      const auto as_edge = static_cast<Edge>(value);
      const auto wide = static_cast<unsigned long long>(value);
      // A value that the edges' type does not have is outside of all edges.
      const bool fits = static_cast<unsigned long long>(as_edge) == wide;
      if (!fits || (is_mixed && wide >> 63 != 0)) return no_bin;
      return bin_of_key(as_edge);
    }
  }

 private:
#if DIATOMIC_HAS_HOST_CODE
  template <class T>
  friend edge_bin<T> edge_bins(const T* edges, const T* in_kernels, unsigned count, last_edge last);
#endif

  /// Integers in the order of the edges. NaNs lie beyond the infinities.
  static DIATOMIC_FUNCTION auto key_of(Edge edge) {
    if constexpr (std::is_floating_point_v<Edge>) {
      return detail::key_in_order(edge);
    } else {
      return edge;
    }
  }

  template <class Key>
  DIATOMIC_FUNCTION unsigned bin_of_key(Key key) const {
    unsigned at = 0;  // the last edge that is not above the value is one of `left` edges from here
    for (unsigned left = count_; left > 1;) {
      const unsigned half = left / 2;
      at += key_of(edges_[at + half]) <= key ? half : 0;
      left -= half;
    }
    const Key edge = key_of(edges_[at]);
    if (at < count_ - 1) return edge <= key ? at : no_bin;
    return last_ == last_edge::included && edge == key ? count_ - 2 : no_bin;
  }

  const Edge* edges_;
  unsigned count_;
  last_edge last_;
};

#if DIATOMIC_HAS_HOST_CODE
/// The `edge_bin` with the `count` edges at `edges`, which host code reads now, and of which
/// `in_kernels` is the copy that the bins of values are searched in: device memory for kernels.
/// Both may be the same memory.
///
///     const float edges[] = {0, 1, 10, 100};
///     upload(stream, on_device, edges, 4);
///     histogram(stream, input, n, counts, 3,
///               edge_bins(edges, on_device, 4, last_edge::included));
///
/// Throws `std::invalid_argument` if a pointer is null, if there are fewer than two edges, or if an
/// edge is a NaN or not above the one before.
template <class Edge>
edge_bin<Edge> edge_bins(const Edge* edges, const Edge* in_kernels, unsigned count,
                         last_edge last) {
  const auto refuse = [](const std::string& why) {
    throw std::invalid_argument("edge_bins: " + why);
  };
  if (count < 2) refuse("there are fewer than two edges");
  if (edges == nullptr) refuse("edges is null");
  if (in_kernels == nullptr) refuse("in_kernels is null");
  for (unsigned i = 0; i < count; ++i) {
    if constexpr (std::is_floating_point_v<Edge>) {
      if (detail::is_nan(edges[i])) refuse("edge " + std::to_string(i) + " is a NaN");
    }
    if (i != 0 && edge_bin<Edge>::key_of(edges[i]) <= edge_bin<Edge>::key_of(edges[i - 1])) {
      refuse("edge " + std::to_string(i) + " is not above edge " + std::to_string(i - 1));
    }
  }
  return {in_kernels, count, last};
}
#endif

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
