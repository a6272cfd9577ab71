// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Helpers for cases of single operations: Diatomic as a contender, the kernel, and the list of a
/// case's contenders, which work on the same words.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "baselines/atomics.hpp"
#include "bench/cases/atomics/desul.hpp"
#include "bench/cases/cases.hpp"
#include "bench/cases/placed_array.hpp"

namespace bench {

using diatomic::memory_space;

/// Diatomic with hints, always including `coarse_grained`: all objects are in ordinary device
/// memory.
template <class... Hints>
struct ours {
  template <op Op, memory_scope Scope, bool Used, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    constexpr diatomic::tag<Scope> scope;
    constexpr diatomic::coarse_grained_t plain;
    if constexpr (Op == op::exchange) return diatomic::exchange(p, v, scope, plain, Hints{}...);
    if constexpr (Used) {
      if constexpr (Op == op::add) return diatomic::fetch_add(p, v, scope, plain, Hints{}...);
      if constexpr (Op == op::max) return diatomic::fetch_max(p, v, scope, plain, Hints{}...);
      if constexpr (Op == op::bit_and) return diatomic::fetch_and(p, v, scope, plain, Hints{}...);
      if constexpr (Op == op::bit_or) return diatomic::fetch_or(p, v, scope, plain, Hints{}...);
    } else {
      if constexpr (Op == op::add) diatomic::store_add(p, v, scope, plain, Hints{}...);
      if constexpr (Op == op::max) diatomic::store_max(p, v, scope, plain, Hints{}...);
      if constexpr (Op == op::bit_and) diatomic::store_and(p, v, scope, plain, Hints{}...);
      if constexpr (Op == op::bit_or) diatomic::store_or(p, v, scope, plain, Hints{}...);
    }
    return v;
  }
  template <memory_scope Scope, class T>
  static DIATOMIC_DEVICE T compare_exchange(T* p, T expected, T desired) {
    // Never reached without support: `has_wide_words` leaves those cases out.
    if constexpr (diatomic::support_v<op::compare_exchange, T> != diatomic::support::none) {
      return diatomic::compare_exchange(p, expected, desired, diatomic::tag<Scope>{},
                                        diatomic::coarse_grained);
    }
    return expected;
  }
};

/// One operation of a contender. `op::compare_exchange` means an addition by a CAS loop.
template <class Contender, op Op, memory_scope Scope, bool Used>
struct one_operation {
  template <class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    if constexpr (Op == op::compare_exchange) {
      return update_in_cas_loop<Contender, op::add, Scope>(p, v);
    } else {
      return Contender::template call<Op, Scope, Used>(p, v);
    }
  }
};

/// Adds 16-bit floats by index. The array length is a kernel argument, as in a real program.
struct store_by_index {
  static constexpr bool takes_index = true;
  template <class T>
  static DIATOMIC_DEVICE T call(T* words, unsigned index, unsigned length, T v) {
    diatomic::store_add_at(words, index, length, v);
    return v;
  }
};
/// Whether an operation takes the array and an index instead of an address.
template <class Operation, class = void>
inline constexpr bool takes_index = false;
template <class Operation>
inline constexpr bool takes_index<Operation, std::enable_if_t<Operation::takes_index>> = true;

/// The target words of the operations.
struct places {
  unsigned mask = 0;         ///< The number of words, a power of two, minus one.
  unsigned block_words = 0;  ///< The stride between blocks' words; 0: all blocks share the words.
};

/// The usual source of indices and operands. Other sources have the same members; `i` is unique to
/// each operation, and `k` counts a thread's operations. Indices are hashed, unless `Coalesced`.
/// `Coalesced` is a template parameter because a run-time test in the loop would cost the
/// contenders differently: the compiler hoists it only past operations that it can see into.
template <op Op, class T, bool Coalesced = false>
struct usual_source {
  /// Operations of a thread per round. CAS loops need only one.
  static constexpr unsigned steps = Op == op::compare_exchange ? 1 : 16;

