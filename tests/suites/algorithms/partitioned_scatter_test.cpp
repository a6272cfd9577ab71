// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Scatter-adds and histograms with temporary memory, by their own plans and by plans that
// partition any table; and what those plans are. `properties/counting_test.cpp` has more of them.

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/partitioned_scatter.hpp>
#include <diatomic/algorithms/reproducible_scatter.hpp>
#include <diatomic/atomics/fixed_point.hpp>
#include <diatomic/atomics/number_types.hpp>

#include "support/counting_plans.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::counter_layout;
using diatomic::device_properties;
using diatomic::fixed_point;
using diatomic::value_bin;
using diatomic::detail::no_weight;
using diatomic::detail::partition_plan;
using test::guarded_array;
using test::on_device;

/// Where indices go.
enum class spread { random, beyond, sorted, reversed, one_word, one_partition };
constexpr spread spreads[] = {spread::random,   spread::beyond,   spread::sorted,
                              spread::reversed, spread::one_word, spread::one_partition};

template <class Index>
std::vector<Index> indices_of(spread how, std::size_t n, unsigned count) {
  std::mt19937 random(static_cast<unsigned>(n) + count);
  std::vector<Index> indices(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto in_order = static_cast<Index>(i * count / n);
    switch (how) {
      case spread::random:
        indices[i] = static_cast<Index>(random() % count);
        break;
      case spread::beyond:
        indices[i] = static_cast<Index>(random() % (2 * count));
        if (i % 5 == 0) indices[i] = static_cast<Index>(-1 - static_cast<int>(random() % 9));
        break;
      case spread::sorted:
        indices[i] = in_order;
        break;
      case spread::reversed:
        indices[i] = static_cast<Index>(count - 1 - in_order);
        break;
      case spread::one_word:
        indices[i] = static_cast<Index>(count - 1);
        break;
      default:
        indices[i] = static_cast<Index>(count / 2 + random() % std::min(count / 2, 7u));
    }
  }
  return indices;
}

template <class Count>
constexpr unsigned counter_bytes =
    diatomic::detail::can_be_shared<Count> ? unsigned{sizeof(Count)} : 0;

/// A scatter-add by each plan, on top of what the words were, against a loop. Temporary memory has
/// guards, and nothing useful in it.
template <class Index, class Value, class T>
void check_all_plans(spread how, std::size_t n, unsigned count) {
  const auto indices = indices_of<Index>(how, n, count);
  std::vector<Value> values(n);
  std::vector<T> start(count);
  for (std::size_t k = 0; k < count; ++k) start[k] = static_cast<T>(static_cast<int>(k % 3));
  std::vector<T> expected = start;
  for (std::size_t i = 0; i < n; ++i) {
    values[i] = static_cast<Value>(static_cast<int>(i % 5));
    const auto at = static_cast<std::uint64_t>(indices[i]);
    if (at >= count) continue;
    expected[at] = diatomic::result_of<diatomic::op::add>(expected[at], static_cast<T>(values[i]));
  }
  const auto where = on_device(indices);
  const auto what = on_device(values);
  using kept = diatomic::detail::kept_t<Value, T>;
  for (const partition_plan& plan : test::partition_plans(count, {false, true, counter_bytes<T>})) {
    guarded_array<unsigned char> temp(diatomic::detail::partition_temp_bytes<kept>(plan, n));
    temp.fill_bytes(0xcd);
    // Small words are updated in the whole aligned 4 bytes.
    std::vector<T> padded = start;
    padded.resize(count + 4);
    auto words = on_device(padded);
    diatomic::stream on;
    const Index* const from = where.data();
    diatomic::detail::count_by_partitions(on, plan, from, what.data(), n, words.data(), count,
                                          value_bin{}, temp.data());
    on.synchronize();
    auto sums = words.download();
    sums.resize(count);
    EXPECT_TRUE(sums == expected) << n << " values, " << count << " words, spread "
                                  << static_cast<int>(how) << ", " << plan.partitions
                                  << " partitions, " << name_of(plan.layout);
  }
}

template <class Index, class Value, class T>
void check_all_spreads() {
  for (const spread how : spreads) check_all_plans<Index, Value, T>(how, scaled(9000, 900), 1000);
}

