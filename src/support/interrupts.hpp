// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Ctrl-C that stops a command but keeps its results so far.

#include <csignal>
#include <stdexcept>

namespace program {

/// Thrown when a command was interrupted, after it has kept its results so far.
struct interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// During its lifetime, the first SIGINT or SIGTERM is noted instead of ending the program; a
/// second one ends it. Only one object at a time; construct and destroy it on the same thread.
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

  /// Whether a signal has arrived.
  bool any() const { return noted != 0; }

 private:
  inline static volatile std::sig_atomic_t noted = 0;
  struct sigaction old_interrupt_ = {};
  struct sigaction old_termination_ = {};
};

}  // namespace program