  DIATOMIC_DEVICE bool takes_part(unsigned) const { return true; }
  template <class Word>
  DIATOMIC_DEVICE Word* array(Word* words) const {
    return words;
  }
  DIATOMIC_DEVICE unsigned place(unsigned i, places at) const {
    return (Coalesced ? i : (i * 2654435761u) >> 12) & at.mask;
  }
  /// Maxima rise. 16-bit floats and 16-bit CAS loops add 1 or -1, so that sums do not grow and
  /// values recur.
  DIATOMIC_DEVICE T operand(unsigned thread, unsigned, unsigned k) const {
    if constexpr (Op == op::add || Op == op::compare_exchange) {
      if constexpr (is_half<T> || (Op == op::compare_exchange && sizeof(T) == 2)) {
        return number<T>(thread % 2 == 0 ? 1 : -1);
      } else {
        return number<T>(thread % 7 + 1);
      }
    } else if constexpr (Op == op::max) {
      return number<T>(k * 256 + thread % 256);
    } else if constexpr (Op == op::bit_and) {
      return static_cast<T>(~thread);
    } else {
      return number<T>(k);
    }
  }
};

/// Combines all old values in one word, so that the compiler cannot discard them.
template <class T>
class values_seen {
 public:
  DIATOMIC_DEVICE void add(T old) { bits_ ^= diatomic::detail::bits_as<plain_word<T>>(old); }
  DIATOMIC_DEVICE T all() const { return diatomic::detail::bits_as<T>(bits_); }

 private:
  plain_word<T> bits_ = 0;
};

/// Operations on words in global memory, or in the block's shared memory. There a thread advances
/// by 65 words, so that neighbouring threads stay in different banks.
template <class Operation, class T, bool Used, memory_space Space, class Source>
struct update_words {
  Source source;

  DIATOMIC_DEVICE void operator()(T* words, T* results, places at, unsigned rounds) const {
    constexpr bool in_shared = Space == memory_space::shared;
    const unsigned thread = diatomic::global_index();
    T* to = words + std::size_t{diatomic::block_index()} * at.block_words;
    if constexpr (in_shared) {
      to = diatomic::shared_array<T>();
      for (unsigned i = diatomic::thread_index(); i <= at.mask; i += diatomic::block_size()) {
        to[i] = T{};
      }
      diatomic::sync_block();
    }
    to = source.array(to);
    values_seen<T> seen;
    if (source.takes_part(thread)) {
      unsigned i = in_shared ? diatomic::thread_index() : thread;
      const unsigned step = in_shared ? 65 : diatomic::global_size();
      // Compilers would unroll the loop around calls, but not the one around asm statements.
#if defined(__CUDACC__) || defined(__clang__)
#pragma unroll 1
#endif
      for (unsigned round = 0; round < rounds; ++round) {
        for (unsigned k = 0; k < Source::steps; ++k) {
          const unsigned place = source.place(i, at);
          const auto v = source.operand(thread, i, round * Source::steps + k);
          T old{};
          if constexpr (takes_index<Operation>) {
            old = Operation::call(to, place, at.mask + 1, v);
          } else {
            old = Operation::call(to + place, v);
          }
          if constexpr (Used) seen.add(old);
          i += step;
        }
      }
    }
    if constexpr (Used) results[thread] = seen.all();
    if constexpr (in_shared) {
      diatomic::sync_block();
      if (diatomic::block_index() != 0) return;
      for (unsigned i = diatomic::thread_index(); i <= at.mask; i += diatomic::block_size()) {
        words[i] = to[i];
      }
    }
  }
};

/// The target words of a case, of any type.
using word_memory = placed_array<unsigned char>;

