// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What the cells_*.cpp share: contenders, kernels, and how a case is measured. Each of those files
/// registers the cases of one group; a case's name is `group/what it does|contender`.

#include <cstdint>
#include <string>
#include <type_traits>

#include <benchmark/benchmark.h>
#include <cuda/atomic>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime.hpp>

namespace cells {

/// Words of 32 and 64 bits, in memory and in shared memory.
void add_words();
/// Maximum of floats beside the maximum of integers, for three kinds of operands.
void add_extrema();
/// Halves, bfloat16, vectors, complex numbers.
void add_numbers();
/// Words of 8, 16 and 128 bits.
void add_sizes();
/// Lanes that combine before one goes to memory; slots.
void add_lanes();

using diatomic::op;

constexpr unsigned blocks = 1056;
constexpr unsigned threads = 256;
constexpr unsigned operations = 256;  // of each thread
constexpr unsigned coalesced_words = 1u << 20;
constexpr unsigned shared_words = 1024;
constexpr unsigned shared_rounds = 32;  // shared memory is that much faster

enum class access { coalesced, random };

/// What the loop's round `k` of a thread works on.
template <access Access>
DIATOMIC_DEVICE unsigned word_index(unsigned thread, unsigned k) {
  const unsigned i = thread + k * blocks * threads;
  return Access == access::coalesced ? i % coalesced_words : (i * 2654435761u) >> 16;
}

/// The type that CUDA's functions take for T.
template <class T>
using cuda_type = std::conditional_t<std::is_same_v<T, unsigned long>, unsigned long long,
                                     std::conditional_t<std::is_same_v<T, long>, long long, T>>;

/// CUDA's own functions. There is no signed 64-bit addition or exchange: callers cast.
struct intrinsic {
  static constexpr const char* name = "intrinsic";
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* address, T operand) {
    using type = cuda_type<T>;
    auto* const p = reinterpret_cast<type*>(address);
    const auto v = static_cast<type>(operand);
    if constexpr (Op == op::add && std::is_same_v<type, long long>) {
      return static_cast<T>(
          atomicAdd(reinterpret_cast<unsigned long long*>(p), static_cast<unsigned long long>(v)));
    } else if constexpr (Op == op::exchange && std::is_same_v<type, long long>) {
      return static_cast<T>(
          atomicExch(reinterpret_cast<unsigned long long*>(p), static_cast<unsigned long long>(v)));
    } else if constexpr (Op == op::exchange && std::is_same_v<type, double>) {
      return __longlong_as_double(
          atomicExch(reinterpret_cast<unsigned long long*>(p), __double_as_longlong(v)));
    } else if constexpr (Op == op::add) {
      return atomicAdd(p, v);
    } else if constexpr (Op == op::sub) {
      return atomicSub(p, v);
    } else if constexpr (Op == op::inc_wrap) {
      return atomicInc(p, v);
    } else if constexpr (Op == op::dec_wrap) {
      return atomicDec(p, v);
    } else if constexpr (Op == op::bit_and) {
      return atomicAnd(p, v);
    } else if constexpr (Op == op::bit_or) {
      return atomicOr(p, v);
    } else if constexpr (Op == op::bit_xor) {
      return atomicXor(p, v);
    } else if constexpr (Op == op::min) {
      return atomicMin(p, v);
    } else if constexpr (Op == op::max) {
      return atomicMax(p, v);
    } else if constexpr (Op == op::exchange) {
      return atomicExch(p, v);
    }
  }
};

/// libcu++.
struct libcuxx {
  static constexpr const char* name = "libcu++";
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    const cuda::atomic_ref<T, cuda::thread_scope_device> ref(*p);
    constexpr auto order = cuda::memory_order_relaxed;
    if constexpr (Op == op::add) return ref.fetch_add(v, order);
    if constexpr (Op == op::sub) return ref.fetch_sub(v, order);
    if constexpr (Op == op::bit_and) return ref.fetch_and(v, order);
    if constexpr (Op == op::bit_or) return ref.fetch_or(v, order);
    if constexpr (Op == op::bit_xor) return ref.fetch_xor(v, order);
    if constexpr (Op == op::min) return ref.fetch_min(v, order);
    if constexpr (Op == op::max) return ref.fetch_max(v, order);
    if constexpr (Op == op::exchange) return ref.exchange(v, order);
  }
};

