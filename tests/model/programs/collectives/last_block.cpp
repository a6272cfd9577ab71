// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The last block of a launch: there is one, it sees what the others wrote, and the word may have
/// held anything.

#include "model.hpp"

#include <diatomic/collectives/detail/last_block.hpp>

namespace {

constexpr std::uint64_t signature = std::uint64_t{0x1234} << diatomic::detail::block_count_bits;

std::uint64_t word;
unsigned part[THREADS];  // plain: of each thread
unsigned last_blocks;
unsigned result;

void finish(unsigned me) {
  const diatomic::detail::block_counter blocks(&word, signature);
  part[me] = me + 1;
  if (!blocks.is_last(diatomic::shared_array<unsigned>())) return;
  unsigned sum = 0;
  for (const unsigned n : part) sum += n;
  DEMAND(sum == THREADS * (THREADS + 1) / 2);
  if (diatomic::thread_index() == 0) {
    ++last_blocks;
    result = sum;
  }
}

void launch() {
  model::run<finish>();
  DEMAND(last_blocks == 1 && result == THREADS * (THREADS + 1) / 2);
  DEMAND(word == 0);
}

}  // namespace

MODEL_CASE(of_zeros) {
  launch();
  return 0;
}

MODEL_CASE(of_ones) {
  word = ~std::uint64_t{0};
  launch();
  return 0;
}

MODEL_CASE(of_a_lower_signature) {
  word = signature - 3;
  launch();
  return 0;
}
