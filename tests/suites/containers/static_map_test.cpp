// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// A map's calls on arrays, against std::map: each key is added once, updates lose nothing, erased
/// keys are gone and come back, and what a full map leaves out is counted and named.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
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
using diatomic::mixed_bits;
using diatomic::op;
using diatomic::static_map;
using test::on_device;

/// The last window for every key: probes are as long as can be, and go on at the first window. The
/// map multiplies hashes by 0x9e3779b9, and takes the upper bits.
struct same_slot {
  template <class Key>
  DIATOMIC_FUNCTION std::uint32_t operator()(Key) const {
    return 0xebb34377u;
  }
};
/// The slots of a map for few keys: 64 KiB on a GPU.
template <class Key, class T>
inline constexpr std::size_t least_slots =
    diatomic::detail::runtime_api::threads_yield ? 1 : 65536 / (sizeof(Key) + sizeof(T));
/// As `std::hash` of libstdc++ is, with results of type `H`.
template <class H>
struct identity {
  template <class Key>
  DIATOMIC_FUNCTION H operator()(Key key) const {
    return static_cast<H>(key);
  }
};
enum class wide_hash : std::uint64_t {};

/// A sum that stops at 1000: no operation has it.
struct capped_sum {
  template <class T>
  DIATOMIC_FUNCTION T operator()(T held, T v) const {
    const T sum = held + v;
    return sum < T{1000} ? sum : T{1000};
  }
};

template <class Key, class T, class Hash, unsigned Window, class... Tags>
struct variant {
  using key = Key;
  using value = T;
  using map = static_map<Key, T, Hash, Window, Tags...>;
};

template <class Variant>
class maps : public testing::Test {
 protected:
  using key_type = typename Variant::key;
  using value_type = typename Variant::value;
  using map = typename Variant::map;
  static constexpr key_type none = static_cast<key_type>(-1);
  static constexpr value_type no_value = static_cast<value_type>(99999);

  /// `distinct` keys in the whole range of their type, small ones too; none is the empty one.
  static std::vector<key_type> some_keys(std::size_t distinct, unsigned seed) {
    std::mt19937_64 random(seed);
    std::map<key_type, int> seen = {{none, 0}};
    std::vector<key_type> keys;
    while (keys.size() < distinct) {
      const auto k = static_cast<key_type>(keys.size() % 2 == 0 ? random() : keys.size());
      if (seen.emplace(k, 0).second) keys.push_back(k);
    }
    return keys;
  }
  /// Each key at least once, `n` in all, in random order.
  static std::vector<key_type> repeated(const std::vector<key_type>& keys, std::size_t n) {
    std::mt19937 random(7);
    std::vector<key_type> all(keys);
    while (all.size() < n) all.push_back(keys[random() % keys.size()]);
    std::shuffle(all.begin(), all.end(), random);
    return all;
  }
  static std::vector<value_type> amounts(std::size_t n) {
    std::mt19937 random(11);
    std::vector<value_type> all(n);
    for (value_type& v : all) v = static_cast<value_type>(random() % 100 + 1);
    return all;
  }

  template <class Call>
  std::vector<insertion> change(const std::vector<key_type>& keys,
                                const std::vector<value_type>& values, Call call) {
    const auto k = on_device(keys);
    const auto v = on_device(values);
    test::guarded_array<insertion> results(keys.size());
    call(k.data(), v.data(), keys.size(), results.data());
    on.synchronize();
    return results.download();
  }
  std::vector<insertion> insert(map& m, const std::vector<key_type>& keys,
                                const std::vector<value_type>& values) {
    return change(keys, values, [&](auto... a) { m.insert(on, a...); });
  }
  std::vector<value_type> find(const map& m, const std::vector<key_type>& keys) {
    const auto k = on_device(keys);
    test::guarded_array<value_type> values(keys.size());
    test::guarded_array<unsigned char> answers(keys.size());
    m.find(on, k.data(), values.data(), keys.size());
    m.contains(on, k.data(), answers.data(), keys.size());
    on.synchronize();
    const std::vector<value_type> found = values.download();
    const std::vector<unsigned char> is_there = answers.download();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      EXPECT_EQ(is_there[i], found[i] != no_value ? 1 : 0) << "key " << keys[i];
    }
    return found;
  }
  static std::size_t count(const std::vector<insertion>& results, insertion what) {
    return static_cast<std::size_t>(std::count(results.begin(), results.end(), what));
  }

  diatomic::stream on;
};

