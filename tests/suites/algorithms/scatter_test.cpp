// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/scatter.hpp>

#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using test::on_device;

template <class T>
class scatter : public testing::Test {
 protected:
  // Small words are updated in the whole aligned 4 bytes.
  static constexpr std::size_t padding = 4;

  /// Adds on the device, on top of ones, and in a loop; the sums are whole and exact. Indices are
  /// below `places`, and some of them may be none of the words.
  template <class Index>
  static void check(std::size_t n, std::size_t count, unsigned places, std::size_t from = 0) {
    std::mt19937 random(static_cast<unsigned>(n + count));
    std::vector<Index> indices(n + from);
    std::vector<T> values(n + from);
    std::vector<T> expected(count, T{1});
    for (std::size_t i = 0; i < indices.size(); ++i) {
      indices[i] = static_cast<Index>(random() % places);
      values[i] = static_cast<T>(random() % 5);
      if (std::is_signed_v<Index> && i % 16 == 0) indices[i] = static_cast<Index>(-1);
      const auto at = static_cast<std::uint64_t>(indices[i]);
      if (i >= from && at < count) expected[at] = static_cast<T>(expected[at] + values[i]);
    }
    const auto where = on_device(indices);
    const auto what = on_device(values);
    auto words = on_device(std::vector<T>(count + padding, T{1}));
    diatomic::stream stream;
    diatomic::scatter_add(stream, where.data() + from, what.data() + from, n, words.data(), count);
    stream.synchronize();
    std::vector<T> sums = words.download();
    sums.resize(count);
    EXPECT_EQ(sums, expected) << n << " values, " << count << " words, " << places;
  }
};

using types = testing::Types<int, unsigned, long long, unsigned long, float, double, std::int16_t,
                             std::uint8_t>;

struct word_names {
  template <class T>
  static std::string GetName(int index) {
    constexpr const char* names[] = {"i32", "u32", "i64", "u64", "f32", "f64", "i16", "u8"};
    return names[index];
  }
};
TYPED_TEST_SUITE(scatter, types, word_names);

TYPED_TEST(scatter, to_any_number_of_words) {
  for (const unsigned count : {1u, 2u, 3u, 31u, 32u, 33u, 256u, 1000u, 4096u, 65536u, 100000u}) {
    TestFixture::template check<std::uint32_t>(scaled(200000, 3001), count, count);
  }
}

TYPED_TEST(scatter, of_few_values_from_any_start) {
  for (const std::size_t n : {0u, 1u, 2u, 33u, 1001u, 30011u}) {
    for (const std::size_t from : {0u, 1u, 3u}) {
      TestFixture::template check<std::uint32_t>(n, 50, 50, from);
    }
  }
}

TYPED_TEST(scatter, leaves_out_other_indices) {
  TestFixture::template check<std::uint16_t>(scaled(100000, 3001), 300, 400);
  TestFixture::template check<int>(scaled(100000, 3001), 300, 400);
  TestFixture::template check<std::int64_t>(scaled(100000, 3001), 70000, 80000);
}

TEST(scatters, add_values_of_another_type) {
  const std::vector<std::uint8_t> indices(5000, 3);
  const std::vector<float> values(5000, 0.5f);
  const auto where = on_device(indices);
  const auto what = on_device(values);
  auto words = on_device(std::vector<double>(4, 0));
  diatomic::stream stream;
  diatomic::scatter_add(stream, where.data(), what.data(), 5000, words.data(), 4);
  stream.synchronize();
  EXPECT_EQ(words.download(), (std::vector<double>{0, 0, 0, 2500}));
}

}  // namespace
