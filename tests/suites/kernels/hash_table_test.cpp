// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The hash table: a key stands in one slot however many threads bring it at once, no addition to
/// its value is lost, and a full table says so.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/hash_table.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::kernels::hash_table;
using diatomic::kernels::insertion;
using diatomic::kernels::mixed_bits;
using diatomic::kernels::table_memory;
using test::on_device;
using test::run;

struct insert_all {
  template <class Table, class Key, class Value>
  DIATOMIC_DEVICE void operator()(Table table, const Key* keys, const Value* amounts, unsigned n,
                                  unsigned* tally) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      const insertion result = table.insert_or_add(keys[i], amounts[i]);
      diatomic::store_add(tally + static_cast<unsigned>(result), 1u);
    }
  }
};

/// `found[i]` becomes 1 and `values[i]` the value if the table has the key, else 0 and left alone.
struct find_all {
  template <class Table, class Key, class Value>
  DIATOMIC_DEVICE void operator()(Table table, const Key* keys, unsigned n, Value* values,
                                  unsigned* found) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      found[i] = table.find(keys[i], values[i]) ? 1 : 0;
    }
  }
};

/// Puts all keys into the first slots' way: probes are as long as can be.
struct same_slot {
  DIATOMIC_FUNCTION std::uint32_t operator()(std::uint64_t) const { return ~0u; }
};

template <class KeyType, class ValueType, class HashType, class... Tags>
struct variant {
  using key = KeyType;
  using value = ValueType;
  using memory = table_memory<KeyType, ValueType, HashType, Tags...>;
};

template <class Variant>
class table : public testing::Test {
 protected:
  using key = typename Variant::key;
  using value = typename Variant::value;
  using memory = typename Variant::memory;

  /// Keys in the whole range of their type, `distinct` of them, none the empty one.
  static std::vector<key> some_keys(std::size_t distinct, unsigned seed) {
    std::mt19937_64 random(seed);
    std::map<key, int> seen = {{memory::table_type::empty_key, 0}};
    std::vector<key> keys;
    while (keys.size() < distinct) {
      const auto k = static_cast<key>(keys.size() % 2 == 0 ? random() : keys.size());
      if (seen.emplace(k, 0).second) keys.push_back(k);
    }
    return keys;
  }

  static std::vector<unsigned> insert(memory& m, const std::vector<key>& keys,
                                      const std::vector<value>& amounts) {
    const auto k = on_device(keys);
    const auto a = on_device(amounts);
    auto tally = on_device(std::vector<unsigned>(3, 0));
    run({6, 96}, 0, insert_all{}, m.table(), k.data(), a.data(), static_cast<unsigned>(keys.size()),
        tally.data());
    return tally.download();
  }

  /// The values of the keys; `absent` for those that the table has not.
  static std::vector<value> find(memory& m, const std::vector<key>& keys, value absent) {
    const auto k = on_device(keys);
    auto values = on_device(std::vector<value>(keys.size(), absent));
    test::guarded_array<unsigned> found(keys.size());
    run({3, 64}, 0, find_all{}, m.table(), k.data(), static_cast<unsigned>(keys.size()),
        values.data(), found.data());
    const std::vector<unsigned> is_found = found.download();
    const std::vector<value> all = values.download();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      EXPECT_EQ(is_found[i] == 1, all[i] != absent) << "key " << keys[i];
    }
    return all;
  }
};

using variants = testing::Types<variant<std::uint32_t, std::uint32_t, mixed_bits>,
                                variant<std::uint64_t, double, mixed_bits>,
                                variant<std::uint64_t, std::uint64_t, same_slot,
                                        diatomic::in_global_t, diatomic::few_addresses_t>>;
TYPED_TEST_SUITE(table, variants, );

// Few keys and many threads: they come with the same key at once, again and again.
TYPED_TEST(table, adds_up_the_amounts_of_each_key) {
  using key = typename TypeParam::key;
  using value = typename TypeParam::value;
  for (const std::size_t distinct : {std::size_t{1}, std::size_t{40}, scaled(400, 50)}) {
    const std::vector<key> keys = this->some_keys(distinct, 5);
    const std::size_t n = scaled(40000, 2000);
    std::mt19937 random(7);
    std::vector<key> brought(n);
    std::vector<value> amounts(n);
    std::map<key, value> expected;
    for (std::size_t i = 0; i < n; ++i) {
      brought[i] = keys[i < distinct ? i : random() % distinct];
      amounts[i] = static_cast<value>(random() % 100 + 1);
      expected[brought[i]] += amounts[i];
    }
    for (const std::size_t capacity : {distinct, 2 * distinct + 1}) {
      typename TypeParam::memory m(capacity);
      EXPECT_EQ(this->insert(m, brought, amounts),
                (std::vector<unsigned>{static_cast<unsigned>(distinct),
                                       static_cast<unsigned>(n - distinct), 0}));
      std::vector<std::pair<key, value>> held = m.download();
      std::sort(held.begin(), held.end());
      EXPECT_EQ(held, (std::vector<std::pair<key, value>>(expected.begin(), expected.end())))
          << distinct << " keys in " << capacity << " slots";

      // All of them are found, and others are not.
      std::vector<key> asked = this->some_keys(2 * distinct, 5);
      std::vector<value> answers(asked.size(), value{9999999});
      for (std::size_t i = 0; i < distinct; ++i) answers[i] = expected[asked[i]];
      EXPECT_EQ(this->find(m, asked, value{9999999}), answers);
    }
  }
}

