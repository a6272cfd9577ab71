// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Array calls of maps and queues: the result of each key, and maps that are made anew.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/containers/bounded_queue.hpp>
#include <diatomic/containers/static_map.hpp>

#include "support/kernel_run.hpp"
#include "support/scale.hpp"
#include "support/streams/vendor_streams.hpp"

namespace {

using diatomic::bounded_queue;
using diatomic::empty_key;
using diatomic::empty_value;
using diatomic::insertion;
using diatomic::op;
using diatomic::static_map;
using test::on_device;

/// An array call's inputs and outputs.
struct array_calls {
  diatomic::stream on;
  std::size_t n;
  test::guarded_array<int> keys, values;
  test::guarded_array<insertion> results;
  explicit array_calls(const std::vector<int>& all)
      : n(all.size()), keys(on_device(all)), values(on_device(all)), results(n) {}
  std::string texts() {
    on.synchronize();
    std::string all;
    for (const insertion i : results.download())
      all += std::string(" ") + std::to_string(static_cast<int>(i));
    results.fill_bytes(0x7f);
    return all;
  }
};
/// Not symmetric.
struct twice_and_more {
  DIATOMIC_FUNCTION int operator()(int held, int v) const { return 2 * held + v; }
};

// Two slots; keys 5 and 6 are in the map, 7 finds no room, and -1 is the empty key.
TEST(maps_of_arrays, give_each_key_its_result) {
  // found, full, refused, found
  static_assert(insertion::added == insertion{0} && insertion::found == insertion{1});
  static_assert(insertion::full == insertion{2} && insertion::refused == insertion{3});
  const std::string results = " 1 2 3 1";
  array_calls c({5, 7, -1, 6});
  static_map m(std::size_t{2}, empty_key{-1}, empty_value{-1});
  const auto expect = [&](const std::string& texts, std::vector<int> found) {
    EXPECT_EQ(c.texts(), texts);
    test::guarded_array<int> held(c.n);
    m.find(c.on, c.keys.data(), held.data(), c.n);
    c.on.synchronize();
    EXPECT_EQ(held.download(), found);
  };
  int* const k = c.keys.data();
  int* const v = c.values.data();
  const auto pair = on_device(std::vector<int>{5, 6});
  m.insert(c.on, pair.data(), pair.data(), 2);
  m.insert(c.on, k, v, c.n, c.results.data());
  expect(results, {5, -1, -1, 6});
  m.insert_or_update<op::add>(c.on, k, v, c.n, c.results.data());
  expect(results, {10, -1, -1, 12});
  m.insert_or_update(c.on, k, v, c.n, twice_and_more{}, c.results.data());
  expect(results, {25, -1, -1, 30});
  m.insert_or_assign(c.on, k, v, c.n, c.results.data());
  expect(results, {5, -1, -1, 6});
  EXPECT_EQ(m.failures(c.on).full, 4u);
  EXPECT_EQ(m.failures(c.on).refused, 4u);
  // Without results.
  m.insert(c.on, k, v, c.n);
  m.insert_or_update<op::add>(c.on, k, v, c.n);
  m.insert_or_update(c.on, k, v, c.n, twice_and_more{});
  m.insert_or_assign(c.on, k, v, c.n);
  EXPECT_EQ(m.failures(c.on).full, 8u);
  EXPECT_EQ(m.failures(c.on).refused, 8u);
}

// A thread takes a batch of keys; the last tile is partial.
template <class Launch>
void expect_batches(std::size_t n) {
  diatomic::stream on;
  std::vector<int> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 1);
  std::vector<int> doubled(numbers);
  for (int& v : doubled) v *= 2;
  const auto keys = on_device(numbers);
  const auto values = on_device(doubled);
  static_map m(4 * n, empty_key{-1}, empty_value{-1});
  test::guarded_array<insertion> results(n);
  diatomic::device_array<diatomic::map_failures> failures(1);
  failures.fill_bytes(0);
  diatomic::detail::start_map_change<Launch>(on, diatomic::detail::map_insert{}, m.ref().table(),
                                             keys.data(), values.data(), n, results.data(),
                                             failures.data());
  test::guarded_array<int> found(n);
  diatomic::detail::start_map_find<Launch>(on, m.ref().table(), keys.data(), found.data(), n);
  on.synchronize();
  EXPECT_EQ(results.download(), std::vector<insertion>(n, insertion::added)) << n;
  EXPECT_EQ(found.download(), doubled) << n;
  EXPECT_EQ(m.size(on), n);
}
TEST(maps_of_arrays, may_be_walked_in_batches) {
  for (const std::size_t n : {1, 31, 128, 129, 1000}) {
    expect_batches<diatomic::detail::map_launch<2, 64>>(n);
    expect_batches<diatomic::detail::map_launch<4, 32>>(n);
  }
}

