// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/compare_exchange.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using namespace diatomic::kernels;
using test::on_device;
using test::run;

template <class T>
std::vector<T> counting(std::size_t n, T first = T{0}) {
  std::vector<T> values(n);
  std::iota(values.begin(), values.end(), first);
  return values;
}

template <class T>
std::vector<T> sorted(std::vector<T> values) {
  std::sort(values.begin(), values.end());
  return values;
}

/// Rounds such that `shape` does about `n` operations, fewer under an emulator.
unsigned rounds_for(launch_shape shape, std::size_t n, std::size_t least = 2) {
  return static_cast<unsigned>(std::max(least, scaled(n, 1) / shape.threads()));
}

// -------------------------------------------------------------------------------------------------
// What one thread sees of a compare-exchange.

/// The three shapes of the operation, each on its own word. `results` gets what they return and
/// what they leave in `expected`.
struct try_each_shape {
  template <class T>
  DIATOMIC_DEVICE void operator()(T* words, T expected, T desired, T* results,
                                  unsigned* stored) const {
    results[0] = diatomic::compare_exchange(words, expected, desired);
    results[1] = expected;
    stored[0] = diatomic::compare_exchange_strong(words + 1, results[1], desired) ? 1 : 0;
    results[2] = expected;
    stored[1] = diatomic::compare_exchange_weak(words + 2, results[2], desired) ? 1 : 0;
  }
};

template <class T>
class compare_exchange : public testing::Test {
 protected:
  /// Compares bits, as the operation does.
  static bool same(T a, T b) { return std::memcmp(&a, &b, sizeof(T)) == 0; }

  static void check(T held, T expected, T desired) {
    auto words = on_device(std::vector<T>(3, held));
    auto results = on_device(std::vector<T>(3, T{0}));
    auto stored = on_device(std::vector<unsigned>{7, 7});
    run({1, 1}, 0, try_each_shape{}, words.data(), expected, desired, results.data(),
        stored.data());
    const bool equal = same(held, expected);
    const std::vector<T> words_after = words.download();
    const std::vector<T> results_after = results.download();
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_TRUE(same(words_after[i], equal ? desired : held)) << "shape " << i;
      EXPECT_TRUE(same(results_after[i], held)) << "shape " << i;
    }
    EXPECT_EQ(stored.download(), std::vector<unsigned>(2, equal ? 1 : 0));
  }
};

using numbers = testing::Types<int, unsigned, long, unsigned long, long long, unsigned long long,
                               float, double>;
TYPED_TEST_SUITE(compare_exchange, numbers, test::type_names);

TYPED_TEST(compare_exchange, stores_and_tells_only_if_equal) {
  this->check(TypeParam{5}, TypeParam{5}, TypeParam{9});
  this->check(TypeParam{5}, TypeParam{6}, TypeParam{9});
  this->check(TypeParam{0}, TypeParam{0}, TypeParam{0});
  const TypeParam least = std::numeric_limits<TypeParam>::lowest();
  const TypeParam most = std::numeric_limits<TypeParam>::max();
  this->check(least, least, most);
  this->check(most, least, TypeParam{1});
}

// A compare that looks at half of the word only would find these equal.
TYPED_TEST(compare_exchange, looks_at_every_bit) {
  for (unsigned bit = 0; bit < 8 * sizeof(TypeParam); ++bit) {
    using word = std::conditional_t<sizeof(TypeParam) == 4, std::uint32_t, std::uint64_t>;
    const word bits = word{1} << bit;
    TypeParam other;
    std::memcpy(&other, &bits, sizeof(other));
    this->check(TypeParam{0}, other, TypeParam{3});
  }
}

TYPED_TEST(compare_exchange, of_floats_compares_bits) {
  if constexpr (std::is_floating_point_v<TypeParam>) {
    const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
    this->check(nan, nan, TypeParam{1});
    this->check(TypeParam{0}, -TypeParam{0}, TypeParam{1});
    this->check(-TypeParam{0}, -TypeParam{0}, TypeParam{0});
    const TypeParam tiny = std::numeric_limits<TypeParam>::denorm_min();
    this->check(tiny, tiny, -tiny);
    this->check(tiny, TypeParam{0}, TypeParam{1});
  }
}

// -------------------------------------------------------------------------------------------------
// What many threads make of it.

TYPED_TEST(compare_exchange, builds_a_counter) {
  for (const launch_shape shape : {launch_shape{1, 64}, launch_shape{6, 96}}) {
    const unsigned rounds = rounds_for(shape, 100000);
    const std::size_t operations = shape.threads() * rounds;
    auto counter = on_device(std::vector<TypeParam>{0});
    test::guarded_array<TypeParam> taken(operations);
    run(shape, 0, count_by_compare_exchange{}, counter.data(), rounds, taken.data());
    EXPECT_EQ(counter.download()[0], static_cast<TypeParam>(operations));
    EXPECT_EQ(sorted(taken.download()), counting<TypeParam>(operations));
  }
}