TEST(partitioned_scatter, adds_every_type) {
  check_all_spreads<unsigned, int, int>();
  check_all_spreads<int, unsigned long long, unsigned long long>();
  check_all_spreads<std::int64_t, float, float>();
  check_all_spreads<std::uint64_t, double, double>();
  check_all_spreads<std::uint16_t, std::int16_t, std::int16_t>();
  check_all_spreads<std::int16_t, std::uint8_t, std::uint8_t>();
}

TEST(partitioned_scatter, adds_values_of_another_type) {
  check_all_spreads<unsigned, float, double>();
  check_all_spreads<unsigned, double, float>();
  check_all_spreads<unsigned, std::uint8_t, long long>();
  check_all_spreads<int, float, fixed_point<-20>>();
}

TEST(partitioned_scatter, adds_words_that_no_block_adds_to_in_shared_memory) {
  check_all_spreads<unsigned, fixed_point<-20>, fixed_point<-20>>();
  check_all_spreads<unsigned, std::complex<float>, std::complex<float>>();
  check_all_spreads<int, std::complex<double>, std::complex<double>>();
}

TEST(partitioned_scatter, adds_any_number_of_values_to_any_number_of_words) {
  for (const unsigned count : {1u, 2u, 63u, 4097u, 70001u}) {
    for (const std::size_t n : {1u, 2u, 65u, 1024u, 4099u}) {
      check_all_plans<unsigned, float, float>(spread::random, n, count);
      check_all_plans<unsigned, double, double>(spread::random, n, count);
    }
  }
}

/// Numbers of values whose bins are known: bin k has k % 7 of each round of `bins` values.
struct counted_value {
  unsigned bins;
  DIATOMIC_FUNCTION unsigned operator()(std::size_t i) const {
    const auto k = static_cast<unsigned>(i % bins);
    return (i / bins) % 7 < k % 7 ? k : ~0u;
  }
};

TEST(partitioned_scatter, counts_values_of_a_function) {
  constexpr unsigned bins = 900;
  const std::size_t rounds = 7 * scaled(20, 1);
  std::vector<unsigned> expected(bins);
  for (unsigned k = 0; k < bins; ++k) expected[k] = static_cast<unsigned>(rounds / 7) * (k % 7);
  for (const partition_plan& plan : test::partition_plans(bins, {false, false, 4})) {
    const std::size_t n = rounds * bins;
    guarded_array<unsigned char> temp(diatomic::detail::partition_temp_bytes<no_weight>(plan, n));
    auto counts = on_device(std::vector<unsigned>(bins, 0));
    diatomic::stream on;
    const no_weight* const none = nullptr;
    diatomic::detail::count_by_partitions(on, plan, counted_value{bins}, none, n, counts.data(),
                                          bins, value_bin{}, temp.data());
    on.synchronize();
    EXPECT_EQ(counts.download(), expected) << plan.partitions << " " << name_of(plan.layout);
  }
}

// So that packed counters of 16 bits overflow in a piece.
TEST(partitioned_scatter, counts_more_than_16_bits_of_one_value) {
  const std::vector<unsigned> values(70000, 5);
  const partition_plan plan{2, 3, counter_layout::packed_16, 64, 64, 1u << 20};
  const auto input = on_device(values);
  guarded_array<unsigned char> temp(
      diatomic::detail::partition_temp_bytes<no_weight>(plan, values.size()));
  auto counts = on_device(std::vector<std::uint64_t>(16, 0));
  diatomic::stream on;
  const no_weight* const none = nullptr;
  diatomic::detail::count_by_partitions(on, plan, input.data(), none, values.size(), counts.data(),
                                        16u, value_bin{}, temp.data());
  on.synchronize();
  std::vector<std::uint64_t> expected(16, 0);
  expected[5] = values.size();
  EXPECT_EQ(counts.download(), expected);
}

