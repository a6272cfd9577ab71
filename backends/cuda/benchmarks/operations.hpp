// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What the operations_*.cpp share: kernels, and how a case is measured. Each of those files
/// registers the cases of one group; a case's name is `group/what it does|contender`.

#include <cstdint>
#include <string>
#include <type_traits>

#include <benchmark/benchmark.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "operations_contenders.hpp"

namespace measured_operations {

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

/// A small number as a T; specialised for vectors.
template <class T>
DIATOMIC_DEVICE T number(unsigned n) {
  return static_cast<T>(n);
}

/// Of 16 bits, or a pair of such.
template <class T>
inline constexpr bool is_small_float =
    diatomic::tables::any_of(diatomic::kind::f16, diatomic::kind::bf16, diatomic::kind::f16x2,
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

}  // namespace measured_operations
