// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The counter behind the device-wide reductions: one block of a launch is the last, and sees what
/// the others wrote, whatever its word of memory held before. A launch that is repeated as it was,
/// as a recorded graph repeats it, has the same signature again.

#include <cstdint>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/collectives/detail/last_block.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::device_array;

struct count_blocks {
  /// `parts` has a word for each thread. The last block adds them up.
  DIATOMIC_DEVICE void operator()(std::uint64_t* word, std::uint64_t signature, unsigned* parts,
                                  unsigned* lasts, unsigned long long* sum) const {
    using namespace diatomic;
    const diatomic::detail::block_counter counter(word, signature);
    parts[global_index()] = global_index() + 1;
    if (!counter.is_last(shared_array<unsigned>())) return;
    if (thread_index() == 0) store_add(lasts, 1u);
    for (unsigned i = thread_index(); i < global_size(); i += block_size()) {
      store_add(sum, static_cast<unsigned long long>(parts[i]));
      parts[i] = 0;
    }
  }
};

/// What a word of temporary memory may hold before a launch of so many blocks.
std::vector<std::uint64_t> earlier_contents(std::uint64_t signature) {
  constexpr std::uint64_t one = std::uint64_t{1} << diatomic::detail::block_count_bits;
  return {0,
          1,
          ~std::uint64_t{0},
          std::uint64_t{1} << 63,
          0xcdcdcdcdcdcdcdcdu,
          signature - one,
          signature - 1,
          signature + one,
          signature + one + 3};
}

void expect_one_last_block(test::launch_shape shape, std::uint64_t signature,
                           std::uint64_t before) {
  const unsigned threads = shape.grid * shape.block;
  device_array<std::uint64_t> word(1);
  device_array<unsigned> parts(threads);
  device_array<unsigned> lasts(1);
  device_array<unsigned long long> sum(1);
  word.upload({before});
  lasts.fill_bytes(0);
  sum.fill_bytes(0);
  constexpr unsigned repetitions = 3;
  for (unsigned k = 1; k <= repetitions; ++k) {
    test::run(shape, sizeof(unsigned), count_blocks{}, word.data(), signature, parts.data(),
              lasts.data(), sum.data());
    ASSERT_EQ(lasts.download()[0], k) << "word " << before << ", signature " << signature;
    ASSERT_EQ(sum.download()[0], k * (threads * (threads + 1ull) / 2));
  }
}

TEST(last_block, is_one_block_whatever_the_memory_held) {
  for (const test::launch_shape shape : {test::launch_shape{1, 64}, {2, 32}, {7, 96}, {40, 64}}) {
    const std::uint64_t signature = diatomic::detail::next_signature();
    for (const std::uint64_t before : earlier_contents(signature)) {
      expect_one_last_block(shape, signature, before);
    }
  }
}

TEST(last_block, has_signatures_from_the_lowest_to_the_highest) {
  constexpr std::uint64_t one = std::uint64_t{1} << diatomic::detail::block_count_bits;
  for (const std::uint64_t signature :
       {one, std::uint64_t{1} << 63, ~std::uint64_t{0} - (2 * one - 1)}) {
    for (const std::uint64_t before : earlier_contents(signature)) {
      expect_one_last_block({5, 32}, signature, before);
    }
  }
}

TEST(signatures, are_never_the_same_twice) {
  const std::size_t each = scaled(20000, 100);
  std::vector<std::vector<std::uint64_t>> drawn(8);
  std::vector<std::thread> threads;
  for (auto& own : drawn) {
    threads.emplace_back([&own, each] {
      for (std::size_t i = 0; i < each; ++i) own.push_back(diatomic::detail::next_signature());
    });
  }
  for (std::thread& t : threads) t.join();
  std::set<std::uint64_t> all;
  for (const auto& own : drawn) {
    for (const std::uint64_t s : own) {
      ASSERT_NE(s, 0u);
      ASSERT_EQ(s & ((std::uint64_t{1} << diatomic::detail::block_count_bits) - 1), 0u);
      ASSERT_TRUE(all.insert(s).second) << s;
    }
  }
}

}  // namespace
