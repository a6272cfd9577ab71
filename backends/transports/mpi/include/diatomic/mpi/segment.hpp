// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Symmetric memory of processes: access to its words through MPI's one-sided communication.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include <mpi.h>

#include <diatomic/core/vocabulary.hpp>
#include <diatomic/host/fibers/thread_stack.hpp>
#include <diatomic/mpi/library.hpp>

namespace diatomic::transports::mpi {
inline namespace DIATOMIC_RUNTIME_NS {

/// This process's windows that only MPI reaches; guarded by `library_mutex()`.
inline std::vector<MPI_Win>& network_windows() {
  static std::vector<MPI_Win> all;
  return all;
}

/// Calls `f()`, which calls MPI, on a stack that is large enough for MPI, one thread at a time.
template <class F>
void with_mpi(F f) {
  backends::host::on_thread_stack([&] {
    const std::lock_guard<std::mutex> lock(library_mutex());
    f();
  });
}

/// One allocation: a window. MPI aligns it only for MPI's own types; our memory begins at the next
/// sufficiently aligned address.
struct window {
  std::uint64_t number = 0;  ///< of the array
  MPI_Win handle = MPI_WIN_NULL;
  char* start = nullptr;  ///< of MPI's memory in this process
  char* own = nullptr;    ///< of our memory in it
  /// The bytes before our memory, on each processing element.
  std::vector<std::uint64_t> skipped;
  /// The address of each processing element's part, if all share one machine's memory.
  std::vector<char*> bases;
};

template <class Word>
MPI_Datatype datatype() {
  static_assert(sizeof(Word) == 4 || sizeof(Word) == 8);
  return sizeof(Word) == 4 ? MPI_UINT32_T : MPI_UINT64_T;
}

template <op Op>
MPI_Op operation() {
  switch (Op) {
    case op::load:
      return MPI_NO_OP;
    case op::store:
    case op::exchange:
      return MPI_REPLACE;
    case op::bit_and:
      return MPI_BAND;
    case op::bit_or:
      return MPI_BOR;
    case op::bit_xor:
      return MPI_BXOR;
    default:
      return MPI_SUM;  // for sub, of the negated operand
  }
}
template <op Op, class Word>
Word operand(Word v) {
  return Op == op::sub ? static_cast<Word>(Word{0} - v) : v;
}

/// One allocation, and the operations on its 4-byte and 8-byte words. `to` is a processing element,
/// `offset` is in bytes.
struct segment {
  const window* in = nullptr;
  int pe = 0;
  int pes = 0;

  /// The object in `to`'s part; null if only MPI reaches it.
  void* direct(int to, std::size_t offset) const {
    return in->bases.empty() ? nullptr : in->bases[static_cast<std::size_t>(to)] + offset;
  }
  /// The object's displacement in `to`'s window.
  MPI_Aint displacement(int to, std::size_t offset) const {
    return static_cast<MPI_Aint>(in->skipped[static_cast<std::size_t>(to)] + offset);
  }
  /// The object in this processing element's own part; null without an allocation.
  void* local(std::size_t offset) const { return in == nullptr ? nullptr : in->own + offset; }

  /// `Op` with operand `v`; returns the old value. Complete on return.
  template <op Op, class Word>
  Word fetch(int to, std::size_t offset, Word v) const {
    const Word with = mpi::operand<Op>(v);
    Word old{};
    mpi::with_mpi([&] {
      mpi::check(MPI_Fetch_and_op(&with, &old, mpi::datatype<Word>(), to, displacement(to, offset),
                                  mpi::operation<Op>(), in->handle),
                 "MPI_Fetch_and_op");
      check(MPI_Win_flush(to, in->handle), "MPI_Win_flush");
      let_others_in(to);
    });
    return old;
  }

  /// `fetch` without the old value. May be incomplete on return; `quiet()` completes it.
  template <op Op, class Word>
  void reduce(int to, std::size_t offset, Word v) const {
    const Word with = mpi::operand<Op>(v);
    mpi::with_mpi([&] {
      mpi::check(MPI_Accumulate(&with, 1, mpi::datatype<Word>(), to, displacement(to, offset), 1,
                                mpi::datatype<Word>(), mpi::operation<Op>(), in->handle),
                 "MPI_Accumulate");
      check(MPI_Win_flush_local(to, in->handle), "MPI_Win_flush_local");  // `with` ends here
    });
  }

  /// Stores `desired` if the word equals `expected`; returns the old value. Complete on return.
  template <class Word>
  Word compare_exchange(int to, std::size_t offset, Word expected, Word desired) const {
    Word old{};
    mpi::with_mpi([&] {
      mpi::check(MPI_Compare_and_swap(&desired, &expected, &old, mpi::datatype<Word>(), to,
                                      displacement(to, offset), in->handle),
                 "MPI_Compare_and_swap");
      check(MPI_Win_flush(to, in->handle), "MPI_Win_flush");
      let_others_in(to);
    });
    return old;
  }

  /// Returns when all earlier operations of this process, in its own memory too, are complete for
  /// all processing elements.
  static void quiet() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    with_mpi([] {
      for (MPI_Win w : network_windows()) {  // none on a direct link
        check(MPI_Win_sync(w), "MPI_Win_sync");
        check(MPI_Win_flush_all(w), "MPI_Win_flush_all");
      }
    });
  }

  /// Plain reads of this process's memory after the call see the operations that others completed
  /// before it.
  static void acquire() {
    with_mpi([] {
      for (MPI_Win w : network_windows()) check(MPI_Win_sync(w), "MPI_Win_sync");
    });
    std::atomic_thread_fence(std::memory_order_seq_cst);
  }

 private:
  /// Lets MPI perform other processes' operations after an operation on this process's own part.
  /// Open MPI's `osc/ucx` locks the part during each operation. Without hardware support this
  /// process performs the others' operations in its own MPI calls, and a process that only polls
  /// its own part would make these calls only while it holds the lock.
  void let_others_in(int to) const {
    if (to != pe) return;
    int is_there = 0;
    check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &is_there, MPI_STATUS_IGNORE),
          "MPI_Iprobe");
  }
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::mpi
