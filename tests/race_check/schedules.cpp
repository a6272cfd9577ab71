// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// What the schedule of a seed does. Prints it, so that runs can be compared, and what it should
/// not be. An even seed also plays the following one.

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <set>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {

using namespace diatomic;
namespace race = backends::host::race;

int wrong = 0;
void expect(bool is_right, const char* what, unsigned grid, unsigned block) {
  if (is_right) return;
  ++wrong;
  std::printf("seed %u, %u blocks of %u: %s\n", race::seed, grid, block, what);
}

/// Threads in the order in which they begin. No operation of the library takes part.
std::vector<unsigned> order_of_starts(unsigned grid, unsigned block) {
  std::vector<unsigned> order(grid * block);
  std::atomic<unsigned> next{0};
  stream on;
  launch(grid, block, 0, on, [&] { order[next++] = global_index(); });
  return order;
}
/// Two seeds start each pair of threads and of blocks in both orders.
void expect_opposite_starts(unsigned grid, unsigned block) {
  std::vector<unsigned> first = order_of_starts(grid, block);
  ++race::seed;
  const std::vector<unsigned> second = order_of_starts(grid, block);
  --race::seed;
  std::reverse(first.begin(), first.end());
  expect(first == second, "the next seed starts them in another order", grid, block);
}

/// Threads take items from a counter until there are none. Which thread has each of them.
std::vector<unsigned> owners_of_items(unsigned grid, unsigned block) {
  std::vector<unsigned> owners(64 * grid * block);
  unsigned next = 0;
  stream on;
  launch(grid, block, 0, on, [&] {
    for (unsigned i = 0; (i = fetch_add(&next, 1u)) < owners.size();) owners[i] = global_index();
  });
  return owners;
}
/// Readers count themselves. The most at a time.
unsigned most_readers(unsigned grid, unsigned block) {
  unsigned readers = 0;
  unsigned most = 0;
  stream on;
  launch(grid, block, 0, on, [&] {
    for (int n = 0; n < 20; ++n) {
      store_max(&most, fetch_add(&readers, 1u) + 1);
      store_sub(&readers, 1u);
    }
  });
  return most;
}
/// Each thread tells the last one of its block, which waits for all, as the last block does.
unsigned waits(unsigned grid, unsigned block) {
  unsigned arrived = 0;
  stream on;
  launch(grid, block, 0, on, [&] {
    store_add(&arrived, 1u);
    while (load(&arrived) < global_size()) {
    }
  });
  return arrived;
}

void play(unsigned grid, unsigned block) {
  expect_opposite_starts(grid, block);
  const std::vector<unsigned> owners = owners_of_items(grid, block);
  unsigned long long hash = 0;
  for (const unsigned owner : owners) hash = hash * 31 + owner;
  const unsigned readers = most_readers(grid, block);
  if (race::seed >= 2 && grid * block > 1 && grid * block <= 256) {
    expect(std::set<unsigned>(owners.begin(), owners.end()).size() > 1, "one takes all", grid,
           block);
    expect(readers > 1, "readers do not overlap", grid, block);
  }
  std::printf("%u %u: %llx %u\n", grid, block, hash, readers);
}

}  // namespace

int main() {
  order_of_starts(1, 1);  // reads the seed
  for (const unsigned block : {1u, 2u, 3u, 7u, 33u, 64u}) {
    for (const unsigned grid : {1u, 2u, 3u, 4u, 9u}) {
      if (race::seed % 2 == 0) play(grid, block);
    }
  }
  // More than four blocks that wait for each other.
  expect(waits(20, 2) == 40, "not all arrive", 20, 2);
  return wrong == 0 ? 0 : 1;
}
