// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// OpenMP loops over whole arrays, if the compiler has OpenMP enabled, and `memcpy`.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <vector>

#include <diatomic/runtime/runtime.hpp>

#include "bench/cases/arrays/library.hpp"

namespace bench {

inline constexpr const char* copy_name = "memcpy";

inline void copy_by_library(diatomic::stream&, void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}

struct array_baselines : no_array_baselines {
#if defined(_OPENMP)
  static constexpr const char* name = "OpenMP";

  template <diatomic::op Op, class T>
  static array_call<T> reduce(diatomic::stream&, std::size_t n, T* result) {
    return [n, result](const T* input) {
      if constexpr (Op == diatomic::op::add) {
        T total{};
#pragma omp parallel for simd reduction(+ : total)
        for (std::size_t i = 0; i < n; ++i) total += input[i];
        *result = total;
      } else if constexpr (Op == diatomic::op::min) {
        T least = std::numeric_limits<T>::max();
#pragma omp parallel for simd reduction(min : least)
        for (std::size_t i = 0; i < n; ++i) least = input[i] < least ? input[i] : least;
        *result = least;
      } else {
        T most = std::numeric_limits<T>::lowest();
#pragma omp parallel for simd reduction(max : most)
        for (std::size_t i = 0; i < n; ++i) most = input[i] > most ? input[i] : most;
        *result = most;
      }
    };
  }

  template <class T>
  static array_call<T> histogram(diatomic::stream&, std::size_t n, unsigned* counts, unsigned bins,
                                 double lower, double upper) {
    // Values that equal their bins need no arithmetic.
    if (lower == 0 && upper == bins) {
      return counting<T>(n, counts, bins, [](T v) { return static_cast<unsigned>(v); });
    }
    const double scale = bins / (upper - lower);
    return counting<T>(n, counts, bins, [=](T v) {
      return static_cast<unsigned>((static_cast<double>(v) - lower) * scale);
    });
  }

 private:
  template <class T, class Bin>
  static array_call<T> counting(std::size_t n, unsigned* counts, unsigned bins, Bin bin_of) {
    return [=](const T* input) {
      std::fill(counts, counts + bins, 0u);
#pragma omp parallel
      {
        std::vector<unsigned> own(bins);
#pragma omp for
        for (std::size_t i = 0; i < n; ++i) {
          const unsigned bin = bin_of(input[i]);
          if (bin < bins) ++own[bin];
        }
        for (unsigned bin = 0; bin < bins; ++bin) {
#pragma omp atomic update
          counts[bin] += own[bin];
        }
      }
    };
  }
#endif
};

}  // namespace bench
