// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Calls on arrays, each with arrays of its own.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/partitioned_scatter.hpp>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/reproducible_scatter.hpp>
#include <diatomic/algorithms/reproducible_sum.hpp>
#include <diatomic/algorithms/scatter.hpp>
#include <diatomic/algorithms/segmented_reduce.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/counting_plans.hpp"
#include "support/streams/call.hpp"

namespace test {

/// Elements of a function.
struct as_floats {
  const int* values;
  DIATOMIC_FUNCTION float operator()(std::size_t i) const { return static_cast<float>(values[i]); }
};

class counting_call final : public stream_call {
 public:
  explicit counting_call(std::size_t n) : stream_call("counting"), n_(n) {}
  void prepare(unsigned round) override {
    values_.upload(elements<unsigned>(round, n_));
    weights_.upload(elements<int>(round + 1, n_));
    for (auto* array : {&counts_, &many_, &partitioned_}) array->fill_bytes(0);
    for (auto* array : {&sums_, &words_, &with_memory_}) array->fill_bytes(0);
    for (auto* array : {&exact_, &fixed_}) array->fill_bytes(0);
  }
  void queue(stream_view on) override {
    const unsigned* const values = values_.data();
    const diatomic::value_bin bin{};
    diatomic::histogram(on, values, n_, counts_.data(), bins, bin);
    diatomic::histogram(on, values, n_, many_.data(), many_bins, bin);
    diatomic::weighted_histogram(on, values, weights_.data(), n_, sums_.data(), bins, bin);
    diatomic::scatter_add(on, values, weights_.data(), n_, words_.data(), bins);
    const diatomic::detail::no_weight* const none = nullptr;
    diatomic::detail::count_by_partitions(on, plan_, values, none, n_, partitioned_.data(),
                                          many_bins, bin, partition_temp_.data());
    diatomic::scatter_add(on, values, weights_.data(), n_, with_memory_.data(), bins, nullptr, 0);
    const as_floats weights{weights_.data()};
    diatomic::reproducible_scatter_add(on, values, weights, n_, exact_.data(), bins,
                                       exact_temp_.data(), exact_temp_.size());
    diatomic::reproducible_weighted_histogram(on, diatomic::fixed_scale(-10), values, weights, n_,
                                              fixed_.data(), bins, bin, fixed_temp_.data(),
                                              fixed_temp_.size());
  }
  void expect(unsigned round) const override {
    const auto values = elements<unsigned>(round, n_);
    const auto weights = elements<int>(round + 1, n_);
    std::vector<unsigned> counts(many_bins, 0);
    std::vector<int> sums(bins, 0);
    for (std::size_t i = 0; i < n_; ++i) {
      ++counts[values[i]];
      if (values[i] < bins) sums[values[i]] += weights[i];
    }
    EXPECT_TRUE(many_.download() == counts) << name();
    EXPECT_TRUE(partitioned_.download() == counts) << name();
    counts.resize(bins);
    EXPECT_TRUE(counts_.download() == counts) << name();
    EXPECT_TRUE(sums_.download() == sums) << name();
    EXPECT_TRUE(words_.download() == sums) << name();
    EXPECT_TRUE(with_memory_.download() == sums) << name();
    const std::vector<float> floats(sums.begin(), sums.end());
    EXPECT_TRUE(exact_.download() == floats) << name();
    EXPECT_TRUE(fixed_.download() == floats) << name();
  }

