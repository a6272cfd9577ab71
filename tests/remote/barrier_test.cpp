// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The barrier for kernels of all processing elements: nobody passes before all are there, and then
/// sees what each of them did.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

#include "remote/on_each_pe.hpp"

namespace {

using namespace diatomic::tags;
using diatomic::remote_ref;
using diatomic::symmetric_array;
using diatomic::symmetric_ptr;
using diatomic::world;

/// What goes wrong in one round: `write` tells every part the number of the round, `count_wrong`
/// says how many of those that its own part was told are not it. Plain accesses where there are
/// any: the barrier orders them.
struct bulletin {
  symmetric_ptr<unsigned> slots;  ///< one for each block of each processing element
  unsigned blocks;                ///< of each processing element

  DIATOMIC_DEVICE void write(unsigned block, unsigned round) const {
    const auto own = static_cast<unsigned>(slots.pe()) * blocks + block;
    for (int pe = 0; pe < slots.pes(); ++pe) {
      const remote_ref<unsigned> slot(slots + own, pe);
      if (auto* const address = static_cast<unsigned*>(slot.address())) {
        *address = round;
      } else {
        slot.store(round);
      }
    }
  }
  DIATOMIC_DEVICE unsigned count_wrong(unsigned round) const {
    unsigned wrong = 0;
    for (unsigned i = 0; i < static_cast<unsigned>(slots.pes()) * blocks; ++i) {
      if (slots.local()[i] != round) ++wrong;
    }
    return wrong;
  }
};

struct meet_in_kernels {
  DIATOMIC_DEVICE void operator()(diatomic::world_barrier_ref barrier, bulletin board,
                                  unsigned rounds, unsigned* wrong) const {
    const unsigned last = diatomic::block_size() - 1;
    for (unsigned round = 1; round <= rounds; ++round) {
      if (diatomic::thread_index() == last) board.write(diatomic::block_index(), round);
      barrier.arrive_and_wait();
      diatomic::store_add(wrong, board.count_wrong(round));
      barrier.arrive_and_wait();
    }
  }
};

/// The same with threads of one launch as processing elements and their blocks, so that one device
/// has several that run at the same time.
struct meet_in_one_kernel {
  DIATOMIC_DEVICE void operator()(const symmetric_ptr<unsigned>* words,
                                  const symmetric_ptr<unsigned>* slots, unsigned pes,
                                  unsigned rounds, unsigned* wrong) const {
    const unsigned blocks = diatomic::grid_size() * diatomic::block_size() / pes;
    const unsigned thread =
        diatomic::block_index() * diatomic::block_size() + diatomic::thread_index();
    const unsigned pe = thread % pes;
    const bulletin board{slots[pe], blocks};
    for (unsigned round = 1; round <= rounds; ++round) {
      board.write(thread / pes, round);
      diatomic::detail::complete_own(words[pe]);
      diatomic::detail::arrive_with_all(words[pe], blocks);
      diatomic::store_add(wrong, board.count_wrong(round));
      diatomic::detail::complete_own(words[pe]);
      diatomic::detail::arrive_with_all(words[pe], blocks);
    }
  }
};

/// Whether kernels of all processing elements run at the same time: the host's pool runs one launch
/// of a process at a time, and on GPUs each needs one of its own.
bool run_together(int pes) {
  if (diatomic::detail::runtime_api::threads_yield) {
    return !test::are_threads<diatomic::world_options>;
  }
  return diatomic::device_count() >= pes;
}

TEST(remote_barrier, kernels) {
  const auto rounds = static_cast<unsigned>(scaled(300, 20));
  std::atomic<bool> together{true};
  diatomic::world_options options = test::chosen_options();
  test::choose_each_device(options, 0);
  const auto meet = [&](world& w) {
    if (!run_together(w.pes())) {
      together = false;
      return;
    }
    for (const unsigned most : {1u, 3u}) {
      diatomic::world_barrier barrier(w);
      const unsigned resident = diatomic::max_resident_blocks(
          4, 0, meet_in_kernels{}, barrier.ref(), bulletin{}, 0u, static_cast<unsigned*>(nullptr));
      const unsigned grid = std::min(most, resident);
      symmetric_array<unsigned> slots(w, std::size_t{grid} * static_cast<std::size_t>(w.pes()));
      diatomic::device_array<unsigned> wrong(1);
      wrong.fill_bytes(0);
      diatomic::stream stream;
      w.barrier();  // nobody allocates while another one's kernel waits
      for (int launch = 0; launch < 2; ++launch) {
        const unsigned own_rounds = rounds / grid;
        diatomic::launch_cooperative(grid, 4, 0, stream, meet_in_kernels{}, barrier.ref(),
                                     bulletin{slots.pointer(), grid}, own_rounds, wrong.data());
        stream.synchronize();
        w.barrier();
      }
      EXPECT_EQ(wrong.download(), std::vector<unsigned>{0}) << grid << " blocks";
    }
  };
  diatomic::with_world(meet, options);
  if (!together) GTEST_SKIP() << "kernels that do not run at the same time";
}

/// `passed` is how often all have met before: the numbers wrap.
void expect_meetings(unsigned passed) {
  const auto rounds = static_cast<unsigned>(scaled(300, 20));
  std::vector<symmetric_ptr<unsigned>> all_words(64);
  std::vector<symmetric_ptr<unsigned>> all_slots(64);
  test::on_each_pe([&](world& w) {
    for (const unsigned blocks : {1u, 2u}) {
      const auto pes = static_cast<unsigned>(w.pes());
      symmetric_array<unsigned> words(w, diatomic::detail::world_barrier_words::count);
      symmetric_array<unsigned> slots(w, std::size_t{blocks} * pes);
      std::vector<unsigned> before(words.size(), passed);
      before[diatomic::detail::world_barrier_words::arrivals] = 0;
      words.upload(before);
      all_words[static_cast<std::size_t>(w.pe())] = words.pointer();
      all_slots[static_cast<std::size_t>(w.pe())] = slots.pointer();
      w.barrier();
      if (w.pe() == 0) {
        diatomic::device_array<symmetric_ptr<unsigned>> words_of(all_words.size());
        diatomic::device_array<symmetric_ptr<unsigned>> slots_of(all_slots.size());
        words_of.upload(all_words);
        slots_of.upload(all_slots);
        diatomic::device_array<unsigned> wrong(1);
        wrong.fill_bytes(0);
        diatomic::stream stream;
        // So that on the host each block has a thread of the pool to itself.
        constexpr bool yield_if_due = diatomic::detail::runtime_api::threads_yield;
        diatomic::launch_cooperative(yield_if_due ? blocks : blocks * pes, yield_if_due ? pes : 1,
                                     0, stream, meet_in_one_kernel{}, words_of.data(),
                                     slots_of.data(), pes, rounds / blocks, wrong.data());
        stream.synchronize();
        EXPECT_EQ(wrong.download(), std::vector<unsigned>{0}) << blocks << " blocks";
      }
      w.barrier();
    }
  });
}

TEST(remote_barrier, threads_as_processing_elements) {
  if (!test::are_threads<diatomic::world_options>) GTEST_SKIP() << "for threads of one process";
  expect_meetings(0);
}
TEST(remote_barrier, numbers_wrap) {
  if (!test::are_threads<diatomic::world_options>) GTEST_SKIP() << "for threads of one process";
  expect_meetings(0u - 7);
}

}  // namespace
