// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Processes that MPI has started, for each engine whose processing elements they are: their
/// start, their end, and what they tell each other on the host.

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <string>
#include <vector>

#include <mpi.h>

#include <diatomic/runtime/error.hpp>

static_assert(MPI_VERSION >= 3, "diatomic: engines of processes need MPI 3 or newer");

namespace diatomic::engines::mpi {
inline namespace DIATOMIC_RUNTIME_NS {

/// Throws `runtime_error` where MPI says that a call failed.
inline void check(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  int kind = code;
  MPI_Error_class(code, &kind);
  MPI_Error_string(code, text, &length);
  throw runtime_error(call, "MPI error class " + std::to_string(kind), text);
}

/// One thread of this process at a time calls MPI: a level of thread support that every library
/// has.
inline std::mutex& library_mutex() {
  static std::mutex one;
  return one;
}

/// MPI itself: starts it where the program has not, and then ends it with the process.
class library {
 public:
  static void start() { static const library one; }
  /// Worlds of this process.
  static int& worlds() {
    static int count = 0;
    return count;
  }

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
    if (is_over) return;
    // Where the process ends within a world the others wait, and so would MPI_Finalize.
    if (worlds() != 0) MPI_Abort(MPI_COMM_WORLD, 1);
    if (is_ours_) MPI_Finalize();
  }
  bool is_ours_ = false;
};

/// All processes of a communicator, as one of them sees them. What waits for others is called by
/// all together.
class processes {
 public:
  /// Starts MPI where the program has not.
  explicit processes(MPI_Comm of) : exceptions_(std::uncaught_exceptions()) {
    library::start();
    check(MPI_Comm_dup(of, &all_), "MPI_Comm_dup");
    // What fails here throws, and a process that throws ends the others too.
    check(MPI_Comm_set_errhandler(all_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check(MPI_Comm_rank(all_, &pe_), "MPI_Comm_rank");
    check(MPI_Comm_size(all_, &pes_), "MPI_Comm_size");
    MPI_Comm near = MPI_COMM_NULL;
    check(MPI_Comm_split_type(all_, MPI_COMM_TYPE_SHARED, pe_, MPI_INFO_NULL, &near),
          "MPI_Comm_split_type");
    check(MPI_Comm_rank(near, &pe_on_machine_), "MPI_Comm_rank");
    int neighbours = 0;
    check(MPI_Comm_size(near, &neighbours), "MPI_Comm_size");
    check(MPI_Comm_free(&near), "MPI_Comm_free");
    one_machine_ = all_agree(neighbours == pes_);
    ++library::worlds();
  }
  ~processes() {
    --library::worlds();
    MPI_Comm_free(&all_);
  }
  processes(const processes&) = delete;
  processes& operator=(const processes&) = delete;

  MPI_Comm communicator() const { return all_; }
  int pe() const { return pe_; }
  int pes() const { return pes_; }
  /// The number of this process among those of its machine.
  int pe_on_machine() const { return pe_on_machine_; }
  /// Whether all of them run on one machine.
  bool one_machine() const { return one_machine_; }
  /// Whether an exception leaves the scope of this object.
  bool fails() const noexcept { return std::uncaught_exceptions() > exceptions_; }
  /// Ends the others where an exception leaves the world: they would wait for this process.
  void end_others_on_failure() const {
    if (!fails()) return;
    std::fprintf(stderr, "diatomic: processing element %d of %d left its world by an exception\n",
                 pe_, pes_);
    MPI_Abort(all_, 1);
  }

  /// Whether all say true.
  bool all_agree(bool own) {
    const int value = own;
    int all = 0;
    const std::lock_guard<std::mutex> lock(library_mutex());
    check(MPI_Allreduce(&value, &all, 1, MPI_INT, MPI_MIN, all_), "MPI_Allreduce");
    return all != 0;
  }
  /// Waits for all.
  void barrier() {
    const std::lock_guard<std::mutex> lock(library_mutex());
    check(MPI_Barrier(all_), "MPI_Barrier");
  }
  /// The `bytes` of each process, one after the other.
  std::vector<unsigned char> gather(const void* value, std::size_t bytes) {
    std::vector<unsigned char> all(bytes * static_cast<std::size_t>(pes_));
    const int n = static_cast<int>(bytes);
    const std::lock_guard<std::mutex> lock(library_mutex());
    check(MPI_Allgather(value, n, MPI_BYTE, all.data(), n, MPI_BYTE, all_), "MPI_Allgather");
    return all;
  }
  /// Has each process do its part of what all do. What is returned is null if nobody failed; else
  /// it is for each that failed its own exception, and for the others one that says who failed, and
  /// why.
  template <class F>
  std::exception_ptr attempt(F step) {
    std::exception_ptr own;
    outcome here{};
    try {
      step();
    } catch (const std::exception& error) {
      own = std::current_exception();
      std::snprintf(here.text, sizeof(here.text), "%s", error.what());
    } catch (...) {
      own = std::current_exception();
    }
    here.has_failed = own != nullptr;
    const auto all = gather(&here, sizeof(here));
    for (int pe = 0; pe < pes_ && own == nullptr; ++pe) {
      outcome there{};
      std::memcpy(&there, all.data() + static_cast<std::size_t>(pe) * sizeof(there), sizeof(there));
      if (!there.has_failed) continue;
      own = std::make_exception_ptr(runtime_error(
          "world", "pe_failed", "processing element " + std::to_string(pe) + ": " + there.text));
    }
    return own;
  }
  /// The same, and throws what it returns.
  template <class F>
  void together(F step) {
    if (const std::exception_ptr error = attempt(step)) std::rethrow_exception(error);
  }

 private:
  /// What became of a part.
  struct outcome {
    bool has_failed;
    char text[247];
  };

  MPI_Comm all_ = MPI_COMM_NULL;
  int pe_ = 0;
  int pes_ = 0;
  int pe_on_machine_ = 0;
  bool one_machine_ = false;
  int exceptions_;
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::engines::mpi
