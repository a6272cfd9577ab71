// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Counters near their end: waits without a bound, tickets after 2^32 locks, permits, arrivals and
/// readers near the most that their words hold. Words are set to such numbers before the kernels
/// start, so that no test has to count to 2^32.

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/latch.hpp>
#include <diatomic/sync/mutex.hpp>
#include <diatomic/sync/semaphore.hpp>
#include <diatomic/sync/shared_mutex.hpp>

#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::device_array;

constexpr unsigned grid = 6;
constexpr unsigned block = 96;
constexpr unsigned threads = grid * block;

/// A word that holds `value`, as an object of the library.
template <class Object, class Word>
struct object_of_word {
  static_assert(sizeof(Object) == sizeof(Word));
  device_array<Word> word;
  explicit object_of_word(Word value) : word(1) { word.upload({value}); }
  Object* get() { return reinterpret_cast<Object*>(word.data()); }
};

// What a wait without a bound counts does not wrap around in anybody's time.
static_assert(sizeof(diatomic::detail::attempt_count) == 8);

/// A mutex that is acquired after so many polls.
struct late_mutex {
  struct queue_position {
    unsigned distance = 1;
    unsigned polls = 0;
    DIATOMIC_FUNCTION void pause() {}
  };
  unsigned polls_needed;
  unsigned unlocks = 0;

  DIATOMIC_FUNCTION queue_position queue_up() { return {}; }
  DIATOMIC_FUNCTION void poll(queue_position& p) { p.distance = ++p.polls < polls_needed ? 1 : 0; }
  DIATOMIC_FUNCTION void release_at(const queue_position&, bool) { ++unlocks; }
  static constexpr bool contiguity_matters = false;
};

struct wait_for_late_mutex {
  DIATOMIC_DEVICE void operator()(unsigned polls, unsigned* ran) const {
    late_mutex m{polls};
    *ran = diatomic::with_lock(m, [] { return 7u; }) + m.unlocks;
  }
};

TEST(with_lock, waits_as_long_as_it_takes) {
  for (const unsigned polls : {1u, 2u, 255u, 256u, 257u, 65537u}) {
    device_array<unsigned> ran(1);
    ran.fill_bytes(0);
    test::run({1, 1}, 0, wait_for_late_mutex{}, polls, ran.data());
    EXPECT_EQ(ran.download()[0], 8u) << polls;
  }
}

TEST(spin_mutexes, run_out_of_optimistic_attempts_once) {
  diatomic::spin_mutex<> m;
  ASSERT_TRUE(m.try_lock());
  auto position = m.queue_up();
  unsigned left = position.optimistic_attempts;
  for (unsigned k = 0; k < 300; ++k) {
    m.poll(position);
    ASSERT_NE(position.distance, 0u);
    ASSERT_LE(position.optimistic_attempts, left);
    left = position.optimistic_attempts;
  }
  EXPECT_EQ(left, 0u);
  m.unlock();
  m.poll(position);
  EXPECT_EQ(position.distance, 0u);
}

/// Few attempts, none at all among them, at a lock that somebody holds, and at one that is free.
struct attempt {
  DIATOMIC_DEVICE void operator()(diatomic::spin_mutex<>* free, diatomic::spin_mutex<>* held,
                                  diatomic::semaphore<>* none, unsigned* had) const {
    for (unsigned n = 0; n < 3; ++n) {
      had[n] = diatomic::with_lock_for(n, *free, [] {}) ? 1 : 0;
      had[3 + n] = diatomic::with_lock_for(n, *held, [] {}) ? 1 : 0;
      had[6 + n] = none->try_acquire_for(n) ? 1 : 0;
    }
  }
};

TEST(attempts, of_zero_and_few_come_to_an_end) {
  object_of_word<diatomic::spin_mutex<>, unsigned> free(0);
  object_of_word<diatomic::spin_mutex<>, unsigned> held(1);
  object_of_word<diatomic::semaphore<>, unsigned> none(0);
  device_array<unsigned> had(9);
  had.fill_bytes(0xff);
  test::run({1, 1}, 0, attempt{}, free.get(), held.get(), none.get(), had.data());
  EXPECT_EQ(had.download(), (std::vector<unsigned>{1, 1, 1, 0, 0, 0, 0, 0, 0}));
}

