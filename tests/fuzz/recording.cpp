// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Any text as a file that `diatomic bench --compare` reads: a run, which can be compared with
/// itself and with another, or one error.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "bench/comparison.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  bench::recording run;
  try {
    run = bench::recording_of(std::string(data, data + size), "fuzzed");
  } catch (const std::runtime_error&) {
    return 0;
  }
  bench::recording half = run;
  half.rows.resize(half.rows.size() / 2);
  if (bench::comparison_of(run, run).empty() || bench::comparison_of(half, run).empty())
    std::abort();
  return 0;
}
