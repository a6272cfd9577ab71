// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// A map in kernels and in host code: threads that insert, find, update and erase the same keys at
/// the same time agree on what happened, and what was done before an insertion is seen by who finds
/// it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/containers/static_map.hpp>

#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::empty_key;
using diatomic::empty_value;
using diatomic::insertion;
using diatomic::op;
using diatomic::static_map;
using test::on_device;
using test::run;

template <class Key, class T>
struct types {
  using key = Key;
  using value = T;
};
/// Slots of 8 bytes, of 16, and of 16 with unused ones.
using sizes = testing::Types<types<std::uint32_t, std::uint32_t>, types<std::int64_t, std::int64_t>,
                             types<std::int64_t, std::uint32_t>, types<int, std::uint64_t>>;
template <class Types>
class map_refs : public testing::Test {};
TYPED_TEST_SUITE(map_refs, sizes, );

template <class Types>
using map_of = static_map<typename Types::key, typename Types::value>;
template <class Types>
map_of<Types> make_map(std::size_t capacity) {
  using key = typename Types::key;
  using value = typename Types::value;
  return {capacity, empty_key{static_cast<key>(-1)}, empty_value{static_cast<value>(-1)}};
}

/// Every thread brings the same new keys in the same order, and so at the same time.
struct insert_in_step {
  template <class Map>
  DIATOMIC_DEVICE void operator()(Map map, unsigned keys, unsigned* added, unsigned* wrong) const {
    using key = typename Map::key_type;
    using value = typename Map::mapped_type;
    const auto own = static_cast<value>(diatomic::global_index());
    for (unsigned k = 0; k < keys; ++k) {
      value held{};
      const insertion r = map.insert_and_find(static_cast<key>(k), own, held);
      if (r == insertion::added) diatomic::store_add(added + k, 1u);
      value found{};
      // Nobody erases: the first value stays.
      if (!map.find(static_cast<key>(k), found) || found != held ||
          (r == insertion::added) != (held == own)) {
        diatomic::store_add(wrong, 1u);
      }
    }
  }
};

TYPED_TEST(map_refs, take_a_key_once_of_all_who_bring_it_at_once) {
  const auto keys = static_cast<unsigned>(scaled(5000, 40));
  auto m = make_map<TypeParam>(keys + keys / 4);
  auto added = on_device(std::vector<unsigned>(keys, 0));
  auto wrong = on_device(std::vector<unsigned>{0});
  run({16, 32}, 0, insert_in_step{}, m.ref(), keys, added.data(), wrong.data());
  EXPECT_EQ(added.download(), std::vector<unsigned>(keys, 1));
  EXPECT_EQ(wrong.download()[0], 0u);
  diatomic::stream on;
  EXPECT_EQ(m.size(on), keys);
}

/// Adds and erases the same few keys. `balance` counts the answers, up and down.
struct add_and_erase {
  template <class Map>
  DIATOMIC_DEVICE void operator()(Map map, unsigned keys, unsigned rounds, int* balance) const {
    using key = typename Map::key_type;
    for (unsigned round = 0; round < rounds; ++round) {
      const unsigned n = diatomic::global_index() * 7 + round * 5;
      const unsigned k = n % keys;
      if (n / 3 % 2 == 0) {
        const auto v = static_cast<typename Map::mapped_type>(n);
        if (map.insert(static_cast<key>(k), v) == insertion::added) {
          diatomic::store_add(balance + k, 1);
        }
      } else if (map.erase(static_cast<key>(k))) {
        diatomic::store_sub(balance + k, 1);
      }
    }
  }
};

// Of a key that is there at the end, one more was added than erased; of others as many.
TYPED_TEST(map_refs, answer_in_one_order_to_those_who_add_and_erase) {
  constexpr unsigned keys = 13;
  auto m = make_map<TypeParam>(16);
  auto balance = on_device(std::vector<int>(keys, 0));
  const auto rounds = static_cast<unsigned>(scaled(600, 12));
  run({6, 96}, 0, add_and_erase{}, m.ref(), keys, rounds, balance.data());
  std::vector<int> expected(keys, 0);
  diatomic::stream on;
  for (const auto& entry : m.download(on)) expected[static_cast<std::size_t>(entry.first)] = 1;
  EXPECT_EQ(balance.download(), expected);
}

/// Sets values to the caller's number and notes which value was there before.
struct exchange_all {
  template <class Map>
  DIATOMIC_DEVICE void operator()(Map map, unsigned keys, unsigned rounds,
                                  typename Map::mapped_type* before) const {
    for (unsigned round = 0; round < rounds; ++round) {
      const unsigned n = diatomic::global_index() * rounds + round;
      map.insert_or_exchange(static_cast<typename Map::key_type>(n % keys),
                             static_cast<typename Map::mapped_type>(n), before[n]);
    }
  }
};

