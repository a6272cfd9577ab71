// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernels of `profile_cases`. A thread loads keys and values; the key selects the word.

#include <cstddef>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/mutex.hpp>

namespace profile_bench {

using diatomic::global_index;
using diatomic::global_size;
using diatomic::half;
using diatomic::store_add;
using diatomic::store_max;
using mutex = diatomic::spin_mutex<>;

constexpr unsigned few_words = 64, run_length = 1024;

/// A kernel without its call: only the loads.
struct only_load {
  template <class T>
  DIATOMIC_DEVICE void operator()(const unsigned* keys, const T* values, std::size_t n,
                                  unsigned* never) const {
    for (std::size_t i = global_index(); i < n; i += global_size()) {
      const bool is_one = keys[i] == 0 && (values == nullptr || static_cast<float>(values[i]) > 3);
      if (is_one) *never = 1;
    }
  }
};

struct sum_values {
  DIATOMIC_DEVICE void operator()(const unsigned* keys, const float* values, std::size_t n,
                                  float* sums, unsigned words) const {
    for (std::size_t i = global_index(); i < n; i += global_size()) {
      store_add(&sums[keys[i] & (words - 1)], values[i]);
    }
  }
};
struct sum_values_of_one_word {
  DIATOMIC_DEVICE void operator()(const unsigned* keys, const float* values, std::size_t n,
                                  float* sums, unsigned words) const {
    for (std::size_t i = global_index(); i < n; i += global_size()) {
      store_add(&sums[keys[i] & (words - 1)], values[i], diatomic::same_address);
    }
  }
};
struct sum_values_of_few_words {
  DIATOMIC_DEVICE void operator()(const unsigned* keys, const float* values, std::size_t n,
                                  float* sums, unsigned words) const {
    for (std::size_t i = global_index(); i < n; i += global_size()) {
      store_add(&sums[keys[i] & (words - 1)], values[i], diatomic::few_addresses);
    }
  }
};

struct sum_halves {
  DIATOMIC_DEVICE void operator()(const unsigned* keys, const half* values, std::size_t n,
                                  half* sums, unsigned words) const {
    for (std::size_t i = global_index(); i < n; i += global_size()) {
      store_add(&sums[keys[i] & (words - 1)], values[i]);
    }
  }
};
struct sum_halves_in_array {
  DIATOMIC_DEVICE void operator()(const unsigned* keys, const half* values, std::size_t n,
                                  half* sums, unsigned words) const {
    for (std::size_t i = global_index(); i < n; i += global_size()) {
      store_add(&sums[keys[i] & (words - 1)], values[i], diatomic::in_array);
    }
  }
};

struct find_peaks {
  DIATOMIC_DEVICE void operator()(const unsigned* readings, std::size_t n, float* peaks) const {
    for (std::size_t i = global_index(); i < n; i += global_size()) {
      store_max(&peaks[i / run_length % few_words], static_cast<float>(readings[i] >> 8));
    }
  }
};
struct find_peaks_monotone {
  DIATOMIC_DEVICE void operator()(const unsigned* readings, std::size_t n, float* peaks) const {
    for (std::size_t i = global_index(); i < n; i += global_size()) {
      store_max(&peaks[i / run_length % few_words], static_cast<float>(readings[i] >> 8),
                diatomic::monotone);
    }
  }
};

struct sum_by_loop {
  DIATOMIC_DEVICE void operator()(const unsigned* keys, const float* values, std::size_t n,
                                  float* sums, unsigned words) const {
    for (std::size_t i = global_index(); i < n; i += global_size()) {
      const float v = values[i];
      diatomic::fetch_update(&sums[keys[i] & (words - 1)], [v](float sum) { return sum + v; });
    }
  }
};
struct sum_under_locks {
  DIATOMIC_DEVICE void operator()(const unsigned* keys, const float* values, std::size_t n,
                                  float* sums, unsigned words, mutex* mutexes) const {
    for (std::size_t i = global_index(); i < n; i += global_size()) {
      const unsigned word = keys[i] & (words - 1);
      const float v = values[i];
      diatomic::with_lock(mutexes[word], [sums, word, v] { sums[word] += v; });
    }
  }
};

}  // namespace profile_bench
