// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// `diatomic bench`: what atomics cost on the device at hand, beside the vendor's own.

#include <cstddef>
#include <string>
#include <vector>

#include "bench/cases/cases.hpp"
#include "bench/measure.hpp"
#include "bench/report.hpp"

namespace program {

struct bench_options {
  int device = 0;
  std::size_t bytes = 0;  ///< Of one input; 0: by the device.
  std::string image;      ///< A photograph whose bytes are one more histogram's input; empty: none.
  std::string cases;      ///< A regular expression that a case's name must match; empty: all.
  bool quick = false;     ///< Small inputs, few repetitions.
  bool all = false;       ///< The full product instead of a choice.
  bool list = false;      ///< Print the cases' names, measure nothing.
  std::string csv;        ///< File to write, "-" for stdout, empty for none.
  std::string json;
  /// Files that `--json` wrote. One: the results are compared with it. Two, the older one first:
  /// these are compared, and nothing is measured.
  std::vector<std::string> compare;
};

/// The least `bytes` that there is a case for.
inline constexpr std::size_t least_bench_bytes = 1024;

/// How large an input is, and how many of them take turns.
struct bench_sizes {
  std::size_t bytes = 0;  ///< a multiple of `least_bench_bytes`
  unsigned inputs = 0;
};

/// Sizes for a device with so much memory: inputs that it holds, and so many that no cache does.
bench_sizes sizes_for(bool is_host, std::size_t memory_bytes, const bench_options& options);

/// Measures case after case, and prints the rows of each as soon as it is done unless a file goes
/// to stdout.
///
/// While it runs, a progress bar stands on stderr if that is a terminal. Files are opened first;
/// CSV is written row by row, JSON at the end; they get their names when all is done. After SIGINT
/// or SIGTERM the case that runs is the last one: what is done is kept, and `interrupted` thrown.
/// What was done is kept too where a case throws. Throws `output_error`, and what a case throws.
std::vector<bench::result> measure_cases(const std::vector<bench::bench_case>& cases,
                                         const bench::effort& effort, bench::context& on,
                                         const bench_options& options);

/// Measures the cases that the options name, and prints the comparison if one is asked for.
///
/// Throws `std::invalid_argument` if `cases` is no regular expression or matches no case,
/// `std::runtime_error` for a file to compare with that is not from `--json`, `image_error`, and
/// what `measure_cases` and the runtime throw.
void run_bench(const bench_options& options);

}  // namespace program
