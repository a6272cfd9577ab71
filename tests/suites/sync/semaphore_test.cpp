// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Semaphores: never more holders than permits, no permit lost or made, and what was done before
/// one was given back is seen by who takes it. That the tests end is half of what they prove.

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>
#include <diatomic/sync/semaphore.hpp>

#include "support/scale.hpp"

namespace {

using diatomic::device_array;
using diatomic::semaphore;

device_array<semaphore<>> semaphores(std::vector<unsigned> permits) {
  device_array<semaphore<>> made(permits.size());
  const std::vector<semaphore<>> values(permits.begin(), permits.end());
  made.upload(values);
  return made;
}

struct tally {
  unsigned inside;  // holders at present
  unsigned most;    // at a time
  unsigned calls;
};

/// Stays for a while, in which others run: `none` has no permits.
DIATOMIC_DEVICE void come_and_go(tally* t, semaphore<>* none) {
  diatomic::store_max(&t->most, diatomic::add_fetch(&t->inside, 1u));
  const unsigned had = none->try_acquire_for(2) ? 1 : 0;
  diatomic::store_add(&t->calls, 1u + had);
  diatomic::store_sub(&t->inside, 1u);
}

/// Neighbours ask for different semaphores in every other round. The last one has no permits.
struct enter_all {
  DIATOMIC_DEVICE void operator()(semaphore<>* s, tally* tallies, unsigned count, unsigned rounds,
                                  unsigned* wrong) const {
    semaphore<>* const none = s + count;
    const unsigned me = diatomic::global_index();
    for (unsigned k = 0; k < rounds; ++k) {
      const unsigned i = (k + (k % 2 == 0 ? 0 : me)) % count;
      const unsigned back = diatomic::with_permit(s[i], [&] {
        come_and_go(tallies + i, none);
        return me + k;
      });
      if (back != me + k) diatomic::store_add(wrong, 1u);
    }
  }
};

TEST(semaphore, bounds_the_holders) {
  const std::vector<unsigned> permits = {1, 2, 7, 40, 0};
  const auto count = static_cast<unsigned>(permits.size()) - 1;
  constexpr unsigned grid = 8;
  constexpr unsigned block = 96;
  const auto rounds = static_cast<unsigned>(scaled(200, 4));
  auto s = semaphores(permits);
  device_array<tally> tallies(count);
  device_array<unsigned> wrong(1);
  tallies.fill_bytes(0);
  wrong.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(grid, block, 0, stream, enter_all{}, s.data(), tallies.data(), count, rounds,
                   wrong.data());
  stream.synchronize();
  EXPECT_EQ(wrong.download()[0], 0u);
  unsigned calls = 0;
  for (unsigned i = 0; i < count; ++i) {
    const tally t = tallies.download()[i];
    EXPECT_EQ(t.inside, 0u);
    EXPECT_LE(t.most, permits[i]);
    EXPECT_GE(t.most, 1u);
    calls += t.calls;
  }
  EXPECT_EQ(calls, grid * block * rounds);
}

/// One permit is a lock: what it guards needs no atomics.
struct count_by_one_permit {
  DIATOMIC_DEVICE void operator()(semaphore<>* s, unsigned* count, unsigned rounds) const {
    for (unsigned k = 0; k < rounds; ++k) diatomic::with_permit(*s, [&] { *count += 1; });
  }
};

TEST(semaphore, of_one_permit_is_a_lock) {
  const auto rounds = static_cast<unsigned>(scaled(100, 2));
  auto s = semaphores({1});
  device_array<unsigned> count(1);
  count.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(6, 64, 0, stream, count_by_one_permit{}, s.data(), count.data(), rounds);
  stream.synchronize();
  EXPECT_EQ(count.download()[0], 6 * 64 * rounds);
}

/// Whole warps acquire and release; there are permits for two of them, or for two and a half.
struct acquire_and_release {
  DIATOMIC_DEVICE void operator()(semaphore<>* s, tally* t, unsigned rounds) const {
    for (unsigned k = 0; k < rounds; ++k) {
      s->acquire();
      come_and_go(t, s + 1);
      s->release();
    }
  }
};

TEST(semaphore, is_acquired_by_whole_warps) {
  const auto warp = static_cast<unsigned>(diatomic::properties(0).warp_size);
  const auto rounds = static_cast<unsigned>(scaled(200, 4));
  for (const unsigned permits : {2 * warp, 2 * warp + warp / 2}) {
    auto s = semaphores({permits, 0});
    device_array<tally> t(1);
    t.fill_bytes(0);
    diatomic::stream stream;
    diatomic::launch(6, 4 * warp, 0, stream, acquire_and_release{}, s.data(), t.data(), rounds);
    stream.synchronize();
    EXPECT_LE(t.download()[0].most, permits);
    EXPECT_EQ(t.download()[0].calls, 24 * warp * rounds);
  }
}

struct try_all {
  DIATOMIC_DEVICE void operator()(semaphore<>* s, unsigned* had) const {
    const unsigned me = diatomic::global_index();
    if (me % 3 == 0 ? s->try_acquire_for(3) : s->try_acquire()) diatomic::store_add(had, 1u);
  }
};

TEST(semaphore, gives_out_each_permit_once) {
  for (const unsigned permits : {0u, 1u, 45u, 383u, 384u, 1000u}) {
    auto s = semaphores({permits});
    device_array<unsigned> had(1);
    had.fill_bytes(0);
    diatomic::stream stream;
    diatomic::launch(4, 96, 0, stream, try_all{}, s.data(), had.data());
    stream.synchronize();
    EXPECT_EQ(had.download()[0], std::min(permits, 4u * 96u));
  }
}

/// Even blocks make items and odd blocks take them: a queue with room for `room` of them.
struct hand_over {
  DIATOMIC_DEVICE void operator()(semaphore<>* items, semaphore<>* slots, unsigned* ring,
                                  unsigned* ends, unsigned room, unsigned each,
                                  unsigned long long* taken) const {
    using namespace diatomic;
    const bool makes = block_index() % 2 == 0;
    for (unsigned k = 0; k < each; ++k) {
      (makes ? slots : items)->acquire();
      unsigned* const word = ring + claim_slot(ends + (makes ? 0 : 1)) % room;
      if (makes) {
        // A slot that is free may still be read, by one who was slower than his neighbours.
        const unsigned item = global_index() * each + k + 1;
        while (const unsigned old = compare_exchange(word, 0u, item, release)) wait(word, old);
        items->release();
      } else {
        unsigned found = 0;
        while ((found = exchange(word, 0u, acquire)) == 0) wait(word, 0u);
        store_add(taken, found);
        slots->release();
      }
    }
  }
};

TEST(semaphore, counts_items_and_slots_of_a_queue) {
  const auto warp = static_cast<unsigned>(diatomic::properties(0).warp_size);
  const unsigned block = 2 * warp;
  const unsigned room = 4 * block;
  const auto each = static_cast<unsigned>(scaled(100, 3));
  auto s = semaphores({0, room});
  device_array<unsigned> ring(room);
  device_array<unsigned> ends(2);
  device_array<unsigned long long> taken(1);
  ring.fill_bytes(0);
  ends.fill_bytes(0);
  taken.fill_bytes(0);
  diatomic::stream stream;
  const unsigned grid = std::min(
      6u, diatomic::max_resident_blocks(block, 0, hand_over{}, s.data(), s.data() + 1, ring.data(),
                                        ends.data(), room, each, taken.data()) /
              2 * 2);
  diatomic::launch_cooperative(grid, block, 0, stream, hand_over{}, s.data(), s.data() + 1,
                               ring.data(), ends.data(), room, each, taken.data());
  stream.synchronize();
  unsigned long long made = 0;
  for (unsigned b = 0; b < grid; b += 2) {
    for (unsigned t = 0; t < block; ++t) {
      for (unsigned k = 0; k < each; ++k) made += (b * block + t) * each + k + 1;
    }
  }
  EXPECT_EQ(taken.download()[0], made);
}

}  // namespace
