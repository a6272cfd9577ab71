// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The MPI processes of a world, for every transport whose processing elements are processes: their
/// collective calls, and the propagation of errors between processes.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <mpi.h>

#include <diatomic/mpi/library.hpp>
#include <diatomic/remote/detail/collective_call.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::transports::mpi {
inline namespace DIATOMIC_RUNTIME_NS {

/// All processes of a communicator, as seen from one process.
///
/// A collective call of the world begins with an announcement (`begin`). If the announcements
/// differ, all processes throw, and the world is broken: later collective calls throw the same
/// error. Functions that are only a part of a collective call are marked so.
class processes {
 public:
  /// Starts MPI unless the program has.
  explicit processes(MPI_Comm of) : exceptions_(std::uncaught_exceptions()) {
    library::start();
    if (of == MPI_COMM_NULL) {
      throw runtime_error("world", "no_communicator",
                          "this process is in no world: its communicator is MPI_COMM_NULL");
    }
    check(MPI_Comm_rank(of, &pe_), "MPI_Comm_rank");
    check(MPI_Comm_size(of, &pes_), "MPI_Comm_size");
    messages_.resize(static_cast<std::size_t>(pes_));
    // Open MPI creates one communicator at a time, even with MPI_Comm_idup.
    in_turn(of, [&] {
      const std::lock_guard<std::mutex> lock(library_mutex());
      check(MPI_Comm_dup(of, &all_), "MPI_Comm_dup");
      // Failures here throw, and a process that throws ends the others too.
      check(MPI_Comm_set_errhandler(all_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
      MPI_Comm near = MPI_COMM_NULL;
      check(MPI_Comm_split_type(all_, MPI_COMM_TYPE_SHARED, pe_, MPI_INFO_NULL, &near),
            "MPI_Comm_split_type");
      check(MPI_Comm_rank(near, &pe_on_machine_), "MPI_Comm_rank");
      check(MPI_Comm_size(near, &pes_on_machine_), "MPI_Comm_size");
      check(MPI_Comm_free(&near), "MPI_Comm_free");
    });
    one_machine_ = all_agree(pes_on_machine_ == pes_);
    ++library::worlds();
  }
  ~processes() {
    --library::worlds();
    const std::lock_guard<std::mutex> lock(library_mutex());
    MPI_Comm_free(&all_);
  }
  processes(const processes&) = delete;
  processes& operator=(const processes&) = delete;

  MPI_Comm communicator() const { return all_; }
  int pe() const { return pe_; }
  int pes() const { return pes_; }
  /// This process's number on its machine, and the number of processes there.
  ///@{
  int pe_on_machine() const { return pe_on_machine_; }
  int pes_on_machine() const { return pes_on_machine_; }
  ///@}
  /// Whether all processes run on one machine.
  bool one_machine() const { return one_machine_; }

  /// The collective calls of a world.
  ///@{
  void barrier(std::uint64_t what = 0) { begin({detail::collective::barrier, 0, 0, what}); }
  /// The concatenated `bytes` of all processes.
  std::vector<unsigned char> gather(const void* value, std::size_t bytes, std::uint64_t what = 0) {
    const bool fits = bytes <= sizeof(message::payload);
    auto all = begin({detail::collective::gather, 0, bytes, what}, value, fits ? bytes : 0);
    return fits ? all : collect(value, bytes);
  }
  /// Begins an allocation of `bytes` on each process. Returns the array's number.
  std::uint64_t begin_array(std::size_t bytes) {
    begin({detail::collective::allocate, 0, bytes, 0});
    return arrays_++;
  }
  /// Calls `free`, which releases array number `array`, on all processes together. An exception
  /// that unwinds the array does not wait for others: the next collective call releases it.
  void release(std::uint64_t array, std::function<void()> free) noexcept {
    if (fails()) {
      unwound_.emplace_back(array, std::move(free));
      return;
    }
    try {
      begin({detail::collective::release, 0, 0, array});
      free();
    } catch (const std::exception&) {
      // The world is broken. Others may still use the memory, so it is never released.
    }
  }
  /// Ends a session: notifies the others, and calls `free` if all leave together. If an exception
  /// leaves the world, ends the other processes unless they already know of an error.
  void leave(const std::function<void()>& free = [] {}) noexcept {
    if (broken_) return;
    if (fails()) abandon();
    try {
      begin({detail::collective::leave, 0, 0, 0});
      free();
    } catch (const std::exception&) {
      // The others also get the error.
    }
  }
  ///@}

  /// Ends all processes because of an exception in this one.
  void abandon() const noexcept {
    std::fprintf(stderr, "diatomic: processing element %d of %d left its world by an exception\n",
                 pe_, pes_);
    MPI_Abort(all_, 1);
  }

  /// Parts of a collective call that has begun, and of the start of a world.
  ///@{
  /// The concatenated `bytes` of all processes.
  std::vector<unsigned char> collect(const void* value, std::size_t bytes) {
    std::vector<unsigned char> all(bytes * static_cast<std::size_t>(pes_));
    collect(value, all.data(), bytes);
    return all;
  }
  void collect(const void* value, void* all, std::size_t bytes) {
    collect(all_, value, all, bytes);
  }
  /// Whether `own` is true on all processes. No process returns before all have called it.
  bool all_agree(bool own) { return all_agree(all_, own); }
  /// Calls `f`, which blocks until all processes have called it. One turn per process, whatever the
  /// number of its worlds: otherwise two worlds in two threads could deadlock.
  template <class F>
  void in_turn(F f) {
    in_turn(all_, f);
  }
  /// Calls `step` on each process. Returns null if no process failed; else a failed process gets
  /// its own exception, and each other process an exception that names the failed process and the
  /// reason.
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
    const auto all = collect(&here, sizeof(here));
    for (int pe = 0; pe < pes_ && own == nullptr; ++pe) {
      outcome there{};
      std::memcpy(&there, all.data() + static_cast<std::size_t>(pe) * sizeof(there), sizeof(there));
      if (!there.has_failed) continue;
      own = std::make_exception_ptr(
          runtime_error("world", detail::pe_failed,
                        "processing element " + std::to_string(pe) + ": " + there.text));
    }
    return own;
  }
  /// As `attempt`, but throws the exception.
  template <class F>
  void together(F step) {
    if (const std::exception_ptr error = attempt(step)) std::rethrow_exception(error);
  }
  ///@}

 private:
  /// An announcement, with the values of a short gather.
  struct message {
    detail::collective_call call;
    unsigned char payload[232];
  };
  static_assert(sizeof(message) == 256);
  /// The result of a step.
  struct outcome {
    bool has_failed;
    char text[247];
  };

  static std::mutex& turn_mutex() {
    static std::mutex one;
    return one;
  }
  static void collect(MPI_Comm of, const void* value, void* all, std::size_t bytes) {
    const int n = static_cast<int>(bytes);
    mpi::complete("MPI_Iallgather", [&](MPI_Request* r) {
      return MPI_Iallgather(value, n, MPI_BYTE, all, n, MPI_BYTE, of, r);
    });
  }
  bool all_agree(MPI_Comm of, bool own) const {
    std::vector<unsigned char> all(static_cast<std::size_t>(pes_));
    collect(of, &own, all.data(), sizeof(own));
    return std::find(all.begin(), all.end(), 0) == all.end();
  }
  template <class F>
  void in_turn(MPI_Comm of, F f) const {
    std::unique_lock<std::mutex> turn(turn_mutex(), std::defer_lock);
    for (unsigned longest = 1; !all_agree(of, turn.try_lock());
         longest = std::min(2 * longest, 8192u)) {
      if (turn.owns_lock()) turn.unlock();
      std::this_thread::sleep_for(std::chrono::microseconds(std::random_device()() % longest));
    }
    f();
  }
  /// Whether an exception that was thrown within the world is unwinding the stack.
  bool fails() const noexcept { return std::uncaught_exceptions() > exceptions_; }

  /// Announces a collective call. Returns the concatenated `bytes` of all processes.
  std::vector<unsigned char> announce(const detail::collective_call& own,
                                      const void* value = nullptr, std::size_t bytes = 0) {
    if (broken_) throw *broken_;
    message here{own, {}};
    if (bytes != 0) std::memcpy(here.payload, value, bytes);
    collect(&here, messages_.data(), sizeof(here));
    std::vector<detail::collective_call> calls;
    std::vector<unsigned char> values;
    for (const message& there : messages_) {
      calls.push_back(there.call);
      values.insert(values.end(), there.payload, there.payload + bytes);
    }
    for (const runtime_error& error : detail::mismatch(calls, pe_)) {
      broken_.emplace(error);
      throw error;
    }
    return values;
  }
  /// As `announce`, then releases the arrays that exceptions have unwound.
  std::vector<unsigned char> begin(detail::collective_call own, const void* value = nullptr,
                                   std::size_t bytes = 0) {
    own.unwound = static_cast<std::uint32_t>(unwound_.size());
    auto values = announce(own, value, bytes);
    for (const auto& [array, free] : std::exchange(unwound_, {})) {
      announce({detail::collective::release, 0, 0, array});
      free();
    }
    return values;
  }

  MPI_Comm all_ = MPI_COMM_NULL;
  int pe_ = 0;
  int pes_ = 0;
  int pe_on_machine_ = 0;
  int pes_on_machine_ = 0;
  bool one_machine_ = false;
  int exceptions_;
  std::uint64_t arrays_ = 0;
  /// The number and the release function of each array that an exception has unwound.
  std::vector<std::pair<std::uint64_t, std::function<void()>>> unwound_;
  std::vector<message> messages_;
  std::optional<runtime_error> broken_;
};

/// Calls `f(options)` once: each process is one processing element.
template <class Options, class F>
void run(const Options& o, F f) {
  f(o);
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::mpi