/// The contenders of a case of operations on T.
template <class T>
class operation_contenders {
 public:
  /// `blocks_with_words`: the number of blocks with separate words, `words` each.
  operation_contenders(context& on, launch_shape shape, places at, std::size_t words,
                       std::size_t blocks_with_words = 1)
      : operation_contenders(on, shape, at,
                             word_memory(on, words * blocks_with_words * sizeof(T))) {}
  /// Shares `words` with contenders of other types.
  operation_contenders(context& on, launch_shape shape, places at, word_memory words)
      : on_(on),
        shape_(shape),
        at_(at),
        words_(std::move(words)),
        results_(std::make_shared<array>(shape.threads())) {}

  /// Adds a contender. `rounds`: the fixed number of rounds of a run, or 0.
  template <class Operation, bool Used, memory_space Space = memory_space::global, class Source>
  void add(const char* role, const char* implementation, bool is_loop, Source source,
           unsigned rounds = 0, unsigned char first_bytes = 0) {
    // At least 4 bytes: GPUs update 16 bits within the enclosing 32-bit word.
    std::size_t shared_bytes =
        Space == memory_space::shared
            ? std::max<std::size_t>(4, (std::size_t{at_.mask} + 1) * sizeof(T))
            : 0;
    all.push_back({role, implementation, is_loop,
                   [&on = on_, shape = shape_, at = at_, words = words_, results = results_,
                    shared_bytes, source](unsigned, unsigned of_run) {
                     diatomic::launch(shape.grid, shape.block, shared_bytes, on.stream,
                                      update_words<Operation, T, Used, Space, Source>{source},
                                      reinterpret_cast<T*>(words.data()),
                                      reinterpret_cast<T*>(results->data()), at, of_run);
                   },
                   [words = words_, first_bytes] { words.fill_bytes(first_bytes); }, rounds});
  }
  /// Adds a contender's operation.
  template <class Contender, op Op, memory_scope Scope, bool Used,
            memory_space Space = memory_space::global, class Source>
  void add_operation(const char* role, Source source, unsigned rounds = 0,
                     unsigned char first_bytes = 0) {
    add<one_operation<Contender, Op, Scope, Used>, Used, Space>(role, "", false, source, rounds,
                                                                first_bytes);
  }
  /// Adds a baseline's operation, if the baseline has one.
  template <class Baseline, op Op, memory_scope Scope, bool Used,
            memory_space Space = memory_space::global, class Source>
  void add_baseline(const char* role, Source source, unsigned rounds = 0,
                    unsigned char first_bytes = 0) {
    constexpr way how = Baseline::template how<Op, T, Scope>;
    if constexpr (how != way::none) {
      add<one_operation<Baseline, Op, Scope, Used>, Used, Space>(
          role, Baseline::name, how == way::loop, source, rounds, first_bytes);
    }
  }

  std::vector<contender> all;

 private:
  using array = diatomic::device_array<plain_word<T>>;

  context& on_;
  launch_shape shape_;
  places at_;
  word_memory words_;
  std::shared_ptr<array> results_;
};

/// Enough threads to fill the device; for CAS loops, which starve each other, at most 1024 a word.
inline launch_shape operation_shape(const context& on, std::size_t words, std::size_t size,
                                    bool by_loops) {
  constexpr std::size_t contending = 1024;
  launch_shape shape = on.shape(on.bytes / size);
  if (!by_loops) return shape;
  const std::size_t max_blocks = words * contending / shape.block;
  shape.grid = static_cast<unsigned>(std::clamp<std::size_t>(max_blocks, 1, shape.grid));
  return shape;
}

/// A case on words in global memory, at device scope.
inline bench_case operation_case(const char* group, std::string operation, std::string type,
                                 std::string words, bool used, std::string values = {}) {
  bench_case c;
  c.group = group;
  c.operation = std::move(operation);
  c.type = std::move(type);
  c.scope = "device";
  c.space = "global";
  c.words = std::move(words);
  c.result = used ? "used" : "unused";
  c.values = std::move(values);
  return c;
}

}  // namespace bench