using variants =
    testing::Types<variant<std::int32_t, std::int32_t, mixed_bits, 2>,
                   variant<std::uint64_t, double, mixed_bits, 1>,
                   variant<std::uint32_t, std::uint64_t, same_slot, 2>,
                   variant<std::int64_t, float, mixed_bits, 4, diatomic::few_addresses_t>>;
TYPED_TEST_SUITE(maps, variants, );

// Few keys and many threads: they bring the same key at once. One of them adds it, and the value
// that is found is the one that it brought.
TYPED_TEST(maps, add_each_key_once) {
  using key = typename TypeParam::key;
  using value = typename TypeParam::value;
  for (const std::size_t distinct : {std::size_t{1}, std::size_t{40}, scaled(400, 50)}) {
    const std::vector<key> keys = this->some_keys(2 * distinct, 5);
    const std::vector<key> first(keys.begin(), keys.begin() + static_cast<long>(distinct));
    const std::vector<key> brought = this->repeated(first, scaled(20000, 1000));
    std::vector<value> values(brought.size());
    std::iota(values.begin(), values.end(), value{1});
    for (const std::size_t capacity : {distinct, 2 * distinct + 1}) {
      typename TypeParam::map m(capacity, empty_key{this->none}, empty_value{this->no_value});
      const std::vector<insertion> results = this->insert(m, brought, values);
      EXPECT_EQ(this->count(results, insertion::added), distinct);
      EXPECT_EQ(this->count(results, insertion::found), brought.size() - distinct);
      std::map<key, value> expected;
      for (std::size_t i = 0; i < brought.size(); ++i) {
        if (results[i] == insertion::added) expected.emplace(brought[i], values[i]);
      }
      std::vector<value> answers(keys.size(), this->no_value);
      for (std::size_t i = 0; i < distinct; ++i) answers[i] = expected.at(keys[i]);
      EXPECT_EQ(this->find(m, keys), answers) << distinct << " keys, capacity " << capacity;
      EXPECT_EQ(m.size(this->on), distinct);
      std::vector<std::pair<key, value>> held = m.download(this->on);
      std::sort(held.begin(), held.end());
      EXPECT_EQ(held, (std::vector<std::pair<key, value>>(expected.begin(), expected.end())));
      EXPECT_EQ(m.failures(this->on).full, 0u);
    }
  }
}

// By the operation's own instruction where "none" is neutral, by a loop where it is not.
TYPED_TEST(maps, lose_no_update) {
  using key = typename TypeParam::key;
  using value = typename TypeParam::value;
  const std::vector<key> keys = this->some_keys(60, 3);
  const std::vector<key> brought = this->repeated(keys, scaled(20000, 1000));
  const std::vector<value> values = this->amounts(brought.size());
  std::map<key, value> sum;
  std::map<key, value> greatest;
  std::map<key, value> capped;
  for (std::size_t i = 0; i < brought.size(); ++i) {
    sum[brought[i]] += values[i];
    greatest[brought[i]] = std::max(greatest[brought[i]], values[i]);
    capped[brought[i]] = capped_sum{}(capped[brought[i]], values[i]);
  }
  const auto expect = [&](typename TypeParam::map& m, const std::map<key, value>& expected) {
    std::vector<std::pair<key, value>> held = m.download(this->on);
    std::sort(held.begin(), held.end());
    EXPECT_EQ(held, (std::vector<std::pair<key, value>>(expected.begin(), expected.end())));
  };
  for (const value nothing : {value{0}, static_cast<value>(0x7fff0000)}) {
    typename TypeParam::map m(80, empty_key{this->none}, empty_value{nothing});
    const std::vector<insertion> results = this->change(
        brought, values, [&](auto... a) { m.template insert_or_update<op::add>(this->on, a...); });
    EXPECT_EQ(this->count(results, insertion::added), keys.size());
    EXPECT_EQ(this->count(results, insertion::found), brought.size() - keys.size());
    expect(m, sum);
    m.clear(this->on);
    this->change(brought, values,
                 [&](auto... a) { m.template insert_or_update<op::max>(this->on, a...); });
    expect(m, greatest);
    m.clear(this->on);
    this->change(brought, values, [&](auto k, auto v, std::size_t n, insertion* r) {
      m.insert_or_update(this->on, k, v, n, capped_sum{}, r);
    });
    expect(m, capped);
  }
}

