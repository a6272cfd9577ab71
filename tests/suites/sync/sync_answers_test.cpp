// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// What calls on locks, latches, flags and lock tables answer to one thread, and what the objects
/// hold afterwards.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>
#include <diatomic/sync/latch.hpp>
#include <diatomic/sync/lock_table.hpp>
#include <diatomic/sync/mutex.hpp>
#include <diatomic/sync/once.hpp>
#include <diatomic/sync/semaphore.hpp>
#include <diatomic/sync/shared_mutex.hpp>

#include "support/kernel_run.hpp"
#include "support/little_memory.hpp"

namespace {

using diatomic::in_global_t;
using diatomic::in_shared_t;
using diatomic::system_scope_t;

// The sizes that callers rely on for memory of their own, which they set to zero.
template <template <class...> class Object, std::size_t Bytes>
constexpr bool has_bytes_v =
    sizeof(Object<>) == Bytes && sizeof(Object<system_scope_t, in_global_t>) == Bytes &&
    alignof(Object<>) == Bytes && std::is_trivially_copyable_v<Object<>>;
static_assert(has_bytes_v<diatomic::spin_mutex, 4>);
static_assert(has_bytes_v<diatomic::ticket_mutex, 8>);
static_assert(has_bytes_v<diatomic::shared_mutex, 4>);
static_assert(has_bytes_v<diatomic::semaphore, 4>);
static_assert(has_bytes_v<diatomic::latch, 4>);
static_assert(has_bytes_v<diatomic::once_flag, 4>);
static_assert(has_bytes_v<diatomic::grid_barrier, 4>);

// Only stores to global memory are coalesced, and a store at system scope is no faster.
template <class... Tags>
constexpr bool distinguishes_v = diatomic::spin_mutex<Tags...>::contiguity_matters;
constexpr bool on_chip = diatomic::detail::device_ops::releases_faster_by_reduction;
static_assert(distinguishes_v<> == on_chip);
static_assert(distinguishes_v<in_global_t> == on_chip);
static_assert(distinguishes_v<diatomic::block_scope_t> == on_chip);
static_assert(!distinguishes_v<in_shared_t>);
static_assert(!distinguishes_v<in_shared_t, diatomic::block_scope_t>);
static_assert(!distinguishes_v<system_scope_t>);
static_assert(!distinguishes_v<in_global_t, system_scope_t>);
static_assert(!diatomic::ticket_mutex<>::contiguity_matters);
static_assert(!diatomic::shared_mutex<>::contiguity_matters);

/// 12 bytes, equal if the keys are.
struct keyed {
  int key, a, b;
  DIATOMIC_FUNCTION bool operator==(const keyed& o) const { return key == o.key; }
};
std::string text_of(const keyed& k) {
  return std::to_string(k.key) + ' ' + std::to_string(k.a) + ' ' + std::to_string(k.b);
}

/// Counts its calls, and those during which the mutex is free.
struct next_key {
  diatomic::spin_mutex<>* mutex;
  int* calls;
  int* free;
  DIATOMIC_FUNCTION keyed operator()(const keyed& k) const {
    ++*calls;
    if (mutex->try_lock()) ++*free;
    return {k.key + 1, k.b, k.a};
  }
};

TEST(lock_tables, answer_with_the_old_value) {
  diatomic::spin_mutex<> mutex;
  const diatomic::lock_stripes<> stripes{&mutex, 0};
  keyed word{1, 2, 3};
  const auto expect_now = [&](const char* text) {
    EXPECT_EQ(text_of(word), text);
    EXPECT_EQ(text_of(diatomic::load(&word, stripes)), text);
    EXPECT_TRUE(mutex.try_lock());
    mutex.unlock();
  };
  expect_now("1 2 3");
  diatomic::store(&word, keyed{4, 5, 6}, stripes);
  expect_now("4 5 6");
  EXPECT_EQ(text_of(diatomic::exchange(&word, keyed{7, 8, 9}, stripes)), "4 5 6");
  expect_now("7 8 9");
  const keyed other{8, 8, 9};
  EXPECT_EQ(text_of(diatomic::compare_exchange(&word, other, keyed{1, 1, 1}, stripes)), "7 8 9");
  expect_now("7 8 9");
  // Equal by the type's own ==, although other bits differ.
  const keyed equal{7, 0, 0};
  EXPECT_EQ(text_of(diatomic::compare_exchange(&word, equal, keyed{1, 5, 2}, stripes)), "7 8 9");
  expect_now("1 5 2");
  int calls = 0;
  int free = 0;
  const next_key next{&mutex, &calls, &free};
  EXPECT_EQ(text_of(diatomic::fetch_update(&word, next, stripes)), "1 5 2");
  expect_now("2 2 5");
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(free, 0);
}

// At any alignment: the words that share a lock are those with one address / 4.
TEST(lock_tables, take_objects_at_any_address) {
  diatomic::spin_mutex<> mutexes[4];
  const diatomic::lock_stripes<> stripes{mutexes, 2};
  alignas(8) char bytes[32] = {};
  for (unsigned at = 0; at < 8; ++at) {
    EXPECT_EQ(&stripes.of(bytes + at), &stripes.of(bytes + at / 4 * 4)) << at;
  }
  EXPECT_NE(&stripes.of(bytes), &stripes.of(bytes + 4));
}

struct count_locked {
  DIATOMIC_DEVICE void operator()(diatomic::lock_stripes<> stripes, unsigned* locked) const {
    for (unsigned i = 0; i < 1u << stripes.bits; ++i) {
      if (!stripes.first[i].try_lock()) *locked += 1;
    }
  }
};

// In memory that another array has used.
TEST(lock_tables, are_open_at_first) {
  for (const std::size_t count : {1, 8, 1024}) {
    {
      diatomic::device_array<unsigned>(count).fill_bytes(0xff);
    }
    diatomic::lock_table<> table(count);
    auto locked = test::on_device(std::vector<unsigned>{0});
    test::run({1, 1}, 0, count_locked{}, table.stripes(), locked.data());
    EXPECT_EQ(locked.download()[0], 0u) << count;
  }
}

TEST(lock_tables, may_have_2_to_the_31_stripes) {
  if (!test::can_have_little_memory()) GTEST_SKIP() << "needs a limit of this process's memory";
  EXPECT_EXIT(test::exit_with_error_of([] { diatomic::lock_table<> table(std::size_t{1} << 31); }),
              testing::ExitedWithCode(0), "no 8589934592 bytes of memory are left");
}

TEST(once_flags, go_from_open_to_done) {
  diatomic::once_flag<> flag;
  EXPECT_FALSE(flag.is_done());
  EXPECT_TRUE(flag.begin());
  EXPECT_FALSE(flag.is_done());
  EXPECT_FALSE(flag.begin());
  EXPECT_FALSE(flag.is_done());
  flag.finish();
  EXPECT_TRUE(flag.is_done());
  EXPECT_FALSE(flag.begin());
  EXPECT_TRUE(flag.is_done());
  int calls = 0;
  diatomic::call_once(flag, [&] { ++calls; });
  EXPECT_EQ(calls, 0);
  flag = {};
  for (int n = 0; n < 3; ++n) {
    diatomic::call_once(flag, [&] {
      ++calls;
      EXPECT_FALSE(flag.is_done());
    });
    EXPECT_TRUE(flag.is_done());
  }
  EXPECT_EQ(calls, 1);
}

TEST(latches, open_when_all_have_arrived) {
  diatomic::latch<> none;
  EXPECT_TRUE(none.try_wait());
  none.wait();
  diatomic::latch<> latch(7);
  EXPECT_FALSE(latch.try_wait());
  latch.count_down();
  latch.count_down(0);
  latch.count_down(3);
  EXPECT_FALSE(latch.try_wait());
  latch.count_down(2);
  EXPECT_FALSE(latch.try_wait());
  latch.arrive_and_wait();
  EXPECT_TRUE(latch.try_wait());
  latch = diatomic::latch<>(5);
  EXPECT_FALSE(latch.try_wait());
  latch.count_down(2);
  latch.arrive_and_wait(3);
  EXPECT_TRUE(latch.try_wait());
}

TEST(semaphores, give_out_what_they_hold) {
  diatomic::semaphore<> none;
  EXPECT_FALSE(none.try_acquire());
  diatomic::semaphore<> s(3);
  s.acquire();
  EXPECT_TRUE(s.try_acquire_for(5));
  EXPECT_EQ(diatomic::with_permit(s, [&] { return s.try_acquire() ? 1 : 2; }), 2);
  EXPECT_EQ(s.acquire_some(1, 5), 1u);
  s.release(4);
  s.release();
  s.release(0);
  EXPECT_EQ(s.acquire_some(2, 3), 3u);
  EXPECT_EQ(s.acquire_some(2, 3), 2u);
  EXPECT_EQ(s.acquire_some(0, 3), 0u);
  EXPECT_FALSE(s.try_acquire());
}

// A writer that unlocks leaves the flag of another one that waits.
TEST(shared_mutexes, let_the_second_writer_go_before_readers) {
  diatomic::shared_mutex<> m;
  auto first = m.queue_up();
  ASSERT_EQ(first.distance, 0u);
  auto second = m.queue_up();
  ASSERT_EQ(second.distance, 1u);
  m.release_at(first, false);
  EXPECT_FALSE(m.try_lock_shared());
  m.poll(second);
  EXPECT_EQ(second.distance, 0u);
  m.release_at(second, false);
  EXPECT_TRUE(m.try_lock_shared());
  // The same for `try_lock` and `unlock`.
  second = m.queue_up();
  m.unlock_shared();
  EXPECT_TRUE(m.try_lock());
  m.poll(second);
  EXPECT_EQ(second.distance, 1u);
  m.unlock();
  EXPECT_FALSE(m.try_lock_shared());
  m.poll(second);
  EXPECT_EQ(second.distance, 0u);
  m.release_at(second, false);
  EXPECT_TRUE(m.try_lock_shared());
}

// Tickets are served in the order of the queue.
TEST(ticket_mutexes, serve_the_queue_in_its_order) {
  diatomic::ticket_mutex<> m;
  auto a = m.queue_up();
  auto b = m.queue_up();
  auto c = m.queue_up();
  const auto expect_distances = [&](unsigned of_b, unsigned of_c) {
    m.poll(b);
    m.poll(c);
    EXPECT_EQ(b.distance, of_b);
    EXPECT_EQ(c.distance, of_c);
    EXPECT_FALSE(m.try_lock());
  };
  EXPECT_EQ(a.distance, 0u);
  EXPECT_EQ(b.distance, 1u);
  EXPECT_EQ(c.distance, 2u);
  expect_distances(1, 2);
  m.release_at(a, false);
  expect_distances(0, 1);
  m.unlock();
  m.poll(c);
  EXPECT_EQ(c.distance, 0u);
  EXPECT_FALSE(m.try_lock());
  m.release_at(c, true);
  EXPECT_TRUE(m.try_lock());
}

// `with_lock` and its like return what the function returns, and hold the lock meanwhile.
template <class Mutex>
void expect_lock_held() {
  Mutex m;
  const int back = diatomic::with_lock(m, [&] { return m.try_lock() ? 1 : 2; });
  EXPECT_EQ(back, 2);
  EXPECT_TRUE(diatomic::with_lock_for(1, m, [&] { EXPECT_FALSE(m.try_lock()); }));
  EXPECT_TRUE(m.try_lock());
  m.unlock();
}
TEST(locks, are_held_while_the_function_runs) {
  expect_lock_held<diatomic::spin_mutex<>>();
  expect_lock_held<diatomic::spin_mutex<system_scope_t>>();
  expect_lock_held<diatomic::ticket_mutex<>>();
  expect_lock_held<diatomic::shared_mutex<>>();
  diatomic::shared_mutex<> m;
  const int back = diatomic::with_shared_lock(m, [&] {
    EXPECT_FALSE(m.try_lock());
    EXPECT_TRUE(m.try_lock_shared());
    m.unlock_shared();
    return 5;
  });
  EXPECT_EQ(back, 5);
  EXPECT_TRUE(m.try_lock());
}

}  // namespace