/// A mutex that the attempt number `free_at` locks, from 1 on; 0: none does. One lane at a time
/// tries.
struct counting_mutex {
  unsigned free_at;
  unsigned attempts;
  unsigned unlocks;
  DIATOMIC_FUNCTION bool try_lock() { return ++attempts == free_at; }
  DIATOMIC_FUNCTION void unlock() { ++unlocks; }
};

struct attempt_at_counting_mutex {
  DIATOMIC_DEVICE void operator()(unsigned attempts, counting_mutex* m, unsigned* ran) const {
    if (diatomic::with_lock_for(attempts, *m, [] {})) diatomic::store_add(ran, 1u);
  }
};

TEST(attempts, are_as_many_as_said) {
  const auto warp =
      static_cast<unsigned>(diatomic::properties(diatomic::current_device()).warp_size);
  for (const unsigned lanes : {1u, warp}) {
    for (const unsigned attempts : {0u, 1u, 2u, 3u, 10u}) {
      const unsigned made = attempts == 0 ? 1 : attempts;
      for (const unsigned free_at : {0u, 1u, made, made + 1}) {
        device_array<counting_mutex> m(1);
        device_array<unsigned> ran(1);
        m.upload(std::vector<counting_mutex>{counting_mutex{free_at, 0, 0}});
        ran.fill_bytes(0);
        test::run({1, lanes}, 0, attempt_at_counting_mutex{}, attempts, m.data(), ran.data());
        const bool gets_in = free_at != 0 && free_at <= made;
        const counting_mutex found = m.download()[0];
        EXPECT_EQ(found.attempts, gets_in ? free_at : made) << attempts << ", " << lanes;
        EXPECT_EQ(found.unlocks, gets_in ? 1u : 0u) << attempts << ", " << lanes;
        EXPECT_EQ(ran.download()[0], gets_in ? lanes : 0u) << attempts << ", " << lanes;
      }
    }
  }
}

/// Plain additions under the lock, some of them after `try_lock`.
struct count_under_tickets {
  DIATOMIC_DEVICE void operator()(diatomic::ticket_mutex<>* m, unsigned* count, unsigned rounds,
                                  unsigned* tried) const {
    for (unsigned k = 0; k < rounds; ++k) {
      diatomic::with_lock(*m, [&] { *count += 1; });
      if (diatomic::thread_index() == 0 && m->try_lock()) {
        *count += 1;
        diatomic::store_add(tried, 1u);
        m->unlock();
      }
    }
  }
};

// Both halves of the word hold the same number when nobody has the lock, whichever half is which.
TEST(ticket_mutexes, serve_on_after_2_to_the_32_locks) {
  const auto rounds = static_cast<unsigned>(scaled(40, 2));
  for (const std::uint32_t tickets : {~0u, ~0u - 1, ~0u - 40, 0x7fffffffu, 0u}) {
    object_of_word<diatomic::ticket_mutex<>, std::uint64_t> m(std::uint64_t{tickets} << 32 |
                                                              tickets);
    device_array<unsigned> counts(2);
    counts.fill_bytes(0);
    test::run({grid, block}, 0, count_under_tickets{}, m.get(), counts.data(), rounds,
              counts.data() + 1);
    const std::vector<unsigned> found = counts.download();
    EXPECT_EQ(found[0], threads * rounds + found[1]) << tickets;
    const std::uint64_t left = m.word.download()[0];
    EXPECT_EQ(static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(left >> 32)) << tickets;
  }
}

