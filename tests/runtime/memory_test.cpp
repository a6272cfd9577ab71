// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device memory: what goes there comes back.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/links.hpp>
#include <diatomic/runtime/pinned_array.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/scale.hpp"
#include "support/uploads.hpp"

namespace {

template <class T>
std::vector<T> counting(std::size_t n) {
  std::vector<T> values(n);
  std::iota(values.begin(), values.end(), T{1});
  return values;
}

TEST(device_array, gives_back_what_was_uploaded) {
  const auto bytes = counting<unsigned char>(97);
  diatomic::device_array<unsigned char> narrow(bytes.size());
  narrow.upload(bytes);
  EXPECT_EQ(narrow.download(), bytes);

  const auto reals = counting<double>(1001);
  diatomic::device_array<double> wide(reals.size());
  wide.upload(reals);
  EXPECT_EQ(wide.download(), reals);
}

TEST(device_array, overwrites_only_the_first_elements) {
  diatomic::device_array<int> array(5);
  array.upload({1, 2, 3, 4, 5});
  const int other[] = {10, 20};
  array.upload(other, 2);
  EXPECT_EQ(array.download(), (std::vector<int>{10, 20, 3, 4, 5}));
}

TEST(device_array, fills_every_byte) {
  diatomic::device_array<std::uint32_t> array(33);
  array.fill_bytes(0xA5);
  EXPECT_EQ(array.download(), std::vector<std::uint32_t>(33, 0xA5A5A5A5u));
  array.fill_bytes(0);
  EXPECT_EQ(array.download(), std::vector<std::uint32_t>(33, 0u));
}

TEST(device_array, can_be_empty) {
  diatomic::device_array<float> array(0);
  EXPECT_EQ(array.data(), nullptr);
  EXPECT_EQ(array.size(), 0u);
  array.upload({});
  array.fill_bytes(1);
  EXPECT_TRUE(array.download().empty());
}

TEST(device_array, refuses_more_than_it_holds) {
  diatomic::device_array<int> array(2);
  try {
    array.upload({1, 2, 3});
    ADD_FAILURE() << "nothing thrown";
  } catch (const std::length_error& error) {
    EXPECT_STREQ(error.what(), "device_array::upload: 3 elements, and the array has 2");
  }
}

TEST(device_array, moves) {
  diatomic::device_array<int> first(3);
  first.upload({7, 8, 9});
  const int* where = first.data();
  diatomic::device_array<int> second(std::move(first));
  EXPECT_EQ(second.data(), where);
  EXPECT_EQ(first.size(), 0u);
  EXPECT_EQ(first.data(), nullptr);

  diatomic::device_array<int> third(1);
  third = std::move(second);
  EXPECT_EQ(third.download(), (std::vector<int>{7, 8, 9}));
  EXPECT_EQ(third.data(), where);
  EXPECT_EQ(second.size(), 0u);
  EXPECT_EQ(second.data(), nullptr);

  diatomic::device_array<int>& same = third;
  third = std::move(same);
  EXPECT_EQ(third.download(), (std::vector<int>{7, 8, 9}));
}

TEST(device_array, has_memory_of_its_own) {
  diatomic::device_array<int> one(4);
  diatomic::device_array<int> two(4);
  one.upload({1, 1, 1, 1});
  two.upload({2, 2, 2, 2});
  EXPECT_EQ(one.download(), std::vector<int>(4, 1));
  EXPECT_EQ(two.download(), std::vector<int>(4, 2));
}

TEST(device_array, is_aligned_for_any_element) {
  diatomic::device_array<char> array(1);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.data()) % alignof(std::max_align_t), 0u);
}

TEST(device_array, is_seen_by_work_queued_after_its_upload) {
  diatomic::stream stream;
  test::expect_uploads_to_be_seen(
      [&](unsigned grid, unsigned block, auto kernel, auto... args) {
        diatomic::launch(grid, block, 0, stream, kernel, args...);
      },
      [&] { stream.synchronize(); });
}

struct add_one {
  DIATOMIC_DEVICE void operator()(unsigned* words, unsigned n) const {
    const unsigned i = diatomic::global_index();
    if (i < n) words[i] += 1;
  }
};

