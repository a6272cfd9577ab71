// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Objects that were moved from, of every movable type of the runtime, the locks and the
/// containers: each member works as for an empty object, or throws what its header says.

#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/containers/bounded_queue.hpp>
#include <diatomic/containers/spread_array.hpp>
#include <diatomic/containers/static_map.hpp>
#include <diatomic/runtime/pinned_array.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/lock_table.hpp>

#include "support/kernel_run.hpp"

namespace {

using diatomic::runtime_error;
using test::on_device;

/// Moves `object` out and back, and into itself.
template <class T>
void move_around(T& object) {
  T other(std::move(object));
  object = std::move(other);
  T& same = object;
  object = std::move(same);
}

TEST(moved_from, device_array_is_empty) {
  diatomic::stream on;
  diatomic::device_array<int> array(3);
  array.upload({1, 2, 3});
  move_around(array);
  EXPECT_EQ(array.download(), (std::vector<int>{1, 2, 3}));

  const diatomic::device_array<int> other(std::move(array));
  const int one = 1;
  int to = 0;
  EXPECT_EQ(array.size(), 0u);
  EXPECT_EQ(array.data(), nullptr);
  EXPECT_EQ(std::as_const(array).data(), nullptr);
  EXPECT_EQ(array.download(), std::vector<int>{});
  array.upload({});
  array.upload(on, &one, 0);
  array.download(on, &to, 0);
  array.fill_bytes(1);
  array.fill_bytes(on, 1);
  EXPECT_THROW(array.upload({1}), std::length_error);
  EXPECT_THROW(array.upload(&one, 1), std::length_error);
  EXPECT_THROW(array.upload(on, &one, 1), std::length_error);
  EXPECT_THROW(array.download(on, &to, 1), std::length_error);
}

TEST(moved_from, spread_array_has_no_words) {
  diatomic::stream on;
  diatomic::spread_array<int> array(3);
  const std::size_t distance = array.distance();
  const auto words = array.ref();
  array.upload({1, 2, 3});
  move_around(array);
  EXPECT_EQ(array.download(), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(&array.ref()[2], &words[2]);

  const diatomic::spread_array<int> other(std::move(array));
  EXPECT_EQ(other.size(), 3u);
  EXPECT_EQ(other.distance(), distance);
  EXPECT_EQ(&other.ref()[2], &words[2]);
  const int one = 1;
  int to = 7;
  EXPECT_EQ(array.size(), 0u);
  EXPECT_EQ(array.ref().size(), 0u);
  EXPECT_EQ(std::as_const(array).ref().size(), 0u);
  EXPECT_EQ(array.download(), std::vector<int>{});
  array.upload({});
  array.upload(&one, 0);
  array.upload(on, nullptr, 0);
  array.download(on, nullptr, 0);
  array.fill_bytes(1);
  array.fill_bytes(on, 1);
  array.fill(5);
  array.fill(on, 5);
  EXPECT_THROW(array.upload({1}), std::length_error);
  EXPECT_THROW(array.upload(&one, 1), std::length_error);
  EXPECT_THROW(array.upload(on, &one, 1), std::length_error);
  EXPECT_THROW(array.download(on, &to, 1), std::length_error);
  EXPECT_EQ(other.download(), (std::vector<int>{1, 2, 3}));

  array = diatomic::spread_array<int>(2, diatomic::bytes_apart(12));
  EXPECT_EQ(array.size(), 2u);
  EXPECT_EQ(array.distance(), 12u);
  array.upload({4, 5});
  EXPECT_EQ(array.download(), (std::vector<int>{4, 5}));
}

TEST(moved_from, pinned_array_is_empty) {
  diatomic::pinned_array<int> array(3);
  int* const data = array.data();
  move_around(array);
  EXPECT_EQ(array.data(), data);
  EXPECT_EQ(array.size(), 3u);

  const diatomic::pinned_array<int> other(std::move(array));
  EXPECT_EQ(array.size(), 0u);
  EXPECT_EQ(array.data(), nullptr);
  EXPECT_EQ(std::as_const(array).data(), nullptr);
}

TEST(moved_from, stream_is_the_default_stream) {
  diatomic::stream stream;
  const auto handle = stream.native_handle();
  move_around(stream);
  EXPECT_EQ(stream.native_handle(), handle);

  const diatomic::stream other(std::move(stream));
  EXPECT_EQ(stream.native_handle(), nullptr);
  EXPECT_EQ(diatomic::stream_view(stream), diatomic::stream_view());
  stream.synchronize();
}

TEST(moved_from, event_is_refused) {
  diatomic::stream on;
  diatomic::event event;
  event.record(on);
  move_around(event);
  event.synchronize();
  EXPECT_GE(diatomic::elapsed_ms(event, event), 0.0f);

  const diatomic::event other(std::move(event));
  EXPECT_EQ(event.native_handle(), nullptr);
  EXPECT_THROW(event.record(on), runtime_error);
  EXPECT_THROW(event.synchronize(), runtime_error);
  EXPECT_THROW(diatomic::elapsed_ms(event, other), runtime_error);
  EXPECT_THROW(diatomic::elapsed_ms(other, event), runtime_error);
}

TEST(moved_from, lock_table_has_no_stripes) {
  diatomic::lock_table<> table(100);
  const auto* const first = table.stripes().first;
  move_around(table);
  EXPECT_EQ(table.stripes().first, first);
  EXPECT_EQ(table.stripes().bits, 14u);

  diatomic::lock_table<> other(std::move(table));
  EXPECT_EQ(table.stripes().first, nullptr);
  EXPECT_EQ(other.stripes().first, first);
}

TEST(moved_from, static_map_has_no_slots) {
  using diatomic::insertion;
  diatomic::stream on;
  diatomic::static_map<int, int> map(10, diatomic::empty_key{-1}, diatomic::empty_value{-1});
  const auto keys = on_device(std::vector<int>{1, 2});
  diatomic::device_array<int> values(2);
  diatomic::device_array<unsigned char> answers(2);
  map.insert(on, keys.data(), keys.data(), 2);
  move_around(map);
  EXPECT_EQ(map.size(on), 2u);
  EXPECT_EQ(map.capacity(), 10u);

  const diatomic::static_map<int, int> other(std::move(map));
  EXPECT_EQ(other.size(on), 2u);
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(map.capacity(), 0u);
    EXPECT_EQ(map.size(on), 0u);
    EXPECT_EQ(map.retrieve_all(on, values.data(), values.data(), 2), 0u);
    EXPECT_TRUE(map.download(on).empty());
    EXPECT_EQ(map.failures(on).full, 0u);
    EXPECT_EQ(map.failures(on).refused, 0u);
    map.find(on, keys.data(), values.data(), 2);
    EXPECT_EQ(values.download(), (std::vector<int>{-1, -1}));
    map.contains(on, keys.data(), answers.data(), 2);
    EXPECT_EQ(answers.download(), (std::vector<unsigned char>{0, 0}));
    map.erase(on, keys.data(), 2);
    map.erase(on, keys.data(), 2, answers.data());
    EXPECT_EQ(answers.download(), (std::vector<unsigned char>{0, 0}));
    const auto insert = [&](std::size_t n) { map.insert(on, keys.data(), keys.data(), n); };
    const auto assign = [&](std::size_t n) {
      map.insert_or_assign(on, keys.data(), keys.data(), n);
    };
    const auto update = [&](std::size_t n) {
      map.insert_or_update<diatomic::op::add>(on, keys.data(), keys.data(), n);
    };
    insert(0), assign(0), update(0);
    EXPECT_THROW(insert(2), runtime_error);
    EXPECT_THROW(assign(2), runtime_error);
    EXPECT_THROW(update(2), runtime_error);
    int held = 7;
    const auto ref = map.ref();
    EXPECT_EQ(ref.capacity(), 0u);
    EXPECT_FALSE(ref.find(1, held));
    EXPECT_FALSE(ref.contains(1));
    EXPECT_FALSE(ref.erase(1));
    EXPECT_EQ(ref.insert(1, 1), insertion::full);
    EXPECT_EQ(ref.insert_or_assign(1, 1), insertion::full);
    EXPECT_EQ(ref.insert_or_update<diatomic::op::add>(1, 1), insertion::full);
    EXPECT_EQ(held, 7);
    map.clear(on);
  }
  map.rehash(on, 10);
  map.insert(on, keys.data(), keys.data(), 2);
  EXPECT_EQ(map.size(on), 2u);
  EXPECT_EQ(map.failures(on).full, 0u);
  const auto refused = on_device(std::vector<int>{-1});
  map.insert(on, refused.data(), refused.data(), 1);
  EXPECT_EQ(map.failures(on).refused, 1u);
}

TEST(moved_from, bounded_queue_has_no_cells) {
  diatomic::stream on;
  diatomic::bounded_queue<int> queue(4);
  auto items = on_device(std::vector<int>{1, 2});
  queue.push(on, items.data(), 2);
  move_around(queue);
  EXPECT_EQ(queue.capacity(), 4u);

  diatomic::bounded_queue<int> other(std::move(queue));
  EXPECT_EQ(queue.capacity(), 0u);
  EXPECT_EQ(queue.pop(on, items.data(), 2), 0u);
  EXPECT_EQ(queue.failures(on), 0u);
  queue.push(on, items.data(), 0);
  EXPECT_THROW(queue.push(on, items.data(), 2), runtime_error);
  EXPECT_THROW(queue.ref(), runtime_error);
  queue.clear(on);
  EXPECT_EQ(other.pop(on, items.data(), 2), 2u);
  queue = std::move(other);
  EXPECT_EQ(queue.ref().capacity(), 4u);
}

}  // namespace
