// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What a vendor's library can do on whole arrays. A backend's `array_baselines` inherits
/// `no_array_baselines`, and replaces what it has.

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>

#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace bench {

/// A call of the library on an array that is read; empty where there is none.
template <class T>
using array_call = std::function<void(const T*)>;
/// The same of a call on updates: numbers of words, and what is added to each.
template <class T>
using updates_call = std::function<void(const unsigned* indices, const T* values)>;

/// Libraries' own calls count with `int` where that is enough.
inline bool fits_int(std::size_t n) { return n <= std::numeric_limits<int>::max(); }

/// Makes the temporary memory for `call(memory, bytes, input)`, whose status is checked, and binds
/// it.
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
