// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Processing elements as MPI processes, one per process.
///
/// If all processes share one machine's memory, a window is shared memory, and instructions reach
/// every part of it. Otherwise all accesses use MPI, even between processes on one machine: MPI
/// does not guarantee atomicity between its operations and instructions on the same object.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <mpi.h>
#include <sys/statvfs.h>

#include <diatomic/mpi/processes.hpp>
#include <diatomic/mpi/segment.hpp>
#include <diatomic/remote/support.hpp>
#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/links.hpp>

namespace diatomic::transports::mpi {
inline namespace DIATOMIC_RUNTIME_NS {

/// Options of a world.
struct options {
  /// The communicator whose processes are the processing elements.
  MPI_Comm processes = MPI_COMM_WORLD;
  /// True: all accesses use MPI, even on one machine.
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
    processes_.together([&] {
      int level = 0;
      check(MPI_Query_thread(&level), "MPI_Query_thread");
      if (link_ == remote_link::network && level < MPI_THREAD_SERIALIZED) {
        throw runtime_error("world", "thread_level",
                            "kernels run in several threads: call MPI_Init_thread with "
                            "MPI_THREAD_SERIALIZED or MPI_THREAD_MULTIPLE");
      }
    });
  }
  ~session() { processes_.leave(); }
  session(const session&) = delete;
  session& operator=(const session&) = delete;

  int pe() const { return processes_.pe(); }
  int pes() const { return processes_.pes(); }
  remote_link link() const { return link_; }
  bool kernels_meet() const { return link_ == remote_link::direct && library::worlds() == 1; }
  void abandon() const noexcept { processes_.abandon(); }

  void barrier(std::uint64_t what = 0) {
    segment::quiet();
    processes_.barrier(what);
    segment::acquire();
  }

  /// The concatenated `bytes` of all processing elements.
  std::vector<unsigned char> gather(const void* value, std::size_t bytes, std::uint64_t what = 0) {
    return processes_.gather(value, bytes, what);
  }

  /// Allocates `bytes` of zeroed memory in each process.
  segment allocate(std::size_t bytes) {
    auto made = std::make_unique<window>();
    made->number = processes_.begin_array(bytes);
    // After this check no sum of sizes below overflows.
    processes_.together([&] { check_memory(bytes); });
    const std::size_t whole = (bytes + 2 * alignment - 1) / alignment * alignment;
    int status = MPI_SUCCESS;
    processes_.in_turn([&] { status = make_window(*made, static_cast<MPI_Aint>(whole)); });
    const auto error = processes_.attempt([&] {
      check(status, "MPI_Win_allocate");
      prepare(*made, bytes, whole);
    });
    if (error != nullptr) {
      if (processes_.all_agree(made->handle != MPI_WIN_NULL)) free_window(*made);
      std::rethrow_exception(error);
    }
    segment::quiet();  // the zeros
    const std::uint64_t skipped = static_cast<std::uint64_t>(made->own - made->start);
    processes_.collect(&skipped, made->skipped.data(), sizeof(skipped));
    segment::acquire();
    if (link_ == remote_link::direct) find_bases(*made);
    return {made.release(), pe(), pes()};
  }
  /// Copies `bytes` from `offset` in `from`'s part.
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
  /// Copies `bytes` to `offset` in `to`'s part. The copy is complete after the next `barrier()`.
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
      check(MPI_Win_flush_local(to, in.in->handle), "MPI_Win_flush_local");  // `from` is reusable
    });
  }
  /// All processes call it in the same order.
  void release(const segment& old) noexcept {
    processes_.release(old.in->number, [this, in = old.in] {
      const std::unique_ptr<const window> last(in);
      free_window(*last);
    });
  }

 private:
  static constexpr std::size_t alignment = 64;

  /// Calls `f(at, n)`, which calls MPI, for pieces whose size fits into MPI's `int`.
  template <class F>
  static void in_pieces(std::size_t bytes, F f) {
    constexpr std::size_t max_bytes = std::size_t{1} << 30;
    mpi::with_mpi([&] {
      for (std::size_t at = 0; at < bytes; at += max_bytes) {
        f(at, static_cast<int>(std::min(max_bytes, bytes - at)));
      }
    });
  }

  /// Throws if this machine lacks memory for `bytes` in each of its processes. MPI may not notice
  /// before the memory is written, when the system would kill the process.
  void check_memory(std::size_t bytes) const {
    std::size_t left = detail::runtime_api::available_bytes();
    // Open MPI and MPICH allocate shared memory in a file.
    const char* folder = std::getenv("OMPI_MCA_osc_sm_backing_directory");
    struct statvfs files{};
    if (processes_.one_machine() && statvfs(folder == nullptr ? "/dev/shm" : folder, &files) == 0) {
      left = std::min(left, std::size_t{files.f_bavail} * files.f_frsize);
    }
    detail::runtime_api::check_memory(bytes, processes_.pes_on_machine(), left);
  }
  /// Makes the window; returns MPI's error code.
  int make_window(window& w, MPI_Aint bytes) {
    const MPI_Comm all = processes_.communicator();
    const std::lock_guard<std::mutex> lock(library_mutex());
    return link_ == remote_link::network
               ? MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, all, &w.start, &w.handle)
               : MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, all, &w.start, &w.handle);
  }
  /// Opens the window and zeroes this process's part.
  void prepare(window& w, std::size_t bytes, std::size_t whole) {
    w.skipped.resize(static_cast<std::size_t>(pes()));
    const std::lock_guard<std::mutex> lock(library_mutex());
    check(MPI_Win_set_errhandler(w.handle, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
    check(MPI_Win_lock_all(MPI_MODE_NOCHECK, w.handle), "MPI_Win_lock_all");
    // If instructions reach the memory, fences order them, and kernels do not call MPI.
    if (link_ == remote_link::network) network_windows().push_back(w.handle);
    const auto address = reinterpret_cast<std::uintptr_t>(w.start);
    w.own = w.start + (alignment - address % alignment) % alignment;
    detail::runtime_api::provide(w.start, whole);
    std::memset(w.own, 0, bytes);
  }
  /// Ends the window on all processes.
  void free_window(const window& w) {
    processes_.in_turn([handle = w.handle]() mutable {
      const std::lock_guard<std::mutex> lock(library_mutex());
      auto& windows = network_windows();
      windows.erase(std::remove(windows.begin(), windows.end(), handle), windows.end());
      MPI_Win_unlock_all(handle);
      MPI_Win_free(&handle);
    });
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

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::mpi
