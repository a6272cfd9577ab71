// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Kernels built on compare-exchange and exchange.
///
/// All kernels are lock-free: a thread retries only because another thread made progress. No thread
/// waits for a particular other thread: on AMD chips and on older NVIDIA chips that wait would
/// never end if both were lanes of one warp. The memory must be device memory.

#include <cstddef>
#include <cstdint>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace kernels {

/// Each thread adds one to a counter `rounds` times, using only compare-exchange.
///
/// `taken[round * threads + thread]` receives the counter's old value. Over all threads and rounds
/// the old values are a permutation of 0, 1, 2 ...
struct count_by_compare_exchange {
  template <class T>
  DIATOMIC_DEVICE void operator()(T* counter, unsigned rounds, T* taken) const {
    for (unsigned round = 0; round < rounds; ++round) {
      T seen = load(counter, in_global);
      while (!compare_exchange_weak(counter, seen, static_cast<T>(seen + 1), in_global)) {
      }
      taken[std::size_t{round} * global_size() + global_index()] = seen;
    }
  }
};

/// The largest element, by the textbook CAS loop. `fetch_max` does the same.
///
/// A thread whose value would not raise the maximum leaves the loop; the others retry with the
/// value that they saw last.
struct maximum_by_compare_exchange {
  template <class T>
  DIATOMIC_DEVICE void operator()(const T* input, std::size_t n, T* largest) const {
    for (std::size_t i = global_index(); i < n; i += global_size()) {
      T seen = load(largest, in_global);
      while (seen < input[i] && !compare_exchange_weak(largest, seen, input[i], in_global)) {
      }
    }
  }
};

/// A lock-free stack of the numbers 0 ... n-1; any thread may push and pop.
///
/// The head is one 64-bit word. The lower half is the index of the top plus one (0: empty), the
/// upper half a tag that counts the changes. The tag prevents the ABA problem: a thread may be
/// delayed between reading `next` of the top and its compare-exchange, while others pop that index,
/// pop more, and push the index again. Without the tag the thread would install a stale `next`. The
/// tag fails only if exactly a multiple of 2^32 changes happen during the delay.
///
/// A thread that pops an index sees everything that the pushing thread wrote before the push.
class index_stack {
 public:
  static constexpr unsigned none = ~0u;

  /// `head`: zero for an empty stack. `next`: one word per index, with any content.
  DIATOMIC_FUNCTION index_stack(std::uint64_t* head, std::uint32_t* next)
      : head_(head), next_(next) {}

  DIATOMIC_DEVICE void push(unsigned index) {
    std::uint64_t seen = load(head_, in_global);
    do {
      store(next_ + index, top_of(seen), in_global);
    } while (!compare_exchange_weak(head_, seen, changed(seen, index + 1), release, in_global));
  }

  /// Returns `none` if the stack is empty.
  DIATOMIC_DEVICE unsigned pop() {
    std::uint64_t seen = load(head_, acquire, in_global);
    while (top_of(seen) != 0) {
      // Atomic: another thread may have popped the index and may be pushing it again.
      const std::uint32_t below = load(next_ + (top_of(seen) - 1), in_global);
      if (compare_exchange_weak(head_, seen, changed(seen, below), acquire, in_global)) {
        return top_of(seen) - 1;
      }
    }
    return none;
  }

 private:
  DIATOMIC_FUNCTION static std::uint32_t top_of(std::uint64_t head) {
    return static_cast<std::uint32_t>(head);
  }
  DIATOMIC_FUNCTION static std::uint64_t changed(std::uint64_t head, std::uint32_t top) {
    return (((head >> 32) + 1) << 32) | top;
  }

  std::uint64_t* head_;
  std::uint32_t* next_;
};

/// Pushes 0 ... n-1.
struct stack_fill {
  DIATOMIC_DEVICE void operator()(std::uint64_t* head, std::uint32_t* next, unsigned n) const {
    index_stack stack(head, next);
    for (unsigned i = global_index(); i < n; i += global_size()) stack.push(i);
  }
};

/// `rounds` times, each thread pops an index, adds one to its number, and pushes the index again.
///
/// The number needs no atomics: the thread that popped an index owns it until the push.
/// `pops[thread]` receives the thread's number of successful pops.
struct stack_churn {
  DIATOMIC_DEVICE void operator()(std::uint64_t* head, std::uint32_t* next, unsigned* numbers,
                                  unsigned rounds, unsigned* pops) const {
    index_stack stack(head, next);
    unsigned popped = 0;
    for (unsigned round = 0; round < rounds; ++round) {
      const unsigned index = stack.pop();
      if (index == index_stack::none) continue;
      numbers[index] += 1;
      ++popped;
      stack.push(index);
    }
    pops[global_index()] = popped;
  }
};

/// Pops until the stack is empty. `visits[index]` counts how often the index was popped.
struct stack_drain {
  DIATOMIC_DEVICE void operator()(std::uint64_t* head, std::uint32_t* next,
                                  unsigned* visits) const {
    index_stack stack(head, next);
    for (unsigned index = stack.pop(); index != index_stack::none; index = stack.pop()) {
      store_add(visits + index, 1u, in_global, coarse_grained);
    }
  }
};

/// Each thread holds a token and exchanges it with random slots, `rounds` times.
///
/// `hands[thread]` is the thread's first token, and receives its last. Exchanges only move tokens:
/// slots and hands together hold the same tokens before and after.
struct swap_tokens {
  template <class T>
  DIATOMIC_DEVICE void operator()(T* slots, unsigned slot_count, T* hands, unsigned rounds) const {
    T token = hands[global_index()];
    unsigned draw = global_index() * 2654435761u;
    for (unsigned round = 0; round < rounds; ++round) {
      draw = draw * 1664525u + 1013904223u;
      token = exchange(slots + (draw >> 8) % slot_count, token, in_global);
    }
    hands[global_index()] = token;
  }
};

}  // namespace kernels
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
