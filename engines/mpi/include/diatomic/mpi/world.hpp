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
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include <mpi.h>

#include <diatomic/mpi/segment.hpp>
#include <diatomic/remote/support.hpp>
#include <diatomic/runtime/error.hpp>

static_assert(MPI_VERSION >= 3, "diatomic: the engine mpi needs MPI 3 or newer");

namespace diatomic::engines::mpi {
inline namespace DIATOMIC_RUNTIME_NS {

/// How a world is made.
struct options {
  /// Whose processes are the processing elements.
  MPI_Comm processes = MPI_COMM_WORLD;
  /// True: all accesses go by MPI, also on one machine.
  bool network_only = false;
};

/// MPI itself: starts it where the program has not, and then ends it with the process.
class library {
 public:
  static void start() { static const library one; }

 private:
  library() {
    int is_over = 0;
    MPI_Finalized(&is_over);
    if (is_over) throw runtime_error("world", "finalized", "MPI_Finalize was called");
    int is_there = 0;
    MPI_Initialized(&is_there);
    if (!is_there) {
      // Open MPI 4.1's component `rdma` follows a null pointer in MPI_Compare_and_swap.
      setenv("OMPI_MCA_osc", "^rdma", 0);
      int level = 0;
      check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level), "MPI_Init_thread");
      is_ours_ = true;
    }
    int version = 0;
    int subversion = 0;
    check(MPI_Get_version(&version, &subversion), "MPI_Get_version");
    if (version < 3) {
      throw runtime_error("world", "old_library",
                          "the MPI library has version " + std::to_string(version) + "." +
                              std::to_string(subversion) + ", and 3.0 is needed");
    }
  }
  ~library() {
    int is_over = 0;
    MPI_Finalized(&is_over);
    if (is_ours_ && !is_over) MPI_Finalize();
  }
  bool is_ours_ = false;
};