TYPED_TEST(table, says_when_it_is_full) {
  using key = typename TypeParam::key;
  using value = typename TypeParam::value;
  constexpr unsigned capacity = 37;
  constexpr unsigned distinct = 100;
  constexpr unsigned times = 8;
  const std::vector<key> keys = this->some_keys(distinct, 11);
  std::vector<key> brought;
  for (unsigned i = 0; i < times; ++i) brought.insert(brought.end(), keys.begin(), keys.end());
  typename TypeParam::memory m(capacity);
  const std::vector<unsigned> tally =
      this->insert(m, brought, std::vector<value>(brought.size(), value{1}));
  EXPECT_EQ(tally[0], capacity);
  EXPECT_EQ(tally[0] + tally[1], capacity * times);
  EXPECT_EQ(tally[2], (distinct - capacity) * times);
  const std::vector<std::pair<key, value>> held = m.download();
  EXPECT_EQ(held.size(), capacity);
  for (const auto& entry : held) EXPECT_EQ(entry.second, value{times}) << "key " << entry.first;
  const std::vector<value> found = this->find(m, keys, value{0});
  EXPECT_EQ(static_cast<unsigned>(std::count(found.begin(), found.end(), value{times})), capacity);

  m.clear();
  EXPECT_TRUE(m.download().empty());
  EXPECT_EQ(this->insert(m, {TypeParam::memory::table_type::empty_key}, {value{1}}),
            (std::vector<unsigned>{0, 0, 1}));
}

/// Every thread brings the same new keys in the same order, and so at the same time.
struct insert_in_step {
  DIATOMIC_DEVICE void operator()(hash_table<std::uint64_t, std::uint32_t> table, unsigned keys,
                                  unsigned* added) const {
    for (std::uint64_t key = 0; key < keys; ++key) {
      if (table.insert_or_add(key, 1) == insertion::added) diatomic::store_add(added + key, 1u);
    }
  }
};

TEST(hash_tables, take_a_key_once_of_all_who_bring_it_at_once) {
  constexpr test::launch_shape shape{16, 32};
  const auto keys = static_cast<unsigned>(scaled(50000, 40));
  table_memory<std::uint64_t, std::uint32_t> m(keys + keys / 4);
  auto added = on_device(std::vector<unsigned>(keys, 0));
  run(shape, 0, insert_in_step{}, m.table(), keys, added.data());
  EXPECT_EQ(added.download(), std::vector<unsigned>(keys, 1));
  std::vector<std::pair<std::uint64_t, std::uint32_t>> held = m.download();
  std::sort(held.begin(), held.end());
  ASSERT_EQ(held.size(), keys);
  for (unsigned k = 0; k < keys; ++k) {
    EXPECT_EQ(held[k].first, k);
    EXPECT_EQ(held[k].second, shape.threads()) << "key " << k;
  }
}

/// Sets values to 1 + the caller's number and notes which value was there before.
struct exchange_all {
  DIATOMIC_DEVICE void operator()(hash_table<std::uint32_t, std::uint64_t> table, unsigned keys,
                                  unsigned rounds, std::uint64_t* before) const {
    for (unsigned round = 0; round < rounds; ++round) {
      const unsigned n = diatomic::global_index() * rounds + round;
      table.insert_or_exchange(n % keys, n + 1, before[n]);
    }
  }
};

