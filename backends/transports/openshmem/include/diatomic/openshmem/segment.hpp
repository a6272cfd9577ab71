// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// OpenSHMEM's symmetric memory: access to its words through OpenSHMEM's atomic operations.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include <shmem.h>

#include <diatomic/core/vocabulary.hpp>
#include <diatomic/host/fibers/thread_stack.hpp>
#include <diatomic/remote/detail/collective_call.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::transports::openshmem {
inline namespace DIATOMIC_RUNTIME_NS {

/// The type of all atomic operations.
using shmem_word = unsigned long long;
static_assert(sizeof(shmem_word) == 8);

/// State shared by all threads of this process. One thread at a time calls OpenSHMEM, as
/// SHMEM_THREAD_SERIALIZED requires.
struct shared_state {
  std::mutex mutex;
  /// Held by the thread in a call that blocks until all processes have made it.
  std::mutex turn;
  /// The number of worlds in this process, and of worlds with a network.
  ///@{
  std::atomic<int> worlds{0};
  std::atomic<int> networks{0};
  ///@}
  /// The number of values that this process has fetched.
  unsigned fetches = 0;
};
inline shared_state& shared() {
  static shared_state state;
  return state;
}

/// Calls `f()`, which calls OpenSHMEM, on a stack that is large enough for OpenSHMEM, one thread at
/// a time.
template <class F>
void with_shmem(F f) {
  backends::host::on_thread_stack([&] {
    const std::lock_guard<std::mutex> lock(shared().mutex);
    f();
  });
}

/// One allocation, at the same offset in each processing element's heap.
struct allocation {
  char* own = nullptr;
  /// The address of each processing element's part, if instructions reach all of them.
  std::vector<char*> bases;
  /// Numbered in the order in which the world made its allocations.
  std::uint64_t number = 0;
  /// The number of others that have left the world.
  const shmem_word* left = nullptr;
};

/// One allocation, and the operations on its 8-byte words. `to` is a processing element, `offset`
/// is in bytes.
struct segment {
  const allocation* in = nullptr;
  int pe = 0;
  int pes = 0;

  /// The object in `to`'s part; null if only OpenSHMEM reaches it.
  void* direct(int to, std::size_t offset) const {
    return in->bases.empty() ? nullptr : in->bases[static_cast<std::size_t>(to)] + offset;
  }
  /// The object in this processing element's own part; null without an allocation.
  void* local(std::size_t offset) const { return in == nullptr ? nullptr : in->own + offset; }
  /// The number of others that have left the world. A failure of one ends the job.
  unsigned gone() const {
    return static_cast<unsigned>(__atomic_load_n(in->left, __ATOMIC_ACQUIRE));
  }
  /// Call only if `gone()` is not 0.
  [[noreturn]] static void throw_error() {
    throw runtime_error("world", detail::pe_left, "another processing element has left its world");
  }
  /// The word's address in this processing element's part, which names it on any processing
  /// element.
  shmem_word* word(std::size_t offset) const {
    return reinterpret_cast<shmem_word*>(in->own + offset);
  }

  /// `Op` with operand `v`; returns the old value. Complete on return.
  template <op Op, class Word>
  Word fetch(int to, std::size_t offset, Word v) const {
    static_assert(sizeof(Word) == sizeof(shmem_word));
    shmem_word* const at = word(offset);
    shmem_word old = 0;
    openshmem::with_shmem([&] {
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

  /// `fetch` without the old value. Also complete on return: Open MPI 4.1's shmem_quiet may return
  /// before non-fetching operations are complete.
  template <op Op, class Word>
  void reduce(int to, std::size_t offset, Word v) const {
    (void)fetch<Op == op::store ? op::exchange : Op>(to, offset, v);
  }

  /// Stores `desired` if the word equals `expected`; returns the old value. Complete on return.
  template <class Word>
  Word compare_exchange(int to, std::size_t offset, Word expected, Word desired) const {
    static_assert(sizeof(Word) == sizeof(shmem_word));
    shmem_word* const at = word(offset);
    shmem_word old = 0;
    openshmem::with_shmem([&] {
      old = shmem_ulonglong_atomic_compare_swap(at, expected, desired, to);
      answer_others(at);
    });
    return old;
  }

  /// Returns when all earlier operations of this process, in its own memory too, are complete for
  /// all processing elements.
  static void quiet() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (shared().networks == 0) return;  // A fence is enough for instructions.
    with_shmem([] { shmem_quiet(); });
  }

  /// Plain reads of this process's memory after the call see the operations that others completed
  /// before it.
  static void acquire() { std::atomic_thread_fence(std::memory_order_seq_cst); }

 private:
  /// Without a network card that performs the operations, a process performs the operations of
  /// others on its memory while its own calls wait for a reply. A process that polls memory within
  /// reach never waits for a reply, so it periodically fetches a value from one of the others.
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
