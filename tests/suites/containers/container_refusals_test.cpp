// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The text of each refusal of a map, a queue or a spread array: bad arrays, capacities, distances,
/// and objects that were moved from.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/containers/bounded_queue.hpp>
#include <diatomic/containers/spread_array.hpp>
#include <diatomic/containers/static_map.hpp>

#include "support/kernel_run.hpp"
#include "support/little_memory.hpp"

namespace {

using diatomic::bounded_queue;
using diatomic::empty_key;
using diatomic::empty_value;
using diatomic::mixed_bits;
using diatomic::op;
using diatomic::static_map;
using test::on_device;

/// Not symmetric.
struct twice_and_more {
  DIATOMIC_FUNCTION int operator()(int held, int v) const { return 2 * held + v; }
};

struct refusal {
  std::string text;
  std::function<void()> call;
};
template <class Exception>
void expect_refusals(const std::vector<refusal>& all) {
  for (const refusal& one : all) {
    EXPECT_EQ(test::thrown_text<Exception>(one.call), one.text);
  }
}

TEST(container_refusals, name_the_call_and_the_array) {
  diatomic::stream on;
  static_map m(std::size_t{8}, empty_key{-1}, empty_value{-1});
  bounded_queue<int> q(4);
  auto array = on_device(std::vector<int>(8, 7));
  int* const a = array.data();
  auto* const misaligned = reinterpret_cast<int*>(reinterpret_cast<char*>(a) + 2);
  for (int* const bad : {static_cast<int*>(nullptr), misaligned}) {
    const std::string why = bad == nullptr ? " is null" : " is not aligned to 4 bytes";
    const auto text = [&](const char* call_and_name) {
      return std::string("diatomic::") + call_and_name + why;
    };
    expect_refusals<std::invalid_argument>({
        {text("static_map::insert: keys"), [&] { m.insert(on, bad, a, 3); }},
        {text("static_map::insert: values"), [&] { m.insert(on, a, bad, 3); }},
        {text("static_map::insert_or_assign: keys"), [&] { m.insert_or_assign(on, bad, a, 3); }},
        {text("static_map::insert_or_assign: values"), [&] { m.insert_or_assign(on, a, bad, 3); }},
        {text("static_map::insert_or_update: keys"),
         [&] { m.insert_or_update<op::add>(on, bad, a, 3); }},
        {text("static_map::insert_or_update: values"),
         [&] { m.insert_or_update<op::add>(on, a, bad, 3); }},
        {text("static_map::insert_or_update: keys"),
         [&] { m.insert_or_update(on, bad, a, 3, twice_and_more{}); }},
        {text("static_map::insert_or_update: values"),
         [&] { m.insert_or_update(on, a, bad, 3, twice_and_more{}); }},
        {text("static_map::find: keys"), [&] { m.find(on, bad, a, 3); }},
        {text("static_map::find: values"), [&] { m.find(on, a, bad, 3); }},
        {text("static_map::contains: keys"), [&] { m.contains(on, bad, a, 3); }},
        {text("static_map::contains: answers"), [&] { m.contains(on, a, bad, 3); }},
        {text("static_map::erase: keys"), [&] { m.erase(on, bad, 3); }},
        {text("static_map::erase: keys"), [&] { m.erase(on, bad, 3, a); }},
        {text("static_map::erase: answers"), [&] { m.erase(on, a, 3, bad); }},
        {text("static_map::retrieve_all: keys"), [&] { m.retrieve_all(on, bad, a, 3); }},
        {text("static_map::retrieve_all: values"), [&] { m.retrieve_all(on, a, bad, 3); }},
        {text("bounded_queue::push: items"), [&] { q.push(on, bad, 3); }},
        {text("bounded_queue::pop: items"), [&] { q.pop(on, bad, 3); }},
    });
  }
  EXPECT_EQ(m.size(on), 0u);
  EXPECT_EQ(q.failures(on), 0u);
}

TEST(container_refusals, name_the_call_on_what_was_moved_from) {
  diatomic::stream on;
  static_map m(std::size_t{8}, empty_key{-1}, empty_value{-1});
  bounded_queue<int> q(4);
  const auto taken = std::move(m);
  const auto taken_too = std::move(q);
  const auto array = on_device(std::vector<int>(8, 7));
  const int* const a = array.data();
  const auto of_map = [](const char* call) {
    return std::string("static_map::") + call + " failed: the map has no slots (moved_from)";
  };
  const auto of_queue = [](const char* call) {
    return std::string("bounded_queue::") + call + " failed: the queue has no cells (moved_from)";
  };
  expect_refusals<diatomic::runtime_error>({
      {of_map("insert"), [&] { m.insert(on, a, a, 3); }},
      {of_map("insert_or_assign"), [&] { m.insert_or_assign(on, a, a, 3); }},
      {of_map("insert_or_update"), [&] { m.insert_or_update<op::add>(on, a, a, 3); }},
      {of_map("insert_or_update"), [&] { m.insert_or_update(on, a, a, 3, twice_and_more{}); }},
      {of_queue("push"), [&] { q.push(on, a, 3); }},
      {of_queue("ref"), [&] { q.ref(); }},
  });
}

template <unsigned Window>
void expect_capacities(const std::string& most, std::size_t above) {
  const auto of = [](auto... size) {
    return test::thrown_text<std::invalid_argument>(
        [=] { static_map<int, int, mixed_bits, Window>(size..., empty_key{-1}, empty_value{-1}); });
  };
  EXPECT_EQ(of(above), "static_map: a capacity of " + std::to_string(above) +
                           "; it must be from 1 to " + most);
  EXPECT_EQ(of(std::size_t{0}), "static_map: a capacity of 0; it must be from 1 to " + most);
  for (const double load : {-0.5, 1.000001, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(of(std::size_t{10}, load), "static_map: a load factor of " + std::to_string(load) +
                                             "; it must be above 0 and at most 1");
  }
  // The largest one is another error: there is no memory for it.
  if (!test::can_have_little_memory()) return;
  EXPECT_EXIT(test::exit_with_error_of([=] {
                static_map<int, int, mixed_bits, Window>(above - 1, empty_key{-1}, empty_value{-1});
              }),
              testing::ExitedWithCode(0), "bytes of memory are left");
}
TEST(container_refusals, of_capacities_tell_the_limits) {
  expect_capacities<1>("4294967295", 4294967296);
  expect_capacities<2>("8589934590", 8589934591);
  expect_capacities<4>("17179869180", 17179869181);
}

struct alignas(8) three_words {
  unsigned at[6];
};
template <class T, class... Size>
refusal of_layout(const std::string& text, Size... size) {
  return {"spread_array: " + text, [=] { const diatomic::spread_array<T> made(size...); }};
}

template <class T>
void expect_no_memory(std::size_t n, diatomic::bytes_apart distance) {
  EXPECT_THROW(diatomic::spread_array<T>(n, distance), diatomic::runtime_error) << n;
}

TEST(container_refusals, of_layouts_tell_the_number_and_the_distance) {
  using diatomic::bytes_apart;
  using diatomic::spread_over;
  constexpr std::size_t zero = 0;
  constexpr std::size_t one = 1;
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  const std::string none = "0 words; it needs at least one";
  const std::string below = "the distance is below the word's size, ";
  const std::string misaligned = "the distance is no multiple of the word's alignment, ";
  const std::string beyond = "the table is larger than any memory";
  const std::string too_far = "the distance is 2^31 or more";
  const auto words = [](std::size_t n, std::size_t distance, const std::string& why) {
    return std::to_string(n) + " words " + std::to_string(distance) + " bytes apart: " + why;
  };
  expect_refusals<std::invalid_argument>({
      of_layout<int>(none, zero),
      of_layout<int>(none, zero, spread_over(1000)),
      of_layout<int>(none, zero, bytes_apart(3)),
      of_layout<int>(words(4, 0, below + "4"), std::size_t{4}, bytes_apart(0)),
      of_layout<int>(words(4, 3, below + "4"), std::size_t{4}, bytes_apart(3)),
      of_layout<int>(words(4, 6, misaligned + "4"), std::size_t{4}, bytes_apart(6)),
      of_layout<three_words>(words(1, 16, below + "24"), one, bytes_apart(16)),
      of_layout<three_words>(words(1, 28, misaligned + "8"), one, bytes_apart(28)),
      of_layout<char>(words(1, one << 31, too_far), one, bytes_apart(one << 31)),
      of_layout<char>(words(1, one << 32, too_far), one, bytes_apart(one << 32)),
      of_layout<char>(words(2, most, too_far), std::size_t{2}, bytes_apart(most)),
      of_layout<int>(words(most, 4, beyond), most),
      of_layout<int>(words(most / 8 + 1, 4, beyond), most / 8 + 1),
      of_layout<int>(words(one << 62, 4, beyond), one << 62, spread_over(most)),
      of_layout<int>(words(one << 34, one << 30, beyond), one << 34, bytes_apart(one << 30)),
  });
  // These sizes are valid, but no memory is large enough.
  expect_no_memory<int>(most / 8, bytes_apart(4));
  expect_no_memory<char>(one << 20, bytes_apart((one << 31) - 1));
  const diatomic::spread_array<char> farthest(1, bytes_apart((one << 31) - 1));
  EXPECT_EQ(farthest.distance(), (one << 31) - 1);
}

TEST(container_refusals, of_copies_of_spread_words_name_the_call) {
  diatomic::stream on;
  diatomic::spread_array<int> a(3);
  int words[4] = {1, 2, 3, 4};
  a.fill(9);
  const std::string above = ": 4 words, and the table has 3";
  const std::vector<int> four(4, 1);
  expect_refusals<std::length_error>({
      {"spread_array::upload" + above, [&] { a.upload(four); }},
      {"spread_array::upload" + above, [&] { a.upload(words, 4); }},
      {"spread_array::upload" + above, [&] { a.upload(on, words, 4); }},
      {"spread_array::download" + above, [&] { a.download(on, words, 4); }},
  });
  const std::string null = ": the host's memory is null";
  expect_refusals<std::invalid_argument>({
      {"spread_array::upload" + null, [&] { a.upload(on, nullptr, 3); }},
      {"spread_array::download" + null, [&] { a.download(on, nullptr, 1); }},
  });
  a.upload(nullptr, 0);
  a.upload(on, nullptr, 0);
  a.download(on, nullptr, 0);
  on.synchronize();
  EXPECT_EQ(a.download(), std::vector<int>(3, 9));
}

}  // namespace