TYPED_TEST(maps, assign_values) {
  using value = typename TypeParam::value;
  const auto keys = this->some_keys(50, 9);
  typename TypeParam::map m(64, empty_key{this->none}, empty_value{this->no_value});
  for (const value base : {value{100}, value{200}}) {
    std::vector<value> values(keys.size());
    std::iota(values.begin(), values.end(), base);
    const std::vector<insertion> results =
        this->change(keys, values, [&](auto... a) { m.insert_or_assign(this->on, a...); });
    const insertion expected = base == value{100} ? insertion::added : insertion::found;
    EXPECT_EQ(this->count(results, expected), keys.size());
    EXPECT_EQ(this->find(m, keys), values);
  }
}

// Keys that are gone are not found, come back with another value, and leave no room for others
// before the map is made anew.
TYPED_TEST(maps, erase_and_take_again) {
  using key = typename TypeParam::key;
  using value = typename TypeParam::value;
  const std::vector<key> keys = this->some_keys(60, 13);
  const std::vector<key> first(keys.begin(), keys.begin() + 40);
  const std::vector<key> others(keys.begin() + 40, keys.end());
  typename TypeParam::map m(40, empty_key{this->none}, empty_value{this->no_value});
  this->insert(m, first, std::vector<value>(40, value{1}));
  std::vector<key> gone(first.begin(), first.begin() + 30);
  gone.insert(gone.end(), others.begin(), others.end());
  gone.push_back(this->none);
  test::guarded_array<unsigned char> answers(gone.size());
  const auto on_gpu = on_device(gone);
  m.erase(this->on, on_gpu.data(), gone.size(), answers.data());
  this->on.synchronize();
  std::vector<unsigned char> expected(gone.size(), 0);
  std::fill_n(expected.begin(), 30, static_cast<unsigned char>(1));
  EXPECT_EQ(answers.download(), expected);
  EXPECT_EQ(m.size(this->on), 10u);
  std::vector<value> values(60, this->no_value);
  std::fill_n(values.begin() + 30, 10, value{1});
  EXPECT_EQ(this->find(m, keys), values);

  EXPECT_EQ(this->count(this->insert(m, first, std::vector<value>(40, value{2})), insertion::added),
            30u);
  std::fill_n(values.begin(), 30, value{2});
  EXPECT_EQ(this->find(m, keys), values);

  m.erase(this->on, on_gpu.data(), 30);
  const std::size_t capacity = m.capacity();
  const std::size_t spare = capacity - 40;
  EXPECT_EQ(this->count(this->insert(m, others, std::vector<value>(20, value{3})), insertion::full),
            20 - spare);
  EXPECT_EQ(m.failures(this->on).full, 20 - spare);
  m.rehash(this->on, capacity);
  EXPECT_EQ(m.size(this->on), 10 + spare);
  EXPECT_EQ(m.failures(this->on).full, 20 - spare);
  this->insert(m, others, std::vector<value>(20, value{3}));
  std::fill_n(values.begin(), 30, this->no_value);
  std::fill_n(values.begin() + 40, 20, value{3});
  EXPECT_EQ(this->find(m, keys), values);
  EXPECT_EQ(test::thrown_text<std::length_error>([&] { m.rehash(this->on, 4); }),
            "static_map::rehash: the keys do not fit in 4 slots");
  EXPECT_EQ(this->find(m, keys), values);
}

