// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What the CUDA runtime's functions on the CPU remember of errors, for a thread and for the
/// process.

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include <unistd.h>

#include <diatomic/core/detail/backend_select.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {
namespace cuda_state {

/// The last error of a host thread, as a number.
DIATOMIC_HOST_SHARED inline thread_local int last_error = 0;
/// Relaxed accesses only: the program's own calls must not order its threads.
///@{
/// The error of the first kernel that failed.
DIATOMIC_HOST_SHARED inline std::atomic<int> failure{0};
/// Whether a launch was refused, and no call has told the program.
DIATOMIC_HOST_SHARED inline std::atomic<bool> has_unseen_refusal{false};
///@}

inline int kernel_failure() noexcept { return failure.load(std::memory_order_relaxed); }

/// The exit status of a program under the race check whose launches failed, and that ignored it.
inline constexpr int status_of_ignored_failure = 70;

#if DIATOMIC_RACE_CHECK
/// A run whose launch failed is not a clean one, even if the program ignores errors.
inline void check_at_exit() noexcept {
  static const int registered = std::atexit([] {
    const bool refused = has_unseen_refusal.load(std::memory_order_relaxed);
    if (kernel_failure() == 0 && !refused) return;
    std::fflush(nullptr);
    if (refused) {
      std::fputs("diatomic: a launch was refused, and the program did not ask for the error\n",
                 stderr);
    }
    _exit(status_of_ignored_failure);
  });
  static_cast<void>(registered);
}
#else
inline void check_at_exit() noexcept {}
#endif

inline void remember_refusal() noexcept {
  has_unseen_refusal.store(true, std::memory_order_relaxed);
  cuda_state::check_at_exit();
}

/// Keeps the first error of a kernel, and prints its text.
inline void keep_failure(int error, const char* text) noexcept {
  int none = 0;
  if (!failure.compare_exchange_strong(none, error, std::memory_order_relaxed)) return;
  std::fprintf(stderr, "diatomic: a kernel failed: %s\n", text);
  cuda_state::check_at_exit();
}

/// The error that the program is told of now.
inline int seen_error() noexcept {
  if (kernel_failure() != 0) return kernel_failure();
  if (last_error != 0) has_unseen_refusal.store(false, std::memory_order_relaxed);
  return last_error;
}

}  // namespace cuda_state
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::detail