// Answers as numbers of any type.
template <class Answer>
void expect_answers() {
  diatomic::stream on;
  static_map m(std::size_t{8}, empty_key{-1}, empty_value{-1});
  const auto keys = on_device(std::vector<int>{5, 7, -1, 6});
  const auto held = on_device(std::vector<int>{5, 6});
  m.insert(on, held.data(), held.data(), 2);
  test::guarded_array<Answer> answers(4);
  const std::vector<Answer> expected = {Answer{1}, Answer{0}, Answer{0}, Answer{1}};
  m.contains(on, keys.data(), answers.data(), 4);
  on.synchronize();
  EXPECT_EQ(answers.download(), expected);
  answers.fill_bytes(0xff);
  m.erase(on, keys.data(), 4, answers.data());
  on.synchronize();
  EXPECT_EQ(answers.download(), expected);
  EXPECT_EQ(m.size(on), 0u);
}
TEST(maps_of_arrays, answer_with_any_number) {
  expect_answers<unsigned char>();
  expect_answers<int>();
  expect_answers<std::uint64_t>();
  expect_answers<float>();
}

TEST(maps_of_arrays, write_no_more_than_they_hold) {
  diatomic::stream on;
  static_map m(std::size_t{8}, empty_key{-1}, empty_value{-1});
  const auto held = on_device(std::vector<int>{5, 6});
  m.insert(on, held.data(), held.data(), 2);
  auto keys = on_device(std::vector<int>(5, 99));
  auto values = on_device(std::vector<int>(5, 98));
  EXPECT_EQ(m.retrieve_all(on, keys.data(), values.data(), 5), 2u);
  std::vector<int> found = keys.download();
  std::sort(found.begin(), found.begin() + 2);
  EXPECT_EQ(found, (std::vector<int>{5, 6, 99, 99, 99}));
  found = values.download();
  std::sort(found.begin(), found.begin() + 2);
  EXPECT_EQ(found, (std::vector<int>{5, 6, 98, 98, 98}));
}

/// A hash with a state, which keeps keys of one map in one window.
struct seeded {
  std::uint32_t seed = 0;
  DIATOMIC_FUNCTION std::uint32_t operator()(int) const { return seed; }
};

// The hash of the constructor goes to the views and to the map that is made anew.
TEST(maps_made_anew, keep_their_hash) {
  diatomic::stream on;
  using map = static_map<int, int, seeded>;
  const seeded hash{12345};
  map of_capacity(std::size_t{64}, empty_key{-1}, empty_value{-2}, hash);
  map of_load(std::size_t{8192}, 0.5, empty_key{-1}, empty_value{-2}, hash);
  const std::pair<map*, std::size_t> maps[] = {{&of_capacity, 64}, {&of_load, 16384}};
  for (const auto& [m, slots] : maps) {
    for (int round = 0; round < 2; ++round) {
      EXPECT_EQ(m->ref().table().hash.seed, 12345u);
      EXPECT_EQ(m->ref().empty_key_value(), -1);
      EXPECT_EQ(m->ref().empty_mapped_value(), -2);
      EXPECT_EQ(m->ref().capacity(), slots);
      EXPECT_EQ(m->capacity(), slots);
      m->rehash(on, slots);
    }
  }
  const auto keys = on_device(std::vector<int>{5, 6, 7});
  of_load.insert(on, keys.data(), keys.data(), 3);
  of_load.rehash(on, 512);
  EXPECT_EQ(of_load.capacity(), 512u);
  EXPECT_EQ(of_load.ref().capacity(), 512u);
  test::guarded_array<int> found(3);
  of_load.find(on, keys.data(), found.data(), 3);
  on.synchronize();
  EXPECT_EQ(found.download(), (std::vector<int>{5, 6, 7}));
}

