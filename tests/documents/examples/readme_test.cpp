// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Runs the example of README.md.

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "blocks/README.hpp"
#include "support/kernel_run.hpp"

namespace {

TEST(readme, diatomic) {
  constexpr std::size_t n = 5000;
  std::vector<unsigned char> values(n);
  std::vector<float> weights(n);
  std::vector<unsigned> expected(256, 0);
  for (std::size_t i = 0; i < n; ++i) {
    values[i] = static_cast<unsigned char>(i * i % 251);
    weights[i] = static_cast<float>(i * 37 % n) - 2000;
    ++expected[values[i]];
  }
  auto input = test::on_device(values);
  auto weighted = test::on_device(weights);
  auto bins = test::on_device(std::vector<unsigned>(256, 0));
  auto peak = test::on_device(std::vector<float>{-4000});
  test::run({4, 128}, 0, readme_diatomic::count_and_peak{}, input.data(), weighted.data(), n,
            bins.data(), peak.data());
  EXPECT_EQ(bins.download(), expected);
  EXPECT_EQ(peak.download()[0], 2999);
}

}  // namespace
