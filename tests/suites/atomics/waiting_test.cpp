// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Waiting for a word, for a latch, for what is done once: who waited sees what was done before.
/// That the tests end is half of what they prove.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

#include <pthread.h>
#include <signal.h>

#include <gtest/gtest.h>

#include <diatomic/atomics/atomic.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>
#include <diatomic/sync/latch.hpp>
#include <diatomic/sync/once.hpp>
#include <diatomic/sync/semaphore.hpp>

#include "support/scale.hpp"

namespace {

using diatomic::device_array;

/// So many blocks of a kernel that wait for each other, or as many as run at a time.
template <class Kernel, class... Args>
unsigned run_together(unsigned grid, unsigned block, std::size_t shared_bytes, Kernel kernel,
                      Args... args) {
  diatomic::stream stream;
  grid = std::min(grid, diatomic::max_resident_blocks(block, shared_bytes, kernel, args...));
  diatomic::launch_cooperative(grid, block, shared_bytes, stream, kernel, args...);
  stream.synchronize();
  return grid;
}

template <class T>
device_array<T> zeros(std::size_t n) {
  device_array<T> made(n);
  made.fill_bytes(0);
  return made;
}

/// One thread of each warp of each block in turn, again and again: who has the turn may touch what
/// is not atomic.
template <class T>
struct yield_if_due {
  DIATOMIC_DEVICE void operator()(T* turn, unsigned* sum, unsigned* wrong, unsigned rounds) const {
    if (diatomic::lane_index() != 0) return;
    const unsigned warps = diatomic::block_size() / diatomic::warp_size();
    const unsigned me =
        diatomic::block_index() * warps + diatomic::thread_index() / diatomic::warp_size();
    const unsigned all = warps * diatomic::grid_size();
    for (unsigned k = 0; k < rounds; ++k) {
      const auto mine = static_cast<T>(k * all + me);
      T seen = diatomic::load(turn, diatomic::acquire);
      while (seen != mine) seen = diatomic::wait(turn, seen, diatomic::acquire);
      if (*sum != k * all + me) diatomic::store_add(wrong, 1u);
      *sum += 1;
      diatomic::store(turn, static_cast<T>(mine + 1), diatomic::release);
      diatomic::notify_all(turn);
    }
  }
};

template <class T>
void expect_turns(unsigned block) {
  auto turn = zeros<T>(1);
  auto sum = zeros<unsigned>(1);
  auto wrong = zeros<unsigned>(1);
  const auto rounds = static_cast<unsigned>(scaled(200, 2));
  const unsigned grid =
      run_together(4, block, 0, yield_if_due<T>{}, turn.data(), sum.data(), wrong.data(), rounds);
  const auto warp = static_cast<unsigned>(diatomic::properties(0).warp_size);
  EXPECT_EQ(wrong.download()[0], 0u);
  EXPECT_EQ(sum.download()[0], grid * (block / warp) * rounds);
}

TEST(wait, ends_when_the_turn_has_come) {
  const auto warp = static_cast<unsigned>(diatomic::properties(0).warp_size);
  expect_turns<unsigned>(4 * warp);
  expect_turns<std::uint16_t>(warp);
  expect_turns<double>(3 * warp);
}

struct is_set {
  DIATOMIC_FUNCTION bool operator()(unsigned v) const { return v != 0; }
};
/// Waits with hints that let a load return an old value. The waiting thread has the old values in
/// its cache, and the other block changes a word only then.
struct wait_with_hints {
  DIATOMIC_DEVICE void operator()(unsigned* words, unsigned* asked, unsigned* found,
                                  unsigned rounds) const {
    using namespace diatomic;
    if (thread_index() != 0) return;
    for (unsigned k = 0; k < rounds; ++k) {
      unsigned* const word = words + k;
      if (block_index() != 0) {
        wait(asked, k, acquire);
        store(word, k + 1);
        continue;
      }
      for (unsigned i = k; i < rounds; ++i) found[i] = load(words + i, monotone, in_global);
      store(asked, k + 1, release);
      switch (k % 4) {
        case 0:
          found[k] = wait(word, 0u, monotone);
          break;
        case 1:
          found[k] = wait_until(word, is_set{}, monotone, in_global);
          break;
        case 2:
          found[k] = wait(word, 0u, monotone, check_first);
          break;
        default:
          atomic_ref<unsigned, monotone_t>(*word).wait(0u);
          found[k] = load(word);
      }
    }
  }
};

TEST(wait, ends_with_hints_for_old_values) {
  const auto rounds = static_cast<unsigned>(scaled(100, 8));
  auto words = zeros<unsigned>(rounds);
  auto asked = zeros<unsigned>(1);
  auto found = zeros<unsigned>(rounds);
  run_together(2, 32, 0, wait_with_hints{}, words.data(), asked.data(), found.data(), rounds);
  const std::vector<unsigned> seen = found.download();
  for (unsigned k = 0; k < rounds; ++k) EXPECT_EQ(seen[k], k + 1) << k;
}

/// Warps of a block hand each other values through shared memory.
struct relay_in_shared {
  struct cell {
    unsigned ready;
    unsigned value;
  };
  DIATOMIC_DEVICE void operator()(unsigned* results) const {
    using namespace diatomic;
    cell* const cells = shared_array<cell>();
    const unsigned warps = block_size() / warp_size();
    const unsigned warp = thread_index() / warp_size();
    for (unsigned i = thread_index(); i <= warps; i += block_size()) cells[i] = {};
    sync_block();
    if (lane_index() == 0) {
      if (warp != 0) {
        const atomic_ref<unsigned, block_scope_t, in_shared_t> ready(cells[warp].ready);
        ready.wait(0, acquire);
      }
      cells[warp + 1].value = cells[warp].value + warp + 1;
      const atomic_ref<unsigned, block_scope_t, in_shared_t> next(cells[warp + 1].ready);
      next.store(1, release);
      next.notify_one();
    }
    sync_block();
    if (thread_index() == 0) results[block_index()] = cells[warps].value;
  }
};

TEST(wait, works_in_shared_memory) {
  const auto warp = static_cast<unsigned>(diatomic::properties(0).warp_size);
  constexpr unsigned warps = 8;
  constexpr unsigned grid = 5;
  diatomic::stream stream;
  device_array<unsigned> results(grid);
  diatomic::launch(grid, warps * warp, (warps + 1) * sizeof(relay_in_shared::cell), stream,
                   relay_in_shared{}, results.data());
  stream.synchronize();
  EXPECT_EQ(results.download(), std::vector<unsigned>(grid, warps * (warps + 1) / 2));
}

/// Each thread writes its number, arrives, waits, and reads what the others wrote.
struct meet_at_latch {
  DIATOMIC_DEVICE void operator()(diatomic::latch<>* latches, unsigned* words, unsigned* wrong,
                                  unsigned rounds) const {
    using namespace diatomic;
    const unsigned me = global_index();
    const unsigned all = global_size();
    for (unsigned k = 0; k < rounds; ++k) {
      unsigned* const own = words + k * all;
      own[me] = me + 1;
      if (k % 2 == 0) {
        latches[k].arrive_and_wait();
      } else {
        latches[k].count_down();
        latches[k].wait();
      }
      for (unsigned i = 1; i < 8; ++i) {
        const unsigned other = (me + i * (all / 8) + 1) % all;
        if (own[other] != other + 1) store_add(wrong, 1u);
      }
      if (!latches[k].try_wait()) store_add(wrong, 1u);
    }
  }
};

TEST(latch, opens_when_all_have_arrived) {
  const auto rounds = static_cast<unsigned>(scaled(100, 3));
  constexpr unsigned most_blocks = 6;
  constexpr unsigned block = 96;
  device_array<diatomic::latch<>> latches(rounds);
  device_array<unsigned> words(rounds * most_blocks * block);
  auto wrong = zeros<unsigned>(1);
  const unsigned grid =
      std::min(most_blocks, diatomic::max_resident_blocks(block, 0, meet_at_latch{}, latches.data(),
                                                          words.data(), wrong.data(), rounds));
  words.fill_bytes(0);
  latches.upload(std::vector<diatomic::latch<>>(rounds, diatomic::latch<>(grid * block)));
  run_together(grid, block, 0, meet_at_latch{}, latches.data(), words.data(), wrong.data(), rounds);
  EXPECT_EQ(wrong.download()[0], 0u);
}

TEST(latch, counts_and_is_open_at_zero) {
  diatomic::latch<> l(5);
  l.count_down(4);
  EXPECT_FALSE(l.try_wait());
  l.count_down();
  EXPECT_TRUE(l.try_wait());
  l.wait();
  const diatomic::latch<> open;
  open.wait();
  EXPECT_TRUE(open.try_wait());
}

/// Every thread needs every table, in an order of its own; none is there before somebody asks. To
/// make one takes a while, in which others run: a semaphore without permits is asked for some.
struct make_tables_once {
  static constexpr unsigned words = 5;
  DIATOMIC_DEVICE void operator()(diatomic::once_flag<>* flags, unsigned* tables, unsigned* wrong,
                                  diatomic::semaphore<>* none, unsigned count,
                                  bool together) const {
    using namespace diatomic;
    for (unsigned k = 0; k < count; ++k) {
      const unsigned i = (k + (together ? 0 : global_index() * 5)) % count;
      unsigned* const table = tables + i * words;
      call_once(flags[i], [=] {
        for (unsigned w = 0; w < words; ++w) {
          table[w] += i + w + 1;
          if (w == 2 && none->try_acquire_for(3)) store_add(wrong, 1u);
        }
      });
      for (unsigned w = 0; w < words; ++w) {
        if (table[w] != i + w + 1) store_add(wrong, 1u);
      }
    }
  }
};

TEST(once, happens_once_and_all_see_it) {
  const auto count = static_cast<unsigned>(scaled(300, 5));
  for (const bool together : {true, false}) {
    diatomic::stream stream;
    auto flags = zeros<diatomic::once_flag<>>(count);
    auto tables = zeros<unsigned>(count * make_tables_once::words);
    auto wrong = zeros<unsigned>(1);
    auto none = zeros<diatomic::semaphore<>>(1);
    diatomic::launch(8, 96, 0, stream, make_tables_once{}, flags.data(), tables.data(),
                     wrong.data(), none.data(), count, together);
    stream.synchronize();
    EXPECT_EQ(wrong.download()[0], 0u);
    const std::vector<unsigned> made = tables.download();
    for (unsigned i = 0; i < made.size(); ++i) {
      ASSERT_EQ(made[i], i / make_tables_once::words + i % make_tables_once::words + 1) << i;
    }
  }
}

TEST(host_wait, ends_when_another_thread_stores) {
  int word = 0;
  int data = 0;
  std::thread other([&] {
    data = 42;
    diatomic::store(&word, 7, diatomic::release, diatomic::system_scope);
    diatomic::notify_one(&word);
  });
  EXPECT_EQ(diatomic::wait(&word, 0, diatomic::acquire, diatomic::system_scope), 7);
  EXPECT_EQ(data, 42);
  other.join();
}

TEST(host_wait, compares_bits) {
  const float zero = 0.0f;
  EXPECT_FALSE(std::signbit(diatomic::wait(&zero, -0.0f)));
  float nan = std::numeric_limits<float>::quiet_NaN();
  std::thread other([&] { diatomic::store(&nan, 1.0f, diatomic::release); });
  EXPECT_EQ(diatomic::wait(&nan, std::numeric_limits<float>::quiet_NaN(), diatomic::acquire), 1.0f);
  other.join();
  const std::uint8_t byte = 3;
  EXPECT_EQ(diatomic::wait(&byte, 4), 3);
}

/// A latch, a flag and a semaphore of one block, in its shared memory.
struct meet_in_block {
  using latch = diatomic::latch<diatomic::block_scope_t, diatomic::in_shared_t>;
  using flag = diatomic::once_flag<diatomic::block_scope_t, diatomic::in_shared_t>;
  using semaphore = diatomic::semaphore<diatomic::block_scope_t, diatomic::in_shared_t>;
  struct room {
    latch all;
    flag once;
    semaphore one;
    semaphore some;
    unsigned made;
    unsigned sum;
    unsigned had;
  };
  DIATOMIC_DEVICE void operator()(unsigned permits, unsigned* wrong) const {
    room& r = *diatomic::shared_array<room>();
    const unsigned me = diatomic::thread_index();
    if (me == 0) {
      r.all = latch(2 * diatomic::block_size());
      r.once = flag{};
      r.one = semaphore(1);
      r.some = semaphore(permits);
      r.made = r.sum = r.had = 0;
    }
    diatomic::sync_block();
    diatomic::call_once(r.once, [&] { r.made += 7; });
    if (r.made != 7) diatomic::store_add(wrong, 1u);
    diatomic::with_permit(r.one, [&] { r.sum += 1; });
    if (r.some.try_acquire_for(2)) diatomic::store_add(&r.had, 1u);
    r.all.count_down();
    r.all.arrive_and_wait();
    const unsigned n = diatomic::block_size();
    const unsigned had = permits < n ? permits : n;
    if (!r.all.try_wait() || r.sum != n || r.had != had) diatomic::store_add(wrong, 1u);
  }
};

TEST(latch, and_flags_and_semaphores_work_in_shared_memory) {
  auto wrong = zeros<unsigned>(1);
  diatomic::stream stream;
  for (const unsigned block : {1u, 33u, 128u}) {
    for (const unsigned permits : {0u, 5u, 1000u}) {
      diatomic::launch(3, block, sizeof(meet_in_block::room), stream, meet_in_block{}, permits,
                       wrong.data());
      stream.synchronize();
      EXPECT_EQ(wrong.download()[0], 0u) << block << ", " << permits;
    }
  }
}

TEST(host_wait, for_a_flag_to_be_set_and_to_be_cleared) {
  diatomic::atomic_flag<> flag{};
  int data = 0;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    data = 42;
    flag.test_and_set(diatomic::release);
    flag.wait(true, diatomic::acquire);
    data += 1;
    flag.test_and_set(diatomic::release);
  });
  flag.wait(false, diatomic::acquire);
  EXPECT_EQ(data, 42);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(data, 42);
  flag.clear(diatomic::release);
  flag.wait(false, diatomic::acquire);
  EXPECT_EQ(data, 43);
  other.join();
}

// `wait` returns the value that ended it: a second load could find the old value again. Signals
// change the word between any two instructions of the thread that waits.
unsigned word_of_signals = 1;
volatile std::sig_atomic_t signals = 0;
void change_word(int) {
  signals = signals + 1;
  diatomic::fetch_xor(&word_of_signals, 1u);
}

TEST(host_wait, never_returns_the_old_value) {
  struct sigaction before{};
  struct sigaction action{};
  action.sa_handler = change_word;
  action.sa_flags = SA_RESTART;
  ASSERT_EQ(sigaction(SIGUSR1, &action, &before), 0);
  std::atomic<bool> is_over{false};
  std::thread other([&is_over, waiting = pthread_self()] {
    while (!is_over) {
      pthread_kill(waiting, SIGUSR1);
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
  });
  const auto enough = static_cast<int>(scaled(400, 100));
  unsigned wrong = 0;
  while (signals < enough) wrong += diatomic::wait(&word_of_signals, 0u) == 0 ? 1 : 0;
  is_over = true;
  other.join();
  sigaction(SIGUSR1, &before, nullptr);
  EXPECT_EQ(wrong, 0u);
}

}  // namespace
