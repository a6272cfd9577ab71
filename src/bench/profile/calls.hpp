// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The calls whose rates `profile_rates` measures, and the kernel that makes them in a loop.

#include <cmath>
#include <cstdint>
#include <type_traits>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/collectives/block_update.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/mutex.hpp>

namespace profile_bench {

using diatomic::op;

/// Where a thread's calls go. Each group of lanes has its own sequence of random objects.
struct pattern {
  unsigned words;
  unsigned share;

  DIATOMIC_FUNCTION static unsigned mixed(unsigned x) {
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
  }
  DIATOMIC_FUNCTION unsigned first(unsigned thread) const { return mixed(thread / share + 1); }
  DIATOMIC_FUNCTION static unsigned next(unsigned state) { return state * 1664525u + 1013904223u; }
  DIATOMIC_FUNCTION unsigned object(unsigned state) const {
    return static_cast<unsigned>(std::uint64_t{state} * words >> 32);
  }
  /// By the expected number of objects that the groups of one warp draw.
  double lanes_per_address(unsigned warp) const {
    const unsigned groups = warp > share ? warp / share : 1;
    return warp / (-std::expm1(groups * std::log1p(-1.0 / words)) * words);
  }
};

/// Operands from 32 random bits.
///@{
/// Floats are odd multiples of 1/128 between -2 and 2: many values, since a CAS loop also succeeds
/// if another thread has restored the old value.
template <class T>
DIATOMIC_DEVICE T summand(unsigned random) {
  if constexpr (std::is_integral_v<T>) {
    return random >> 24;
  } else {
    const float v = (static_cast<float>(random >> 24) - 127.5f) / 64;
    if constexpr (std::is_same_v<T, diatomic::float2>) {
      return T{v, 1.0f};
    } else {
      return T(v);
    }
  }
}
template <op Op, class T>
DIATOMIC_DEVICE T operand(unsigned random) {
  if constexpr (Op == op::max) return static_cast<T>(random >> 8);
  if constexpr (Op == op::add) return summand<T>(random);
}
///@}

/// What a kernel keeps of a result, so that the compiler cannot drop it.
template <class T>
DIATOMIC_DEVICE unsigned trace(T result) {
  if constexpr (std::is_integral_v<T>) return static_cast<unsigned>(result);
  return result > T{0} ? 1 : 0;
}

/// The calls: one call on object `i` of `n`.
///@{
constexpr diatomic::coarse_grained_t plain_memory{};

/// Defaults of the calls below.
template <class T>
struct call_on {
  using object = T;
  /// Whether the call is a CAS loop on every GPU.
  static constexpr bool is_loop = false;
  static constexpr bool needs_block = false;
  static constexpr bool is_extremum = false;
  static constexpr bool is_lock = false;
  /// Calls of one thread in a launch.
  static constexpr unsigned least_rounds = 1;
};
template <op Op, class T, bool Used, class... Hints>
struct update : call_on<T> {
  static constexpr bool is_loop = sizeof(T) == 2 && sizeof...(Hints) == 0;
  static constexpr bool is_extremum = Op == op::max;
  static constexpr unsigned least_rounds = is_extremum ? 256 : 1;
  static DIATOMIC_DEVICE unsigned call(T* to, unsigned i, unsigned, unsigned random) {
    const T v = operand<Op, T>(random);
    if constexpr (Used && Op == op::add) {
      return trace(diatomic::fetch_add(to + i, v, plain_memory, Hints{}...));
    } else if constexpr (Used) {
      return trace(diatomic::fetch_max(to + i, v, plain_memory, Hints{}...));
    } else if constexpr (Op == op::add) {
      diatomic::store_add(to + i, v, plain_memory, Hints{}...);
    } else {
      diatomic::store_max(to + i, v, plain_memory, Hints{}...);
    }
    return 0;
  }
};
template <class T>
struct add_in_array : call_on<T> {
  static DIATOMIC_DEVICE unsigned call(T* to, unsigned i, unsigned n, unsigned random) {
    diatomic::store_add_at(to, i, n, summand<T>(random), plain_memory);
    return 0;
  }
};
template <op Op, class T, bool Used>
struct update_by_block : call_on<T> {
  using all_threads = diatomic::block_update<Op, T>;
  static constexpr bool needs_block = true;
  static constexpr bool is_extremum = Op == op::max;
  static constexpr unsigned least_rounds = is_extremum ? 256 : 1;
  static DIATOMIC_DEVICE unsigned call(T* to, unsigned i, unsigned, unsigned random) {
    const all_threads block(diatomic::shared_array<double>());
    const T v = operand<Op, T>(random);
    unsigned seen = 0;
    if constexpr (Used) seen = trace(block.fetch(to + i, v, plain_memory));
    if constexpr (!Used) block.store(to + i, v, plain_memory);
    diatomic::sync_block();
    return seen;
  }
};
struct exchange_word : call_on<unsigned> {
  static DIATOMIC_DEVICE unsigned call(unsigned* to, unsigned i, unsigned, unsigned random) {
    return diatomic::exchange(to + i, random, plain_memory);
  }
};
struct compare_exchange_word : call_on<unsigned> {
  static DIATOMIC_DEVICE unsigned call(unsigned* to, unsigned i, unsigned, unsigned random) {
    const unsigned expected = random >> 31;
    return diatomic::compare_exchange(to + i, expected, 1 - expected, plain_memory);
  }
};
struct load_word : call_on<unsigned> {
  static DIATOMIC_DEVICE unsigned call(unsigned* from, unsigned i, unsigned, unsigned) {
    return diatomic::load(from + i, plain_memory);
  }
};
template <class T>
struct add_by_loop : call_on<T> {
  static constexpr bool is_loop = true;
  static DIATOMIC_DEVICE unsigned call(T* to, unsigned i, unsigned, unsigned random) {
    const T v = summand<T>(random);
    diatomic::fetch_update(to + i, [v](T old) { return old + v; }, plain_memory);
    return 0;
  }
};
/// The mutexes are in one array, and the sums that they protect in a second one behind it.
template <class Mutex>
struct add_under_lock : call_on<Mutex> {
  static constexpr bool is_lock = true;
  static constexpr unsigned least_rounds = 16;
  static DIATOMIC_DEVICE unsigned call(Mutex* to, unsigned i, unsigned n, unsigned random) {
    float* const sum = reinterpret_cast<float*>(to + n) + i;
    const auto v = summand<float>(random);
    diatomic::with_lock(to[i], [sum, v] { *sum += v; });
    return 0;
  }
};
///@}

template <class Call>
struct call_in_loop {
  DIATOMIC_DEVICE void operator()(typename Call::object* to, pattern at, unsigned rounds,
                                  unsigned* traces) const {
    const unsigned thread = diatomic::global_index();
    unsigned place = at.first(thread);
    unsigned random = pattern::mixed(~thread);
    unsigned seen = 0;
    // Compilers would unroll the loop around some calls, but not around others.
#if defined(__CUDACC__) || defined(__clang__)
#pragma unroll 1
#endif
    for (unsigned round = 0; round < rounds; ++round) {
      place = pattern::next(place);
      random = random * 22695477u + 1;
      seen += Call::call(to, at.object(place), at.words, random);
    }
    if (seen == 0x9e3779b9u) *traces = seen;
  }
};

}  // namespace profile_bench
