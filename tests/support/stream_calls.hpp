// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// All host calls that take a stream, each with arrays of its own. What is in the arrays depends on
/// the round, so that a call can be queued in one round and repeated in others.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/reproducible_scatter.hpp>
#include <diatomic/algorithms/reproducible_sum.hpp>
#include <diatomic/algorithms/scatter.hpp>
#include <diatomic/runtime/pinned_array.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>

#include "support/scale.hpp"

namespace test {

using diatomic::device_array;
using diatomic::stream_view;

/// A call, its arrays, and what it should make of them.
class stream_call {
 public:
  explicit stream_call(std::string name) : name_(std::move(name)) {}
  stream_call(const stream_call&) = delete;
  stream_call& operator=(const stream_call&) = delete;
  virtual ~stream_call() = default;

  const std::string& name() const { return name_; }
  /// Sets the arrays, and waits for that.
  virtual void prepare(unsigned round) = 0;
  /// The call itself.
  virtual void queue(stream_view on) = 0;
  /// When the stream has done it.
  virtual void expect(unsigned round) const = 0;

 private:
  std::string name_;
};

/// Element i of the input of a round.
inline unsigned element(unsigned round, std::size_t i) {
  return static_cast<unsigned>((i * 7 + i / 251 + round * 13) % 251);
}
template <class T>
std::vector<T> elements(unsigned round, std::size_t n) {
  std::vector<T> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<T>(element(round, i));
  values[(round * 7919) % n] = static_cast<T>(1000);  // the one greatest
  return values;
}

/// Words in which kernels leave one for each thread.
struct mark_places {
  DIATOMIC_DEVICE void operator()(const unsigned* round, unsigned* places) const {
    const auto [bx, by, bz] = diatomic::block_position();
    const auto [tx, ty, tz] = diatomic::thread_position();
    const diatomic::extent3 block = diatomic::block_extent();
    const diatomic::extent3 grid = diatomic::grid_extent();
    const unsigned b = bx + grid.x * (by + grid.y * bz);
    const unsigned t = tx + block.x * (ty + block.y * tz);
    places[b * block.x * block.y * block.z + t] = b * 1000 + t + *round;
  }
};
struct meet {
  DIATOMIC_DEVICE void operator()(const unsigned* round, unsigned* words,
                                  diatomic::grid_barrier<>* barrier) const {
    if (diatomic::thread_index() == 0) diatomic::store(&words[diatomic::block_index()], *round);
    barrier->arrive_and_wait();
    if (diatomic::thread_index() != 0) return;
    const unsigned next = (diatomic::block_index() + 1) % diatomic::grid_size();
    words[diatomic::grid_size() + diatomic::block_index()] = diatomic::load(&words[next]) + 1;
  }
};

enum class shape { of_numbers, of_three_dimensions, cooperative, cooperative_of_two_dimensions };

class launch_call final : public stream_call {
 public:
  launch_call(const char* name, shape kind) : stream_call(name), kind_(kind) {}
  void prepare(unsigned round) override {
    round_.upload({round + 1});
    places_.fill_bytes(0xff);
    barrier_.fill_bytes(0);
  }
  void queue(stream_view on) override {
    unsigned* const to = places_.data();
    switch (kind_) {
      case shape::of_numbers:
        return diatomic::launch(4, 64, 0, on, mark_places{}, round_.data(), to);
      case shape::of_three_dimensions:
        return diatomic::launch({2, 1, 2}, {4, 8, 2}, 0, on, mark_places{}, round_.data(), to);
      case shape::cooperative:
        return diatomic::launch_cooperative(2, 32, 0, on, meet{}, round_.data(), to,
                                            barrier_.data());
      case shape::cooperative_of_two_dimensions:
        return diatomic::launch_cooperative({1, 2}, {8, 4}, 0, on, meet{}, round_.data(), to,
                                            barrier_.data());
    }
  }
  void expect(unsigned round) const override {
    std::vector<unsigned> expected(4 * 64, ~0u);
    if (kind_ == shape::of_numbers || kind_ == shape::of_three_dimensions) {
      for (unsigned i = 0; i < 4 * 64; ++i) expected[i] = i / 64 * 1000 + i % 64 + round + 1;
    } else {
      expected[0] = expected[1] = round + 1;
      expected[2] = expected[3] = round + 2;
    }
    EXPECT_EQ(places_.download(), expected) << name();
  }