// To more slots and to fewer: all keys that are there move, and erased ones do not.
TEST(maps_made_anew, keep_their_keys) {
  diatomic::stream on;
  constexpr int n = 1000;
  std::vector<int> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 1);
  const auto keys = on_device(numbers);
  static_map m(std::size_t{4 * n}, empty_key{-1}, empty_value{-1});
  m.insert(on, keys.data(), keys.data(), n);
  m.erase(on, keys.data(), n / 2);
  for (const std::size_t capacity : {std::size_t{20 * n}, std::size_t{n}, std::size_t{n / 2}}) {
    m.rehash(on, capacity);
    EXPECT_EQ(m.capacity(), capacity);
    EXPECT_EQ(m.failures(on).full, 0u);
    auto held = m.download(on);
    std::sort(held.begin(), held.end());
    ASSERT_EQ(held.size(), std::size_t{n / 2}) << capacity;
    for (int i = 0; i < n / 2; ++i) {
      ASSERT_EQ(held[static_cast<std::size_t>(i)], std::pair(n / 2 + 1 + i, n / 2 + 1 + i));
    }
  }
  EXPECT_EQ(test::thrown_text<std::length_error>([&] { m.rehash(on, n / 2 - 2); }),
            "static_map::rehash: the keys do not fit in 498 slots");
  EXPECT_EQ(test::thrown_text<std::invalid_argument>([&] { m.rehash(on, 0); }),
            "static_map: a capacity of 0; it must be from 1 to 8589934590");
  EXPECT_EQ(m.size(on), std::size_t{n / 2});
  // A single key finds no room.
  static_map few(std::size_t{4}, empty_key{-1}, empty_value{-1});
  few.insert(on, keys.data(), keys.data(), 3);
  EXPECT_EQ(test::thrown_text<std::length_error>([&] { few.rehash(on, 2); }),
            "static_map::rehash: the keys do not fit in 2 slots");
  EXPECT_EQ(few.size(on), 3u);
}

// Zeros of two signs are two values, and a NaN is one.
TEST(maps_of_arrays, compare_bits_with_the_empty_value) {
  diatomic::stream on;
  const auto bits_of = [](float v) { return diatomic::detail::bits_as<unsigned>(v); };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto keys = on_device(std::vector<int>{5, 6});
  for (const auto& [none, other] : {std::pair{0.0f, -0.0f}, {-0.0f, 0.0f}, {nan, 1.0f}}) {
    static_map m(std::size_t{8}, empty_key{-1}, empty_value{none});
    m.insert(on, keys.data(), on_device(std::vector<float>{other, 2}).data(), 2);
    m.erase(on, keys.data() + 1, 1);
    test::guarded_array<float> found(2);
    for (const std::size_t capacity : {4, 16}) {
      EXPECT_EQ(m.size(on), 1u);
      ASSERT_EQ(m.download(on).size(), 1u);
      EXPECT_EQ(bits_of(m.download(on)[0].second), bits_of(other));
      m.find(on, keys.data(), found.data(), 2);
      on.synchronize();
      EXPECT_EQ(bits_of(found.download()[1]), bits_of(none));
      m.rehash(on, capacity);
    }
  }
}

// Positions and counts are in separate cache lines of 128 bytes.
static_assert(sizeof(diatomic::queue_end) == 256 && sizeof(diatomic::queue_ends) == 516);
static_assert(offsetof(diatomic::queue_end, next) == 0);
static_assert(offsetof(diatomic::queue_end, claimed) == 128);
static_assert(offsetof(diatomic::queue_end, ready) == 132);
static_assert(offsetof(diatomic::queue_ends, front) == 256);
static_assert(offsetof(diatomic::queue_ends, busy) == 512);

