// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Kernels built on compare-exchange and exchange.
///
/// All of them are lock-free: whenever a thread has to try again, another one has got on. No
/// thread ever waits for one particular other thread, which on AMD chips, and on older NVIDIA
/// ones, would wait for ever if both were lanes of one warp. The memory must be device memory.

#include <cstddef>
#include <cstdint>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace kernels {

/// Each thread adds one to a counter `rounds` times, by compare-exchange alone.
///
/// `taken[round * threads + thread]` receives the value that the counter had before: over all
/// threads and rounds these are 0, 1, 2 ... in some order, none missing and none twice.
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

/// The largest element, by compare-exchange, as textbooks do it. `fetch_max` does the same.
///
/// The loop ends for the threads whose value is no news; the others try with what they have seen.
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

/// A stack of the numbers 0 ... n-1 that any thread may push to and pop from, without locks.
///
/// The head is one 64-bit word: the index of the top plus one (0: empty) in the lower half, and in
/// the upper half a tag that counts the changes. Without the tag, a thread that sleeps between
/// reading `next` of the top and its compare-exchange would not notice that the same index was
/// popped, others too, and pushed again (the "ABA" problem), and would install a stale `next`.
/// The tag fails only if exactly a multiple of 2^32 changes fit in that sleep.
///
/// A thread that pops an index sees all that the thread that pushed it had written before.
class index_stack {
 public:
  static constexpr unsigned none = ~0u;

  /// `head`: zero for an empty stack. `next`: a word for each index; its content does not matter.
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
      // Atomic, since another thread may have popped the index by now and be pushing it again.
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

/// Each thread pops an index, adds one to that index's number, and pushes it again; `rounds` times.
///
/// The number is read and written plainly: while popped, the index is this thread's alone.
/// `pops[thread]` receives how often the thread found the stack not empty.
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

/// Pops until the stack is empty. `visits[index]` counts how often the index came.
struct stack_drain {
  DIATOMIC_DEVICE void operator()(std::uint64_t* head, std::uint32_t* next,
                                  unsigned* visits) const {
    index_stack stack(head, next);
    for (unsigned index = stack.pop(); index != index_stack::none; index = stack.pop()) {
      store_add(visits + index, 1u, in_global, coarse_grained);
    }
  }
};

/// Each thread holds a token and exchanges it with slots here and there, `rounds` times.
///
/// `hands[thread]` is the token that the thread starts with, and receives the one that it ends
/// with. An exchange moves tokens about and never makes or loses one: slots and hands hold
/// together the same tokens before and after.
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