TYPED_TEST(maps, say_what_they_leave_out) {
  using key = typename TypeParam::key;
  using value = typename TypeParam::value;
  constexpr std::size_t distinct = 100;
  constexpr std::size_t times = 8;
  const std::vector<key> keys = this->some_keys(distinct, 11);
  std::vector<key> brought;
  for (std::size_t i = 0; i < times; ++i) brought.insert(brought.end(), keys.begin(), keys.end());
  typename TypeParam::map m(37, empty_key{this->none}, empty_value{value{0}});
  const std::size_t room = m.capacity();
  const std::vector<insertion> results =
      this->change(brought, std::vector<value>(brought.size(), value{1}),
                   [&](auto... a) { m.template insert_or_update<op::add>(this->on, a...); });
  EXPECT_EQ(this->count(results, insertion::added), room);
  EXPECT_EQ(this->count(results, insertion::found), room * (times - 1));
  EXPECT_EQ(this->count(results, insertion::full), (distinct - room) * times);
  EXPECT_EQ(m.failures(this->on).full, (distinct - room) * times);
  EXPECT_EQ(m.failures(this->on).refused, 0u);
  const auto held = m.download(this->on);
  EXPECT_EQ(held.size(), room);
  for (const auto& entry : held) EXPECT_EQ(entry.second, value{times}) << "key " << entry.first;

  EXPECT_EQ(this->insert(m, {this->none, keys[0]}, {value{1}, value{0}}),
            std::vector<insertion>(2, insertion::refused));
  EXPECT_EQ(m.failures(this->on).refused, 2u);
  m.clear(this->on);
  EXPECT_EQ(m.size(this->on), 0u);
  EXPECT_EQ(m.failures(this->on).full, 0u);
  EXPECT_EQ(m.failures(this->on).refused, 0u);
}

TEST(static_maps, hand_out_what_they_hold) {
  diatomic::stream on;
  static_map m(30, 0.6, empty_key{-1}, empty_value{0.0f});
  EXPECT_EQ(m.capacity(), std::max<std::size_t>(50, least_slots<int, float>));
  std::vector<int> keys(30);
  std::iota(keys.begin(), keys.end(), 5);
  std::vector<float> values(keys.begin(), keys.end());
  const auto k = on_device(keys);
  const auto v = on_device(values);
  m.insert(on, k.data(), v.data(), 30);
  for (const std::size_t room : {std::size_t{0}, std::size_t{7}, std::size_t{30}}) {
    test::guarded_array<int> got_keys(room);
    test::guarded_array<float> got_values(room);
    EXPECT_EQ(m.retrieve_all(on, got_keys.data(), got_values.data(), room), 30u);
    std::vector<int> got = got_keys.download();
    const std::vector<float> with = got_values.download();
    EXPECT_EQ(std::vector<float>(got.begin(), got.end()), with);
    std::sort(got.begin(), got.end());
    EXPECT_EQ(std::unique(got.begin(), got.end()), got.end());
    if (room == 30) {
      EXPECT_EQ(got, keys);
    }
  }
}

template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(static_maps, refuse_bad_arguments) {
  using map = static_map<int, int>;
  const auto of = [](auto... size) {
    return refusal([=] { map(size..., empty_key{-1}, empty_value{-1}); });
  };
  EXPECT_EQ(of(std::size_t{0}), "static_map: a capacity of 0; it must be from 1 to 8589934590");
  EXPECT_EQ(of(std::size_t{8589934591}),
            "static_map: a capacity of 8589934591; it must be from 1 to 8589934590");
  EXPECT_EQ(of(std::size_t{10}, 0.0),
            "static_map: a load factor of 0.000000; it must be above 0 and at most 1");
  EXPECT_EQ(of(std::size_t{10}, 1.5),
            "static_map: a load factor of 1.500000; it must be above 0 and at most 1");
  EXPECT_NE(of(~std::size_t{0}, 0.5).find("a capacity of 18446744073709551615"), std::string::npos);
  EXPECT_EQ(map(std::size_t{0}, 0.5, empty_key{-1}, empty_value{-1}).capacity(),
            std::max<std::size_t>(2, least_slots<int, int>));

  diatomic::stream on;
  map m(8, empty_key{-1}, empty_value{-1});
  auto array = on_device(std::vector<int>(4, 7));
  int* const a = array.data();
  int* const null = nullptr;
  auto* const misaligned = reinterpret_cast<int*>(reinterpret_cast<char*>(a) + 1);
  EXPECT_EQ(refusal([&] { m.insert(on, null, a, 3); }),
            "diatomic::static_map::insert: keys is null");
  EXPECT_EQ(refusal([&] { m.insert(on, a, null, 3); }),
            "diatomic::static_map::insert: values is null");
  EXPECT_EQ(refusal([&] { m.insert(on, a, misaligned, 3); }),
            "diatomic::static_map::insert: values is not aligned to 4 bytes");
  EXPECT_EQ(refusal([&] { m.insert_or_assign(on, null, a, 3); }),
            "diatomic::static_map::insert_or_assign: keys is null");
  EXPECT_EQ(refusal([&] { m.insert_or_update<op::add>(on, null, a, 3); }),
            "diatomic::static_map::insert_or_update: keys is null");
  EXPECT_EQ(refusal([&] { m.find(on, a, null, 3); }), "diatomic::static_map::find: values is null");
  EXPECT_EQ(refusal([&] { m.contains(on, a, null, 3); }),
            "diatomic::static_map::contains: answers is null");
  EXPECT_EQ(refusal([&] { m.erase(on, null, 3); }), "diatomic::static_map::erase: keys is null");
  EXPECT_EQ(refusal([&] { m.erase(on, a, 3, null); }),
            "diatomic::static_map::erase: answers is null");
  EXPECT_EQ(refusal([&] { m.retrieve_all(on, a, null, 3); }),
            "diatomic::static_map::retrieve_all: values is null");
  m.insert(on, null, null, 0);
  m.find(on, null, null, 0);
  m.contains(on, null, null, 0);
  m.erase(on, null, 0);
  EXPECT_EQ(m.size(on), 0u);
}