TEST(ticket_mutexes, are_tried_across_the_last_ticket) {
  std::uint64_t word = ~std::uint64_t{0} - (std::uint64_t{1} << 32) - 1;  // both halves ~0u - 1
  auto* const m = reinterpret_cast<diatomic::ticket_mutex<>*>(&word);
  for (unsigned k = 0; k < 5; ++k) {
    ASSERT_TRUE(m->try_lock()) << k;
    ASSERT_FALSE(m->try_lock()) << k;
    m->unlock();
  }
  EXPECT_EQ(diatomic::load(&word), std::uint64_t{3} << 32 | 3);
}

/// Every thread acquires a permit and releases `n`.
struct release_many {
  DIATOMIC_DEVICE void operator()(diatomic::semaphore<>* s, unsigned n, unsigned* had) const {
    if (s->try_acquire()) diatomic::store_add(had, 1u);
    s->release(n);
  }
};

TEST(semaphores, are_released_many_permits_at_once) {
  for (const unsigned n : {0u, 1u, 2u, 5u, 1000u}) {
    object_of_word<diatomic::semaphore<>, unsigned> s(threads);
    device_array<unsigned> had(1);
    had.fill_bytes(0);
    test::run({grid, block}, 0, release_many{}, s.get(), n, had.data());
    EXPECT_EQ(had.download()[0], threads);
    EXPECT_EQ(s.word.download()[0], threads * n);
  }
}

TEST(semaphores, count_to_their_max) {
  constexpr unsigned max = diatomic::semaphore<>::max;
  object_of_word<diatomic::semaphore<>, unsigned> s(max);
  device_array<unsigned> had(1);
  had.fill_bytes(0);
  test::run({grid, block}, 0, release_many{}, s.get(), 1u, had.data());
  EXPECT_EQ(had.download()[0], threads);
  EXPECT_EQ(s.word.download()[0], max);
}

/// All but one arrive for one thread each; the last one for all that are missing besides.
struct arrive_for_many {
  DIATOMIC_DEVICE void operator()(diatomic::latch<>* l, unsigned besides, unsigned* early) const {
    if (l->try_wait()) diatomic::store_add(early, 1u);
    l->count_down(diatomic::global_index() == 0 ? besides + 1 : 1);
  }
};

TEST(latches, count_down_from_the_most_that_they_hold) {
  object_of_word<diatomic::latch<>, unsigned> l(~0u);
  device_array<unsigned> early(1);
  early.fill_bytes(0);
  test::run({grid, block}, 0, arrive_for_many{}, l.get(), ~0u - threads, early.data());
  EXPECT_EQ(early.download()[0], 0u);
  EXPECT_EQ(l.word.download()[0], 0u);
}

/// One thread reads, another asks to write, others come to read.
struct ask_to_write {
  DIATOMIC_DEVICE void operator()(diatomic::shared_mutex<>* m, unsigned* had) const {
    had[0] = m->try_lock_shared() ? 1 : 0;
    auto position = m->queue_up();
    had[1] = position.distance != 0 ? 1 : 0;
    had[2] = m->try_lock_shared() ? 1 : 0;  // comes later than the writer
    m->poll(position);
    had[3] = position.distance != 0 ? 1 : 0;
    m->unlock_shared();
    had[4] = m->try_lock_shared() ? 1 : 0;
    m->poll(position);
    had[5] = position.distance == 0 ? 1 : 0;
    had[6] = m->try_lock_shared() ? 1 : 0;
    m->release_at(position, false);
    had[7] = m->try_lock_shared() ? 1 : 0;
  }
};

TEST(shared_mutexes, let_a_writer_go_before_later_readers) {
  object_of_word<diatomic::shared_mutex<>, unsigned> m(0);
  device_array<unsigned> had(8);
  had.fill_bytes(0xff);
  test::run({1, 1}, 0, ask_to_write{}, m.get(), had.data());
  EXPECT_EQ(had.download(), (std::vector<unsigned>{1, 1, 0, 1, 0, 1, 0, 1}));
}

