// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Updates by whole blocks: of one block they are what its threads would do one by one, in order;
/// of many blocks none is lost, and slots go to one thread each.

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/reproducible_accumulator.hpp>
#include <diatomic/atomics/number_types.hpp>
#include <diatomic/collectives/block_histogram.hpp>
#include <diatomic/collectives/block_reduce.hpp>
#include <diatomic/collectives/block_update.hpp>

#include "support/kernel_run.hpp"

namespace {

using diatomic::block_update;
using diatomic::op;
using test::device_array;
using test::launch_shape;
using test::on_device;

/// Whole numbers, so that floats do not round; 1 in most places for products.
template <op Op, class T>
T operand(unsigned i) {
  const unsigned mixed = i * 2654435761u >> 8;
  if (Op == op::mul) return static_cast<T>(static_cast<float>(i % 97 == 5 ? 2 : 1));
  if (sizeof(T) == 2) return static_cast<T>(static_cast<float>(mixed % 3));
  return static_cast<T>(static_cast<float>(mixed % 1000));
}

template <op Op, class T>
struct update_by_blocks {
  DIATOMIC_DEVICE void operator()(const T* operands, T* words, T* returned) const {
    const block_update<Op, T> update(diatomic::shared_array<T>());
    const unsigned i = diatomic::global_index();
    returned[i] = update.fetch(words, operands[i], diatomic::acq_rel);
    diatomic::sync_block();
    update.store(words + 1, operands[i]);
    diatomic::sync_block();  // The memory can be used again.
    update.store(words + 2, operands[i], diatomic::system_scope, diatomic::release);
  }
};

template <op Op, class T>
void expect_updates(launch_shape shape) {
  SCOPED_TRACE(testing::PrintToString(shape));
  const unsigned n = shape.grid * shape.block;
  std::vector<T> operands(n);
  for (unsigned i = 0; i < n; ++i) operands[i] = operand<Op, T>(i);
  const T start = operand<Op, T>(12345);
  const auto input = on_device(operands);
  auto words = on_device(std::vector<T>(4, start));
  device_array<T> returned(n);
  test::run(shape, block_update<Op, T>::shared_bytes(shape.block), update_by_blocks<Op, T>{},
            input.data(), words.data(), returned.data());

  T all = start;
  for (const T v : operands) all = diatomic::result_of<Op>(all, v);
  const auto found = words.download();
  for (unsigned k = 0; k < 3; ++k) EXPECT_TRUE(found[k] == all) << "word " << k;
  // A block's first thread is told what the word held before the block; the others follow.
  const auto olds = returned.download();
  for (unsigned b = 0; b < shape.grid; ++b) {
    T expected = olds[b * shape.block];
    for (unsigned i = b * shape.block; i < (b + 1) * shape.block; ++i) {
      ASSERT_TRUE(olds[i] == expected) << "thread " << i;
      expected = diatomic::result_of<Op>(expected, operands[i]);
    }
  }
  if (shape.grid == 1) {
    EXPECT_TRUE(olds[0] == start);
  }
}

template <class Case>
class block_updates : public testing::Test {};
template <op Op, class T>
struct case_of {
  static constexpr op operation = Op;
  using type = T;
};
using cases = testing::Types<case_of<op::add, unsigned>, case_of<op::sub, unsigned long long>,
                             case_of<op::max, int>, case_of<op::bit_xor, unsigned>,
                             case_of<op::add, float>, case_of<op::min, double>,
                             case_of<op::mul, double>, case_of<op::add, diatomic::half>>;
TYPED_TEST_SUITE(block_updates, cases, );

TYPED_TEST(block_updates, are_those_of_the_threads_in_turn) {
  for (const launch_shape shape : test::shapes()) {
    if (sizeof(typename TypeParam::type) == 2 && shape.grid * shape.block > 600) continue;
    expect_updates<TypeParam::operation, typename TypeParam::type>(shape);
  }
}

TYPED_TEST(block_updates, are_those_of_the_largest_block) {
  using type = typename TypeParam::type;
  if constexpr (sizeof(type) == 2) {
    GTEST_SKIP() << "halves would be rounded";
  } else {
    for (const unsigned block : {993u, 1023u, 1024u}) {
      expect_updates<TypeParam::operation, type>(launch_shape{2, block});
    }
  }
}

/// Each thread takes as many slots as it wants, and fills them.
struct take_slots {
  DIATOMIC_DEVICE void operator()(unsigned* counter, unsigned* slots) const {
    const block_update<op::add, unsigned> claim(diatomic::shared_array<unsigned>());
    const unsigned me = diatomic::global_index();
    const unsigned wanted = me * 40503u % 4;
    const unsigned first = claim.fetch(counter, wanted);
    for (unsigned k = 0; k < wanted; ++k) slots[first + k] = me;
  }
};

TEST(block_updates_of, slots_go_to_one_thread_each) {
  for (const launch_shape shape : test::shapes()) {
    const unsigned n = shape.grid * shape.block;
    std::vector<unsigned> expected;
    for (unsigned i = 0; i < n; ++i) expected.insert(expected.end(), i * 40503u % 4, i);
    auto counter = on_device(std::vector<unsigned>{0});
    device_array<unsigned> slots(4 * n);
    test::run(shape, block_update<op::add, unsigned>::shared_bytes(shape.block), take_slots{},
              counter.data(), slots.data());
    ASSERT_EQ(counter.download()[0], expected.size());
    auto taken = slots.download();
    taken.resize(expected.size());
    if (shape.grid == 1) {
      EXPECT_EQ(taken, expected);
    }
    std::sort(taken.begin(), taken.end());
    EXPECT_EQ(taken, expected);
  }
}

/// The shared memory that kernels ask for.
TEST(block_memory, has_its_size) {
  using namespace diatomic;
  for (const unsigned block : {1u, 32u, 96u, 1024u}) {
    EXPECT_EQ((block_update<op::add, unsigned>::shared_bytes(block)), 4 * (block + 1));
    EXPECT_EQ((block_update<op::min, double>::shared_bytes(block)), 8 * (block + 1));
    EXPECT_EQ(block_reduce<float>::shared_bytes(block), 4 * block);
    EXPECT_EQ(block_reduce<double>::shared_bytes(block), 8 * block);
    // Limbs and flags; a column of digits for each of up to 32 threads; the sum.
    const std::size_t columns = block < 32 ? block : 32;
    EXPECT_EQ(reproducible_accumulator<float>::shared_bytes(block), 64 + 8 * 11 * columns + 48);
    EXPECT_EQ(reproducible_accumulator<double>::shared_bytes(block), 64 + 8 * 68 * columns + 276);
  }
  // With 32 words for what is counted nowhere.
  using in_columns = block_histogram<per_lane_copies<unsigned long long>, unsigned long long>;
  EXPECT_EQ(in_columns::shared_bytes(100, 4), 8 * (100u * 4 + 32));
  EXPECT_EQ((block_histogram<packed_counters<16>, unsigned>::shared_bytes(101)), 4 * (51u + 32));
  EXPECT_EQ((block_histogram<packed_counters<8>, unsigned>::shared_bytes(101)), 4 * (26u + 32));
  EXPECT_EQ((block_histogram<global_counters, unsigned>::shared_bytes(101)), 0u);
}

}  // namespace