// Each value that was set is either seen by exactly one thread or there at the end.
TEST(hash_tables, exchange_values_and_lose_none) {
  constexpr test::launch_shape shape{4, 64};
  constexpr unsigned keys = 5;
  const auto rounds = static_cast<unsigned>(scaled(4000, 10));
  const std::size_t n = shape.threads() * rounds;
  table_memory<std::uint32_t, std::uint64_t> m(8);
  test::guarded_array<std::uint64_t> before(n);
  run(shape, 0, exchange_all{}, m.table(), keys, rounds, before.data());
  std::vector<std::uint64_t> seen = before.download();
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_TRUE(seen[i] == 0 || (seen[i] - 1) % keys == i % keys) << "of another key";
  }
  for (const auto& entry : m.download()) seen.push_back(entry.second);
  std::sort(seen.begin(), seen.end());
  std::vector<std::uint64_t> expected(keys, 0);
  for (std::size_t i = 1; i <= n; ++i) expected.push_back(i);
  EXPECT_EQ(seen, expected);
}

/// Adds keys in every second thread while the others ask for them: a key that was found once stays
/// and its value grows.
struct add_and_find {
  DIATOMIC_DEVICE void operator()(hash_table<std::uint64_t, std::uint32_t> table, unsigned keys,
                                  unsigned rounds, unsigned* wrong) const {
    for (unsigned round = 0; round < rounds; ++round) {
      const std::uint64_t key = diatomic::global_index() / 2 * 31 + round;
      if (diatomic::global_index() % 2 == 0) {
        if (table.insert_or_add(key % keys, 1) == insertion::full) diatomic::store_add(wrong, 1u);
      } else {
        std::uint32_t first = 0;
        std::uint32_t second = 0;
        if (table.find(key % keys, first) && (!table.find(key % keys, second) || second < first)) {
          diatomic::store_add(wrong, 1u);
        }
      }
    }
  }
};

TEST(hash_tables, are_searched_while_others_insert) {
  constexpr unsigned keys = 300;
  constexpr test::launch_shape shape{4, 128};
  const auto rounds = static_cast<unsigned>(scaled(300, 10));
  table_memory<std::uint64_t, std::uint32_t> m(keys);
  auto wrong = on_device(std::vector<unsigned>{0});
  run(shape, 0, add_and_find{}, m.table(), keys, rounds, wrong.data());
  EXPECT_EQ(wrong.download()[0], 0u);
  std::size_t sum = 0;
  for (const auto& entry : m.download()) sum += entry.second;
  EXPECT_EQ(sum, shape.threads() / 2 * rounds);
}

// In host code, and by one thread, so that each answer is known.
TEST(hash_tables, answer_in_host_code) {
  using table = hash_table<std::uint32_t, std::uint64_t>;
  std::vector<std::uint32_t> keys(3, table::empty_key);
  std::vector<std::uint64_t> values(3, 0);
  table t(keys.data(), values.data(), 3);
  std::uint64_t v = 99;
  EXPECT_FALSE(t.find(7, v));
  EXPECT_EQ(v, 99u);
  EXPECT_EQ(t.insert_or_exchange(7, 5, v), insertion::added);
  EXPECT_EQ(v, 0u);
  EXPECT_EQ(t.insert_or_exchange(7, 6, v), insertion::found);
  EXPECT_EQ(v, 5u);
  EXPECT_EQ(t.insert_or_add(7, 10), insertion::found);
  EXPECT_EQ(t.insert_or_add(0, 1), insertion::added);
  EXPECT_EQ(t.insert_or_add(0xfffffffe, 2), insertion::added);
  EXPECT_EQ(t.insert_or_add(8, 3), insertion::full);
  EXPECT_EQ(t.insert_or_exchange(8, 3, v), insertion::full);
  EXPECT_EQ(t.insert_or_add(table::empty_key, 3), insertion::full);
  EXPECT_EQ(v, 5u);
  EXPECT_TRUE(t.find(7, v));
  EXPECT_EQ(v, 16u);
  EXPECT_TRUE(t.find(0xfffffffe, v));
  EXPECT_EQ(v, 2u);
  EXPECT_FALSE(t.find(8, v));
  EXPECT_FALSE(t.find(table::empty_key, v));
}

TEST(hash_tables, have_a_slot_at_least) {
  using memory = table_memory<std::uint32_t, std::uint32_t>;
  EXPECT_THROW(memory{0}, std::invalid_argument);
  EXPECT_THROW(memory{std::size_t{1} << 32}, std::invalid_argument);
}

// Neighbours and multiples must not collide: the probes of a table that is half full stay short.
TEST(hash_tables, spread_regular_keys) {
  for (const std::uint64_t stride : {1ull, 2ull, 1024ull, 1ull << 32}) {
    constexpr unsigned capacity = 4096;
    std::vector<unsigned> load(capacity, 0);
    for (std::uint64_t k = 0; k < capacity / 2; ++k) {
      load[std::uint64_t{mixed_bits{}(k * stride)} * capacity >> 32] += 1;
    }
    EXPECT_LT(*std::max_element(load.begin(), load.end()), 9u) << "stride " << stride;
  }
}

}  // namespace
