// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The rendezvous of the processes of one world, by polling words in the symmetric heap.
/// `shmem_barrier_all` would block the process's other threads from OpenSHMEM while it waits.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <new>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <shmem.h>

#include <diatomic/openshmem/segment.hpp>
#include <diatomic/remote/detail/collective_call.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::transports::openshmem {
inline namespace DIATOMIC_RUNTIME_NS {

using detail::collective_call;

/// Allocates `bytes`, rounded up to whole words. Blocks until all processes have called it. The
/// heap has the same size everywhere, so all processes throw together.
inline char* allocate_in_heap(std::size_t bytes) {
  constexpr std::size_t alignment = 64;
  void* own = nullptr;
  if (bytes <= ~std::size_t{0} - alignment) {
    with_shmem(
        [&] { own = shmem_align(alignment, (bytes + alignment - 1) / alignment * alignment); });
  }
  if (own != nullptr) return static_cast<char*>(own);
  throw runtime_error("world", "out_of_memory",
                      "the symmetric heap has no " + std::to_string(bytes) +
                          " bytes left; the environment sets its size: "
                          "SHMEM_SYMMETRIC_SIZE, with Open MPI SHMEM_SYMMETRIC_HEAP_SIZE");
}
/// Blocks until all processes have called it.
inline void release_in_heap(char* own) {
  with_shmem([&] { shmem_free(own); });
}

/// Encodes that processing element `pe` left in a round, modulo 2^31. Never 0, which means that
/// none has left.
constexpr shmem_word leaver_in(unsigned round, int pe) {
  return (shmem_word{round & 0x7fffffffu} + 1) << 32 | static_cast<shmem_word>(pe);
}
static_assert(leaver_in(~0u, 0) != 0 && leaver_in(~0u >> 1, 0) != 0);

/// The successive meetings of the processes. Each begins with an announcement. If the announcements
/// differ, all processes throw, and later meetings throw the same error.
class meeting {
 public:
  /// Blocks until all processes have called it.
  meeting() {
    with_shmem([&] {
      pe_ = shmem_my_pe();
      pes_ = shmem_n_pes();
    });
    memory_.own = allocate_in_heap(sizeof(place));
    own_ = new (memory_.own) place{};
    with_shmem([] { shmem_barrier_all(); });
  }
  meeting(const meeting&) = delete;
  meeting& operator=(const meeting&) = delete;
  /// Frees the memory, which otherwise lives until OpenSHMEM ends. A collective call.
  void release() {
    in_turn([&] { release_in_heap(memory_.own); });
  }

  int pe() const { return pe_; }
  int pes() const { return pes_; }
  /// The number of other processes that have left.
  const shmem_word* left() const { return &own_->left; }
  /// Notifies the others that this process leaves. Its next meeting is its last; after an error it
  /// has no further meeting, and the others learn nothing new at theirs.
  void tell_left() const {
    for (int pe = 0; pe < pes_; ++pe) {
      if (pe == pe_) continue;
      if (!broken_) {
        (void)words().compare_exchange(pe, offset_of(&own_->leaver), shmem_word{0}, leaver_now());
      }
      (void)words().fetch<op::add>(pe, offset_of(&own_->left), shmem_word{1});
    }
  }
  bool is_broken() const { return broken_.has_value(); }
  /// Memory in the heap, to query which processes reach each other's.
  const void* memory() const { return own_; }

  /// Waits for all processes and returns their concatenated values.
  std::vector<unsigned char> meet(const collective_call& call, const void* value = "",
                                  std::size_t bytes = 0) {
    if (broken_) throw *broken_;
    std::vector<unsigned char> all(bytes * static_cast<std::size_t>(pes_));
    std::size_t done = 0;
    do {
      const std::size_t n = std::min(bytes - done, sizeof(entry::value));
      entry& own = own_->entries[round_ % 2];
      own.call = call;
      if (n != 0) std::memcpy(own.value, static_cast<const char*>(value) + done, n);
      meet_once(call);
      for (int pe = 0; pe < pes_ && n != 0; ++pe) {
        const std::size_t to = bytes * static_cast<std::size_t>(pe) + done;
        read(all.data() + to, own.value, n, pe);
      }
      // Other processes may enter the next round, which has other entries, while this one reads.
      ++round_;
      done += n;
    } while (done < bytes);
    return all;
  }
  /// Calls `f`, which blocks until all processes have called it. Only within a collective call. One
  /// thread per process is in `f` at any time: otherwise two worlds in two threads could block in
  /// different calls on different processes.
  template <class F>
  void in_turn(F f) {
    std::unique_lock<std::mutex> turn(shared().turn, std::defer_lock);
    for (unsigned longest = 1;; longest = std::min(2 * longest, 8192u)) {
      const unsigned char has_turn = turn.try_lock() ? 1 : 0;
      const auto all = meet({}, &has_turn, 1);
      if (std::find(all.begin(), all.end(), 0) == all.end()) break;
      if (turn.owns_lock()) turn.unlock();
      std::this_thread::sleep_for(std::chrono::microseconds(std::random_device()() % longest));
    }
    f();
  }

 private:
  static constexpr int most_steps = 31;  // enough for INT_MAX processes

  struct entry {
    collective_call call;
    unsigned char value[1000];
  };
  /// The part of one process.
  struct place {
    shmem_word signals[2][most_steps] = {};  // for even and odd rounds
    entry entries[2] = {};
    shmem_word left = 0;     // the number of others that have left
    shmem_word leaver = 0;   // the first of them, and its round
    shmem_word is_over = 0;  // the same, after another process has given up that round
  };

  static shmem_word load(const shmem_word* from) { return __atomic_load_n(from, __ATOMIC_ACQUIRE); }
  /// This process as a leaver in this round.
  shmem_word leaver_now() const { return leaver_in(round_, pe_); }

  /// Whether `leaver` left in this round. Others are at most one round ahead.
  bool is_now(shmem_word leaver) const { return leaver >> 32 == leaver_now() >> 32; }

  segment words() const { return {&memory_, pe_, pes_}; }
  std::size_t offset_of(const shmem_word* word) const {
    return static_cast<std::size_t>(reinterpret_cast<const char*>(word) - memory_.own);
  }

  /// A hash of the call. Always odd.
  static shmem_word digest(const collective_call& call) {
    shmem_word words[3];
    static_assert(sizeof(words) == sizeof(call));
    std::memcpy(words, &call, sizeof(call));
    shmem_word result = 0;
    for (const shmem_word word : words) result = (result ^ word) * 0x9e3779b97f4a7c15u;
    return (result ^ result >> 32) | 1;
  }

  /// A dissemination barrier that compares announcements. In each step a process sends the digest
  /// of all announcements that it has heard of to the process 2^step further on.
  void meet_once(const collective_call& call) {
    constexpr shmem_word different = 2;
    shmem_word heard = digest(call);
    segment::quiet();
    for (int step = 0; step < most_steps && (pes_ - 1) >> step != 0; ++step) {
      const std::size_t offset = offset_of(&own_->signals[round_ % 2][step]);
      const auto next = (static_cast<long long>(pe_) + (1LL << step)) % pes_;
      (void)words().fetch<op::exchange>(static_cast<int>(next), offset, heard);
      if (wait_for_signal(offset, call) != heard) heard = different;
    }
    segment::acquire();
    if (heard == different) refuse();
  }
  /// Waits for a signal and resets its word to 0 for reuse two rounds later.
  shmem_word wait_for_signal(std::size_t offset, const collective_call& call) {
    constexpr int quick_polls = 1000;
    for (int poll = 0;; ++poll) {
      const shmem_word came = words().fetch<op::load>(pe_, offset, shmem_word{0});
      if (came != 0) {
        (void)words().fetch<op::exchange>(pe_, offset, shmem_word{0});
        return came;
      }
      if (const auto leaver = load(&own_->is_over); is_now(leaver)) give_up(call, leaver);
      if (const auto leaver = load(&own_->leaver);
          is_now(leaver) && call.what != detail::collective::leave) {
        give_up(call, leaver);
      }
      // Let other threads call OpenSHMEM.
      if (poll < quick_polls) {
        std::this_thread::yield();
      } else {
        std::this_thread::sleep_for(std::chrono::microseconds(50));
      }
    }
  }
  [[noreturn]] void refuse() {
    std::vector<collective_call> calls(static_cast<std::size_t>(pes_));
    for (int pe = 0; pe < pes_; ++pe) {
      read(&calls[static_cast<std::size_t>(pe)], &own_->entries[round_ % 2].call,
           sizeof(collective_call), pe);
    }
    broken_.emplace(detail::mismatch(calls, pe_).front());
    throw *broken_;
  }
  /// Ends a meeting that `leaver` has left, without waiting for processes that have not entered it.
  /// These may not know the leaver yet.
  [[noreturn]] void give_up(const collective_call& call, shmem_word leaver) {
    for (int pe = 0; pe < pes_; ++pe) {
      if (pe != pe_) {
        (void)words().fetch<op::exchange>(pe, offset_of(&own_->is_over), leaver);
      }
    }
    broken_.emplace("world", detail::pe_left,
                    "processing element " + std::to_string(leaver & 0xffffffffu) +
                        " has left its world; processing element " + std::to_string(pe_) + " " +
                        detail::description_of(call));
    throw *broken_;
  }
  static void read(void* to, const void* from, std::size_t bytes, int pe) {
    with_shmem([&] { shmem_getmem(to, from, bytes, pe); });
  }

  int pe_ = 0;
  int pes_ = 0;
  allocation memory_;
  place* own_ = nullptr;
  unsigned round_ = 0;
  std::optional<runtime_error> broken_;
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::openshmem
