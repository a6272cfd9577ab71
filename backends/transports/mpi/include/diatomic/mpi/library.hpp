// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The MPI library: start, end, and calls from several host threads.

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

#include <mpi.h>

#include <diatomic/runtime/error.hpp>

static_assert(MPI_VERSION >= 3, "diatomic: transports of processes need MPI 3 or newer");

namespace diatomic::transports::mpi {
inline namespace DIATOMIC_RUNTIME_NS {

/// Throws `runtime_error` if MPI reports that a call failed.
inline void check(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  int kind = code;
  MPI_Error_class(code, &kind);
  MPI_Error_string(code, text, &length);
  throw runtime_error(call, "MPI error class " + std::to_string(kind), text);
}

/// Serializes this process's calls of MPI: every library supports this thread level.
inline std::mutex& library_mutex() {
  static std::mutex one;
  return one;
}

/// Calls `begin(&request)`, a non-blocking MPI function, and returns when the request is complete.
/// The mutex is free between polls, so other host threads can call MPI meanwhile.
template <class F>
void complete(const char* call, F begin) {
  MPI_Request request = MPI_REQUEST_NULL;
  {
    const std::lock_guard<std::mutex> lock(library_mutex());
    mpi::check(begin(&request), call);
  }
  constexpr unsigned spins = 1000;  // less than 100 us
  for (unsigned polls = 0;; ++polls) {
    int is_done = 0;
    {
      const std::lock_guard<std::mutex> lock(library_mutex());
      check(MPI_Test(&request, &is_done, MPI_STATUS_IGNORE), call);
    }
    if (is_done) return;
    if (polls >= spins) std::this_thread::yield();
  }
}

/// The MPI library. Starts MPI unless the program has; in that case MPI ends with the process.
class library {
 public:
  static void start() {
    int is_over = 0;
    MPI_Finalized(&is_over);
    if (is_over) throw runtime_error("world", "finalized", "MPI_Finalize was called");
    static const library one;
  }
  /// The number of worlds in this process.
  static std::atomic<int>& worlds() {
    static std::atomic<int> count{0};
    return count;
  }

 private:
  library() {
    int is_there = 0;
    MPI_Initialized(&is_there);
    if (!is_there) {
      // Open MPI 4.1's component `rdma` dereferences a null pointer in MPI_Compare_and_swap.
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
                              std::to_string(subversion) + "; 3.0 is needed");
    }
  }
  ~library() {
    int is_over = 0;
    MPI_Finalized(&is_over);
    if (is_over) return;
    // The others, and MPI_Finalize, would wait forever for a process that ends within a world.
    if (worlds() != 0) {
      int rank = 0;
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      std::fprintf(stderr, "diatomic: process %d ends within its world\n", rank);
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (is_ours_) MPI_Finalize();
  }
  bool is_ours_ = false;
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::mpi