/// The form that returns the old value.
struct ours {
  static constexpr const char* name = "diatomic";
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    if constexpr (Op == op::add) return diatomic::fetch_add(p, v);
    if constexpr (Op == op::sub) return diatomic::fetch_sub(p, v);
    if constexpr (Op == op::inc_wrap) return diatomic::fetch_inc_wrap(p, v);
    if constexpr (Op == op::dec_wrap) return diatomic::fetch_dec_wrap(p, v);
    if constexpr (Op == op::bit_and) return diatomic::fetch_and(p, v);
    if constexpr (Op == op::bit_or) return diatomic::fetch_or(p, v);
    if constexpr (Op == op::bit_xor) return diatomic::fetch_xor(p, v);
    if constexpr (Op == op::min) return diatomic::fetch_min(p, v);
    if constexpr (Op == op::max) return diatomic::fetch_max(p, v);
    if constexpr (Op == op::exchange) return diatomic::exchange(p, v);
  }
};

/// The form that returns nothing; the result is the operand, which nobody looks at.
struct ours_storing {
  static constexpr const char* name = "diatomic";
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    if constexpr (Op == op::add) diatomic::store_add(p, v);
    if constexpr (Op == op::sub) diatomic::store_sub(p, v);
    if constexpr (Op == op::inc_wrap) diatomic::store_inc_wrap(p, v);
    if constexpr (Op == op::dec_wrap) diatomic::store_dec_wrap(p, v);
    if constexpr (Op == op::bit_and) diatomic::store_and(p, v);
    if constexpr (Op == op::bit_or) diatomic::store_or(p, v);
    if constexpr (Op == op::bit_xor) diatomic::store_xor(p, v);
    if constexpr (Op == op::min) diatomic::store_min(p, v);
    if constexpr (Op == op::max) diatomic::store_max(p, v);
    return v;
  }
};

/// Diatomic with one more promise; its name follows in the table's first column.
struct in_array_name {
  static constexpr const char* name = "diatomic, in_array";
};
struct seldom_changes_name {
  static constexpr const char* name = "diatomic, seldom_changes";
};
template <class Promise, class Name>
struct ours_promising : Name {
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    if constexpr (Op == op::add) return diatomic::fetch_add(p, v, Promise{});
    if constexpr (Op == op::max) return diatomic::fetch_max(p, v, Promise{});
  }
};
template <class Promise, class Name>
struct ours_storing_promising : Name {
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    if constexpr (Op == op::add) diatomic::store_add(p, v, Promise{});
    if constexpr (Op == op::max) diatomic::store_max(p, v, Promise{});
    return v;
  }
};

/// The textbook's compare-exchange loop, for what CUDA has no function for.
struct textbook {
  static constexpr const char* name = "textbook";
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* address, T v) {
    using word = cuda_type<
        std::conditional_t<sizeof(T) == 2, unsigned short, diatomic::detail::unsigned_of<T>>>;
    auto* const p = reinterpret_cast<word*>(address);
    word old = *p;
    word assumed;
    do {
      assumed = old;
      const T seen = diatomic::detail::bits_as<T>(assumed);
      const T desired = Op == op::add ? static_cast<T>(seen + v) : seen < v ? v : seen;
      old = atomicCAS(p, assumed, diatomic::detail::bits_as<word>(desired));
    } while (assumed != old);
    return diatomic::detail::bits_as<T>(old);
  }
};

/// A small number as a T; specialised for vectors.
template <class T>
DIATOMIC_DEVICE T number(unsigned n) {
  return static_cast<T>(n);
}