/// Each thread tries once to take each word for itself.
struct elect {
  template <class T>
  DIATOMIC_DEVICE void operator()(T* words, unsigned n, unsigned* wins) const {
    const T me = static_cast<T>(diatomic::global_index() + 1);
    for (unsigned i = 0; i < n; ++i) {
      if (diatomic::compare_exchange(words + i, T{0}, me) == T{0}) {
        wins[i * diatomic::global_size() + diatomic::global_index()] = 1;
      }
    }
  }
};

TYPED_TEST(compare_exchange, elects_one_winner_a_word) {
  constexpr launch_shape shape{4, 64};
  const auto n = static_cast<unsigned>(scaled(500, 20));
  const auto threads = static_cast<unsigned>(shape.threads());
  auto words = on_device(std::vector<TypeParam>(n, TypeParam{0}));
  auto wins = on_device(std::vector<unsigned>(n * threads, 0));
  run(shape, 0, elect{}, words.data(), n, wins.data());
  const std::vector<TypeParam> owners = words.download();
  const std::vector<unsigned> won = wins.download();
  for (unsigned i = 0; i < n; ++i) {
    std::vector<unsigned> expected(threads, 0);
    ASSERT_GE(owners[i], TypeParam{1});
    expected[static_cast<unsigned>(owners[i]) - 1] = 1;
    const std::vector<unsigned> found(won.begin() + i * threads, won.begin() + (i + 1) * threads);
    ASSERT_EQ(found, expected) << "word " << i;
  }
}

/// A counter of each block in shared memory; `taken` as in `count_by_compare_exchange`.
struct count_in_shared_memory {
  template <class T>
  DIATOMIC_DEVICE void operator()(unsigned rounds, T* taken, T* totals) const {
    T* counter = diatomic::shared_array<T>();
    if (diatomic::thread_index() == 0) *counter = T{0};
    diatomic::sync_block();
    for (unsigned round = 0; round < rounds; ++round) {
      T seen = diatomic::load(counter, diatomic::in_shared, diatomic::block_scope);
      while (!diatomic::compare_exchange_weak(counter, seen, static_cast<T>(seen + 1),
                                              diatomic::block_scope, diatomic::in_shared)) {
      }
      taken[(diatomic::block_index() * rounds + round) * diatomic::block_size() +
            diatomic::thread_index()] = seen;
    }
    diatomic::sync_block();
    if (diatomic::thread_index() == 0) totals[diatomic::block_index()] = *counter;
  }
};

TYPED_TEST(compare_exchange, builds_a_counter_in_shared_memory) {
  constexpr launch_shape shape{3, 96};
  const unsigned rounds = rounds_for(shape, 10000);
  const std::size_t each = std::size_t{shape.block} * rounds;
  test::guarded_array<TypeParam> taken(each * shape.grid);
  test::guarded_array<TypeParam> totals(shape.grid);
  run(shape, sizeof(TypeParam), count_in_shared_memory{}, rounds, taken.data(), totals.data());
  EXPECT_EQ(totals.download(), std::vector<TypeParam>(shape.grid, static_cast<TypeParam>(each)));
  const std::vector<TypeParam> all = taken.download();
  for (unsigned block = 0; block < shape.grid; ++block) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(block * each);
    EXPECT_EQ(sorted(std::vector<TypeParam>(first, first + static_cast<std::ptrdiff_t>(each))),
              counting<TypeParam>(each));
  }
}

// -------------------------------------------------------------------------------------------------
// Maximum.

/// `fetch_max` where `maximum_by_compare_exchange` has its loop.
struct maximum_by_fetch_max {
  template <class T>
  DIATOMIC_DEVICE void operator()(const T* input, std::size_t n, T* largest) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      diatomic::fetch_max(largest, input[i], diatomic::in_global);
    }
  }
};

template <class T>
void expect_maximum(const std::vector<T>& input, T start, T expected) {
  auto values = on_device(input);
  auto by_loop = on_device(std::vector<T>{start});
  auto by_call = on_device(std::vector<T>{start});
  run({8, 128}, 0, maximum_by_compare_exchange{}, values.data(), input.size(), by_loop.data());
  run({8, 128}, 0, maximum_by_fetch_max{}, values.data(), input.size(), by_call.data());
  EXPECT_EQ(by_loop.download()[0], expected) << "by compare-exchange";
  EXPECT_EQ(by_call.download()[0], expected) << "by fetch_max";
}

