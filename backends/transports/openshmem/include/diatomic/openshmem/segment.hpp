// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Symmetric memory of OpenSHMEM: the words of it by its atomic operations.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <type_traits>
#include <vector>

#include <shmem.h>

#include <diatomic/core/vocabulary.hpp>
#include <diatomic/host/fibers/thread_stack.hpp>
#include <diatomic/remote/detail/collective_call.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::transports::openshmem {
inline namespace DIATOMIC_RUNTIME_NS {

/// The one type that all atomic operations name.
using shmem_word = unsigned long long;
static_assert(sizeof(shmem_word) == 8);

/// What all threads of this process share. One of them at a time calls OpenSHMEM: the level
/// SHMEM_THREAD_SERIALIZED.
struct shared_state {
  std::mutex mutex;
  /// Held by the thread that is in a call that blocks until all processes have called it.
  std::mutex turn;
  /// Worlds of this process, and those of them that have a network.
  ///@{
  std::atomic<int> worlds{0};
  std::atomic<int> networks{0};
  ///@}
  /// How many values this process has fetched.
  unsigned fetches = 0;
};
inline shared_state& shared() {
  static shared_state state;
  return state;
}

/// Calls `f()`, which calls OpenSHMEM: on a stack that is long enough for it, and for no other
/// thread at the same time.
template <class F>
void with_shmem(F f) {
  backends::host::on_thread_stack([&] {
    const std::lock_guard<std::mutex> lock(shared().mutex);
    f();
  });
}

/// One allocation, which is at the same place in the heap of each processing element.
struct allocation {
  char* own = nullptr;
  /// Where it begins on each processing element, if instructions reach all of them.
  std::vector<char*> bases;
  /// In the order in which the world made them.
  std::uint64_t number = 0;
  /// The number of others that have left the world.
  const shmem_word* left = nullptr;
};

/// One allocation, and the operations on its words, of 8 bytes. `to` is a processing element,
/// `offset` a number of bytes.
struct segment {
  const allocation* in = nullptr;
  int pe = 0;
  int pes = 0;

  /// The object in the part of `to`; null where only OpenSHMEM reaches it.
  void* direct(int to, std::size_t offset) const {
    return in->bases.empty() ? nullptr : in->bases[static_cast<std::size_t>(to)] + offset;
  }
  /// The object in the part of this processing element.
  void* local(std::size_t offset) const { return in->own + offset; }
  /// The number of others that have left the world. One that fails ends the job.
  unsigned gone() const {
    return static_cast<unsigned>(__atomic_load_n(in->left, __ATOMIC_ACQUIRE));
  }
  /// Only if `gone()` is not 0.
  [[noreturn]] static void throw_error() {
    throw runtime_error("world", detail::pe_left, "another processing element has left its world");
  }
  /// The word, as OpenSHMEM names that of any processing element: by this one's.
  shmem_word* word(std::size_t offset) const {
    return reinterpret_cast<shmem_word*>(in->own + offset);
  }

  /// `Op` with the operand `v`; returns the old value. Complete when it returns.
  template <op Op, class Word>
  Word fetch(int to, std::size_t offset, Word v) const {
    static_assert(sizeof(Word) == sizeof(shmem_word));
    shmem_word* const at = word(offset);
    shmem_word old = 0;
    with_shmem([&] {
      if constexpr (Op == op::load) {
        old = shmem_ulonglong_atomic_fetch(at, to);
      } else if constexpr (Op == op::exchange) {
        old = shmem_ulonglong_atomic_swap(at, v, to);
      } else if constexpr (Op == op::add) {
        old = shmem_ulonglong_atomic_fetch_add(at, v, to);
      } else {
        static_assert(Op == op::sub);
        old = shmem_ulonglong_atomic_fetch_add(at, Word{0} - v, to);
      }
      answer_others(at);
    });
    return old;
  }

  /// The same without the old value. Complete too: Open MPI 4.1's shmem_quiet may return before
  /// operations that fetch nothing are.
  template <op Op, class Word>
  void reduce(int to, std::size_t offset, Word v) const {
    (void)fetch<Op == op::store ? op::exchange : Op>(to, offset, v);
  }

  /// The word becomes `desired` if it is `expected`; returns the old value. Complete when it
  /// returns.
  template <class Word>
  Word compare_exchange(int to, std::size_t offset, Word expected, Word desired) const {
    static_assert(sizeof(Word) == sizeof(shmem_word));
    shmem_word* const at = word(offset);
    shmem_word old = 0;
    with_shmem([&] {
      old = shmem_ulonglong_atomic_compare_swap(at, expected, desired, to);
      answer_others(at);
    });
    return old;
  }

  /// Ends when all that this process did before, in its own memory too, is complete for all.
  static void quiet() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (shared().networks == 0) return;  // Fences order what instructions do.
    with_shmem([] { shmem_quiet(); });
  }

  /// Plain reads of this process's memory after it see what others completed there before.
  static void acquire() { std::atomic_thread_fence(std::memory_order_seq_cst); }

 private:
  /// Where no network card does the operations, a process does those of others on its memory while
  /// its own calls wait for a reply. One that polls memory within reach waits for none: so it asks
  /// each of the others for a value now and then.
  void answer_others(shmem_word* at) const {
    constexpr unsigned polls = 16;
    const unsigned now = ++shared().fetches;
    if (now % polls == 0) {
      (void)shmem_ulonglong_atomic_fetch(
          at, static_cast<int>(now / polls % static_cast<unsigned>(pes)));
    }
  }
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::openshmem
