// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A progress bar for the terminal.

#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <string>

#include <fmt/format.h>

namespace program {

/// Prints `[#####.....] 5/10 what is running` on stderr, if stderr is a terminal.
class progress_bar {
 public:
  explicit progress_bar(std::size_t steps) : steps_(steps), shown_(isatty(STDERR_FILENO) == 1) {}
  ~progress_bar() { hide(); }
  progress_bar(const progress_bar&) = delete;
  progress_bar& operator=(const progress_bar&) = delete;

  void step(const std::string& what) {
    constexpr std::size_t width = 30;
    const std::size_t full = done_ * width / steps_;
    ++done_;
    if (!shown_) return;
    fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {}/{} {}", "", full, "", width - full, done_,
               steps_, what);
    std::fflush(stderr);
    is_visible_ = true;
  }

  /// Clears the line until the next step, to make room for other output.
  void hide() {
    if (!is_visible_) return;
    fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
    is_visible_ = false;
  }

 private:
  std::size_t steps_;
  std::size_t done_ = 0;
  bool shown_;
  bool is_visible_ = false;
};

}  // namespace program