/// One process of the world.
class session {
 public:
  explicit session(const options& o) : exceptions_(std::uncaught_exceptions()) {
    library::start();
    check(MPI_Comm_dup(o.processes, &all_), "MPI_Comm_dup");
    // What fails here throws, and a process that throws ends the others too.
    check(MPI_Comm_set_errhandler(all_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check(MPI_Comm_rank(all_, &pe_), "MPI_Comm_rank");
    check(MPI_Comm_size(all_, &pes_), "MPI_Comm_size");
    MPI_Comm near = MPI_COMM_NULL;
    check(MPI_Comm_split_type(all_, MPI_COMM_TYPE_SHARED, pe_, MPI_INFO_NULL, &near),
          "MPI_Comm_split_type");
    int neighbours = 0;
    check(MPI_Comm_size(near, &neighbours), "MPI_Comm_size");
    check(MPI_Comm_free(&near), "MPI_Comm_free");
    const int is_near = neighbours == pes_ && !o.network_only;
    int all_near = 0;
    check(MPI_Allreduce(&is_near, &all_near, 1, MPI_INT, MPI_MIN, all_), "MPI_Allreduce");
    link_ = all_near != 0 ? remote_link::direct : remote_link::network;
    int level = 0;
    check(MPI_Query_thread(&level), "MPI_Query_thread");
    if (link_ == remote_link::network && level < MPI_THREAD_SERIALIZED) {
      throw runtime_error("world", "thread_level",
                          "kernels run in several threads: MPI_Init_thread must have been asked "
                          "for MPI_THREAD_SERIALIZED or more");
    }
  }
  /// An exception that leaves the world would leave the others waiting: it ends them.
  ~session() {
    if (std::uncaught_exceptions() > exceptions_) {
      std::fprintf(stderr,
                   "diatomic: processing element %d of %d left its world by an exception\n", pe_,
                   pes_);
      MPI_Abort(all_, 1);
    }
    MPI_Comm_free(&all_);
  }
  session(const session&) = delete;
  session& operator=(const session&) = delete;

  int pe() const { return pe_; }
  int pes() const { return pes_; }
  remote_link link() const { return link_; }

  void barrier() {
    segment::quiet();
    with_mpi([this] { check(MPI_Barrier(all_), "MPI_Barrier"); });
    segment::acquire();
  }

  /// The `bytes` of each processing element, one after the other.
  std::vector<unsigned char> gather(const void* value, std::size_t bytes) {
    std::vector<unsigned char> all(bytes * static_cast<std::size_t>(pes_));
    with_mpi([&] {
      check(MPI_Allgather(value, static_cast<int>(bytes), MPI_BYTE, all.data(),
                          static_cast<int>(bytes), MPI_BYTE, all_),
            "MPI_Allgather");
    });
    return all;
  }

  /// Memory of so many bytes in each process, which starts as zeros.
  segment allocate(std::size_t bytes) {
    auto made = std::make_unique<window>();
    with_mpi([&] {
      make_window(*made, static_cast<MPI_Aint>((bytes + 2 * alignment - 1) / alignment * alignment));
      // Where instructions reach the memory, fences order them, and kernels call no MPI.
      if (link_ == remote_link::network) shared().windows.push_back(made->handle);
    });
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
    constexpr std::size_t at_once = std::size_t{1} << 30;  // MPI counts in int.
    with_mpi([&] {
      for (std::size_t done = 0; done < bytes; done += at_once) {
        const int n = static_cast<int>(std::min(at_once, bytes - done));
        check(MPI_Get(static_cast<char*>(to) + done, n, MPI_BYTE, from,
                      in.displacement(from, offset + done), n, MPI_BYTE, in.in->handle),
              "MPI_Get");
        check(MPI_Win_flush(from, in.in->handle), "MPI_Win_flush");
      }
    });
  }
  /// Called by all in the same order; not where an exception ends the world.
  void release(const segment& old) noexcept {
    if (std::uncaught_exceptions() > exceptions_) return;
    const std::unique_ptr<const window> last(old.in);
    MPI_Win handle = last->handle;
    const std::lock_guard<std::mutex> lock(shared().mutex);
    auto& windows = shared().windows;
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

  void make_window(window& w, MPI_Aint bytes) {
    void* own = nullptr;
    if (link_ == remote_link::network) {
      check(MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, all_, &own, &w.handle), "MPI_Win_allocate");
    } else {
      check(MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, all_, &own, &w.handle),
            "MPI_Win_allocate_shared");
    }
    check(MPI_Win_set_errhandler(w.handle, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
    const std::uint64_t skipped = (alignment - reinterpret_cast<std::uintptr_t>(own) % alignment) %
                                  alignment;
    std::vector<std::uint64_t> all(static_cast<std::size_t>(pes_));
    check(MPI_Allgather(&skipped, 1, MPI_UINT64_T, all.data(), 1, MPI_UINT64_T, all_),
          "MPI_Allgather");
    w.skipped.assign(all.begin(), all.end());
    w.own = static_cast<char*>(own) + skipped;
    for (int pe = 0; pe < pes_ && link_ == remote_link::direct; ++pe) {
      MPI_Aint size = 0;
      int unit = 0;
      void* base = nullptr;
      check(MPI_Win_shared_query(w.handle, pe, &size, &unit, &base), "MPI_Win_shared_query");
      w.bases.push_back(static_cast<char*>(base) + w.skipped[static_cast<std::size_t>(pe)]);
    }
    check(MPI_Win_lock_all(MPI_MODE_NOCHECK, w.handle), "MPI_Win_lock_all");
  }

  MPI_Comm all_ = MPI_COMM_NULL;
  int pe_ = 0;
  int pes_ = 0;
  remote_link link_ = remote_link::network;
  int exceptions_;
};

/// Calls `f(options)`: every process is one processing element.
template <class F>
void run(const options& o, F f) {
  f(o);
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::engines::mpi
