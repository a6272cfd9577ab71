// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Numbers as the program finds and writes them: separators, rates, quantiles, statistics, the axes
// of charts. Needs no device.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bench/report.hpp"
#include "chart/chart.hpp"
#include "histogram/statistics.hpp"
#include "support/numbers.hpp"

namespace program_test {
namespace {

TEST(numbers, have_a_separator_before_each_three_digits) {
  for (const std::string text : {"0", "7", "99", "999", "1,000", "12,345", "999,999", "1,000,000",
                                 "4,294,967,296", "18,446,744,073,709,551,615"}) {
    std::string digits = text;
    digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
    EXPECT_EQ(program::with_separators(std::stoull(digits)), text);
  }
}

TEST(numbers, of_rates_have_three_digits) {
  struct known {
    double number;
    const char* text;
  };
  for (const known& k : {known{1234.5, "1234"},
                         {999.6, "1000"},
                         {100, "100"},
                         {99.96, "100"},
                         {99.94, "99.9"},
                         {12.34, "12.3"},
                         {9.996, "10.0"},
                         {9.994, "9.99"},
                         {1, "1.00"},
                         {0.9996, "1.00"},
                         {0.9994, "0.999"},
                         {0.1, "0.100"},
                         {0.09996, "0.100"},
                         {0.0123, "0.0123"},
                         {0.00001, "0.0000"},
                         {0, "0.0000"}}) {
    EXPECT_EQ(bench::short_number(k.number), k.text);
  }
}

TEST(numbers, of_words_are_binary) {
  struct known {
    std::size_t number;
    const char* text;
  };
  for (const known& k : {known{0, "0"},
                         {1, "1"},
                         {1023, "1023"},
                         {1024, "1Ki"},
                         {1025, "1025"},
                         {1536, "1536"},
                         {65536, "64Ki"},
                         {1048576, "1Mi"},
                         {1049600, "1025Ki"},
                         {1073741824, "1Gi"},
                         {1099511627776, "1024Gi"}}) {
    EXPECT_EQ(bench::binary_number(k.number), k.text);
  }
}

TEST(quantiles, lie_between_neighbours) {
  using list = std::vector<double>;
  for (const double part : {0.0, 0.25, 0.5, 1.0}) EXPECT_EQ(bench::quantile({7}, part), 7);
  EXPECT_EQ(bench::quantile(list{1, 5}, 0.5), 3);
  EXPECT_EQ(bench::quantile(list{1, 2, 9}, 0.5), 2);
  EXPECT_EQ(bench::quantile(list{1, 2, 4, 100}, 0.5), 3);
  EXPECT_EQ(bench::quantile(list{1, 2, 4, 8, 100}, 0.5), 4);
  EXPECT_EQ(bench::quantile(list{1, 2, 4, 8, 100}, 0.25), 2);
  EXPECT_EQ(bench::quantile(list{1, 2, 4, 8, 100}, 0.75), 8);
  EXPECT_EQ(bench::quantile(list{10, 20, 40, 80}, 0.25), 17.5);
  EXPECT_EQ(bench::quantile(list{10, 20, 40, 80}, 0.75), 50);
  EXPECT_EQ(bench::quantile(list{10, 20, 40, 80}, 0), 10);
  EXPECT_EQ(bench::quantile(list{10, 20, 40, 80}, 1), 80);
}

TEST(statistics, of_few_pixels) {
  using program::channel;
  const auto of = [](const std::vector<std::uint8_t>& bytes, channel c = channel::red) {
    return program::statistics_of({static_cast<int>(bytes.size() / 3), 1, bytes}, c);
  };
  const std::vector<std::uint8_t> odd = {0, 255, 10, 51, 255, 10, 255, 255, 10};
  EXPECT_DOUBLE_EQ(of(odd).mean, 0.4);
  EXPECT_DOUBLE_EQ(of(odd).median, 0.2);
  EXPECT_DOUBLE_EQ(of(odd).deviation, std::sqrt((0.16 + 0.04 + 0.36) / 3));
  EXPECT_DOUBLE_EQ(of(odd, channel::green).mean, 1);
  EXPECT_DOUBLE_EQ(of(odd, channel::green).median, 1);
  EXPECT_NEAR(of(odd, channel::green).deviation, 0, 1e-12);
  EXPECT_DOUBLE_EQ(of(odd, channel::blue).median, 10.0 / 255);

  // The two in the middle, which may be one value or lie far apart.
  EXPECT_DOUBLE_EQ(of({0, 0, 0, 255, 0, 0}).median, 0.5);
  EXPECT_DOUBLE_EQ(of({0, 0, 0, 51, 0, 0, 102, 0, 0, 255, 0, 0}).median, 0.3);
  EXPECT_DOUBLE_EQ(of({51, 0, 0, 51, 0, 0}).median, 0.2);
  EXPECT_DOUBLE_EQ(of({51, 0, 0}).median, 0.2);

  const auto bright = of({255, 0, 0, 0, 255, 0, 0, 0, 255}, channel::brightness);
  EXPECT_DOUBLE_EQ(bright.mean, 1.0 / 3);
  EXPECT_DOUBLE_EQ(bright.median, 0.2126);
}

TEST(axes, end_above_all_but_a_few) {
  const auto end_for = [](const std::vector<unsigned>& counts) {
    return program::axis_end_for(counts);
  };
  EXPECT_EQ(end_for({0}), 1);
  EXPECT_EQ(end_for({0, 0, 0}), 1);
  EXPECT_EQ(end_for({1}), 1);
  EXPECT_EQ(end_for({100, 50, 0, 25}), 100);
  EXPECT_EQ(end_for({101}), 120);
  EXPECT_EQ(end_for({299}), 300);
  EXPECT_EQ(end_for({1000001}), 1200000);
  // One bin of eight or more towers over the others, and is cut.
  EXPECT_EQ(end_for({8, 8, 8, 8, 8, 8, 8, 100}), 10);
  EXPECT_EQ(end_for({8, 8, 8, 8, 8, 8, 8, 24}), 25) << "not three times as high";
  EXPECT_EQ(end_for({8, 8, 8, 8, 8, 8, 100}), 100) << "of few bins none is cut";
  EXPECT_EQ(end_for({0, 8, 8, 8, 8, 8, 8, 100}), 100) << "empty ones do not count";
  EXPECT_EQ(end_for({8, 8, 8, 8, 8, 8, 100, 100}), 100) << "two are no exception";
  std::vector<unsigned> many(100, 8);
  many[3] = many[90] = 1000;
  EXPECT_EQ(end_for(many), 10) << "one in fifty";
  many[50] = 1000;
  EXPECT_EQ(end_for(many), 1000);
}

}  // namespace
}  // namespace program_test