// Zeros with a sign are words that nothing was added to.
TEST(partitioned_scatter, leaves_words_alone_that_nothing_is_added_to) {
  const std::vector<unsigned> indices(100, 1);
  const std::vector<float> values(100, 1);
  const auto where = on_device(indices);
  const auto what = on_device(values);
  for (const partition_plan& plan : test::partition_plans(10, {false, true, 4})) {
    guarded_array<unsigned char> temp(diatomic::detail::partition_temp_bytes<float>(plan, 100));
    auto words = on_device(std::vector<float>(10, -0.0f));
    diatomic::stream on;
    diatomic::detail::count_by_partitions(on, plan, where.data(), what.data(), 100, words.data(),
                                          10u, value_bin{}, temp.data());
    on.synchronize();
    const auto sums = words.download();
    for (std::size_t k = 0; k < 10; ++k) {
      if (k == 1) continue;
      EXPECT_TRUE(std::signbit(sums[k])) << k << ", " << name_of(plan.layout);
    }
    EXPECT_EQ(sums[1], 100);
  }
}

/// A device whose L2 cache is small enough for tables of a few thousand words to be partitioned.
device_properties gpu(std::size_t shared_bytes, int lanes, std::size_t l2_bytes) {
  device_properties device;
  device.compute_units = 100;
  device.warp_size = lanes;
  device.max_threads_per_block = 1024;
  device.shared_bytes_per_block = shared_bytes;
  device.l2_bytes = l2_bytes;
  return device;
}

template <class Input, class Kept, class Count>
void check_plans() {
  for (const std::size_t shared :
       {2u << 10, 5u << 10, 48u << 10, 64u << 10, 160u << 10, 227u << 10}) {
    for (const int lanes : {32, 64}) {
      const auto device = gpu(shared, lanes, std::size_t{50} << 20);
      for (unsigned bits = 10; bits < 32; ++bits) {
        for (const unsigned bins : {(1u << bits) - 1, 1u << bits, (1u << bits) + 1}) {
          std::size_t before = 0;
          for (const std::size_t n : {std::size_t{1} << 20, std::size_t{bins} - 1,
                                      std::size_t{bins}, std::size_t{1} << 33}) {
            const auto task = diatomic::detail::partition_task_of<Input, Kept, Count>(n, bins);
            const partition_plan plan = plan_partition(task, device);
            const std::size_t bytes = diatomic::detail::partition_temp_bytes<Kept>(plan, n);
            const bool pays =
                bins * sizeof(Count) > device.l2_bytes && n >= bins && sizeof(Input) > 2;
            const bool has_room = shared == 227u << 10 && bits <= 28;
            if (!pays || has_room) {
              ASSERT_EQ(plan.partitions != 0, pays) << bins << " bins, " << n;
            }
            if (plan.partitions == 0) {
              ASSERT_EQ(bytes, 0u);
              continue;
            }
            // What a block writes to a partition at a time, and what runs at a time.
            ASSERT_GE(plan.block * diatomic::detail::tile_items, 4 * plan.partitions);
            ASSERT_LE((std::size_t{1} << plan.shift) * sizeof(Count), device.l2_bytes / 2);
            ASSERT_EQ(plan.partitions, ((bins - 1) >> plan.shift) + 1);
            ASSERT_LE(
                diatomic::detail::tile_bytes(plan, task.staged_bytes, static_cast<unsigned>(lanes)),
                shared);
            const std::size_t counter = plan.layout == counter_layout::global      ? 0
                                        : plan.layout == counter_layout::packed_16 ? 2
                                                                                   : sizeof(Count);
            ASSERT_LE(counter * ((std::size_t{1} << plan.shift) + 64), shared);
            ASSERT_EQ(plan.block % static_cast<unsigned>(lanes), 0u);
            ASSERT_EQ(plan.adding_block % static_cast<unsigned>(lanes), 0u);
            ASSERT_GE(bytes, before) << "less for more";
            before = bytes;
          }
        }
      }
    }
  }
}

TEST(partition_plans, are_sound) {
  check_plans<unsigned, float, float>();
  check_plans<std::uint64_t, double, double>();
  check_plans<int, float, double>();
  check_plans<float, no_weight, unsigned>();
  check_plans<unsigned, std::int16_t, std::int16_t>();
  check_plans<std::uint16_t, float, float>();
}