 private:
  static constexpr unsigned bins = 251;
  static constexpr unsigned many_bins = 400000;  // more than fit in shared memory
  std::size_t n_;
  device_array<unsigned> values_{n_};
  device_array<int> weights_{n_};
  device_array<unsigned> counts_{bins};
  device_array<unsigned> many_{many_bins};
  device_array<unsigned> partitioned_{many_bins};
  device_array<int> sums_{bins};
  device_array<int> words_{bins};
  device_array<int> with_memory_{bins};
  device_array<float> exact_{bins};
  device_array<float> fixed_{bins};
  diatomic::detail::partition_plan plan_ = partition_plans(many_bins, {false, false, 4}).front();
  device_array<unsigned char> partition_temp_{
      diatomic::detail::partition_temp_bytes<diatomic::detail::no_weight>(plan_, n_)};
  device_array<unsigned char> exact_temp_{diatomic::exact_sums_temp_bytes<float>(bins)};
  device_array<unsigned char> fixed_temp_{diatomic::fixed_sums_temp_bytes(bins)};
};

struct greater_of_two {
  DIATOMIC_DEVICE float operator()(float a, float b) const { return a < b ? b : a; }
};

struct negated {
  DIATOMIC_FUNCTION float operator()(float v) const { return -v; }
};

/// Calls with temporary memory, which they leave as the next call of the stream can use it.
class reduction_call final : public stream_call {
 public:
  explicit reduction_call(std::size_t n) : stream_call("reduction"), n_(n) {
    temp_.fill_bytes(0xff);
    own_temp_.fill_bytes(0xff);
    segment_temp_.fill_bytes(0xff);
    const int offsets[] = {0, static_cast<int>(n_ / 3), static_cast<int>(n_)};
    offsets_.upload(offsets, 3);
  }
  void prepare(unsigned round) override {
    input_.upload(elements<float>(round, n_));
    results_.fill_bytes(0xff);
    places_.fill_bytes(0xff);
  }
  void queue(stream_view on) override {
    using diatomic::op;
    const float* const from = input_.data();
    float* const to = results_.data();
    void* const temp = temp_.data();
    const std::size_t bytes = temp_.size();
    diatomic::reduce<op::add>(on, from, n_, to, temp, bytes);
    diatomic::reduce<op::min>(on, from, n_, to + 1, temp, bytes);
    diatomic::reduce<op::max>(on, from, n_, to + 2, temp, bytes);
    diatomic::reduce(on, from, n_, greater_of_two{}, 0.0f, to + 3, temp, bytes);
    diatomic::arg_min(on, from, n_, places_.data(), temp, bytes);
    diatomic::arg_max(on, from, n_, places_.data() + 1, temp, bytes);
    diatomic::reproducible_sum(on, from, n_, to + 4, own_temp_.data(), own_temp_.size());
    diatomic::transform_reduce<op::max>(on, from, n_, negated{}, to + 5, temp, bytes);
    void* const segment_temp = segment_temp_.data();
    const std::size_t segment_bytes = segment_temp_.size();
    diatomic::segmented_reduce<op::max>(on, from, n_, offsets_.data(), 2, to + 6, segment_temp,
                                        segment_bytes);
    diatomic::reproducible_segmented_sum(on, diatomic::fixed_scale(-20), from, n_, offsets_.data(),
                                         2, to + 8, segment_temp, segment_bytes);
  }
  void expect(unsigned round) const override {
    const auto values = elements<float>(round, n_);
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    const auto least = std::min_element(values.begin(), values.end());
    const auto greatest = std::max_element(values.begin(), values.end());
    const auto found = results_.download();
    EXPECT_NEAR(found[0], sum, sum * 1e-4) << name();
    EXPECT_EQ(found[1], *least) << name();
    EXPECT_EQ(found[2], *greatest) << name();
    EXPECT_EQ(found[3], *greatest) << name();
    EXPECT_EQ(found[4], static_cast<float>(sum)) << name();
    EXPECT_EQ(found[5], -*least) << name();
    const auto second = values.begin() + static_cast<std::ptrdiff_t>(n_ / 3);
    EXPECT_EQ(found[6], *std::max_element(values.begin(), second)) << name();
    EXPECT_EQ(found[7], *std::max_element(second, values.end())) << name();
    EXPECT_NEAR(found[8], std::accumulate(values.begin(), second, 0.0), sum * 1e-4) << name();
    EXPECT_NEAR(found[9], std::accumulate(second, values.end(), 0.0), sum * 1e-4) << name();
    const auto places = places_.download();
    EXPECT_EQ(places[0].index, static_cast<std::uint64_t>(least - values.begin())) << name();
    EXPECT_EQ(places[1].index, static_cast<std::uint64_t>(greatest - values.begin())) << name();
  }

 private:
  std::size_t n_;
  device_array<float> input_{n_};
  device_array<float> results_{10};
  device_array<int> offsets_{3};
  device_array<unsigned char> segment_temp_{diatomic::segmented_reduce_temp_bytes(n_, 2)};
  device_array<diatomic::indexed<float>> places_{2};
  device_array<unsigned char> temp_{diatomic::reduce_temp_bytes(n_)};
  device_array<unsigned char> own_temp_{diatomic::reproducible_sum_temp_bytes<float>(n_)};
};

}  // namespace test