/// Of 16 bits, or a pair of such.
template <class T>
inline constexpr bool is_small_float =
    diatomic::any_of(diatomic::kind::f16, diatomic::kind::bf16, diatomic::kind::f16x2,
                     diatomic::kind::bf16x2)
        .has(diatomic::kind_of_v<T>);
/// The number, of a sort that grows too large to be added to with either sign.
template <class T>
DIATOMIC_DEVICE T signed_number(unsigned n, unsigned sign) {
  if constexpr (is_small_float<T>) {
    using word = diatomic::detail::unsigned_of<T>;
    const auto bits = diatomic::detail::bits_as<word>(number<T>(n));
    const auto mask = static_cast<word>(sizeof(T) == 4 ? 0x80008000u : 0x8000u);
    return diatomic::detail::bits_as<T>(static_cast<word>(sign % 2 == 0 ? bits : bits ^ mask));
  } else {
    return number<T>(n);
  }
}

/// What a thread brings to the words: the same each time; more each time; anything from 0 up, which
/// soon no longer raises a maximum; anything of both signs.
enum class operands { constant, rising, random, random_signs };

template <operands Operands, class T>
DIATOMIC_DEVICE T operand(unsigned thread, unsigned k, unsigned round) {
  const unsigned time = round * operations + k;
  if constexpr (Operands == operands::constant) {
    return signed_number<T>(thread % 7 + 1, thread + time * 31);
  } else if constexpr (Operands == operands::rising) {
    return static_cast<T>(static_cast<int>(time * 1024 + thread % 1024));
  } else {
    unsigned hash = (thread + time * blocks * threads) * 0x85ebca6bu;
    hash = (hash ^ hash >> 13) * 0xc2b2ae35u;
    // Never negative either, but the compiler does not know.
    const unsigned positive = hash >> 8 | (round & 0x80000000u);
    return static_cast<T>(static_cast<int>(Operands == operands::random ? positive : hash));
  }
}

/// All old values in one word, so that the compiler must keep them.
template <class T>
class values_seen {
 public:
  DIATOMIC_DEVICE void add(const T& old) { bits_ ^= diatomic::detail::bits_as<word>(old); }
  DIATOMIC_DEVICE T all() const { return diatomic::detail::bits_as<T>(bits_); }

 private:
  using word = diatomic::detail::unsigned_of<T>;
  word bits_ = 0;
};

template <class Contender, op Op, class T, access Access, bool UsesResult,
          operands Operands = operands::constant>
struct update_all {
  DIATOMIC_DEVICE void operator()(T* words, T* results, unsigned round) const {
    const unsigned thread = diatomic::global_index();
    values_seen<T> seen;
    for (unsigned k = 0; k < operations; ++k) {
      T* const p = words + word_index<Access>(thread, k);
      const T old = Contender::template call<Op>(p, operand<Operands, T>(thread, k, round));
      if (UsesResult) seen.add(old);
    }
    if (UsesResult) results[thread] = seen.all();
  }
};

/// Compare-exchange by each contender: a word swings between two values.
struct intrinsic_cas {
  static constexpr const char* name = "intrinsic";
  template <class T>
  static DIATOMIC_DEVICE T call(T* p, T expected, T desired) {
    return atomicCAS(p, expected, desired);
  }
};
struct libcuxx_cas {
  static constexpr const char* name = "libcu++";
  template <class T>
  static DIATOMIC_DEVICE T call(T* p, T expected, T desired) {
    cuda::atomic_ref<T, cuda::thread_scope_device>(*p).compare_exchange_strong(
        expected, desired, cuda::memory_order_relaxed);
    return expected;
  }
};
struct our_cas {
  static constexpr const char* name = "diatomic";
  template <class T>
  static DIATOMIC_DEVICE T call(T* p, T expected, T desired) {
    return diatomic::compare_exchange(p, expected, desired);
  }
};