TEST(static_maps, take_any_hash_that_tells_keys_apart) {
  constexpr std::size_t n = 20000;
  for (const unsigned shift : {0u, 3u, 16u}) {
    std::vector<unsigned> keys(n);
    for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<unsigned>(i) << shift;
    diatomic::stream on;
    static_map m(n, 0.5, empty_key{~0u}, empty_value{~0u}, identity<std::uint32_t>{});
    const auto k = on_device(keys);
    m.insert(on, k.data(), k.data(), n);
    EXPECT_EQ(m.size(on), n) << shift;
    EXPECT_EQ(m.failures(on).full, 0u) << shift;
  }
}

/// Inserts the keys `make(k)`, at a load of 0.9, and expects few of them in each first window.
template <class H, class Make>
void expect_spread(const char* pattern, Make make) {
  constexpr std::size_t n = 20000;
  std::vector<std::uint64_t> keys(n);
  for (std::size_t k = 0; k < n; ++k) keys[k] = make(std::uint64_t{k});
  diatomic::stream on;
  static_map m(n, 0.9, empty_key{~std::uint64_t{0}}, empty_value{~std::uint64_t{0}}, identity<H>{});
  const auto table = m.ref().table();
  std::vector<unsigned> load(m.capacity());
  for (const std::uint64_t key : keys) load[table.start(key).window] += 1;
  ASSERT_LT(*std::max_element(load.begin(), load.end()), 16u) << pattern << ", " << sizeof(H);
  const auto k = on_device(keys);
  m.insert(on, k.data(), k.data(), n);
  EXPECT_EQ(m.size(on), n) << pattern << ", " << sizeof(H);
}
template <class... H>
void expect_spread_by_wide_hashes() {
  constexpr std::uint64_t one = 1;
  for (const unsigned shift : {0u, 16u, 31u, 32u, 40u, 49u}) {
    const std::string pattern = "shifted by " + std::to_string(shift);
    (expect_spread<H>(pattern.c_str(), [=](std::uint64_t i) { return i << shift; }), ...);
  }
  (expect_spread<H>("equal halves", [=](std::uint64_t i) { return i * ((one << 32) + 1); }), ...);
  (expect_spread<H>("opposite halves", [=](std::uint64_t i) { return i << 32 ^ (~i >> 32); }), ...);
  (expect_spread<H>("negative", [=](std::uint64_t i) { return ~(i + 1); }), ...);
}
TEST(static_maps, use_all_bits_of_a_hash) {
  expect_spread_by_wide_hashes<std::uint64_t, std::int64_t, wide_hash>();
  const auto same = [](std::uint64_t i) { return i; };
  expect_spread<std::int32_t>("numbers", same);
  expect_spread<std::uint16_t>("numbers", same);
  expect_spread<std::int16_t>("numbers", same);
}

