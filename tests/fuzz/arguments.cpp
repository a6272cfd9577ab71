// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Any lines as the program's arguments: options within their limits, or one of the errors that
/// the program says in one line.

#include <CLI/CLI.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/case_pattern.hpp"
#include "command_line.hpp"
#include "histogram/pixel_count.hpp"

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void parse(const std::vector<const char*>& arguments) {
  program::command_line line;
  try {
    line.app.parse(static_cast<int>(arguments.size()), arguments.data());
    line.finish();
  } catch (const CLI::ParseError&) {
    return;
  }
  check(line.histogram.bins >= 1 && line.histogram.bins <= program::most_bins);
  check(line.bench.bytes == 0 || line.bench.bytes >= program::least_bench_bytes);
  check(line.bench.device >= 0 && line.histogram.device >= 0);
  try {
    program::pattern_of(line.bench.cases);
  } catch (const std::invalid_argument&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < size; ++i) {
    if (data[i] == '\n') {
      words.emplace_back();
    } else if (data[i] != 0) {
      words.back().push_back(static_cast<char>(data[i]));
    }
  }
  std::vector<const char*> arguments = {"diatomic"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  parse(arguments);
  return 0;
}
