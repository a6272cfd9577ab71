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

TEST(plans, have_layouts_with_names) {
  using diatomic::name_of;
  EXPECT_STREQ(name_of(counter_layout::per_lane_copies), "per_lane_copies");
  EXPECT_STREQ(name_of(counter_layout::packed_16), "packed_16");
  EXPECT_STREQ(name_of(counter_layout::global), "global");
  EXPECT_STREQ(name_of(counter_layout::private_copies), "private_copies");
}

}  // namespace
