// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// All host calls that take a stream, each with arrays of its own. What is in the arrays depends on
/// the round, so that a call can be queued in one round and repeated in others.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/containers/spread_array.hpp>
#include <diatomic/runtime/pinned_array.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>

#include "support/scale.hpp"
#include "support/streams/array_calls.hpp"
#include "support/streams/call.hpp"

namespace test {

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

/// Copies and fills of words with gaps.
class spread_call final : public stream_call {
 public:
  spread_call() : stream_call("spread_array") {}
  void prepare(unsigned round) override {
    for (std::size_t i = 0; i < n; ++i) from_.data()[i] = element(round, i);
    std::fill_n(to_.data(), n, ~0u);
    for (auto* array : {&first_, &second_}) array->fill_bytes(0xff);
  }
  void queue(stream_view on) override {
    first_.upload(on, from_.data(), n);
    first_.download(on, to_.data(), n);
    first_.fill_bytes(on, 0x5a);
    second_.fill(on, 0x12345678u);
    second_.upload(on, from_.data(), n / 3);
  }
  void expect(unsigned round) const override {
    std::vector<unsigned> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = element(round, i);
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), to_.data())) << name();
    EXPECT_EQ(first_.download(), std::vector<unsigned>(n, 0x5a5a5a5au)) << name();
    std::fill(expected.begin() + n / 3, expected.end(), 0x12345678u);
    EXPECT_EQ(second_.download(), expected) << name();
  }

 private:
  static constexpr std::size_t n = 300;
  diatomic::pinned_array<unsigned> from_{n};
  diatomic::pinned_array<unsigned> to_{n};
  diatomic::spread_array<unsigned> first_{n};
  diatomic::spread_array<unsigned> second_{n};
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
  all.push_back(std::make_unique<spread_call>());
  all.push_back(std::make_unique<counting_call>(n));
  all.push_back(std::make_unique<reduction_call>(n));
  return all;
}

}  // namespace test