// Each value that was set is either seen by exactly one thread or there at the end.
TYPED_TEST(map_refs, exchange_values_and_lose_none) {
  using value = typename TypeParam::value;
  constexpr test::launch_shape shape{4, 64};
  constexpr unsigned keys = 5;
  const auto rounds = static_cast<unsigned>(scaled(1000, 10));
  const std::size_t n = shape.threads() * rounds;
  auto m = make_map<TypeParam>(8);
  test::guarded_array<value> before(n);
  run(shape, 0, exchange_all{}, m.ref(), keys, rounds, before.data());
  std::vector<value> seen = before.download();
  const auto none = static_cast<value>(-1);
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_TRUE(seen[i] == none || static_cast<std::size_t>(seen[i]) % keys == i % keys);
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), none), static_cast<std::ptrdiff_t>(keys));
  seen.erase(std::remove(seen.begin(), seen.end(), none), seen.end());
  diatomic::stream on;
  for (const auto& entry : m.download(on)) seen.push_back(entry.second);
  std::sort(seen.begin(), seen.end());
  ASSERT_EQ(seen.size(), n);
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(static_cast<std::size_t>(seen[i]), i);
}

/// The first block writes a note by each key, then inserts the key and releases; the others look
/// for the keys, acquire, and read the notes of those that they find, plainly.
struct publish_and_find {
  template <class Map>
  DIATOMIC_DEVICE void operator()(Map map, unsigned keys, unsigned* notes, unsigned* found,
                                  unsigned* wrong) const {
    using key = typename Map::key_type;
    using value = typename Map::mapped_type;
    if (diatomic::block_index() == 0) {
      // By few threads, one after the other: lines of the notes that others have read change later.
      constexpr unsigned writers = 8;
      const unsigned me = diatomic::thread_index();
      for (unsigned k = me; me < writers && k < keys; k += writers) {
        notes[k] = k + 3;
        map.insert(static_cast<key>(k * 7), static_cast<value>(k), diatomic::release);
      }
      return;
    }
    for (unsigned round = 0; round < 2 * keys; ++round) {
      const unsigned k = (round + diatomic::global_index()) % keys;
      value v{};
      if (!map.find(static_cast<key>(k * 7), v, diatomic::acquire)) continue;
      diatomic::store_add(found, 1u);
      if (v != static_cast<value>(k) || notes[k] != k + 3) diatomic::store_add(wrong, 1u);
    }
  }
};

TYPED_TEST(map_refs, publish_what_was_done_before_an_insertion) {
#if DIATOMIC_HOST_THREAD_SANITIZER
  GTEST_SKIP()
      << "ThreadSanitizer pairs an acquire with a release of the same address: here a slot "
         "is released as a whole, and the value in it acquired";
#endif
  const auto keys = static_cast<unsigned>(scaled(2000, 128));
  auto m = make_map<TypeParam>(keys * 3 / 2);
  auto notes = on_device(std::vector<unsigned>(keys, 0));
  auto found = on_device(std::vector<unsigned>{0});
  auto wrong = on_device(std::vector<unsigned>{0});
  run({4, 64}, 0, publish_and_find{}, m.ref(), keys, notes.data(), found.data(), wrong.data());
  EXPECT_EQ(wrong.download()[0], 0u);
  EXPECT_GT(found.download()[0], 0u);
}

/// A map in shared memory, which counts the numbers that a block's threads bring, modulo 20.
struct count_in_shared_memory {
  using map = diatomic::static_map_ref<unsigned, unsigned, diatomic::mixed_bits, 2,
                                       diatomic::block_scope_t, diatomic::in_shared_t>;
  static constexpr unsigned capacity = 24;
  DIATOMIC_DEVICE void operator()(unsigned each, unsigned* counts) const {
    const map m(diatomic::shared_array<map::slot_type>(), capacity, empty_key{~0u},
                empty_value{0u});
    const unsigned me = diatomic::thread_index();
    for (unsigned i = me; i < capacity; i += diatomic::block_size()) m.clear_slot(i);
    diatomic::sync_block();
    for (unsigned k = 0; k < each; ++k) m.insert_or_update<op::add>((me + k) % 20 * 1000, 1u);
    diatomic::sync_block();
    unsigned count = 0;
    if (me < 20 && m.find(me * 1000, count)) diatomic::store_add(counts + me, count);
  }
};

