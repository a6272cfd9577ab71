// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Processing elements as MPI's processes, one per process.
///
/// Where all of them share one machine's memory, a window is shared memory, and instructions reach
/// every part of it. Else all accesses go by MPI, those of neighbours on one machine too: MPI
/// promises nothing of its own operations together with instructions on the same object.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

#include <mpi.h>

#include <diatomic/mpi/segment.hpp>
#include <diatomic/remote/support.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::engines::mpi {
inline namespace DIATOMIC_RUNTIME_NS {

/// How a world is made.
struct options {
  /// Whose processes are the processing elements.
  MPI_Comm processes = MPI_COMM_WORLD;
  /// True: all accesses go by MPI, also on one machine.
  bool network_only = false;
};

/// One process of the world.
class session {
 public:
  explicit session(const options& o)
      : processes_(o.processes),
        link_(processes_.one_machine() && processes_.all_agree(!o.network_only)
                  ? remote_link::direct
                  : remote_link::network) {
    int level = 0;
    check(MPI_Query_thread(&level), "MPI_Query_thread");
    if (link_ == remote_link::network && level < MPI_THREAD_SERIALIZED) {
      throw runtime_error("world", "thread_level",
                          "kernels run in several threads: MPI_Init_thread must have been asked "
                          "for MPI_THREAD_SERIALIZED or more");
    }
  }
  ~session() { processes_.end_others_on_failure(); }
  session(const session&) = delete;
  session& operator=(const session&) = delete;

  int pe() const { return processes_.pe(); }
  int pes() const { return processes_.pes(); }
  remote_link link() const { return link_; }
  bool kernels_meet() const { return link_ == remote_link::direct; }

  void barrier() {
    segment::quiet();
    processes_.barrier();
    segment::acquire();
  }

  /// The `bytes` of each processing element, one after the other.
  std::vector<unsigned char> gather(const void* value, std::size_t bytes) {
    return processes_.gather(value, bytes);
  }

  /// Memory of so many bytes in each process, which starts as zeros.
  segment allocate(std::size_t bytes) {
    auto made = std::make_unique<window>();
    make_window(*made, static_cast<MPI_Aint>((bytes + 2 * alignment - 1) / alignment * alignment));
    const std::uint64_t skipped = static_cast<std::uint64_t>(made->own - made->start);
    made->skipped.resize(static_cast<std::size_t>(pes()));
    const auto all_skipped = gather(&skipped, sizeof(skipped));
    std::memcpy(made->skipped.data(), all_skipped.data(), all_skipped.size());
    if (link_ == remote_link::direct) find_bases(*made);
    std::memset(made->own, 0, bytes);
    barrier();
    return {made.release(), pe(), pes()};
  }
  /// Copies so many bytes at `offset` in the part of `from`.
  void read(const segment& in, int from, std::size_t offset, void* to, std::size_t bytes) const {
    if (const void* near = in.direct(from, offset)) {
      std::memcpy(to, near, bytes);
      return;
    }
    in_pieces(bytes, [&](std::size_t at, int n) {
      check(MPI_Get(static_cast<char*>(to) + at, n, MPI_BYTE, from,
                    in.displacement(from, offset + at), n, MPI_BYTE, in.in->handle),
            "MPI_Get");
      check(MPI_Win_flush(from, in.in->handle), "MPI_Win_flush");
    });
  }
  /// Copies so many bytes to `offset` in the part of `to`, complete after the next `barrier()`.
  void write(const segment& in, int to, std::size_t offset, const void* from,
             std::size_t bytes) const {
    if (void* near = in.direct(to, offset)) {
      std::memcpy(near, from, bytes);
      return;
    }
    in_pieces(bytes, [&](std::size_t at, int n) {
      check(MPI_Put(static_cast<const char*>(from) + at, n, MPI_BYTE, to,
                    in.displacement(to, offset + at), n, MPI_BYTE, in.in->handle),
            "MPI_Put");
      check(MPI_Win_flush_local(to, in.in->handle), "MPI_Win_flush_local");  // `from` may go
    });
  }
  /// Called by all in the same order; not where an exception ends the world.
  void release(const segment& old) noexcept {
    if (processes_.fails()) return;
    const std::unique_ptr<const window> last(old.in);
    MPI_Win handle = last->handle;
    const std::lock_guard<std::mutex> lock(library_mutex());
    auto& windows = network_windows();
    for (auto i = windows.begin(); i != windows.end(); ++i) {
      if (*i != handle) continue;
      windows.erase(i);
      break;
    }
    MPI_Win_unlock_all(handle);
    MPI_Win_free(&handle);
  }

 private:
  static constexpr std::size_t alignment = 64;

  /// `f(at, n)`, which calls MPI, for pieces of so many bytes as MPI's `int` counts.
  template <class F>
  static void in_pieces(std::size_t bytes, F f) {
    constexpr std::size_t most = std::size_t{1} << 30;
    with_mpi([&] {
      for (std::size_t at = 0; at < bytes; at += most) {
        f(at, static_cast<int>(std::min(most, bytes - at)));
      }
    });
  }

  void make_window(window& w, MPI_Aint bytes) {
    const MPI_Comm all = processes_.communicator();
    const std::lock_guard<std::mutex> lock(library_mutex());
    if (link_ == remote_link::network) {
      check(MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, all, &w.start, &w.handle),
            "MPI_Win_allocate");
    } else {
      check(MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, all, &w.start, &w.handle),
            "MPI_Win_allocate_shared");
    }
    check(MPI_Win_set_errhandler(w.handle, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
    check(MPI_Win_lock_all(MPI_MODE_NOCHECK, w.handle), "MPI_Win_lock_all");
    const auto address = reinterpret_cast<std::uintptr_t>(w.start);
    w.own = w.start + (alignment - address % alignment) % alignment;
    // Where instructions reach the memory, fences order them, and kernels call no MPI.
    if (link_ == remote_link::network) network_windows().push_back(w.handle);
  }
  void find_bases(window& w) const {
    const std::lock_guard<std::mutex> lock(library_mutex());
    for (int pe = 0; pe < pes(); ++pe) {
      MPI_Aint size = 0;
      int unit = 0;
      char* start = nullptr;
      check(MPI_Win_shared_query(w.handle, pe, &size, &unit, &start), "MPI_Win_shared_query");
      w.bases.push_back(start + w.skipped[static_cast<std::size_t>(pe)]);
    }
  }

  processes processes_;
  remote_link link_;
};

/// Calls `f(options)`: every process is one processing element.
template <class F>
void run(const options& o, F f) {
  f(o);
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::engines::mpi
