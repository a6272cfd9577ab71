// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// OpenMP's loops over whole arrays, where the compiler was told to know them, and `memcpy`.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

#include <diatomic/runtime/runtime.hpp>

namespace bench {

inline constexpr const char* array_library = "OpenMP";
inline constexpr const char* copy_name = "memcpy";

/// A call of the library on an array that is read; empty where there is none.
template <class T>
using array_call = std::function<void(const T*)>;

inline void copy_by_library(diatomic::stream&, void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}

#if defined(_OPENMP)
/// Writes the sum of n elements to `*result`.
template <class T>
array_call<T> library_sum(diatomic::stream&, std::size_t n, T* result) {
  return [n, result](const T* input) {
    T total{};
#pragma omp parallel for simd reduction(+ : total)
    for (std::size_t i = 0; i < n; ++i) total += input[i];
    *result = total;
  };
}

/// The same of the greatest element.
template <class T>
array_call<T> library_max(diatomic::stream&, std::size_t n, T* result) {
  return [n, result](const T* input) {
    T most = std::numeric_limits<T>::lowest();
#pragma omp parallel for simd reduction(max : most)
    for (std::size_t i = 0; i < n; ++i) most = input[i] > most ? input[i] : most;
    *result = most;
  };
}

/// Counts n values, each its own bin, and clears the counts before.
template <class T>
array_call<T> library_histogram(diatomic::stream&, std::size_t n, unsigned* counts, unsigned bins) {
  return [n, counts, bins](const T* input) {
    std::fill(counts, counts + bins, 0u);
#pragma omp parallel
    {
      std::vector<unsigned> own(bins);
#pragma omp for
      for (std::size_t i = 0; i < n; ++i) {
        if (static_cast<unsigned>(input[i]) < bins) ++own[static_cast<unsigned>(input[i])];
      }
      for (unsigned bin = 0; bin < bins; ++bin) {
#pragma omp atomic update
        counts[bin] += own[bin];
      }
    }
  };
}
#else
template <class T>
array_call<T> library_sum(diatomic::stream&, std::size_t, T*) {
  return {};
}
template <class T>
array_call<T> library_max(diatomic::stream&, std::size_t, T*) {
  return {};
}
template <class T>
array_call<T> library_histogram(diatomic::stream&, std::size_t, unsigned*, unsigned) {
  return {};
}
#endif

}  // namespace bench