TEST(map_refs_of_blocks, lie_in_shared_memory) {
  auto counts = on_device(std::vector<unsigned>(20, 0));
  const auto each = static_cast<unsigned>(scaled(20 * 50, 20)) / 20 * 20;
  run({3, 100}, sizeof(count_in_shared_memory::map::slot_type) * count_in_shared_memory::capacity,
      count_in_shared_memory{}, each, counts.data());
  EXPECT_EQ(counts.download(), std::vector<unsigned>(20, 3 * 100 * each / 20));
}

// In host code, and by one thread, so that each answer is known.
TYPED_TEST(map_refs, answer_in_host_code) {
  using key = typename TypeParam::key;
  using value = typename TypeParam::value;
  using map = typename map_of<TypeParam>::ref_type;
  std::vector<typename map::slot_type> slots(4);
  const map m(slots.data(), slots.size(), empty_key{key{0}}, empty_value{value{5}});
  for (std::size_t i = 0; i < 4; ++i) m.clear_slot(i);
  EXPECT_EQ(m.capacity(), 4u);
  EXPECT_EQ(m.empty_key_value(), key{0});
  EXPECT_EQ(m.empty_mapped_value(), value{5});
  value v{99};
  EXPECT_FALSE(m.find(7, v));
  EXPECT_EQ(v, value{99});
  EXPECT_EQ(m.insert_or_exchange(7, 10, v), insertion::added);
  EXPECT_EQ(v, value{5});
  EXPECT_EQ(m.insert_or_exchange(7, 11, v), insertion::found);
  EXPECT_EQ(v, value{10});
  EXPECT_EQ(m.insert_and_find(7, 20, v), insertion::found);
  EXPECT_EQ(v, value{11});
  EXPECT_EQ(m.insert_and_find(8, 20, v), insertion::added);
  EXPECT_EQ(v, value{20});
  EXPECT_EQ(m.template insert_or_update<op::add>(8, 3), insertion::found);
  EXPECT_EQ(m.template insert_or_update<op::sub>(9, 3), insertion::added);
  EXPECT_EQ(m.template insert_or_update<op::mul>(9, 4, diatomic::release), insertion::found);
  EXPECT_EQ(m.insert_or_assign(static_cast<key>(-1), 3), insertion::added);
  EXPECT_EQ(m.insert_or_assign(static_cast<key>(-1), 4), insertion::found);
  for (const auto& [k, held] :
       {std::pair{key{7}, value{11}}, std::pair{key{8}, value{23}}, std::pair{key{9}, value{12}},
        std::pair{static_cast<key>(-1), value{4}}}) {
    EXPECT_TRUE(m.find(k, v, diatomic::acquire));
    EXPECT_EQ(v, held);
    EXPECT_TRUE(m.contains(k));
  }
  EXPECT_EQ(m.insert(10, 1), insertion::full);
  EXPECT_EQ(m.insert_or_assign(10, 1), insertion::full);
  EXPECT_EQ(m.insert_or_exchange(10, 1, v), insertion::full);
  EXPECT_EQ(m.template insert_or_update<op::add>(10, 1), insertion::full);
  EXPECT_EQ(m.insert(0, 1), insertion::refused);
  EXPECT_EQ(m.insert(7, 5), insertion::refused);
  EXPECT_FALSE(m.contains(10));
  EXPECT_FALSE(m.contains(0));
  EXPECT_FALSE(m.erase(10));
  EXPECT_FALSE(m.erase(0));
  EXPECT_TRUE(m.erase(7, diatomic::acq_rel));
  EXPECT_FALSE(m.erase(7));
  EXPECT_FALSE(m.contains(7));
  // An update whose result is the empty value erases the key, and the next one begins anew.
  EXPECT_EQ(m.insert(7, 3), insertion::added);
  EXPECT_EQ(m.template insert_or_update<op::add>(7, 2), insertion::found);
  EXPECT_FALSE(m.contains(7));
  EXPECT_EQ(m.template insert_or_update<op::add>(7, 2), insertion::found);
  EXPECT_TRUE(m.find(7, v));
  EXPECT_EQ(v, value{2});
}

/// Not symmetric, and with a state. Each thread has a function object of its own.
struct difference_of_calls {
  unsigned calls = 0;
  template <class T>
  DIATOMIC_FUNCTION T operator()(T held, T v) {
    return static_cast<T>(held - v - static_cast<T>(1000 * calls++));
  }
};

TYPED_TEST(map_refs, update_by_functions_that_are_not_symmetric) {
  using key = typename TypeParam::key;
  using value = typename TypeParam::value;
  constexpr std::size_t n = 50;
  auto m = make_map<TypeParam>(2 * n);
  std::vector<key> keys;
  for (std::size_t i = 0; i < n; ++i) keys.push_back(static_cast<key>(i * 3));
  const auto k = on_device(keys);
  const auto first = on_device(std::vector<value>(n, value{10000}));
  const auto second = on_device(std::vector<value>(n, value{7}));
  diatomic::stream on;
  m.insert_or_update(on, k.data(), first.data(), n, difference_of_calls{});
  m.insert_or_update(on, k.data(), second.data(), n, difference_of_calls{});
  test::guarded_array<value> found(n);
  m.find(on, k.data(), found.data(), n);
  on.synchronize();
  EXPECT_EQ(found.download(), std::vector<value>(n, value{9993}));
}

