// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Processing elements of OpenSHMEM, one per process.
///
/// Where `shmem_ptr` gives all of them an address of every part, instructions reach it. Else all
/// accesses go by OpenSHMEM, those of neighbours on one machine too: OpenSHMEM promises nothing of
/// its own operations together with instructions on the same object.

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include <shmem.h>

#include <diatomic/openshmem/segment.hpp>
#include <diatomic/remote/support.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::engines::openshmem {
inline namespace DIATOMIC_RUNTIME_NS {

/// How a world is made.
struct options {
  /// True: all accesses go by OpenSHMEM, also on one machine.
  bool network_only = false;
  /// True: the program has called `shmem_init_thread` and will call `shmem_finalize`. OpenSHMEM 1.4
  /// has no call that tells.
  bool started_by_program = false;
};

/// OpenSHMEM itself: starts it where the program has not, and then ends it with the process.
class library {
 public:
  static void start(bool is_started) { static const library one(is_started); }

 private:
  explicit library(bool is_started) : is_ours_(!is_started) {
    shared();  // lives as long as the library
    if (is_started) return;
    // With these hooks Open MPI 4.1's shmem_finalize ends by a segmentation fault.
    setenv("OMPI_MCA_opal_common_ucx_opal_mem_hooks", "0", 0);
    int level = 0;
    if (shmem_init_thread(SHMEM_THREAD_SERIALIZED, &level) != 0) {
      throw runtime_error("world", "shmem_init_thread", "OpenSHMEM could not be started");
    }
  }
  /// Where the process ends within a world, others may wait for it: they end too.
  ~library() {
    if (shared().worlds != 0) {
      std::fprintf(stderr, "diatomic: processing element %d ends within its world\n",
                   shmem_my_pe());
      shmem_global_exit(1);
    }
    if (is_ours_) shmem_finalize();
  }
  bool is_ours_;
};

/// One process of the world.
class session {
 public:
  explicit session(const options& o) : exceptions_(std::uncaught_exceptions()) {
    library::start(o.started_by_program);
    pe_ = shmem_my_pe();
    pes_ = shmem_n_pes();
    // Heaps are as large everywhere, so all of them lack memory together.
    with_shmem([&] { slot_ = static_cast<char*>(allocate_in_heap(slot_bytes)); });
    unsigned char sees_all = o.network_only ? 0 : 1;
    for (int pe = 0; pe < pes_; ++pe) {
      if (shmem_ptr(slot_, pe) == nullptr) sees_all = 0;
    }
    const auto all = gather(&sees_all, 1);
    link_ = std::find(all.begin(), all.end(), 0) == all.end() ? remote_link::direct
                                                              : remote_link::network;
    int level = 0;
    shmem_query_thread(&level);
    if (link_ == remote_link::network && level < SHMEM_THREAD_SERIALIZED) {
      throw runtime_error("world", "thread_level",
                          "kernels run in several threads: shmem_init_thread must have been asked "
                          "for SHMEM_THREAD_SERIALIZED or more");
    }
    if (link_ == remote_link::network) ++shared().networks;
    ++shared().worlds;
  }
  /// An exception that leaves the world would leave the others waiting: it ends them.
  ~session() {
    if (std::uncaught_exceptions() > exceptions_) {
      std::fprintf(stderr, "diatomic: processing element %d of %d left its world by an exception\n",
                   pe_, pes_);
      shmem_global_exit(1);
    }
    --shared().worlds;
    if (link_ == remote_link::network) --shared().networks;
    with_shmem([&] { shmem_free(slot_); });
  }
  session(const session&) = delete;
  session& operator=(const session&) = delete;

  int pe() const { return pe_; }
  int pes() const { return pes_; }
  remote_link link() const { return link_; }
  bool kernels_meet() const { return link_ == remote_link::direct; }

  void barrier() {
    segment::quiet();
    with_shmem([] { shmem_barrier_all(); });
    segment::acquire();
  }

  /// The `bytes` of each processing element, one after the other.
  std::vector<unsigned char> gather(const void* value, std::size_t bytes) {
    std::vector<unsigned char> all(bytes * count(pes_));
    with_shmem([&] {
      for (std::size_t done = 0; done < bytes; done += slot_bytes) {
        const std::size_t n = std::min(slot_bytes, bytes - done);
        std::memcpy(slot_, static_cast<const char*>(value) + done, n);
        shmem_barrier_all();
        for (int pe = 0; pe < pes_; ++pe) {
          shmem_getmem(all.data() + bytes * count(pe) + done, slot_, n, pe);
        }
        shmem_barrier_all();  // before the next values
      }
    });
    return all;
  }

  /// Memory of so many bytes in each process, which starts as zeros.
  segment allocate(std::size_t bytes) {
    auto made = std::make_unique<allocation>();
    with_shmem([&] { made->own = static_cast<char*>(allocate_in_heap(bytes)); });
    for (int pe = 0; pe < pes_ && link_ == remote_link::direct; ++pe) {
      made->bases.push_back(static_cast<char*>(shmem_ptr(made->own, pe)));
      if (made->bases.back() == nullptr) {
        throw runtime_error("world", "shmem_ptr",
                            "no address of memory of processing element " + std::to_string(pe));
      }
    }
    std::memset(made->own, 0, bytes);
    barrier();
    return {made.release(), pe_, pes_};
  }
  /// Copies so many bytes at `offset` in the part of `from`.
  void read(const segment& in, int from, std::size_t offset, void* to, std::size_t bytes) const {
    if (const void* near = in.direct(from, offset)) {
      std::memcpy(to, near, bytes);
      return;
    }
    with_shmem([&] { shmem_getmem(to, in.local(offset), bytes, from); });
  }
  /// Copies so many bytes to `offset` in the part of `to`, complete after the next `barrier()`.
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
      char last = 0;  // It is read back, since shmem_quiet may return too early: segment::reduce.
      shmem_getmem(&last, at + bytes - 1, 1, to);
    });
  }
  /// Called by all in the same order; not where an exception ends the world.
  void release(const segment& old) noexcept {
    if (std::uncaught_exceptions() > exceptions_) return;
    const std::unique_ptr<const allocation> last(old.in);
    segment::quiet();
    const std::lock_guard<std::mutex> lock(shared().mutex);
    shmem_free(last->own);
  }

 private:
  static constexpr std::size_t alignment = 64;
  static constexpr std::size_t slot_bytes = 64;

  static std::size_t count(int pes) { return static_cast<std::size_t>(pes); }

  /// Of so many bytes, and of whole words.
  static void* allocate_in_heap(std::size_t bytes) {
    void* const own = bytes > ~std::size_t{0} - alignment
                          ? nullptr
                          : shmem_align(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (own != nullptr) return own;
    throw runtime_error("world", "shmem_align",
                        "the symmetric heap has no " + std::to_string(bytes) +
                            " bytes left; the environment says how large it is: "
                            "SHMEM_SYMMETRIC_SIZE, of Open MPI SHMEM_SYMMETRIC_HEAP_SIZE");
  }

  int pe_ = 0;
  int pes_ = 0;
  remote_link link_ = remote_link::network;
  char* slot_ = nullptr;  // what this one tells the others
  int exceptions_;
};

/// Calls `f(options)`: every process is one processing element.
template <class F>
void run(const options& o, F f) {
  f(o);
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::engines::openshmem
