// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How calls on arrays are planned: blocks, threads, and where counters lie. Results are the same
// whatever the plan is, so they do not show a bad one.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

#include <gtest/gtest.h>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/partitioned_scatter.hpp>

namespace {

using diatomic::counter_layout;
using diatomic::counting_plan;
using diatomic::device_properties;
using diatomic::detail::counting_task;
using diatomic::detail::no_weight;
using diatomic::detail::plan_counting;
using diatomic::detail::task_of;

device_properties gpu(std::size_t shared_bytes, int lanes) {
  device_properties device;
  device.compute_units = 100;
  device.warp_size = lanes;
  device.max_threads_per_block = 1024;
  device.shared_bytes_per_block = shared_bytes;
  return device;
}

device_properties cpu(int threads) {
  device_properties device;
  device.compute_units = threads;
  device.warp_size = 1;
  device.max_threads_per_block = 1024;
  device.shared_bytes_per_block = std::size_t{1} << 20;
  return device;
}

/// Shared memory of NVIDIA's and AMD's chips.
constexpr std::size_t shared_sizes[] = {48 << 10, 64 << 10, 160 << 10, 227 << 10};

/// Calls `check(task, plan, device)` for a plan of each size of everything.
template <class Input, class Weight, class Count, class Check>
void for_each_plan(Check check) {
  for (const std::size_t shared : shared_sizes) {
    for (const int lanes : {32, 64}) {
      const device_properties device = gpu(shared, lanes);
      for (const unsigned bins : {1u, 2u, 255u, 256u, 1000u, 4096u, 30000u, 65536u, 1u << 20}) {
        for (std::size_t n = 1; n <= std::size_t{1} << 42; n *= 8) {
          SCOPED_TRACE(std::to_string(n) + " in " + std::to_string(bins) + " bins, " +
                       std::to_string(shared) + " bytes, " + std::to_string(lanes) + " lanes");
          const counting_task task = task_of<Input, Weight, Count>(n, bins);
          check(task, plan_counting(task, device), device);
        }
      }
    }
  }
}

/// What every plan must be.
void is_sound(const counting_task& task, const counting_plan& plan,
              const device_properties& device) {
  const std::size_t part_bins = task.by_value ? 256 : task.bins;
  ASSERT_LE(plan.shared_bytes, device.shared_bytes_per_block);
  ASSERT_LE(plan.block, static_cast<unsigned>(device.max_threads_per_block));
  ASSERT_GE(plan.grid, 1u);
  ASSERT_EQ(plan.grid % plan.parts, 0u);
  ASSERT_GE(std::size_t{plan.part_bins} * plan.parts,
            plan.layout == counter_layout::global ? task.bins : part_bins);
  // No counter of 32 bits can overflow.
  const std::size_t slices = plan.grid / plan.parts;
  const std::size_t counted = plan.layout == counter_layout::global ? task.n / plan.block : task.n;
  ASSERT_LE(counted / slices, std::size_t{1} << 31);
}

TEST(plans, are_sound) {
  for_each_plan<std::uint8_t, no_weight, unsigned>(is_sound);
  for_each_plan<std::uint32_t, no_weight, unsigned long long>(is_sound);
  for_each_plan<float, no_weight, unsigned>(is_sound);
  for_each_plan<std::uint16_t, float, float>(is_sound);
  for_each_plan<std::uint32_t, double, double>(is_sound);
  for_each_plan<std::uint32_t, int, int>(is_sound);
}

/// Checks plans for about as many bins as fit in one to eight blocks' shared memory.
template <class Weight, class Count>
void check_full_parts(std::size_t counter_bytes) {
  for (const std::size_t shared : shared_sizes) {
    for (std::size_t parts = 1; parts <= 8; ++parts) {
      for (std::size_t fewer = 0; fewer <= 100; ++fewer) {
        const std::size_t bins = parts * (shared / counter_bytes - fewer);
        SCOPED_TRACE(std::to_string(bins) + " bins, " + std::to_string(shared) + " bytes");
        const device_properties device = gpu(shared, 32);
        const counting_task task = task_of<std::uint32_t, Weight, Count>(
            std::size_t{1} << 28, static_cast<unsigned>(bins));
        is_sound(task, plan_counting(task, device), device);
      }
    }
  }
}

TEST(plans, are_sound_where_shared_memory_is_full) {
  check_full_parts<no_weight, unsigned>(2);
  check_full_parts<float, float>(4);
  check_full_parts<double, double>(8);
}

/// Counters of a bin in shared memory are as many as lanes, or as there is room for.
void has_most_copies(const counting_task& task, const counting_plan& plan,
                     const device_properties& device) {
  if (plan.layout != counter_layout::per_lane_copies || plan.parts != 1) return;
  const auto bytes_of = [&](std::size_t copies) {
    return task.counter_bytes * (plan.part_bins * copies + diatomic::detail::max_lanes);
  };
  ASSERT_GE(plan.copies, 1u);
  ASSERT_EQ(plan.shared_bytes, bytes_of(plan.copies));
  // Twice as many would not fit in a quarter of a unit's memory, the least that a block is given.
  const auto lanes = static_cast<std::size_t>(device.warp_size);
  if (plan.copies < std::min<std::size_t>(lanes, diatomic::detail::max_lanes)) {
    ASSERT_GT(bytes_of(2 * plan.copies), device.shared_bytes_per_block / 4 - 1024);
  }
}

TEST(plans, have_a_counter_for_each_lane_where_they_fit) {
  for_each_plan<std::uint32_t, no_weight, unsigned>(has_most_copies);
  for_each_plan<std::uint16_t, float, float>(has_most_copies);
  for_each_plan<std::uint32_t, double, double>(has_most_copies);

  const counting_task task = task_of<std::uint32_t, no_weight, unsigned>(1 << 20, 256);
  const counting_plan plan = plan_counting(task, gpu(227 << 10, 32));
  EXPECT_EQ(plan.layout, counter_layout::per_lane_copies);
  EXPECT_EQ(plan.copies, 32u);
}

TEST(plans, count_in_shared_memory_what_it_can_hold) {
  const auto layout = [](const counting_task& task) {
    return plan_counting(task, gpu(227 << 10, 32)).layout;
  };
  constexpr std::size_t n = std::size_t{1} << 28;
  EXPECT_EQ(layout(task_of<std::uint32_t, no_weight, unsigned>(n, 1000)),
            counter_layout::per_lane_copies);
  EXPECT_EQ(layout(task_of<std::uint32_t, no_weight, unsigned long long>(n, 65536)),
            counter_layout::packed_16);
  EXPECT_EQ(layout(task_of<std::uint32_t, no_weight, unsigned>(n, 1 << 24)),
            counter_layout::global);
  EXPECT_EQ(layout(task_of<std::uint32_t, no_weight, unsigned>(1000, 1000)), counter_layout::global)
      << "too few elements";
  // Weights of four and of eight bytes; of two there are no counters in shared memory.
  EXPECT_EQ(layout(task_of<std::uint32_t, float, float>(n, 1000)), counter_layout::per_lane_copies);
  EXPECT_EQ(layout(task_of<std::uint32_t, double, double>(n, 1000)),
            counter_layout::per_lane_copies);
  EXPECT_EQ(layout(task_of<std::uint32_t, std::int16_t, std::int16_t>(n, 1000)),
            counter_layout::global);
}

TEST(plans, of_the_host_have_private_counters_where_there_is_enough_to_count) {
  const auto plan = [](std::size_t n, unsigned bins) {
    return plan_counting(task_of<std::uint32_t, no_weight, unsigned>(n, bins), cpu(8));
  };
  EXPECT_EQ(plan(1 << 24, 256).layout, counter_layout::private_copies);
  EXPECT_EQ(plan(1 << 24, 256).copies, 4u);
  EXPECT_EQ(plan(1 << 24, 8192).copies, 1u);
  EXPECT_EQ(plan(1 << 24, 256).grid, 32u) << "four for each thread";
  EXPECT_EQ(plan(1000, 256).layout, counter_layout::global) << "too few elements";
  EXPECT_EQ(plan(1000, 256).grid, 1u);
  EXPECT_EQ(plan(std::size_t{1} << 32, 1 << 21).layout, counter_layout::global)
      << "no cache so big";
  EXPECT_EQ(plan(std::size_t{1} << 20, 1 << 21).grid, 8u) << "one for each thread";
}

using diatomic::detail::partition_plan;
using diatomic::detail::partition_task;
using diatomic::detail::plan_partition;

device_properties gpu_with_cache(std::size_t shared_bytes, int lanes, std::size_t l2_bytes) {
  device_properties device = gpu(shared_bytes, lanes);
  device.l2_bytes = l2_bytes;
  return device;
}

/// What every plan with partitions must be: each bin in one of them, no more shared memory than
/// there is, blocks of whole warps.
void is_sound_partition(const partition_task& task, const partition_plan& plan,
                        const device_properties& device) {
  const auto lanes = static_cast<unsigned>(device.warp_size);
  ASSERT_EQ(plan.partitions, ((task.bins - 1) >> plan.shift) + 1);
  for (const unsigned block : {plan.block, plan.adding_block}) {
    ASSERT_GE(block, lanes);
    ASSERT_EQ(block % lanes, 0u);
    ASSERT_LE(block, static_cast<unsigned>(device.max_threads_per_block));
  }
  ASSERT_LE(diatomic::detail::tile_bytes(plan, task.staged_bytes, lanes),
            device.shared_bytes_per_block);
  // A tile's runs are of four updates and more.
  ASSERT_LE(plan.partitions * 4, plan.block * diatomic::detail::tile_items);
  ASSERT_GE(plan.piece, 1u);
  if (plan.layout == counter_layout::global) {
    const std::size_t bytes = (std::size_t{1} << plan.shift) * task.result_bytes;
    ASSERT_LE(bytes, device.l2_bytes / 2);
    return;
  }
  ASSERT_EQ(plan.layout,
            task.weighted ? counter_layout::per_lane_copies : counter_layout::packed_16);
  ASSERT_LE(plan.shift, 16u) << "keys have 16 bits";
  const std::size_t counter_bytes = task.weighted ? task.counter_bytes : 2;
  ASSERT_LE(counter_bytes * ((std::size_t{1} << plan.shift) + 64), device.shared_bytes_per_block);
}

template <class Input, class Kept, class Count>
void check_partition_plans() {
  using diatomic::detail::partition_task_of;
  for (const std::size_t shared : shared_sizes) {
    for (const int lanes : {32, 64}) {
      for (const std::size_t l2 : {std::size_t{4} << 20, std::size_t{50} << 20}) {
        unsigned partitioned = 0;
        for (std::size_t bins = 1u << 18; bins < std::size_t{1} << 32; bins = bins * 5 / 4 + 1) {
          const auto device = gpu_with_cache(shared, lanes, l2);
          for (const std::size_t some : {bins, bins / 65536 * 65536}) {
            const auto task = partition_task_of<Input, Kept, Count>(4 * some, some);
            const partition_plan plan = plan_partition(task, device);
            SCOPED_TRACE(std::to_string(some) + " bins, " + std::to_string(shared) + " bytes");
            if (plan.partitions == 0) continue;
            ++partitioned;
            is_sound_partition(task, plan, device);
          }
        }
        EXPECT_GT(partitioned, 5u) << shared << ", " << l2;
      }
    }
  }
}

TEST(partition_plans, are_sound) {
  check_partition_plans<std::uint32_t, no_weight, unsigned>();
  check_partition_plans<std::uint64_t, no_weight, unsigned long long>();
  check_partition_plans<std::uint32_t, float, float>();
  check_partition_plans<std::uint32_t, double, double>();
  check_partition_plans<std::uint32_t, std::int16_t, std::int16_t>();
}

/// Tables that the cache holds, few updates, small inputs, and devices without a known cache have
/// no partitions, to the byte.
TEST(partition_plans, are_made_where_they_pay) {
  using diatomic::detail::partition_task_of;
  const std::size_t l2 = std::size_t{8} << 20;
  const auto partitions = [&](std::size_t n, std::size_t bins, auto input,
                              const device_properties& device) {
    using Input = decltype(input);
    return plan_partition(partition_task_of<Input, float, float>(n, bins), device).partitions;
  };
  const device_properties device = gpu_with_cache(64 << 10, 32, l2);
  const std::size_t held = l2 / sizeof(float);
  constexpr std::uint32_t words = 0;
  EXPECT_EQ(partitions(10 * held, held, words, device), 0u);
  EXPECT_NE(partitions(10 * held, held + 1, words, device), 0u);
  EXPECT_NE(partitions(held + 1, held + 1, words, device), 0u);
  EXPECT_EQ(partitions(held, held + 1, words, device), 0u);
  EXPECT_EQ(partitions(10 * held, held + 1, std::uint16_t{}, device), 0u);
  EXPECT_EQ(partitions(10 * held, held + 1, words, gpu_with_cache(64 << 10, 32, 0)), 0u);
  EXPECT_EQ(partitions(10 * held, held + 1, words, gpu_with_cache(64 << 10, 1, l2)), 0u);
}

/// Keys have 16 bits up to partitions of 2^16 bins; weights of up to four bytes are next to a bin.
TEST(partition_plans, write_short_keys_where_they_suffice) {
  using diatomic::detail::writes_short_keys;
  partition_plan plan;
  plan.partitions = 3;
  for (const unsigned shift : {0u, 15u, 16u, 17u, 20u}) {
    plan.shift = shift;
    EXPECT_EQ(writes_short_keys<no_weight>(plan), shift <= 16) << shift;
    EXPECT_EQ(writes_short_keys<double>(plan), shift <= 16) << shift;
    EXPECT_FALSE(writes_short_keys<float>(plan)) << shift;
    EXPECT_FALSE(writes_short_keys<std::int8_t>(plan)) << shift;
    // Counts, starts and pieces, then keys, or weights and keys, or both in one word.
    const std::size_t bounds = 32 + 32 + 16;
    const std::size_t key = shift <= 16 ? 2 : 4;
    const auto up = [](std::size_t bytes) { return (bytes + 15) / 16 * 16; };
    for (const std::size_t n : {1, 7, 8, 9, 1000}) {
      using diatomic::detail::partition_temp_bytes;
      EXPECT_EQ(partition_temp_bytes<no_weight>(plan, n), bounds + up(n * key)) << n;
      EXPECT_EQ(partition_temp_bytes<double>(plan, n), bounds + up(n * 8) + up(n * key)) << n;
      EXPECT_EQ(partition_temp_bytes<float>(plan, n), bounds + up(n * 8)) << n;
    }
  }
  EXPECT_EQ(diatomic::detail::partition_temp_bytes<float>(partition_plan{}, 1000), 0u);
}

/// A task's sizes, as each call states them.
TEST(plans, are_for_the_sizes_of_their_types) {
  const auto plain = task_of<std::uint8_t, no_weight, unsigned long long>(1000, 7);
  EXPECT_EQ(plain.n, 1000u);
  EXPECT_EQ(plain.bins, 7u);
  EXPECT_EQ(plain.result_bytes, 8u);
  EXPECT_TRUE(plain.by_value);
  EXPECT_EQ(plain.element_bytes, 1u);
  EXPECT_EQ(plain.counter_bytes, 4u);
  EXPECT_FALSE(plain.weighted);
  EXPECT_TRUE(plain.adds_in_one_step);
  const auto with_doubles = task_of<std::uint8_t, float, double>(1000, 7);
  EXPECT_FALSE(with_doubles.by_value);
  EXPECT_EQ(with_doubles.element_bytes, 5u);
  EXPECT_EQ(with_doubles.result_bytes, 8u);
  EXPECT_EQ(with_doubles.counter_bytes, 8u);
  EXPECT_TRUE(with_doubles.weighted);
  EXPECT_FALSE(with_doubles.adds_in_one_step);
  EXPECT_FALSE((task_of<std::uint16_t, no_weight, unsigned>(1, 1).by_value));
  EXPECT_TRUE((task_of<std::uint16_t, int, int>(1, 1).adds_in_one_step));
  EXPECT_FALSE((task_of<std::uint16_t, float, float>(1, 1).adds_in_one_step));
  EXPECT_FALSE((task_of<std::uint16_t, long, long>(1, 1).adds_in_one_step));
  EXPECT_EQ((task_of<std::uint16_t, short, short>(1, 1).counter_bytes), 0u);
}

/// Runs of equal values are counted in 32 bits, however few units share the values.
TEST(plans, of_a_small_gpu_are_sound) {
  device_properties device = gpu(64 << 10, 32);
  device.compute_units = 1;
  for (const unsigned bins : {256u, 1u << 24}) {
    const auto task = task_of<std::uint32_t, no_weight, unsigned>(std::size_t{1} << 50, bins);
    is_sound(task, plan_counting(task, device), device);
  }
}

/// Where the host's plan becomes another one.
TEST(plans, of_the_host_change_at_their_bounds) {
  const auto plan = [](std::size_t n, unsigned bins) {
    return plan_counting(task_of<std::uint32_t, no_weight, unsigned>(n, bins), cpu(8));
  };
  EXPECT_EQ(plan(4095, 1).layout, counter_layout::global);
  EXPECT_EQ(plan(4096, 1).layout, counter_layout::private_copies);
  EXPECT_EQ(plan(4 * 5000 - 1, 5000).layout, counter_layout::global);
  EXPECT_EQ(plan(4 * 5000, 5000).layout, counter_layout::private_copies);
  EXPECT_EQ(plan(std::size_t{1} << 28, 1 << 20).layout, counter_layout::private_copies);
  EXPECT_EQ(plan(std::size_t{1} << 28, (1 << 20) + 1).layout, counter_layout::global);
  EXPECT_EQ(plan(1 << 24, 4096).copies, 4u);
  EXPECT_EQ(plan(1 << 24, 4097).copies, 1u);
  EXPECT_EQ(plan(4096 * 3, 1).grid, 3u) << "a slice for each 4096 values";
  EXPECT_EQ(plan(4096 * 100, 1).grid, 8u) << "a slice for each thread";
  // No slice has more than 2^31 values.
  EXPECT_EQ(plan(std::size_t{1} << 42, 1 << 21).grid, (1u << 11) + 1);
  EXPECT_EQ(plan(std::size_t{1} << 42, 1).grid, (1u << 11) + 1);
}

TEST(plans, have_layouts_with_names) {
  using diatomic::name_of;
  EXPECT_STREQ(name_of(counter_layout::per_lane_copies), "per_lane_copies");
  EXPECT_STREQ(name_of(counter_layout::packed_16), "packed_16");
  EXPECT_STREQ(name_of(counter_layout::global), "global");
  EXPECT_STREQ(name_of(counter_layout::private_copies), "private_copies");
}

}  // namespace
