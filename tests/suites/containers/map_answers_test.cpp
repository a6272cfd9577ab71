// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// What each call on a map answers for a key that is absent, present or erased, and what the map
/// holds afterwards; every update that a type has; windows of each size.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/containers/static_map.hpp>

namespace {

using diatomic::empty_key;
using diatomic::empty_value;
using diatomic::insertion;
using diatomic::mixed_bits;
using diatomic::op;
using diatomic::static_map;
using diatomic::static_map_ref;

// Tags of a map's type are those of its operations; slots are in global memory if no tag says
// otherwise.
template <class... Tags>
using access_of = diatomic::detail::access_of<Tags...>;
template <class Access>
using table = diatomic::detail::map_table<int, int, mixed_bits, 2, Access>;
template <class... Tags>
using table_with = typename static_map_ref<int, int, mixed_bits, 2, Tags...>::table_type;
static_assert(std::is_same_v<table_with<>, table<access_of<diatomic::in_global_t>>>);
static_assert(std::is_same_v<table_with<diatomic::system_scope_t>,
                             table<access_of<diatomic::in_global_t, diatomic::system_scope_t>>>);
static_assert(std::is_same_v<table_with<diatomic::in_shared_t, diatomic::block_scope_t>,
                             table<access_of<diatomic::in_shared_t, diatomic::block_scope_t>>>);
static_assert(std::is_same_v<table_with<diatomic::few_addresses_t>,
                             table<access_of<diatomic::in_global_t, diatomic::few_addresses_t>>>);
static_assert(
    std::is_same_v<static_map<int, int, mixed_bits, 2, diatomic::system_scope_t>::ref_type,
                   static_map_ref<int, int, mixed_bits, 2, diatomic::system_scope_t>>);

// Slots as callers provide them.
static_assert(sizeof(diatomic::map_slot<int, float>) == 8);
static_assert(alignof(diatomic::map_slot<int, float>) == 8);
static_assert(sizeof(diatomic::map_slot<int, double>) == 16);
static_assert(alignof(diatomic::map_slot<int, double>) == 16);
static_assert(sizeof(diatomic::map_slot<long long, float>) == 16);
static_assert(sizeof(diatomic::map_slot<long long, double>) == 16);
static_assert(diatomic::default_window == 2);

// More slots than 32 bits count.
TEST(maps_of_windows, may_have_2_to_the_33_slots) {
  constexpr std::size_t count = (std::size_t{1} << 33) - 1;
  const static_map_ref<int, int> m(nullptr, count, empty_key{-1}, empty_value{-1});
  EXPECT_EQ(m.capacity(), count - 1);
}

template <class Key, class T, unsigned Window>
struct variant {
  using key = Key;
  using value = T;
  using map = static_map_ref<Key, T, mixed_bits, Window>;
};
template <class Variant>
class map_answers : public testing::Test {};
using variants = testing::Types<variant<int, int, 2>, variant<std::uint64_t, std::uint64_t, 1>,
                                variant<std::uint32_t, float, 4>,
                                variant<std::int64_t, std::uint32_t, 2>, variant<int, double, 2>>;
TYPED_TEST_SUITE(map_answers, variants, );

const char* text_of(insertion i) {
  return i == insertion::added   ? "added"
         : i == insertion::found ? "found"
         : i == insertion::full  ? "full"
                                 : "refused";
}

/// A map of four slots whose empty value is 0. Key 1 is absent, key 2 has the value 20, key 3 was
/// erased, key 4 finds no slot, and 0 is the empty key.
template <class Variant>
struct small_map {
  using key = typename Variant::key;
  using value = typename Variant::value;
  using map = typename Variant::map;
  std::vector<typename map::slot_type> slots{4};
  map m{slots.data(), slots.size(), empty_key<key>{key{0}}, empty_value<value>{value{0}}};