// A thread searches for the empty key. Another one takes the slot between the two loads.
TYPED_TEST(map_refs, find_nothing_under_the_empty_key_while_others_insert) {
  using key = typename TypeParam::key;
  using value = typename TypeParam::value;
  using map = typename map_of<TypeParam>::ref_type;
  const auto expect_nothing = [](auto acquires) {
    std::vector<typename map::slot_type> slots(2);
    const map m(slots.data(), slots.size(), empty_key{key{0}}, empty_value{value{5}});
    for (std::size_t i = 0; i < 2; ++i) m.clear_slot(i);
    using access = diatomic::detail::access_of<
        std::conditional_t<decltype(acquires)::value, diatomic::acquire_t, diatomic::relaxed_t>>;
    const auto& t = m.table();
    const diatomic::detail::map_table<key, value, diatomic::mixed_bits, diatomic::default_window,
                                      access>
        own{t.slots, t.windows, t.empty_key, t.empty_value, t.hash};
    const auto c = own.start(key{0});
    const auto p = own.look(key{0}, c);
    EXPECT_EQ(m.insert(7, 10), insertion::added);
    value v{99};
    EXPECT_FALSE(own.find(key{0}, v, c, p));
    EXPECT_EQ(v, value{99});
  };
  expect_nothing(std::false_type{});
  expect_nothing(std::true_type{});
}

// A find that acquires loads the value itself. The one that came with the key, in the window, is
// not enough: another thread releases a new value between the two loads.
TYPED_TEST(map_refs, acquire_by_a_load_of_the_value_alone) {
  using key = typename TypeParam::key;
  using value = typename TypeParam::value;
  using map = typename map_of<TypeParam>::ref_type;
  std::vector<typename map::slot_type> slots(2);
  const map m(slots.data(), slots.size(), empty_key{key{0}}, empty_value{value{5}});
  for (std::size_t i = 0; i < 2; ++i) m.clear_slot(i);
  EXPECT_EQ(m.insert(7, 10), insertion::added);
  const auto& t = m.table();
  using access = diatomic::detail::access_of<diatomic::acquire_t>;
  const diatomic::detail::map_table<key, value, diatomic::mixed_bits, diatomic::default_window,
                                    access>
      own{t.slots, t.windows, t.empty_key, t.empty_value, t.hash};
  const auto c = own.start(key{7});
  const auto p = own.look(key{7}, c);
  EXPECT_EQ(m.insert_or_assign(7, 20, diatomic::release), insertion::found);
  value v{99};
  EXPECT_TRUE(own.find(key{7}, v, c, p));
  EXPECT_EQ(v, value{20});
}

struct product {
  DIATOMIC_FUNCTION unsigned operator()(unsigned held, unsigned v) const { return held * v; }
};
/// Tags of the type and tags of the call come together.
TEST(map_refs_with_tags, take_orders_too) {
  using map = diatomic::static_map_ref<unsigned, unsigned, diatomic::mixed_bits, 2,
                                       diatomic::few_addresses_t, diatomic::system_scope_t>;
  std::vector<map::slot_type> slots(8);
  const map m(slots.data(), slots.size(), empty_key{~0u}, empty_value{0u});
  for (std::size_t i = 0; i < slots.size(); ++i) m.clear_slot(i);
  EXPECT_EQ(m.insert(1u, 2u, diatomic::acq_rel), insertion::added);
  EXPECT_EQ((m.insert_or_update<op::add>(1u, 3u, diatomic::release)), insertion::found);
  EXPECT_EQ((m.insert_or_update<op::max>(1u, 4u)), insertion::found);
  EXPECT_EQ(m.insert_or_update(1u, 4u, product{}, diatomic::acq_rel), insertion::found);
  unsigned v = 0;
  EXPECT_TRUE(m.find(1u, v, diatomic::acquire));
  EXPECT_EQ(v, 20u);
  EXPECT_EQ(m.insert_or_assign(1u, 6u, diatomic::release), insertion::found);
  EXPECT_EQ(m.insert_or_exchange(1u, 7u, v, diatomic::acq_rel), insertion::found);
  EXPECT_EQ(v, 6u);
  EXPECT_TRUE(m.erase(1u, diatomic::acquire));
}

}  // namespace