/// Reads as long as there is room for another reader.
struct read_to_the_most {
  DIATOMIC_DEVICE void operator()(diatomic::shared_mutex<>* m, unsigned* had) const {
    had[0] = m->try_lock_shared(3) ? 1 : 0;
    had[1] = m->try_lock_shared(2) ? 1 : 0;
    had[2] = m->try_lock_shared() ? 1 : 0;
    had[3] = m->try_lock() ? 1 : 0;
    m->unlock_shared(2);
    had[4] = m->try_lock_shared() ? 1 : 0;
  }
};

TEST(shared_mutexes, take_no_more_readers_than_they_count) {
  constexpr unsigned most = (1u << 30) - 1;
  object_of_word<diatomic::shared_mutex<>, unsigned> m(most - 2);
  device_array<unsigned> had(5);
  had.fill_bytes(0xff);
  test::run({1, 1}, 0, read_to_the_most{}, m.get(), had.data());
  EXPECT_EQ(had.download(), (std::vector<unsigned>{0, 1, 0, 0, 1}));
  EXPECT_EQ(m.word.download()[0], most - 1);
}

/// The bytes of an object.
template <class Object>
std::string bytes_of(const Object& object) {
  return {reinterpret_cast<const char*>(&object), sizeof object};
}
/// Attempts that fail leave a held mutex as it is: whoever comes next finds no trace of them.
template <class Mutex>
void expect_no_trace_in_mutex() {
  Mutex m;
  const std::string free = bytes_of(m);
  ASSERT_TRUE(m.try_lock());
  const std::string held = bytes_of(m);
  for (const unsigned attempts : {0u, 1u, 5u}) {
    EXPECT_FALSE(diatomic::with_lock_for(attempts, m, [] { FAIL() << "it is held"; }));
    EXPECT_EQ(bytes_of(m), held);
  }
  EXPECT_FALSE(m.try_lock());
  EXPECT_EQ(bytes_of(m), held);
  m.unlock();
  EXPECT_TRUE(m.try_lock());
  m.unlock();
  bool ran = false;
  EXPECT_TRUE(diatomic::with_lock_for(1, m, [&] { ran = true; }));
  EXPECT_TRUE(ran);
  EXPECT_TRUE(m.try_lock());
  m.unlock();
  EXPECT_EQ(sizeof m == 4 ? bytes_of(m) : free, free);  // Tickets are not taken back.
}
TEST(failed_attempts, leave_no_trace_in_a_mutex) {
  expect_no_trace_in_mutex<diatomic::spin_mutex<>>();
  expect_no_trace_in_mutex<diatomic::ticket_mutex<>>();
  expect_no_trace_in_mutex<diatomic::shared_mutex<>>();
}
TEST(failed_attempts, keep_no_reader_out) {
  diatomic::shared_mutex<> m;
  const std::string free = bytes_of(m);
  ASSERT_TRUE(m.try_lock_shared(3));
  const std::string read = bytes_of(m);
  EXPECT_FALSE(m.try_lock());
  EXPECT_FALSE(diatomic::with_lock_for(5, m, [] {}));
  EXPECT_EQ(bytes_of(m), read);
  EXPECT_TRUE(m.try_lock_shared());
  m.unlock_shared(4);
  EXPECT_EQ(bytes_of(m), free);
  ASSERT_TRUE(m.try_lock());
  const std::string written = bytes_of(m);
  EXPECT_FALSE(m.try_lock_shared());
  EXPECT_EQ(bytes_of(m), written);
  m.unlock();
  EXPECT_EQ(bytes_of(m), free);
}
TEST(failed_attempts, take_no_permit) {
  diatomic::semaphore<> s(2);
  EXPECT_EQ(s.acquire_some(3, 5), 0u);
  EXPECT_EQ(s.acquire_some(1, 1), 1u);
  EXPECT_EQ(s.acquire_some(2, 2), 0u);
  EXPECT_EQ(s.acquire_some(1, 9), 1u);
  EXPECT_FALSE(s.try_acquire());
  EXPECT_FALSE(s.try_acquire_for(4));
  s.release();
  EXPECT_TRUE(s.try_acquire());
  EXPECT_FALSE(s.try_acquire());
}

}  // namespace