TYPED_TEST(compare_exchange, finds_the_maximum) {
  constexpr bool is_signed = std::is_signed_v<TypeParam>;
  const std::size_t n = scaled(100000, 2000);
  std::mt19937 random(1);
  std::vector<TypeParam> values(n);
  for (TypeParam& value : values) value = static_cast<TypeParam>(random() % 1000000);
  expect_maximum(values, TypeParam{0}, *std::max_element(values.begin(), values.end()));

  if constexpr (is_signed) {
    for (TypeParam& value : values) value = static_cast<TypeParam>(-1 - value);
    expect_maximum(values, std::numeric_limits<TypeParam>::lowest(),
                   *std::max_element(values.begin(), values.end()));
  }
}

// Every value is news to the word: the loops have to go round.
TYPED_TEST(compare_exchange, finds_the_maximum_of_rising_values) {
  const std::vector<TypeParam> rising = counting<TypeParam>(scaled(20000, 2000), TypeParam{1});
  expect_maximum(rising, TypeParam{0}, rising.back());
  expect_maximum(rising, static_cast<TypeParam>(rising.back() + 5),
                 static_cast<TypeParam>(rising.back() + 5));
}

// -------------------------------------------------------------------------------------------------
// Exchange.

TYPED_TEST(compare_exchange, and_exchange_lose_no_token) {
  for (const unsigned slots : {1u, 7u, 300u}) {
    constexpr launch_shape shape{5, 64};
    const std::vector<TypeParam> tokens = counting<TypeParam>(slots + shape.threads());
    const auto middle = tokens.begin() + static_cast<std::ptrdiff_t>(slots);
    auto table = on_device(std::vector<TypeParam>(tokens.begin(), middle));
    auto hands = on_device(std::vector<TypeParam>(middle, tokens.end()));
    run(shape, 0, swap_tokens{}, table.data(), slots, hands.data(), rounds_for(shape, 400000));
    std::vector<TypeParam> found = table.download();
    std::size_t changed = 0;
    for (std::size_t slot = 0; slot < slots; ++slot) changed += found[slot] != tokens[slot] ? 1 : 0;
    if (slots > 1) {
      EXPECT_GT(changed, slots / 2) << "only some slots are used";
    }
    const std::vector<TypeParam> held = hands.download();
    found.insert(found.end(), held.begin(), held.end());
    EXPECT_EQ(sorted(found), tokens) << slots << " slots";
    if (slots > 1) {
      EXPECT_NE(found, tokens) << "nothing moved";
    }
  }
}

// -------------------------------------------------------------------------------------------------
// Updates by any function.

/// x -> 3 x + 1, which no chip has. Applied n times it gives the same whatever the order.
struct triple_and_one {
  template <class T>
  DIATOMIC_FUNCTION T operator()(T x) const {
    return static_cast<T>(x * T{3} + T{1});
  }
};
/// Adds one to what is below the limit.
template <class T>
struct rise_to {
  T limit;
  DIATOMIC_FUNCTION bool operator()(T& x) const {
    if (!(x < limit)) return false;
    x = static_cast<T>(x + T{1});
    return true;
  }
};

struct update_each_way {
  template <class T>
  DIATOMIC_DEVICE void operator()(T* words, T limit, unsigned rounds, unsigned* successes) const {
    unsigned mine = 0;
    for (unsigned round = 0; round < rounds; ++round) {
      diatomic::fetch_update(words, triple_and_one{});
      if (diatomic::try_update(words + 1, rise_to<T>{limit})) ++mine;
    }
    successes[diatomic::global_index()] = mine;
  }
};

template <class T>
class update : public testing::Test {};
using unsigned_numbers = testing::Types<unsigned, unsigned long, unsigned long long>;
TYPED_TEST_SUITE(update, unsigned_numbers, test::type_names);

TYPED_TEST(update, by_any_function_is_atomic) {
  constexpr launch_shape shape{4, 64};
  const unsigned rounds = rounds_for(shape, 8000);
  const std::size_t operations = shape.threads() * rounds;
  const auto limit = static_cast<TypeParam>(operations / 2);
  auto words = on_device(std::vector<TypeParam>{1, 0});
  test::guarded_array<unsigned> successes(shape.threads());
  run(shape, 0, update_each_way{}, words.data(), limit, rounds, successes.data());
  TypeParam expected = 1;
  for (std::size_t i = 0; i < operations; ++i) expected = static_cast<TypeParam>(expected * 3 + 1);
  EXPECT_EQ(words.download(), (std::vector<TypeParam>{expected, limit}));
  const std::vector<unsigned> each = successes.download();
  EXPECT_EQ(std::accumulate(each.begin(), each.end(), std::size_t{0}), std::size_t{limit});
}

// -------------------------------------------------------------------------------------------------
// The lock-free stack.

