// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// `diatomic bench`: measures atomics on a device against the vendor's functions.

#include <cstddef>
#include <string>
#include <vector>

#include "bench/cases/cases.hpp"
#include "bench/measure.hpp"
#include "bench/report.hpp"

namespace program {

struct bench_options {
  int device = 0;
  std::size_t bytes = 0;  ///< Size of one input; 0: chosen for the device.
  std::string image;      ///< A photograph, another input for histograms; empty: none.
  std::string cases;      ///< A regular expression for the names of cases; empty: all.
  bool quick = false;     ///< Small inputs, few placements and alternations.
  bool all = false;       ///< The full product instead of a selection.
  bool list = false;      ///< Print the cases' names, measure nothing.
  std::string csv;        ///< Output file; "-": stdout; empty: none.
  std::string json;
  /// Files from `--json`. One file: compare the results with it. Two files, the older one first:
  /// compare them, and measure nothing.
  std::vector<std::string> compare;
};

/// The minimum of `bytes`.
inline constexpr std::size_t least_bench_bytes = 1024;

/// The size of an input, and the number of inputs that runs cycle through.
struct bench_sizes {
  std::size_t bytes = 0;  ///< a multiple of `least_bench_bytes`
  unsigned inputs = 0;
};

/// Sizes for a device: each input fits its memory, and all inputs together exceed any cache.
bench_sizes sizes_for(bool is_host, std::size_t memory_bytes, const bench_options& options);

/// Measures the cases in order, and prints each case's rows when it is done, unless a file goes to
/// stdout.
///
/// Shows a progress bar on stderr if stderr is a terminal. Files are opened first and renamed to
/// their targets at the end; CSV is written case by case, JSON at the end. After SIGINT or SIGTERM
/// the running case is the last: the results are kept, and `interrupted` is thrown. If a case
/// throws, the results so far are kept too. Throws `output_error`, and exceptions of a case.
std::vector<bench::result> measure_cases(const std::vector<bench::bench_case>& cases,
                                         const bench::effort& effort, bench::context& on,
                                         const bench_options& options);

/// Measures the selected cases, and prints the comparison if requested.
///
/// Throws `std::invalid_argument` if `cases` is not a regular expression or matches no case,
/// `std::runtime_error` if a file in `compare` is not from `--json`, `image_error`, and the
/// exceptions of `measure_cases` and the runtime.
void run_bench(const bench_options& options);

}  // namespace program
