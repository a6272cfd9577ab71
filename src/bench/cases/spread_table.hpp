// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernel of the groups `spread` and `placement`: one operation per step on a word of a table.

#include <cmath>

#include <diatomic/containers/spread_array_ref.hpp>

#include "bench/cases/arrays/inputs.hpp"
#include "bench/cases/atomics/operations.hpp"

namespace bench {

/// The word of each operation: random; random by Zipf's law, where the word of rank k has a
/// probability of about 1/k; the operation's number; or the thread's number.
enum class table_pattern { random, zipf, cyclic, own };

/// The word of operation `i`, below a power of two.
template <table_pattern Pattern>
class table_place {
 public:
  DIATOMIC_DEVICE explicit table_place(unsigned words)
      : mask_(words - 1), bits_(std::log2(static_cast<float>(words))) {}

  DIATOMIC_DEVICE unsigned of(unsigned i) const {
    if constexpr (Pattern == table_pattern::random) return hashed(i) & mask_;
    if constexpr (Pattern == table_pattern::zipf) {
      const float part = static_cast<float>(hashed(i) >> 8) * 0x1p-24f;
      // Multiplied by an odd number, so that frequent words are no neighbours.
      return (static_cast<unsigned>(std::exp2(part * bits_)) - 1) * 2654435761u & mask_;
    }
    if constexpr (Pattern == table_pattern::own) return diatomic::global_index() & mask_;
    return i & mask_;
  }

 private:
  unsigned mask_;
  float bits_;
};

template <class Operation, table_pattern Pattern>
struct update_table {
  static constexpr unsigned steps = 16;

  /// The number of words is a power of two.
  template <class T>
  DIATOMIC_DEVICE void operator()(diatomic::spread_array_ref<T> words, T* results,
                                  unsigned rounds) const {
    const table_place<Pattern> place(static_cast<unsigned>(words.size()));
    const unsigned thread = diatomic::global_index();
    values_seen<T> seen;
    unsigned i = thread;
    for (unsigned round = 0; round < rounds; ++round) {
      for (unsigned k = 0; k < steps; ++k, i += diatomic::global_size()) {
        const T old = Operation::call(&words[place.of(i)], number<T>(thread % 7 + 1));
        if constexpr (Operation::is_used) seen.add(old);
      }
    }
    if constexpr (Operation::is_used) results[thread] = seen.all();
  }
};

/// The operations.
///@{
struct table_store_add {
  static constexpr bool is_used = false;
  template <class T>
  static DIATOMIC_DEVICE T call(T* word, T v) {
    diatomic::store_add(word, v, diatomic::coarse_grained);
    return v;
  }
};
struct table_fetch_add {
  static constexpr bool is_used = true;
  template <class T>
  static DIATOMIC_DEVICE T call(T* word, T v) {
    return diatomic::fetch_add(word, v, diatomic::coarse_grained);
  }
};
/// A load, and one attempt to add.
struct table_compare_exchange {
  static constexpr bool is_used = true;
  template <class T>
  static DIATOMIC_DEVICE T call(T* word, T v) {
    const T seen = diatomic::load(word);
    return diatomic::compare_exchange(word, seen, seen + v, diatomic::coarse_grained);
  }
};
struct table_load {
  static constexpr bool is_used = true;
  template <class T>
  static DIATOMIC_DEVICE T call(T* word, T) {
    return diatomic::load(word);
  }
};
struct table_store {
  static constexpr bool is_used = false;
  template <class T>
  static DIATOMIC_DEVICE T call(T* word, T v) {
    diatomic::store(word, v);
    return v;
  }
};
///@}

}  // namespace bench
