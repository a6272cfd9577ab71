// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Calls of a vendor's library on whole arrays. A backend's `array_baselines` inherits
/// `no_array_baselines`, and hides the calls that its library has.

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>

#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace bench {

/// A library call that reads an array; empty if the library has none.
template <class T>
using array_call = std::function<void(const T*)>;
/// A library call on updates: `values[i]` is added to word `indices[i]`.
template <class T>
using updates_call = std::function<void(const unsigned* indices, const T* values)>;

/// Whether the library can count n elements with `int`.
inline bool fits_int(std::size_t n) { return n <= std::numeric_limits<int>::max(); }

/// Allocates temporary memory for `call(memory, bytes, input)` and binds it. Checks each status.
template <class T, class Status, class Call>
array_call<T> with_memory(void (*check)(Status, const char*), const char* name, Call call) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes, static_cast<const T*>(nullptr)), name);
  const auto memory = std::make_shared<diatomic::device_array<char>>(bytes + 1);
  return [=](const T* input) {
    std::size_t size = bytes;
    check(call(memory->data(), size, input), name);
  };
}

struct no_array_baselines {
  static constexpr const char* name = "";

  /// Writes the sum, the minimum or the maximum of n elements to `*result`.
  template <diatomic::op Op, class T>
  static array_call<T> reduce(diatomic::stream&, std::size_t, T*) {
    return {};
  }
  /// The sum in an order that varies; the sum with the same bits on every GPU.
  ///@{
  template <class T>
  static array_call<T> sum_in_any_order(diatomic::stream&, std::size_t, T*) {
    return {};
  }
  template <class T>
  static array_call<T> reproducible_sum(diatomic::stream&, std::size_t, T*) {
    return {};
  }
  ///@}
  /// Writes the greatest element and its index to `*result`.
  template <class T>
  static array_call<T> arg_max(diatomic::stream&, std::size_t, diatomic::indexed<T>*) {
    return {};
  }
  /// Writes the sum of each segment between two offsets.
  template <class T>
  static array_call<T> sum_segments(diatomic::stream&, std::size_t, const int*, std::size_t, T*) {
    return {};
  }
  /// Writes the sum of each run of elements with equal keys, of which there are at most `runs`.
  template <class T>
  static array_call<T> sum_by_key(diatomic::stream&, std::size_t, const unsigned*, std::size_t,
                                  T*) {
    return {};
  }
  /// Clears the counts, then counts n values in equal-width bins from `lower` up to `upper`.
  template <class T>
  static array_call<T> histogram(diatomic::stream&, std::size_t, unsigned*, unsigned, double,
                                 double) {
    return {};
  }
  /// Sorts n updates of `words` words, a power of two, by at most 8 upper bits of the index, and
  /// passes the sorted updates to the call.
  template <class T>
  static updates_call<T> sort_by_part(diatomic::stream&, std::size_t, std::size_t,
                                      updates_call<T>) {
    return {};
  }
  /// Sorts n updates of `words` words by index, and adds up the updates of each word.
  template <class T>
  static updates_call<T> sort_and_sum(diatomic::stream&, std::size_t, std::size_t) {
    return {};
  }
};

}  // namespace bench
