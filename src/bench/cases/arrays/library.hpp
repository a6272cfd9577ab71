// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What a vendor's library can do on whole arrays. A backend's `array_baselines` inherits
/// `no_array_baselines`, and replaces what it has.

#include <cstddef>
#include <functional>

#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace bench {

/// A call of the library on an array that is read; empty where there is none.
template <class T>
using array_call = std::function<void(const T*)>;
/// The same of a call on updates: numbers of words, and what is added to each.
template <class T>
using updates_call = std::function<void(const unsigned* indices, const T* values)>;

struct no_array_baselines {
  static constexpr const char* name = "";

  /// Writes the sum, the minimum or the maximum of n elements to `*result`.
  template <diatomic::op Op, class T>
  static array_call<T> reduce(diatomic::stream&, std::size_t, T*) {
    return {};
  }
  /// Writes the greatest element and its place to `*result`.
  template <class T>
  static array_call<T> arg_max(diatomic::stream&, std::size_t, diatomic::indexed<T>*) {
    return {};
  }
  /// Counts n values in `bins` even bins from `lower` up to `upper`, and clears the counts before.
  template <class T>
  static array_call<T> histogram(diatomic::stream&, std::size_t, unsigned*, unsigned, double,
                                 double) {
    return {};
  }
  /// Sorts n updates of `words` words, a power of two, by the upper bits of the index, at most 8,
  /// and makes the call with what is sorted.
  template <class T>
  static updates_call<T> sort_by_part(diatomic::stream&, std::size_t, std::size_t,
                                      updates_call<T>) {
    return {};
  }
  /// Sorts n updates of `words` words by index, and sums up those of each word.
  template <class T>
  static updates_call<T> sort_and_sum(diatomic::stream&, std::size_t, std::size_t) {
    return {};
  }
};

}  // namespace bench
