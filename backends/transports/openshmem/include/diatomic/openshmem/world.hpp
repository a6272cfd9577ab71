// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// OpenSHMEM's processing elements, one per process.
///
/// If `shmem_ptr` gives each of them an address of every part, they use instructions. Otherwise all
/// accesses use OpenSHMEM, even between processes on one machine: OpenSHMEM does not guarantee
/// atomicity between its operations and instructions on the same object.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <shmem.h>

#include <diatomic/openshmem/meeting.hpp>
#include <diatomic/openshmem/segment.hpp>
#include <diatomic/remote/detail/collective_call.hpp>
#include <diatomic/remote/support.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::transports::openshmem {
inline namespace DIATOMIC_RUNTIME_NS {

/// Options of a world.
struct options {
  /// True: all accesses use OpenSHMEM, even on one machine.
  bool network_only = false;
  /// True: the program has called `shmem_init_thread` and will call `shmem_finalize`. OpenSHMEM 1.4
  /// has no query for this.
  bool started_by_program = false;
};

/// The OpenSHMEM library. Starts OpenSHMEM unless the program has; in that case OpenSHMEM ends with
/// the process.
class library {
 public:
  static library& start(bool is_started) {
    static library one(is_started);
    return one;
  }

  library(const library&) = delete;
  library& operator=(const library&) = delete;

  /// Makes the meeting of a new world. Waits for all processes, which must make their worlds in the
  /// same order.
  std::unique_ptr<meeting> make_meeting() {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<meeting> made;
    meeting_->in_turn([&] { made = std::make_unique<meeting>(); });
    return made;
  }

 private:
  explicit library(bool is_started) : is_ours_(!is_started) {
    shared();  // constructed first, so destroyed after the library
    if (!is_started) initialise();
    meeting_ = std::make_unique<meeting>();
  }
  static void initialise() {
    // With these hooks Open MPI 4.1's shmem_finalize crashes with a segmentation fault.
    setenv("OMPI_MCA_opal_common_ucx_opal_mem_hooks", "0", 0);
    int level = 0;
    if (shmem_init_thread(SHMEM_THREAD_SERIALIZED, &level) != 0) {
      throw runtime_error("world", "shmem_init_thread", "OpenSHMEM could not be started");
    }
  }
  /// If the process ends within a world, others may wait for it, so they end too.
  ~library() {
    if (shared().worlds != 0) {
      std::fprintf(stderr, "diatomic: processing element %d ends within its world\n",
                   shmem_my_pe());
      shmem_global_exit(1);
    }
    if (is_ours_) shmem_finalize();
  }

  bool is_ours_;
  std::mutex mutex_;
  std::unique_ptr<meeting> meeting_;
};

/// One process of the world.
class session {
 public:
  explicit session(const options& o)
      : meeting_(library::start(o.started_by_program).make_meeting()),
        exceptions_(std::uncaught_exceptions()) {
    choose_link(o.network_only);
    if (link_ == remote_link::network) ++shared().networks;
    ++shared().worlds;
  }
  /// An exception that leaves the world ends the others unless they already have an error.
  ~session() {
    const bool is_broken = meeting_->is_broken();
    if (is_unwinding() && !is_broken) abandon();
    meeting_->tell_left();
    try {  // After an error this throws at once, because no process waits.
      meet({detail::collective::leave, 0, 0, 0});
      meeting_->release();
    } catch (const runtime_error&) {  // The others get the error too.
    }
    --shared().worlds;
    if (link_ == remote_link::network) --shared().networks;
  }
  session(const session&) = delete;
  session& operator=(const session&) = delete;

  int pe() const { return meeting_->pe(); }
  int pes() const { return meeting_->pes(); }
  remote_link link() const { return link_; }
  bool kernels_meet() const { return link_ == remote_link::direct && shared().worlds == 1; }
  void abandon() const noexcept {
    std::fprintf(stderr, "diatomic: processing element %d of %d left its world by an exception\n",
                 pe(), pes());
    shmem_global_exit(1);
  }

  void barrier(std::uint64_t what = 0) { meet({detail::collective::barrier, 0, 0, what}); }

  /// The concatenated `bytes` of all processing elements.
  std::vector<unsigned char> gather(const void* value, std::size_t bytes, std::uint64_t what = 0) {
    return meet({detail::collective::gather, 0, bytes, what}, value, bytes);
  }

  /// Allocates `bytes` of zeroed memory in each process.
  segment allocate(std::size_t bytes) {
    meet({detail::collective::allocate, 0, bytes, 0});
    auto made = std::make_unique<allocation>();
    meeting_->in_turn([&] { made->own = allocate_in_heap(bytes); });
    made->number = next_array_++;
    made->left = meeting_->left();
    std::memset(made->own, 0, bytes);
    unsigned char has_bases = 1;
    for (int pe = 0; pe < pes() && link_ == remote_link::direct; ++pe) {
      made->bases.push_back(address_of(made->own, pe));
      if (made->bases.back() == nullptr) has_bases = 0;
    }
    if (const int pe = first_without(has_bases); pe != pes()) {
      free_in_turn(*made);
      throw runtime_error("world", "shmem_ptr",
                          "processing element " + std::to_string(pe) +
                              " has no address for the memory of another processing element");
    }
    return {made.release(), pe(), pes()};
  }
  /// Copies `bytes` from `offset` in `from`'s part.
  void read(const segment& in, int from, std::size_t offset, void* to, std::size_t bytes) const {
    if (const void* near = in.direct(from, offset)) {
      std::memcpy(to, near, bytes);
      return;
    }
    with_shmem([&] { shmem_getmem(to, in.local(offset), bytes, from); });
  }
  /// Copies `bytes` to `offset` in `to`'s part. The copy is complete after the next `barrier()`.
  void write(const segment& in, int to, std::size_t offset, const void* from,
             std::size_t bytes) const {
    if (void* near = in.direct(to, offset)) {
      std::memcpy(near, from, bytes);
      return;
    }
    if (bytes == 0) return;
    with_shmem([&] {
      char* const at = static_cast<char*>(in.local(offset));
      shmem_putmem(at, from, bytes, to);
      shmem_quiet();
      char last = 0;  // Read back, since shmem_quiet may return too early (see segment::reduce).
      shmem_getmem(&last, at + bytes - 1, 1, to);
    });
  }
  /// All processes call it in the same order. Memory unwound by an exception is released in the
  /// next collective call.
  void release(const segment& old) noexcept {
    std::unique_ptr<const allocation> last(old.in);
    if (is_unwinding()) return unwound_.push_back(std::move(last));
    try {
      meet({detail::collective::release, 0, 0, last->number});
      free_in_turn(*last);
    } catch (const runtime_error&) {  // The next collective call throws it.
    }
  }

 private:
  bool is_unwinding() const noexcept { return std::uncaught_exceptions() > exceptions_; }

  /// Every collective call goes through here and also releases the arrays that exceptions unwound.
  std::vector<unsigned char> meet(collective_call call, const void* value = "",
                                  std::size_t bytes = 0) {
    call.unwound = static_cast<std::uint32_t>(unwound_.size());
    std::vector<unsigned char> all = meeting_->meet(call, value, bytes);
    for (const auto& old : std::exchange(unwound_, {})) {
      meeting_->meet({detail::collective::release, 0, 0, old->number});
      free_in_turn(*old);
    }
    return all;
  }
  void free_in_turn(const allocation& old) {
    meeting_->in_turn([&] { release_in_heap(old.own); });
  }
  /// The address of heap memory in process `pe`; null if instructions do not reach it.
  static char* address_of(const void* own, int pe) {
    void* theirs = nullptr;
    with_shmem([&] { theirs = shmem_ptr(own, pe); });
    return static_cast<char*>(theirs);
  }
  /// The first processing element whose `answer` is 0; the number of processing elements if all
  /// answers are nonzero.
  int first_without(unsigned char answer) {
    const auto all = gather(&answer, 1);
    return static_cast<int>(std::find(all.begin(), all.end(), 0) - all.begin());
  }
  void choose_link(bool network_only) {
    unsigned char sees_all = network_only ? 0 : 1;
    for (int pe = 0; pe < pes(); ++pe) {
      if (address_of(meeting_->memory(), pe) == nullptr) sees_all = 0;
    }
    if (first_without(sees_all) == pes()) link_ = remote_link::direct;
    int level = 0;
    with_shmem([&] { shmem_query_thread(&level); });
    const bool suits = link_ == remote_link::direct || level >= SHMEM_THREAD_SERIALIZED;
    if (first_without(suits ? 1 : 0) == pes()) return;
    meeting_->release();
    throw runtime_error("world", "thread_level",
                        "kernels run in several threads: call shmem_init_thread with "
                        "SHMEM_THREAD_SERIALIZED or SHMEM_THREAD_MULTIPLE in all processes");
  }

  std::unique_ptr<meeting> meeting_;
  remote_link link_ = remote_link::network;
  std::vector<std::unique_ptr<const allocation>> unwound_;
  std::uint64_t next_array_ = 0;
  int exceptions_;
};

/// Calls `f(options)` once: each process is one processing element.
template <class F>
void run(const options& o, F f) {
  f(o);
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::openshmem