/// Keeps a stream busy: updates of which each needs the one before.
struct count_slowly {
  DIATOMIC_DEVICE void operator()(unsigned* word, unsigned n) const {
    for (unsigned v = 0; v < n;) v = diatomic::exchange(word, v + 1) + 1;
  }
};
/// The stream is one that the default stream does not wait for.
TEST(maps_of_arrays, answer_after_the_stream) {
  const test::vendor_stream stream;
  auto word = on_device(std::vector<unsigned>(1, 0));
  const auto keys = on_device(std::vector<int>{3, -1, 4, -1, 5});
  static_map<int, int> m(64, empty_key{-1}, empty_value{-1});
  const auto begin = [&] {
    m.clear(stream.get());
    const auto n = static_cast<unsigned>(scaled(100000, 100));
    diatomic::launch(1, 1, 0, stream.get(), count_slowly{}, word.data(), n);
    m.insert(stream.get(), keys.data(), keys.data(), 5);
  };
  begin();
  EXPECT_EQ(m.failures(stream.get()).refused, 2u);
  begin();
  EXPECT_EQ(m.size(stream.get()), 3u);
  begin();
  EXPECT_EQ(m.download(stream.get()).size(), 3u);

  bounded_queue<int> q(4);
  auto popped = on_device(std::vector<int>(5, 0));
  const auto push = [&] {
    const auto n = static_cast<unsigned>(scaled(100000, 100));
    diatomic::launch(1, 1, 0, stream.get(), count_slowly{}, word.data(), n);
    q.push(stream.get(), keys.data(), 5);
  };
  push();
  EXPECT_EQ(q.failures(stream.get()), 1u);
  EXPECT_EQ(q.pop(stream.get(), popped.data(), 5), 4u);
  push();
  q.clear(stream.get());
  EXPECT_EQ(q.pop(stream.get(), popped.data(), 5), 0u);
  EXPECT_EQ(q.failures(stream.get()), 0u);
}

// In memory that other arrays have used.
TEST(queues_of_arrays, are_empty_at_first) {
  diatomic::stream on;
  const auto items = on_device(std::vector<int>{1, 2, 3});
  auto popped = on_device(std::vector<int>(3, 0));
  for (const std::size_t capacity : {2, 256}) {
    {
      diatomic::device_array<diatomic::queue_cell<int>>(capacity).fill_bytes(0xff);
      diatomic::device_array<diatomic::queue_ends>(1).fill_bytes(0xff);
      diatomic::device_array<unsigned long long>(1).fill_bytes(0xff);
    }
    bounded_queue<int> q(capacity);
    EXPECT_EQ(q.failures(on), 0u);
    EXPECT_EQ(q.pop(on, popped.data(), 3), 0u);
    const std::size_t room = std::min(capacity, std::size_t{3});
    for (std::size_t n = 1; n < 4; ++n) {
      q.push(on, items.data(), 3);
      EXPECT_EQ(q.failures(on), n * (3 - room));  // Failures add up.
      EXPECT_EQ(q.pop(on, popped.data(), 3), room);
    }
    EXPECT_EQ(popped.download()[1], 2);
  }
}

/// Only the two items that there are need room.
TEST(queues_of_arrays, give_what_they_have_to_more_than_2_to_the_32) {
  diatomic::stream on;
  const auto items = on_device(std::vector<int>{4, 5});
  auto popped = on_device(std::vector<int>(2, 0));
  bounded_queue<int> q(8);
  for (const std::size_t more : {0, 1, 3}) {
    q.push(on, items.data(), 2);
    EXPECT_EQ(q.pop(on, popped.data(), (std::size_t{1} << 32) + more), 2u);
    EXPECT_EQ(popped.download(), items.download());
  }
}

}  // namespace
