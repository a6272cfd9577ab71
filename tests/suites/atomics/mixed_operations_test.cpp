// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Operations of all kinds on one word at once: whatever instruction or loop a backend has for
/// each, they must be atomic with respect to each other. Ones are put into words and taken out of
/// them in several ways, and none may be lost or made.

#include <algorithm>
#include <type_traits>

#include <gtest/gtest.h>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

/// What stays in no word.
using total = unsigned long long;

/// Puts a one into `*p`, or takes all out of it, in one of eight ways; returns what it took.
template <class T, class... Tags>
DIATOMIC_DEVICE total put_or_take(unsigned way, T* p, Tags... tags) {
  const T one = static_cast<T>(1.0f);
  const T none = static_cast<T>(0.0f);
  switch (way % 8) {
    case 0:
      diatomic::store_add(p, one, tags...);
      return 0;
    case 1:
      diatomic::fetch_add(p, one, tags...);
      return 0;
    case 2:
      diatomic::fetch_update(p, [=](T v) { return static_cast<T>(v + one); }, tags...);
      return 0;
    case 3: {
      T seen = diatomic::load(p, tags...);
      while (!diatomic::compare_exchange_weak(p, seen, static_cast<T>(seen + one), tags...)) {
      }
      return 0;
    }
    // The first of each two changes nothing: no word is below zero.
    case 4:
      diatomic::fetch_sub(p, none, tags...);
      diatomic::store_add(p, one, tags...);
      return 0;
    case 5:
      diatomic::fetch_max(p, none, tags...);
      diatomic::store_add(p, one, tags...);
      return 0;
    case 6:
      diatomic::fetch_mul(p, one, tags...);
      diatomic::add_fetch(p, one, tags...);
      return 0;
    default:
      diatomic::store_add(p, one, tags...);
      return static_cast<total>(static_cast<float>(diatomic::exchange(p, none, tags...)));
  }
}

/// Not known before the run, and different for neighbours.
DIATOMIC_DEVICE unsigned way_of(unsigned round) {
  return (diatomic::global_index() * 2654435761u + round * 40503u) >> 7;
}

template <class T>
struct in_global_memory {
  DIATOMIC_DEVICE void operator()(T* words, unsigned count, unsigned rounds, total* taken) const {
    total mine = 0;
    for (unsigned k = 0; k < rounds; ++k) {
      mine += put_or_take(way_of(k), words + (diatomic::global_index() + k) % count);
    }
    diatomic::store_add(taken, mine);
  }
};

template <class T>
struct in_shared_memory {
  DIATOMIC_DEVICE void operator()(unsigned count, unsigned rounds, total* taken) const {
    T* const words = diatomic::shared_array<T>();
    const unsigned me = diatomic::thread_index();
    if (me < count) words[me] = static_cast<T>(0.0f);
    diatomic::sync_block();
    total mine = 0;
    for (unsigned k = 0; k < rounds; ++k) {
      mine += put_or_take(way_of(k), words + (me + k) % count, diatomic::in_shared,
                          diatomic::block_scope);
    }
    diatomic::sync_block();
    if (me < count) mine += static_cast<total>(static_cast<float>(words[me]));
    diatomic::store_add(taken, mine);
  }
};

constexpr unsigned grid = 4;
constexpr unsigned block = 96;
constexpr unsigned most_words = 64;

/// Words must not overflow: halves count to 2048 without a loss, and each thread adds at most two
/// at a time.
template <class T>
unsigned rounds() {
  const auto all = static_cast<unsigned>(scaled(64, 3));
  return std::is_same_v<T, diatomic::half> ? std::min(all, 2048 / (grid * block)) : all;
}

template <class T>
class mixed_operations : public testing::Test {};
using types = testing::Types<unsigned short, int, unsigned, long long, unsigned long long,
                             diatomic::half, float, double>;
TYPED_TEST_SUITE(mixed_operations, types, );

TYPED_TEST(mixed_operations, lose_nothing_in_global_memory) {
  for (const unsigned count : {1u, 5u, most_words}) {
    diatomic::device_array<TypeParam> words(most_words);
    diatomic::device_array<total> taken(1);
    words.fill_bytes(0);
    taken.fill_bytes(0);
    test::run({grid, block}, 0, in_global_memory<TypeParam>{}, words.data(), count,
              rounds<TypeParam>(), taken.data());
    total found = taken.download()[0];
    for (const TypeParam word : words.download()) found += static_cast<total>(float(word));
    EXPECT_EQ(found, total{grid} * block * rounds<TypeParam>()) << count << " words";
  }
}

TYPED_TEST(mixed_operations, lose_nothing_in_shared_memory) {
  for (const unsigned count : {1u, 5u, most_words}) {
    diatomic::device_array<total> taken(1);
    taken.fill_bytes(0);
    test::run({grid, block}, most_words * sizeof(TypeParam), in_shared_memory<TypeParam>{}, count,
              rounds<TypeParam>(), taken.data());
    EXPECT_EQ(taken.download()[0], total{grid} * block * rounds<TypeParam>()) << count << " words";
  }
}

}  // namespace
