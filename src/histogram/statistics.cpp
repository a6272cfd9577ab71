// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "histogram/statistics.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace program {

std::array<unsigned, 3> weights_of(channel of) {
  switch (of) {
    case channel::red:
      return {10000, 0, 0};
    case channel::green:
      return {0, 10000, 0};
    case channel::blue:
      return {0, 0, 10000};
    case channel::brightness:
      break;
  }
  return {2126, 7152, 722};
}

statistics statistics_of(const pixels& image, channel of) {
  // Values are multiples of 1 / 2,550,000: count each, and compute everything from the counts.
  constexpr std::size_t white = std::size_t{255} * 10000;
  std::vector<unsigned> counts(white + 1);
  const auto& bytes = image.bytes;
  const std::array<unsigned, 3> weights = weights_of(of);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    ++counts[weights[0] * bytes[i] + weights[1] * bytes[i + 1] + weights[2] * bytes[i + 2]];
  }
  const std::uint64_t total = bytes.size() / 3;
  statistics result;
  std::uint64_t sum = 0;
  std::uint64_t before = 0;
  for (std::size_t v = 0; v <= white; ++v) {
    sum += std::uint64_t{v} * counts[v];
    // The median is the middle value, or the mean of the two middle values.
    for (const std::uint64_t middle : {(total - 1) / 2, total / 2}) {
      if (before <= middle && middle < before + counts[v]) {
        result.median += static_cast<double>(v) / white / 2;
      }
    }
    before += counts[v];
  }
  result.mean = static_cast<double>(sum) / static_cast<double>(total) / white;
  double squares = 0;
  for (std::size_t v = 0; v <= white; ++v) {
    const double off = static_cast<double>(v) / white - result.mean;
    squares += off * off * counts[v];
  }
  result.deviation = std::sqrt(squares / static_cast<double>(total));
  return result;
}

}  // namespace program