// What a block has in shared memory while it partitions a tile: places, one count more than there
// are partitions, a sum for each warp, and updates.
TEST(partition_plans, have_room_for_each_part_of_a_tile) {
  for (const unsigned partitions : {1u, 2u, 3u, 4u, 63u, 64u, 65u, 1000u}) {
    for (const unsigned lanes : {32u, 64u}) {
      for (const unsigned block : {lanes, 2 * lanes, 512u, 1024u}) {
        const diatomic::detail::tile_layout at(partitions, block, lanes);
        EXPECT_GE(at.counts_at, 8 * partitions);
        EXPECT_GE(at.sums_at, at.counts_at + 4 * (partitions + 1));
        EXPECT_GE(at.updates_at, at.sums_at + 4 * (block / lanes));
        EXPECT_EQ(at.counts_at % 4 + at.sums_at % 4 + at.updates_at % 16, 0u);
      }
    }
  }
  // More words than have 32-bit numbers are not partitioned.
  EXPECT_EQ((diatomic::scatter_add_temp_bytes<unsigned, float, float>(std::size_t{1} << 33,
                                                                      (std::size_t{3} << 31))),
            0u);
}

TEST(partition_plans, are_not_made_for_the_host_or_an_unknown_cache) {
  const auto task = diatomic::detail::partition_task_of<unsigned, float, float>(
      std::size_t{1} << 30, std::size_t{1} << 28);
  EXPECT_NE(plan_partition(task, gpu(227 << 10, 32, 1 << 20)).partitions, 0u);
  EXPECT_EQ(plan_partition(task, gpu(227 << 10, 32, 0)).partitions, 0u);
  EXPECT_EQ(plan_partition(task, gpu(227 << 10, 1, 1 << 20)).partitions, 0u);
}

/// By the library's own plan, on a table that the device's cache does not hold, and on a small one.
void check_own_plans(std::size_t n, unsigned count) {
  const auto indices = indices_of<unsigned>(spread::beyond, n, count);
  std::vector<float> values(n);
  std::vector<float> sums(count, 1);
  std::vector<unsigned> counts(count, 1);
  for (std::size_t i = 0; i < n; ++i) {
    values[i] = static_cast<float>(i % 5);
    if (indices[i] >= count) continue;
    sums[indices[i]] += values[i];
    ++counts[indices[i]];
  }
  const auto where = on_device(indices);
  const auto what = on_device(values);
  auto words = on_device(std::vector<float>(count, 1));
  auto weighted = on_device(std::vector<float>(count, 1));
  auto fixed = on_device(std::vector<float>(count, 1));
  auto numbers = on_device(std::vector<unsigned>(count, 1));
  const std::size_t bytes =
      std::max({diatomic::scatter_add_temp_bytes<unsigned, float, float>(n, count),
                diatomic::weighted_histogram_temp_bytes<unsigned, float, float>(n, count),
                diatomic::histogram_temp_bytes<unsigned, unsigned>(n, count),
                diatomic::fixed_sums_temp_bytes<unsigned, float>(n, count)});
  guarded_array<unsigned char> temp(bytes);
  temp.fill_bytes(0xcd);
  diatomic::stream on;
  diatomic::scatter_add(on, where.data(), what.data(), n, words.data(), count, temp.data(), bytes);
  diatomic::weighted_histogram(on, where.data(), what.data(), n, weighted.data(), count,
                               value_bin{}, temp.data(), bytes);
  diatomic::histogram(on, where.data(), n, numbers.data(), count, value_bin{}, temp.data(), bytes);
  diatomic::reproducible_scatter_add(on, diatomic::fixed_scale(-10), where.data(), what.data(), n,
                                     fixed.data(), count, temp.data(), bytes);
  on.synchronize();
  EXPECT_TRUE(words.download() == sums);
  EXPECT_TRUE(weighted.download() == sums);
  EXPECT_TRUE(fixed.download() == sums);
  EXPECT_TRUE(numbers.download() == counts);
}