  explicit small_map(bool is_full) {
    for (std::size_t i = 0; i < slots.size(); ++i) m.clear_slot(i);
    EXPECT_EQ(m.insert(2, 20), insertion::added);
    EXPECT_EQ(m.insert(3, 30), insertion::added);
    EXPECT_TRUE(m.erase(3));
    if (!is_full) return;
    EXPECT_EQ(m.insert(8, 80), insertion::added);
    EXPECT_EQ(m.insert(9, 90), insertion::added);
  }
  /// The result, and the value then: "added 7", "refused -".
  std::string after(insertion result, key k) const {
    value v{};
    const bool is_there = m.find(k, v);
    EXPECT_EQ(m.contains(k), is_there);
    return std::string(text_of(result)) + ' ' +
           (is_there ? std::to_string(static_cast<int>(v)) : "-");
  }
};

/// The answers of `call(map, key, value)` for each sort of key, and for the empty value.
template <class Variant, class Call>
std::vector<std::string> answers_of(Call call) {
  using map = small_map<Variant>;
  std::vector<std::string> all;
  for (const int k : {1, 2, 3, 0}) {
    map m(false);
    all.push_back(m.after(call(m.m, static_cast<typename map::key>(k), 7), k));
  }
  map full(true);
  all.push_back(full.after(call(full.m, 4, 7), 4));
  all.push_back(full.after(call(full.m, 2, 7), 2));
  all.push_back(full.after(call(full.m, 2, 0), 2));
  return all;
}

TYPED_TEST(map_answers, tell_what_was_there) {
  using key = typename TypeParam::key;
  using value = typename TypeParam::value;
  using texts = std::vector<std::string>;
  const auto answers = [](auto call) { return answers_of<TypeParam>(call); };
  EXPECT_EQ(
      answers([](auto& m, key k, value v) { return m.insert(k, v); }),
      (texts{"added 7", "found 20", "added 7", "refused -", "full -", "found 20", "refused 20"}));
  EXPECT_EQ(
      answers([](auto& m, key k, value v) { return m.insert_or_assign(k, v); }),
      (texts{"added 7", "found 7", "found 7", "refused -", "full -", "found 7", "refused 7"}));
  EXPECT_EQ(
      answers([](auto& m, key k, value v) { return m.template insert_or_update<op::add>(k, v); }),
      (texts{"added 7", "found 27", "found 7", "refused -", "full -", "found 27", "refused 27"}));
  EXPECT_EQ(
      answers([](auto& m, key k, value v) { return m.template insert_or_update<op::max>(k, v); }),
      (texts{"added 7", "found 20", "found 7", "refused -", "full -", "found 20", "refused 20"}));
  EXPECT_EQ(
      answers([](auto& m, key k, value v) {
        return m.insert_or_update(k, v, [](value held, value u) { return held * 2 + u; });
      }),
      (texts{"added 7", "found 47", "found 7", "refused -", "full -", "found 47", "refused 47"}));
  // The value found, or 99 where none is.
  std::vector<int> seen;
  EXPECT_EQ(
      answers([&](auto& m, key k, value v) {
        value held{99};
        const insertion result = m.insert_and_find(k, v, held);
        seen.push_back(static_cast<int>(held));
        return result;
      }),
      (texts{"added 7", "found 20", "added 7", "refused -", "full -", "found 20", "refused 20"}));
  EXPECT_EQ(seen, (std::vector<int>{7, 20, 7, 99, 99, 20, 99}));
  seen.clear();
  EXPECT_EQ(
      answers([&](auto& m, key k, value v) {
        value before{99};
        const insertion result = m.insert_or_exchange(k, v, before);
        seen.push_back(static_cast<int>(before));
        return result;
      }),
      (texts{"added 7", "found 7", "added 7", "refused -", "full -", "found 7", "refused 7"}));
  EXPECT_EQ(seen, (std::vector<int>{0, 20, 0, 99, 99, 20, 99}));
  // An erasure answers whether the key was there; here as added or refused.
  EXPECT_EQ(answers([](auto& m, key k, value) {
              return m.erase(k) ? insertion::added : insertion::refused;
            }),
            (texts{"refused -", "added -", "refused -", "refused -", "refused -", "added -",
                   "refused -"}));
}

/// One update of maps, and of values.
template <class T>
struct named_update {
  const char* name;
  insertion (*of_map)(const static_map_ref<int, T>&, int key, T);
  T (*of_values)(T, T);
};
template <op Op, class T>
named_update<T> update_by() {
  return {diatomic::name_of(Op),
          [](const static_map_ref<int, T>& m, int key, T v) {
            return m.template insert_or_update<Op>(key, v);
          },
          [](T held, T v) { return diatomic::result_of<Op>(held, v); }};
}

/// An update of a key that is absent, present or erased, where the empty value is `none`.
template <class T>
void expect_update(const named_update<T>& by, T none, T held, T v) {
  using map = static_map_ref<int, T>;
  std::vector<typename map::slot_type> slots(8);
  const map m(slots.data(), slots.size(), empty_key{-1}, empty_value{none});
  for (std::size_t i = 0; i < slots.size(); ++i) m.clear_slot(i);
  const T result = by.of_values(held, v);
  const auto holds = [&](int key, T expected) {
    T found = none;
    EXPECT_EQ(m.find(key, found), !diatomic::detail::same_bits(expected, none));
    return diatomic::detail::same_bits(found, expected);
  };
  m.insert(2, held), m.insert(3, held), m.erase(3);
  EXPECT_EQ(by.of_map(m, 1, v), insertion::added) << by.name;
  EXPECT_EQ(by.of_map(m, 2, v), insertion::found) << by.name;
  EXPECT_EQ(by.of_map(m, 3, v), insertion::found) << by.name;
  EXPECT_TRUE(holds(1, v) && holds(2, result) && holds(3, v))
      << by.name << ", empty value " << none;
}
template <class T, op... Ops>
void expect_updates() {
  for (const T none :
       {T{0}, T{1}, std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest()}) {
    (expect_update(update_by<Ops, T>(), none, T{100}, T{7}), ...);
    (expect_update(update_by<Ops, T>(), none, T{9}, T{12}), ...);
  }
}
template <class T>
void expect_updates_of_integers() {
  expect_updates<T, op::add, op::sub, op::mul, op::div, op::mod, op::min, op::max, op::bit_and,
                 op::bit_or, op::bit_xor, op::bit_nand, op::shl, op::shr>();
}
TEST(maps_of_updates, begin_with_the_operand_and_go_on_from_the_value) {
  expect_updates_of_integers<std::int32_t>();
  expect_updates_of_integers<std::uint32_t>();
  expect_updates_of_integers<std::int64_t>();
  expect_updates_of_integers<std::uint64_t>();
  expect_updates<std::uint32_t, op::inc_wrap, op::dec_wrap>();
  expect_updates<float, op::add, op::sub, op::mul, op::div, op::min, op::max, op::fminimum,
                 op::fmaximum, op::fminimum_num, op::fmaximum_num, op::min_if_less,
                 op::max_if_greater>();
  expect_updates<double, op::add, op::sub, op::mul, op::div, op::min, op::max>();
}

/// Begins the search for every key at the window that `first` / 2^32 of the map has.
struct from_window {
  std::uint32_t first;
  DIATOMIC_FUNCTION std::uint32_t operator()(int) const {
    return first * 0x144cbc89u;  // The map multiplies by the inverse.
  }
};
static_assert(0x144cbc89u * 0x9e3779b9u == 1u);

template <unsigned Window>
void expect_slots_in_order() {
  using map = static_map_ref<int, int, from_window, Window>;
  constexpr std::size_t count = 16;
  for (const unsigned home : {0u, 1u, 16 / Window - 1}) {
    std::vector<typename map::slot_type> slots(count);
    const auto first = static_cast<std::uint32_t>((std::uint64_t{home} << 32) / (count / Window));
    const map m(slots.data(), count, empty_key{-1}, empty_value{-1}, from_window{first});
    for (std::size_t i = 0; i < count; ++i) m.clear_slot(i);
    for (unsigned n = 0; n < count; ++n) {
      ASSERT_EQ(m.insert(static_cast<int>(n), 5), insertion::added);
      ASSERT_EQ(slots[(home * Window + n) % count].key, n) << Window << ", from window " << home;
    }
    EXPECT_EQ(m.insert(100, 5), insertion::full);
  }
}
// Slots from the first of the home window on: so two threads that bring one key agree on its slot.
TEST(maps_of_windows, take_the_first_free_slot) {
  expect_slots_in_order<1>();
  expect_slots_in_order<2>();
  expect_slots_in_order<4>();
}

// A key has 65536 slots, whatever the window. Only the last one is free, or the one behind it.
template <unsigned Window>
void expect_reach() {
  using map = static_map_ref<int, int, from_window, Window>;
  constexpr std::size_t reach = 65536;
  std::vector<typename map::slot_type> slots(reach + 8);
  const map m(slots.data(), slots.size(), empty_key{-1}, empty_value{-1}, from_window{0});
  for (std::size_t i = 0; i < slots.size(); ++i) {
    slots[i].key = static_cast<unsigned>(i);
    slots[i].value = 1;
  }
  m.clear_slot(reach);
  EXPECT_EQ(m.insert(1 << 20, 5), insertion::full) << Window;
  m.clear_slot(reach - 1);
  EXPECT_EQ(m.insert(1 << 20, 5), insertion::added) << Window;
  EXPECT_TRUE(m.contains(1 << 20));
  EXPECT_TRUE(m.erase(1 << 20));
}
TEST(maps_of_windows, reach_65536_slots) {
  expect_reach<1>();
  expect_reach<2>();
  expect_reach<4>();
}

}  // namespace
