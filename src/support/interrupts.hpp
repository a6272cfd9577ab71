// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Ctrl-C where what has been done so far is worth keeping.

#include <csignal>
#include <stdexcept>

namespace program {

/// A command that was asked to stop, and kept what it had done.
struct interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// While it lives, the first SIGINT or SIGTERM is noted instead of ending the program. A second one
/// ends it. One at a time; made and destroyed on one thread.
class interrupts {
 public:
  interrupts() {
    noted = 0;
    struct sigaction note = {};
    note.sa_handler = [](int) { noted = 1; };
    note.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigaction(SIGINT, &note, &old_interrupt_);
    sigaction(SIGTERM, &note, &old_termination_);
  }
  ~interrupts() {
    sigaction(SIGINT, &old_interrupt_, nullptr);
    sigaction(SIGTERM, &old_termination_, nullptr);
  }
  interrupts(const interrupts&) = delete;
  interrupts& operator=(const interrupts&) = delete;

  /// Whether there was one.
  bool any() const { return noted != 0; }

 private:
  inline static volatile std::sig_atomic_t noted = 0;
  struct sigaction old_interrupt_ = {};
  struct sigaction old_termination_ = {};
};

}  // namespace program