struct write_late {
  DIATOMIC_DEVICE void operator()(unsigned* word, std::size_t pauses) const {
    for (std::size_t i = 0; i < pauses; ++i) diatomic::pause();
    *word = 1;
  }
};
TEST(device_array, is_read_after_what_streams_have_queued) {
  const std::size_t pauses = test::scaled(100'000, 100);  // milliseconds on a GPU
  diatomic::device_array<unsigned> word(1);
  for (int round = 0; round < 5; ++round) {
    const diatomic::stream stream;
    word.fill_bytes(0);
    diatomic::launch(1, 1, 0, stream, write_late{}, word.data(), pauses);
    EXPECT_EQ(word.download()[0], 1u);
    word.fill_bytes(0);
    diatomic::launch(1, 1, 0, stream, write_late{}, word.data(), pauses);
    word.upload({5u});
    EXPECT_EQ(word.download()[0], 5u);
  }
}

TEST(pinned_array, is_the_hosts_and_the_kernels) {
  constexpr unsigned n = 1000;
  diatomic::pinned_array<unsigned> array(n);
  ASSERT_EQ(array.size(), n);
  for (unsigned i = 0; i < n; ++i) array.data()[i] = i;
  diatomic::stream stream;
  diatomic::launch(4, 256, 0, stream, add_one{}, array.data(), n);
  stream.synchronize();
  for (unsigned i = 0; i < n; ++i) EXPECT_EQ(array.data()[i], i + 1);
}

TEST(pinned_array, can_be_empty) {
  const diatomic::pinned_array<float> array(0);
  EXPECT_EQ(array.data(), nullptr);
  EXPECT_EQ(array.size(), 0u);
}

TEST(pinned_array, moves) {
  diatomic::pinned_array<int> first(5);
  int* const data = first.data();
  const diatomic::pinned_array<int> moved(std::move(first));
  EXPECT_EQ(moved.size(), 5u);
  EXPECT_EQ(moved.data(), data);
  EXPECT_EQ(first.size(), 0u);
  EXPECT_EQ(first.data(), nullptr);
}

TEST(pinned_array, of_more_than_there_is_is_an_error) {
  EXPECT_THROW(diatomic::pinned_array<double>(static_cast<std::size_t>(-1)),
               diatomic::runtime_error);
}

/// Arrays whose bytes, counted in 64 bits, would be none or a few.
template <class T>
void expect_no_memory_for_wrapped_sizes() {
  constexpr std::size_t first = std::numeric_limits<std::size_t>::max() / sizeof(T) + 1;
  for (const std::size_t n : {first, first + 1, first + 4}) {
    EXPECT_THROW(diatomic::device_array<T>{n}, diatomic::runtime_error) << n;
    EXPECT_THROW(diatomic::pinned_array<T>{n}, diatomic::runtime_error) << n;
  }
}
TEST(arrays, of_sizes_whose_bytes_wrap_are_errors) {
  expect_no_memory_for_wrapped_sizes<short>();
  expect_no_memory_for_wrapped_sizes<int>();
  expect_no_memory_for_wrapped_sizes<double>();
  expect_no_memory_for_wrapped_sizes<std::array<int, 3>>();
}

TEST(pinned_array, moves_into_another) {
  diatomic::pinned_array<int> first(5);
  diatomic::pinned_array<int> second(3);
  int* const data = first.data();
  second = std::move(first);
  EXPECT_EQ(second.data(), data);
  EXPECT_EQ(second.size(), 5u);
  EXPECT_EQ(first.data(), nullptr);
  EXPECT_EQ(first.size(), 0u);
  second = diatomic::pinned_array<int>(0);
  EXPECT_EQ(second.data(), nullptr);
  EXPECT_EQ(second.size(), 0u);
}

TEST(stream, moves_into_another) {
  diatomic::stream first;
  diatomic::stream second;
  const auto handle = first.native_handle();
  second = std::move(first);
  EXPECT_EQ(second.native_handle(), handle);
  EXPECT_EQ(first.native_handle(), nullptr);  // the default stream
  diatomic::device_array<unsigned> words(8);
  words.fill_bytes(0);
  for (diatomic::stream* on : {&first, &second}) {
    diatomic::launch(1, 8, 0, *on, add_one{}, words.data(), 8u);
    on->synchronize();
  }
  EXPECT_EQ(words.download(), std::vector<unsigned>(8, 2));
  diatomic::event start;
  diatomic::event stop;
  start.record(second);
  stop = std::move(start);
  stop.synchronize();
  EXPECT_EQ(start.native_handle(), nullptr);
}

// Rounded up to whole pieces, these sizes would be zero or small.
TEST(memory_for_processes, of_more_bytes_than_can_be_counted_is_an_error) {
  namespace runtime_api = diatomic::detail::runtime_api;
  for (const std::size_t bytes :
       {~std::size_t{0}, ~std::size_t{0} - 1000, ~std::size_t{0} - (1u << 21) + 2}) {
    EXPECT_THROW(runtime_api::allocate_for_processes(bytes), diatomic::runtime_error) << bytes;
  }
}

}  // namespace
