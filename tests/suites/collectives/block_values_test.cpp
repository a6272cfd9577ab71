// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The values that the blocks of a reduction pass to the last one: each arrives once, whatever the
/// memory held before, and in launches that are repeated as they were.

#include <cstdint>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/collectives/detail/block_values.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::detail::block_value;
using test::guarded_array;

struct four_words {
  std::uint32_t at[4];
};
template <class T>
DIATOMIC_FUNCTION T value_of(unsigned block) {
  return static_cast<T>(block) - static_cast<T>(5);
}
template <>
DIATOMIC_FUNCTION four_words value_of<four_words>(unsigned block) {
  return {{block, ~block, 7 * block, 0}};
}

/// The last block writes the others' values, in their order.
template <class T>
struct pass_values {
  DIATOMIC_DEVICE void operator()(block_value<T>* places, std::uint64_t signature, T* to) const {
    using namespace diatomic;
    if (thread_index() != 0) return;
    const unsigned last = grid_size() - 1;
    if (block_index() != last) {
      places[block_index()].put(value_of<T>(block_index()), signature);
      return;
    }
    for (unsigned first = 0; first < 3; ++first) {
      unsigned block = first;
      diatomic::detail::take_block_values<2, 3>(places, first, last, signature, [&](const T& v) {
        to[block] = v;
        block += 3;
      });
    }
  }
};

/// Whether a place has a value.
struct tell_arrival {
  template <class T>
  DIATOMIC_DEVICE void operator()(const block_value<T>* place, std::uint64_t signature,
                                  unsigned* to) const {
    *to = place->look().has(signature) ? 1 : 0;
  }
};

template <class T>
class block_values : public testing::Test {};
using types = testing::Types<std::uint32_t, float, std::int64_t, double, four_words>;
TYPED_TEST_SUITE(block_values, types);

constexpr std::uint64_t signature = 0x123456789abcdef1u;
/// What memory may hold before: also halves of the signature, and the signature in a value's place.
constexpr std::uint64_t words[] = {0,
                                   ~std::uint64_t{0},
                                   signature,
                                   signature << 32,
                                   signature & 0xffffffffu,
                                   signature >> 32 << 32,
                                   signature - 1};

TYPED_TEST(block_values, have_arrived_with_the_tag) {
  for (const std::uint64_t first : words) {
    for (const std::uint64_t second : words) {
      guarded_array<std::uint64_t> memory({first, second, first, second}, 0);
      guarded_array<unsigned> to(1);
      test::run({1, 1}, 0, tell_arrival{},
                reinterpret_cast<const block_value<TypeParam>*>(memory.data()), signature,
                to.data());
      EXPECT_EQ(to.download()[0] != 0, second == signature);
    }
  }
}

TYPED_TEST(block_values, arrive_once_whatever_the_memory_held) {
  for (const unsigned grid : {1u, 2u, 3u, 7u, 8u, 40u}) {
    for (const std::uint64_t first : words) {
      for (const std::uint64_t second : words) {
        if (second == signature) continue;  // a value
        std::vector<std::uint64_t> before;
        for (unsigned i = 0; i < 2 * grid; ++i) before.insert(before.end(), {first, second});
        guarded_array<std::uint64_t> memory(before, 0);
        auto* const places = reinterpret_cast<block_value<TypeParam>*>(memory.data());
        guarded_array<TypeParam> to(grid);
        for (std::size_t run = 0; run < scaled(8, 2); ++run) {
          to.fill_bytes(0xee);
          test::run({grid, 1}, 0, pass_values<TypeParam>{}, places, signature, to.data());
          const std::vector<TypeParam> found = to.download();
          for (unsigned b = 0; b + 1 < grid; ++b) {
            const TypeParam expected = value_of<TypeParam>(b);
            ASSERT_EQ(std::memcmp(&found[b], &expected, sizeof expected), 0)
                << "block " << b << " of " << grid << ", run " << run;
          }
          // A repeated launch must not find them again.
          const std::vector<std::uint64_t> after = memory.download();
          for (std::size_t i = 1; i < (grid - 1) * sizeof(*places) / 8; i += 2) {
            ASSERT_EQ(after[i], 0u) << "word " << i << " of " << grid << " blocks";
          }
        }
      }
    }
  }
}

}  // namespace