 private:
  shape kind_;
  device_array<unsigned> round_{1};
  device_array<unsigned> places_{4 * 64};
  device_array<diatomic::grid_barrier<>> barrier_{1};
};

/// Copies and fills.
class memory_call final : public stream_call {
 public:
  explicit memory_call(std::size_t n) : stream_call("memory"), n_(n) {}
  void prepare(unsigned round) override {
    for (std::size_t i = 0; i < n_; ++i) from_.data()[i] = element(round, i);
    std::fill_n(to_.data(), n_, ~0u);
    for (auto* array : {&first_, &second_, &third_}) array->fill_bytes(0xff);
  }
  void queue(stream_view on) override {
    diatomic::upload(on, first_.data(), from_.data(), n_);
    diatomic::download(on, to_.data(), first_.data(), n_);
    diatomic::fill(on, first_.data(), n_ / 2, 0x12345678u);
    diatomic::fill_bytes(on, second_.data(), n_ - 1, 0x5a);
    third_.fill_bytes(on, 0x77);
    third_.upload(on, from_.data(), n_ / 3);
  }
  void expect(unsigned round) const override {
    std::vector<unsigned> values(n_);
    for (std::size_t i = 0; i < n_; ++i) values[i] = element(round, i);
    EXPECT_TRUE(std::equal(values.begin(), values.end(), to_.data())) << name();
    const auto half = static_cast<std::ptrdiff_t>(n_ / 2);
    const auto third = static_cast<std::ptrdiff_t>(n_ / 3);
    std::vector<unsigned> expected = values;
    std::fill(expected.begin(), expected.begin() + half, 0x12345678u);
    EXPECT_TRUE(first_.download() == expected) << name();
    expected.assign(n_, 0x5a5a5a5au);
    expected.back() = ~0u;
    EXPECT_TRUE(second_.download() == expected) << name();
    expected = values;
    std::fill(expected.begin() + third, expected.end(), 0x77777777u);
    EXPECT_TRUE(third_.download() == expected) << name();
  }

 private:
  std::size_t n_;
  diatomic::pinned_array<unsigned> from_{n_};
  diatomic::pinned_array<unsigned> to_{n_};
  device_array<unsigned> first_{n_};
  device_array<unsigned> second_{n_};
  device_array<unsigned> third_{n_};
};

class counting_call final : public stream_call {
 public:
  explicit counting_call(std::size_t n) : stream_call("counting"), n_(n) {}
  void prepare(unsigned round) override {
    values_.upload(elements<unsigned>(round, n_));
    weights_.upload(elements<int>(round + 1, n_));
    for (auto* array : {&counts_, &many_}) array->fill_bytes(0);
    for (auto* array : {&sums_, &words_}) array->fill_bytes(0);
    for (auto* array : {&exact_, &fixed_}) array->fill_bytes(0);
  }
  void queue(stream_view on) override {
    const unsigned* const values = values_.data();
    const diatomic::value_bin bin{};
    diatomic::histogram(on, values, n_, counts_.data(), bins, bin);
    diatomic::histogram(on, values, n_, many_.data(), many_bins, bin);
    diatomic::weighted_histogram(on, values, weights_.data(), n_, sums_.data(), bins, bin);
    diatomic::scatter_add(on, values, weights_.data(), n_, words_.data(), bins);
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
    counts.resize(bins);
    EXPECT_TRUE(counts_.download() == counts) << name();
    EXPECT_TRUE(sums_.download() == sums) << name();
    EXPECT_TRUE(words_.download() == sums) << name();
    const std::vector<float> floats(sums.begin(), sums.end());
    EXPECT_TRUE(exact_.download() == floats) << name();
    EXPECT_TRUE(fixed_.download() == floats) << name();
  }

 private:
  struct as_floats {
    const int* values;
    DIATOMIC_FUNCTION float operator()(std::size_t i) const {
      return static_cast<float>(values[i]);
    }
  };
  static constexpr unsigned bins = 251;
  static constexpr unsigned many_bins = 400000;  // more than fit in shared memory
  std::size_t n_;
  device_array<unsigned> values_{n_};
  device_array<int> weights_{n_};
  device_array<unsigned> counts_{bins};
  device_array<unsigned> many_{many_bins};
  device_array<int> sums_{bins};
  device_array<int> words_{bins};
  device_array<float> exact_{bins};
  device_array<float> fixed_{bins};
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
    const auto places = places_.download();
    EXPECT_EQ(places[0].index, static_cast<std::uint64_t>(least - values.begin())) << name();
    EXPECT_EQ(places[1].index, static_cast<std::uint64_t>(greatest - values.begin())) << name();
  }

 private:
  std::size_t n_;
  device_array<float> input_{n_};
  device_array<float> results_{6};
  device_array<diatomic::indexed<float>> places_{2};
  device_array<unsigned char> temp_{diatomic::reduce_temp_bytes(n_)};
  device_array<unsigned char> own_temp_{diatomic::reproducible_sum_temp_bytes<float>(n_)};
};

/// One of each.
inline std::vector<std::unique_ptr<stream_call>> all_stream_calls() {
  const std::size_t n = scaled(1 << 17, 20000);
  std::vector<std::unique_ptr<stream_call>> all;
  all.push_back(std::make_unique<launch_call>("launch", shape::of_numbers));
  all.push_back(std::make_unique<launch_call>("launch 3-D", shape::of_three_dimensions));
  all.push_back(std::make_unique<launch_call>("launch_cooperative", shape::cooperative));
  all.push_back(std::make_unique<launch_call>("launch_cooperative 2-D",
                                              shape::cooperative_of_two_dimensions));
  all.push_back(std::make_unique<memory_call>(n));
  all.push_back(std::make_unique<counting_call>(n));
  all.push_back(std::make_unique<reduction_call>(n));
  return all;
}

}  // namespace test