template <class Contender, class T, access Access>
struct swing_all {
  DIATOMIC_DEVICE void operator()(T* words, T* results, unsigned) const {
    const unsigned thread = diatomic::global_index();
    values_seen<T> seen;
    for (unsigned k = 0; k < operations; ++k) {
      const T old = Contender::call(words + word_index<Access>(thread, k), number<T>(k % 2),
                                    number<T>(1 - k % 2));
      seen.add(old);
    }
    results[thread] = seen.all();
  }
};

/// In the block's shared memory, each lane in a bank of its own.
template <class Contender, op Op, class T, bool UsesResult>
struct update_shared {
  DIATOMIC_DEVICE void operator()(T* words, T* results, unsigned) const {
    T* const shared = diatomic::shared_array<T>();
    const unsigned thread = diatomic::thread_index();
    for (unsigned i = thread; i < shared_words; i += threads) shared[i] = T{};
    diatomic::sync_block();
    values_seen<T> seen;
    // Left to itself nvcc unrolls 32 times around its own functions and 16 times around inline PTX,
    // which is worth 4 % here.
#pragma unroll 16
    for (unsigned k = 0; k < shared_rounds * operations; ++k) {
      T* const p = shared + (thread + k * 65) % shared_words;
      const T old = Contender::template call<Op>(p, static_cast<T>(thread % 7 + 1));
      if (UsesResult) seen.add(old);
    }
    diatomic::sync_block();
    if (UsesResult) results[diatomic::global_index()] = seen.all();
    for (unsigned i = thread; i < shared_words; i += threads) words[i] = shared[i];
  }
};

/// How many times `operations` a kernel does.
template <class Kernel>
inline constexpr double rounds_of = 1;
template <class Contender, op Op, class T, bool UsesResult>
inline constexpr double rounds_of<update_shared<Contender, Op, T, UsesResult>> = shared_rounds;

template <class T, class Kernel>
void measure(benchmark::State& state, Kernel kernel) {
  diatomic::stream stream;
  diatomic::event start;
  diatomic::event stop;
  using bits = diatomic::detail::unsigned_of<T>;  // pairs of halves are not trivially copyable
  diatomic::device_array<bits> words(coalesced_words);
  diatomic::device_array<bits> results(blocks * threads);
  words.fill_bytes(0);
  unsigned round = 0;
  const auto run = [&] {
    diatomic::launch(blocks, threads, shared_words * sizeof(T), stream, kernel,
                     reinterpret_cast<T*>(words.data()), reinterpret_cast<T*>(results.data()),
                     round++);
  };
  run();
  stream.synchronize();
  for (auto _ : state) {
    start.record(stream);
    run();
    stop.record(stream);
    stop.synchronize();
    state.SetIterationTime(diatomic::elapsed_ms(start, stop) / 1000);
  }
  const double items = double{blocks} * threads * operations * rounds_of<Kernel>;
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(items));
}

template <class T, class Kernel>
void add(const std::string& test, const char* contender, Kernel kernel) {
  benchmark::RegisterBenchmark((test + "|" + contender).c_str(), measure<T, Kernel>, kernel)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond)
      ->Iterations(5)
      ->Repetitions(11)
      ->ReportAggregatesOnly();
}

/// The place of the words, as the names of cases say it.
template <access Access>
inline constexpr const char* where = Access == access::coalesced ? " coalesced" : " 64 Ki random";

/// Registers `update_all` for one contender after the other.
template <op Op, class T, access Access, bool UsesResult, operands Operands, class... Contenders>
void add_updates_of(const std::string& test) {
  (add<T>(test, Contenders::name, update_all<Contenders, Op, T, Access, UsesResult, Operands>{}),
   ...);
}

template <class T, bool LibcuxxHasIt = true>
void add_swings(const std::string& test) {
  const std::string placed = test + where<access::random>;
  add<T>(placed, our_cas::name, swing_all<our_cas, T, access::random>{});
  add<T>(placed, intrinsic_cas::name, swing_all<intrinsic_cas, T, access::random>{});
  if constexpr (LibcuxxHasIt) {
    add<T>(placed, libcuxx_cas::name, swing_all<libcuxx_cas, T, access::random>{});
  }
}

}  // namespace cells