/// A stack in device memory, and its list as the host reads it.
struct stack {
  explicit stack(unsigned nodes)
      : head(on_device(std::vector<std::uint64_t>{0})),
        next(on_device(std::vector<std::uint32_t>(nodes, 12345))) {}

  /// The indices from top to bottom; ends early where a list would never end.
  std::vector<unsigned> indices() {
    std::vector<unsigned> found;
    const std::vector<std::uint32_t> links = next.download();
    auto top = static_cast<std::uint32_t>(head.download()[0]);
    while (top != 0 && top <= links.size() && found.size() <= links.size()) {
      found.push_back(top - 1);
      top = links[top - 1];
    }
    return found;
  }

  test::guarded_array<std::uint64_t> head;
  test::guarded_array<std::uint32_t> next;
};

TEST(lock_free_stack, is_last_in_first_out_for_one_thread) {
  stack s(5);
  run({1, 1}, 0, stack_fill{}, s.head.data(), s.next.data(), 5u);
  EXPECT_EQ(s.indices(), (std::vector<unsigned>{4, 3, 2, 1, 0}));
}

TEST(lock_free_stack, holds_all_that_many_threads_push_and_gives_it_back) {
  const auto nodes = static_cast<unsigned>(scaled(20000, 500));
  stack s(nodes);
  run({6, 96}, 0, stack_fill{}, s.head.data(), s.next.data(), nodes);
  EXPECT_EQ(sorted(s.indices()), counting<unsigned>(nodes));

  auto visits = on_device(std::vector<unsigned>(nodes, 0));
  run({5, 64}, 0, stack_drain{}, s.head.data(), s.next.data(), visits.data());
  EXPECT_EQ(visits.download(), std::vector<unsigned>(nodes, 1));
  EXPECT_TRUE(s.indices().empty());
}

// Few nodes and many threads: the same node is popped and pushed again while others look at it.
TEST(lock_free_stack, survives_popping_and_pushing_the_same_nodes) {
  for (const unsigned nodes : {1u, 2u, 3u, 40u}) {
    constexpr launch_shape shape{4, 64};
    stack s(nodes);
    auto numbers = on_device(std::vector<unsigned>(nodes, 0));
    test::guarded_array<unsigned> pops(shape.threads());
    run({1, 32}, 0, stack_fill{}, s.head.data(), s.next.data(), nodes);
    run(shape, 0, stack_churn{}, s.head.data(), s.next.data(), numbers.data(),
        rounds_for(shape, 30000, 16), pops.data());

    const std::vector<unsigned> popped = pops.download();
    const std::vector<unsigned> changed = numbers.download();
    EXPECT_EQ(sorted(s.indices()), counting<unsigned>(nodes)) << nodes << " nodes";
    EXPECT_EQ(std::accumulate(changed.begin(), changed.end(), std::uint64_t{0}),
              std::accumulate(popped.begin(), popped.end(), std::uint64_t{0}))
        << nodes << " nodes";
    // Threads do not wait, but some get on.
    EXPECT_GT(std::accumulate(popped.begin(), popped.end(), std::uint64_t{0}), 0u);
  }
}

/// Pops and pushes an index `times` times.
struct cycle_one {
  DIATOMIC_DEVICE void operator()(std::uint64_t* head, std::uint32_t* next, unsigned times,
                                  unsigned* last) const {
    index_stack s(head, next);
    for (unsigned i = 0; i < times; ++i) {
      *last = s.pop();
      s.push(*last);
    }
  }
};

TEST(lock_free_stack, tag_counts_every_change_and_wraps) {
  stack s(1);
  const std::uint64_t start = (std::uint64_t{0xffffffffu} << 32) | 0;
  s.head.upload(std::vector<std::uint64_t>{start});
  auto last = on_device(std::vector<unsigned>{9});
  run({1, 1}, 0, stack_fill{}, s.head.data(), s.next.data(), 1u);
  EXPECT_EQ(s.head.download()[0], 1u) << "the tag wraps to 0 and leaves the index alone";
  run({1, 1}, 0, cycle_one{}, s.head.data(), s.next.data(), 10u, last.data());
  EXPECT_EQ(s.head.download()[0], (std::uint64_t{20} << 32) | 1);
  EXPECT_EQ(last.download()[0], 0u);
}

TEST(lock_free_stack, when_empty_says_so) {
  stack s(1);
  auto numbers = on_device(std::vector<unsigned>{0});
  auto pops = on_device(std::vector<unsigned>(64, 5));
  run({1, 64}, 0, stack_churn{}, s.head.data(), s.next.data(), numbers.data(), 3u, pops.data());
  EXPECT_EQ(pops.download(), std::vector<unsigned>(64, 0));
  EXPECT_EQ(numbers.download()[0], 0u);
}

}  // namespace