TEST(partitioned_scatter, of_a_small_table_needs_no_memory) {
  check_own_plans(scaled(20000, 2000), 700);
  EXPECT_EQ((diatomic::scatter_add_temp_bytes<unsigned, float, float>(1 << 20, 1000)), 0u);
  EXPECT_EQ((diatomic::histogram_temp_bytes<unsigned, unsigned>(1 << 20, 1000)), 0u);
  const auto indices = on_device(std::vector<int>{1, 1, 0, -1});
  auto words = on_device(std::vector<int>(2, 0));
  diatomic::stream on;
  diatomic::scatter_add(on, indices.data(), indices.data(), 4, words.data(), 2, nullptr, 0);
  diatomic::scatter_add(on, indices.data(), indices.data(), 0, words.data(), 2, nullptr, 0);
  on.synchronize();
  EXPECT_EQ(words.download(), (std::vector<int>{0, 2}));
}

TEST(partitioned_scatter, of_a_table_larger_than_the_cache) {
  const auto device = diatomic::properties(diatomic::current_device());
  const std::size_t count = device.l2_bytes / sizeof(float) + 4097;
  if (device.warp_size == 1 || device.l2_bytes == 0 || test::scale() < 1) {
    GTEST_SKIP() << "needs a GPU whose cache is known, and time";
  }
  EXPECT_NE((diatomic::scatter_add_temp_bytes<unsigned, float, float>(2 * count, count)), 0u);
  EXPECT_NE((diatomic::histogram_temp_bytes<unsigned, unsigned>(2 * count, count)), 0u);
  check_own_plans(2 * count, static_cast<unsigned>(count));
}

/// The element's number, modulo the number of bins.
struct number_in_turn {
  unsigned bins;
  DIATOMIC_FUNCTION unsigned operator()(std::size_t i) const {
    return static_cast<unsigned>(i % bins);
  }
};

TEST(partitioned_scatter, counts_more_than_32_bits_can) {
  const device_properties device = diatomic::properties(diatomic::current_device());
  if (device.warp_size == 1 || device.memory_bytes < (std::size_t{64} << 30) || test::scale() < 1) {
    GTEST_SKIP() << "takes a GPU with 64 GiB";
  }
  const std::size_t n = (std::size_t{1} << 32) + 1003;
  const auto bins = static_cast<unsigned>(device.l2_bytes / sizeof(unsigned) + 1);
  const std::size_t bytes = diatomic::histogram_temp_bytes<unsigned, unsigned>(n, bins);
  ASSERT_NE(bytes, 0u);
  diatomic::device_array<unsigned char> temp(bytes);
  auto counts = on_device(std::vector<unsigned>(bins, 0));
  diatomic::stream on;
  diatomic::histogram(on, number_in_turn{bins}, n, counts.data(), bins, value_bin{}, temp.data(),
                      bytes);
  on.synchronize();
  const auto found = counts.download();
  std::size_t wrong = 0;
  for (std::size_t k = 0; k < bins; ++k) wrong += found[k] != n / bins + (k < n % bins ? 1 : 0);
  EXPECT_EQ(wrong, 0u);
}

/// Sums in units by each plan are the bits of those without partitions.
TEST(partitioned_scatter, in_units_has_the_same_bits) {
  constexpr unsigned count = 1000;
  const std::size_t n = scaled(20000, 2000);
  const auto indices = indices_of<int>(spread::beyond, n, count);
  std::vector<float> values(n);
  std::mt19937 random(7);
  for (float& v : values) v = static_cast<float>(random()) / 3e4f - 7e4f;
  const auto where = on_device(indices);
  const auto what = on_device(values);
  const diatomic::fixed_scale scale(-20);
  diatomic::stream on;
  const auto sums_by = [&](const partition_plan& plan) {
    guarded_array<unsigned char> temp(
        diatomic::detail::fixed_sums_bytes<const float*>(plan, n, count));
    temp.fill_bytes(0xcd);
    auto words = on_device(std::vector<float>(count, 0.1f));
    diatomic::detail::start_fixed_sums(on, plan, scale, where.data(), what.data(), n, words.data(),
                                       count, value_bin{}, temp.data());
    on.synchronize();
    return words.download();
  };
  const auto expected = sums_by({});
  for (const partition_plan& plan : test::partition_plans(count, {false, true, 8})) {
    EXPECT_TRUE(sums_by(plan) == expected) << plan.partitions << " " << name_of(plan.layout);
  }
}

}  // namespace
