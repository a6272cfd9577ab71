// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The program's commands and options.

#include <CLI/CLI.hpp>

#include "bench/bench.hpp"
#include "histogram/histogram.hpp"
#include "info/info.hpp"
#include "verify/verify.hpp"

namespace program {

/// The parsed command line. `app.parse` and then `finish` fill it in; both throw `CLI::ParseError`.
struct command_line {
  CLI::App app{"One atomics API for CUDA, HIP and the CPU: what this build's backend can do."};
  info_options info;
  verify_options verify;
  histogram_options histogram;
  bench_options bench;
  CLI::App* info_command = nullptr;
  CLI::App* verify_command = nullptr;
  CLI::App* histogram_command = nullptr;
  CLI::App* bench_command = nullptr;

  command_line();
  command_line(const command_line&) = delete;
  command_line& operator=(const command_line&) = delete;

  /// Sets defaults, and checks options against each other.
  void finish();

 private:
  void add_info();
  void add_verify();
  void add_histogram();
  void add_bench();
  void check_comparison() const;
};

}  // namespace program