/// Sums of subnormals are not 0, which would be the empty value.
template <class T, class Make>
void expect_sums(Make make) {
  const float tiny = 0x1p-149f;
  const std::vector<std::pair<float, float>> pairs = {{1e-40f, 1e-40f},
                                                      {-1e-40f, -1e-40f},
                                                      {tiny, tiny},
                                                      {0x1p-126f, -0x1.8p-127f},
                                                      {0x1.8p-126f, -0x1p-126f},
                                                      {0x1.000002p-102f, -0x1p-102f},
                                                      {0x1.000002p-101f, -0x1p-101f},
                                                      {-0x1p-101f, 0x1.fffffep-102f},
                                                      {1.0f, tiny}};
  std::vector<int> keys(pairs.size());
  std::iota(keys.begin(), keys.end(), 0);
  std::vector<T> first, second, expected;
  for (const auto& [a, b] : pairs) {
    first.push_back(make(a));
    second.push_back(make(b));
    expected.push_back(make(a + b));
  }
  diatomic::stream on;
  static_map m(std::size_t{64}, empty_key{-1}, empty_value{make(0.0f)});
  const auto k = on_device(keys);
  const auto a = on_device(first);
  const auto b = on_device(second);
  diatomic::device_array<T> found(keys.size());
  m.template insert_or_update<op::add>(on, k.data(), a.data(), keys.size());
  m.template insert_or_update<op::add>(on, k.data(), b.data(), keys.size());
  m.find(on, k.data(), found.data(), keys.size());
  EXPECT_EQ(m.size(on), keys.size());
  const std::vector<T> got = found.download();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    EXPECT_TRUE(diatomic::detail::same_bits(got[i], expected[i]))
        << pairs[i].first << ' ' << pairs[i].second;
  }
}
TEST(static_maps, keep_keys_whose_sums_are_subnormal) {
  expect_sums<float>([](float v) { return v; });
  using pair = diatomic::detail::pack<float, 2>;
  expect_sums<pair>([](float v) { return pair{{v, 0.0f}}; });
  expect_sums<pair>([](float v) { return pair{{v, 2 * v}}; });
}

/// Fewer slots than a window are none.
TEST(static_maps, of_no_window_are_full) {
  using map = diatomic::static_map_ref<int, int>;
  map::slot_type slots[2] = {};
  const map m(slots, 1, empty_key{-1}, empty_value{0});
  for (std::size_t i = 0; i < 2; ++i) m.clear_slot(i);
  const map::slot_type before = slots[0];
  int v = 7;
  EXPECT_EQ(m.capacity(), 0u);
  EXPECT_EQ(m.insert(5, 6), insertion::full);
  EXPECT_EQ(m.insert_or_assign(5, 6), insertion::full);
  EXPECT_EQ(m.insert_or_update<op::add>(5, 6), insertion::full);
  EXPECT_FALSE(m.find(5, v));
  EXPECT_FALSE(m.erase(5));
  EXPECT_EQ(v, 7);
  EXPECT_EQ(slots[0].key, before.key);
  EXPECT_EQ(slots[0].value, before.value);
}

/// A search goes on from the last window to the first, so every slot can be taken, wherever the
/// keys begin.
TEST(static_maps, take_a_key_in_each_slot) {
  using map = diatomic::static_map_ref<int, int>;
  for (const std::size_t count : {2, 4, 6, 14, 30}) {
    for (int first = 1; first < 40; first += 13) {
      std::vector<map::slot_type> slots(count);
      const map m(slots.data(), count, empty_key{-1}, empty_value{0});
      for (std::size_t i = 0; i < count; ++i) m.clear_slot(i);
      ASSERT_EQ(m.capacity(), count);
      const int end = first + static_cast<int>(count);
      for (int key = first; key < end; ++key) EXPECT_EQ(m.insert(key, key + 1), insertion::added);
      EXPECT_EQ(m.insert(end, 1), insertion::full);
      for (int key = first; key < end; ++key) {
        int v = 0;
        EXPECT_TRUE(m.find(key, v)) << key << " of " << count;
        EXPECT_EQ(v, key + 1);
      }
    }
  }
}

// Neighbours and multiples must not collide: the probes of a map that is half full stay short.
TEST(static_maps, spread_regular_keys) {
  const auto most = [](auto first, unsigned shift) {
    constexpr unsigned slots = 4096;
    std::vector<unsigned> load(slots, 0);
    for (unsigned k = 0; k < slots / 2; ++k) {
      load[std::uint64_t{mixed_bits{}(first + (decltype(first){k} << shift))} * slots >> 32] += 1;
    }
    return *std::max_element(load.begin(), load.end());
  };
  for (const unsigned shift : {0u, 1u, 10u, 20u}) EXPECT_LT(most(std::uint32_t{0}, shift), 9u);
  for (const unsigned shift : {0u, 1u, 10u, 32u, 50u}) EXPECT_LT(most(std::uint64_t{0}, shift), 9u);
}

TEST(static_maps, have_capacities_that_are_rounded_up) {
  const auto slots = [](auto... size) {
    return static_map<int, int>(size..., empty_key{-1}, empty_value{-1}).capacity();
  };
  EXPECT_EQ(slots(std::size_t{1}), 2u);
  EXPECT_EQ(slots(std::size_t{2}), 2u);
  EXPECT_EQ(slots(std::size_t{3}), 4u);
  EXPECT_EQ(slots(std::size_t{37}), 38u);
  EXPECT_EQ(slots(std::size_t{1024}), 1024u);
  constexpr std::size_t least = least_slots<int, int>;
  EXPECT_EQ(slots(std::size_t{1}, 1.0), std::max<std::size_t>(least, 2));
  EXPECT_EQ(slots(std::size_t{10}, 0.8), std::max<std::size_t>(least, 14));  // 12.5
  EXPECT_EQ(slots(std::size_t{9}, 0.7), std::max<std::size_t>(least, 14));   // 12.86
  EXPECT_EQ(slots(std::size_t{8}, 0.5), std::max<std::size_t>(least, 16));
  EXPECT_EQ(slots(least + 1, 1.0), least + 2 - least % 2);
  using by_fours = static_map<int, int, mixed_bits, 4>;
  EXPECT_EQ(by_fours(std::size_t{5}, empty_key{-1}, empty_value{-1}).capacity(), 8u);
  EXPECT_EQ(by_fours(std::size_t{8}, empty_key{-1}, empty_value{-1}).capacity(), 8u);
  using one_by_one = static_map<int, int, mixed_bits, 1>;
  EXPECT_EQ(one_by_one(std::size_t{5}, empty_key{-1}, empty_value{-1}).capacity(), 5u);
}

// The key's first window is the last one of the map; the search goes on at the first slot.
TEST(static_maps, put_a_key_into_65536_slots_at_most) {
  using map = diatomic::static_map_ref<int, int, same_slot, 2>;
  constexpr std::size_t reach = 65536;
  std::vector<map::slot_type> slots(reach + 64);
  const map m(slots.data(), slots.size(), empty_key{-1}, empty_value{-1});
  for (std::size_t i = 0; i < slots.size(); ++i) {
    slots[i].key = static_cast<unsigned>(i);
    slots[i].value = 1;
  }
  constexpr int key = 1 << 20;
  constexpr std::size_t last = reach - 3;  // with the two of the last window the 65536th
  int held = 7;
  m.clear_slot(last + 1);
  m.clear_slot(last + 2);
  EXPECT_EQ(m.insert(key, 5), insertion::full);
  EXPECT_FALSE(m.find(key, held));
  EXPECT_EQ(held, 7);
  m.clear_slot(last);
  EXPECT_EQ(m.insert(key, 5), insertion::added);
  EXPECT_EQ(slots[last].key, static_cast<unsigned>(key));
  EXPECT_TRUE(m.find(key, held));
  EXPECT_EQ(held, 5);
}

// Zeros of two signs, and NaNs of two payloads, are two values.
TEST(static_maps, compare_bits_with_the_empty_value) {
  using diatomic::detail::bits_as;
  using diatomic::detail::same_bits;
  using map = diatomic::static_map_ref<int, float>;
  const float nan = bits_as<float>(0x7fc00000u);
  const float other_nan = bits_as<float>(0xffc00001u);
  for (const auto& [none, other] :
       {std::pair{0.0f, -0.0f}, std::pair{-0.0f, 0.0f}, std::pair{nan, other_nan}}) {
    std::vector<map::slot_type> slots(4);
    const map m(slots.data(), slots.size(), empty_key{-1}, empty_value{none});
    for (std::size_t i = 0; i < slots.size(); ++i) m.clear_slot(i);
    float held = 5;
    EXPECT_EQ(m.insert(1, none), insertion::refused);
    EXPECT_FALSE(m.find(1, held));
    EXPECT_EQ(m.insert(1, other), insertion::added);
    EXPECT_TRUE(m.find(1, held));
    EXPECT_TRUE(same_bits(held, other));
    EXPECT_EQ(m.insert_or_exchange(1, 2.0f, held), insertion::found);
    EXPECT_TRUE(same_bits(held, other));
    EXPECT_TRUE(m.erase(1));
    EXPECT_FALSE(m.contains(1));
  }
}

}  // namespace
