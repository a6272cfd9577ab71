// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Calls on locks, semaphores, latches, flags and barriers, as the profile's table has them: their
/// names, their lines and their polls.

#include <chrono>
#include <complex>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>
#include <diatomic/sync/latch.hpp>
#include <diatomic/sync/lock_table.hpp>
#include <diatomic/sync/mutex.hpp>
#include <diatomic/sync/once.hpp>
#include <diatomic/sync/semaphore.hpp>
#include <diatomic/sync/shared_mutex.hpp>

#include "profile/table_entries.hpp"

namespace {

using namespace diatomic;
using test::profile_entry;

/// The calls on objects in this file.
std::vector<const profile_entry*> calls_here() {
  return test::entries_of([](const profile_entry& e) {
    return e.is_object && test::is_in(e, "object_calls_test.cpp");
  });
}

struct named_call {
  const char* name;  ///< the call's name, and the object's
  unsigned line;
  std::function<void()> call;
  unsigned calls = 1;
};

// Each call is one site, at its own line, with the names of the call and of the object.
TEST(objects, are_listed_by_their_calls) {
  spin_mutex<> spin;
  ticket_mutex<> tickets;
  shared_mutex<> shared;
  semaphore<> permits(1);
  latch<> arrivals(2);
  once_flag<> flag;
  grid_barrier<> barrier;
  unsigned word = 7;
  const lock_stripes<> stripes{&spin, 0};
  const auto same = [](unsigned v) { return v; };
  constexpr unsigned meet_line = __LINE__ + 1;
  const auto meet = [](grid_barrier<>* b) { b->arrive_and_wait(); };
  const auto meet_once = [&] { launch_cooperative(1, 1, 0, {}, meet, &barrier); };
  // clang-format off: a call is a line.
  const std::vector<named_call> all = {
      {"try_lock spin_mutex", __LINE__, [&] { spin.try_lock(); }},
      {"unlock spin_mutex", __LINE__, [&] { spin.unlock(); }},
      {"with_lock mutex", __LINE__, [&] { with_lock(spin, [] {}); }},
      {"with_lock_for mutex", __LINE__, [&] { with_lock_for(2, spin, [] {}); }},
      {"try_lock ticket_mutex", __LINE__, [&] { tickets.try_lock(); }},
      {"unlock ticket_mutex", __LINE__, [&] { tickets.unlock(); }},
      {"with_lock mutex", __LINE__, [&] { with_lock(tickets, [] {}); }},
      {"try_lock shared_mutex", __LINE__, [&] { shared.try_lock(); }},
      {"unlock shared_mutex", __LINE__, [&] { shared.unlock(); }},
      {"try_lock_shared shared_mutex", __LINE__, [&] { shared.try_lock_shared(2); }},
      {"unlock_shared shared_mutex", __LINE__, [&] { shared.unlock_shared(2); }},
      {"with_shared_lock shared_mutex", __LINE__, [&] { with_shared_lock(shared, [] {}); }},
      {"acquire semaphore", __LINE__, [&] { permits.acquire(); }},
      {"try_acquire semaphore", __LINE__, [&] { permits.try_acquire(); }},
      {"try_acquire semaphore", __LINE__, [&] { permits.try_acquire_for(0); }},
      {"try_acquire semaphore", __LINE__, [&] { permits.try_acquire_for(1); }},
      {"try_acquire semaphore", __LINE__, [&] { permits.try_acquire_for(2); }, 2},
      {"try_acquire semaphore", __LINE__, [&] { permits.try_acquire_for(9); }, 9},
      {"release semaphore", __LINE__, [&] { permits.release(); }},
      {"try_acquire semaphore", __LINE__, [&] { permits.try_acquire_for(9); }},
      {"release semaphore", __LINE__, [&] { permits.release(1); }},
      {"with_permit semaphore", __LINE__, [&] { with_permit(permits, [] {}); }},
      {"count_down latch", __LINE__, [&] { arrivals.count_down(); }},
      {"try_wait latch", __LINE__, [&] { arrivals.try_wait(); }},
      {"arrive_and_wait latch", __LINE__, [&] { arrivals.arrive_and_wait(); }},
      {"wait latch", __LINE__, [&] { arrivals.wait(); }},
      {"call_once once_flag", __LINE__, [&] { call_once(flag, [] {}); }},
      {"call_once once_flag", __LINE__, [&] { call_once(flag, [] {}); }},
      {"arrive_and_wait grid_barrier", meet_line, [&] { meet_once(); }},
      {"with_lock mutex", __LINE__, [&] { load(&word, stripes); }},
      {"with_lock mutex", __LINE__, [&] { store(&word, 1u, stripes); }},
      {"with_lock mutex", __LINE__, [&] { exchange(&word, 2u, stripes); }},
      {"with_lock mutex", __LINE__, [&] { compare_exchange(&word, 2u, 3u, stripes); }},
      {"with_lock mutex", __LINE__, [&] { fetch_update(&word, same, stripes); }},
  };
  // clang-format on
  for (const named_call& one : all) {
    profile::clear();
    one.call();
    const auto found = calls_here();
    ASSERT_EQ(found.size(), 1u) << one.name << ", line " << one.line;
    const profile_entry& e = *found[0];
    EXPECT_EQ(std::string(e.call) + ' ' + e.type, one.name) << "line " << one.line;
    EXPECT_EQ(e.line, one.line) << one.name;
    EXPECT_EQ(e.calls, one.calls) << one.name << ", line " << one.line;
    EXPECT_EQ(e.polls, 0u) << one.name << ", line " << one.line;
    EXPECT_EQ(e.is_internal, 0u) << one.name << ", line " << one.line;
  }
}

/// The call, the type, the order, the scope and the method of the only site in this file.
std::string only_call_here(unsigned line, const std::function<void()>& call) {
  profile::clear();
  call();
  const auto found = test::entries_of([](const profile_entry& e) {
    return !e.is_object && test::is_in(e, "object_calls_test.cpp");
  });
  if (found.size() != 1) return std::to_string(found.size()) + " sites";
  const profile_entry& e = *found[0];
  EXPECT_EQ(e.line, line) << e.call;
  EXPECT_EQ(e.calls, 1u) << e.call;
  EXPECT_EQ(e.polls, 0u) << e.call;
  EXPECT_EQ(e.lines, 1u) << e.call;
  return std::string(e.call) + ' ' + e.type + ' ' + name_of(e.order) + ' ' + name_of(e.scope) +
         (e.implementation == tables::method::cas_loop     ? ", a loop"
          : e.implementation == tables::method::by_element ? ", by element"
                                                           : "") +
         (e.retries != 0 ? ", " + std::to_string(e.retries) + " retries" : "");
}

// Each function is a site with its name, type, order and scope.
TEST(functions, are_listed_by_their_names) {
  alignas(8) unsigned word = 7;
  float number = 1;
  std::complex<float> both;
  int* pointer = nullptr;
  unsigned seen = 0;
  const auto same = [](unsigned v) { return v; };
  const auto never = [](unsigned&) { return false; };
  const auto always = [](unsigned) { return true; };
  const atomic_ref<unsigned, block_scope_t> x(word);
  const auto expect = [](const std::string& text, unsigned line, const auto& call) {
    EXPECT_EQ(only_call_here(line, call), text) << "line " << line;
  };
  // clang-format off: a call is a line.
  expect("load u32 acquire device", __LINE__, [&] { load(&word, acquire); });
  expect("load u32 seq_cst block", __LINE__, [&] { x.load(); });
  expect("wait u32 acquire system", __LINE__, [&] { wait(&word, 9u, system_scope, acquire); });
  expect("wait u32 acquire block", __LINE__, [&] { x.wait(9u, acquire); });
  expect("wait_until u32 relaxed block", __LINE__, [&] { wait_until(&word, always, block_scope); });
  expect("store u32 release device", __LINE__, [&] { store(&word, 7u, release); });
  expect("exchange u32 acq_rel device", __LINE__, [&] { exchange(&word, 7u, acq_rel); });
  expect("exchange u64 release device", __LINE__, [&] { exchange(&pointer, nullptr, release); });
  expect("compare_exchange u32 relaxed device", __LINE__, [&] { compare_exchange(&word, 7u, 7u); });
  expect("compare_exchange u32 relaxed device, 1 retries",
         __LINE__, [&] { compare_exchange_weak(&word, seen, 7u); });
  expect("compare_exchange u32 acquire device",
         __LINE__, [&] { compare_exchange_strong(&word, seen, 7u, acquire); });
  expect("fetch_update u32 acq_rel device, a loop",
         __LINE__, [&] { fetch_update(&word, same, acq_rel); });
  expect("try_update u32 release system, a loop",
         __LINE__, [&] { try_update(&word, never, system_scope, release); });
  expect("fetch_update u32 seq_cst block, a loop", __LINE__, [&] { x.fetch_update(same); });
  expect("try_update u32 relaxed block, a loop",
         __LINE__, [&] { x.try_update(never, relaxed); });
  expect("fetch_add u32 release device", __LINE__, [&] { claim_slot(&word, release); });
  expect("fetch_add u32 seq_cst block", __LINE__, [&] { x += 1u; });
  expect("fetch_sub u64 acquire device", __LINE__, [&] { fetch_sub(&pointer, 1, acquire); });
  expect("store_add u64 release device", __LINE__, [&] { store_add(&pointer, 1, release); });
  expect("store_add_at u32 release device",
         __LINE__, [&] { store_add_at(&word, 0, 1, 2u, release); });
  expect("fetch_add f32x2 relaxed device, by element",
         __LINE__, [&] { fetch_add(&both, std::complex<float>(1, 2)); });
  // clang-format on
#define EXPECT_UPDATE(name, object, loop)                                                         \
  expect("fetch_" #name loop, __LINE__, [&] { fetch_##name(&object, 1, acquire, block_scope); }); \
  expect("fetch_" #name loop, __LINE__, [&] { name##_fetch(&object, 1, acquire, block_scope); })
  EXPECT_UPDATE(add, word, " u32 acquire block");
  EXPECT_UPDATE(sub, word, " u32 acquire block");
  EXPECT_UPDATE(and, word, " u32 acquire block");
  EXPECT_UPDATE(or, word, " u32 acquire block");
  EXPECT_UPDATE(xor, word, " u32 acquire block");
  EXPECT_UPDATE(mul, word, " u32 acquire block, a loop");
  EXPECT_UPDATE(div, word, " u32 acquire block, a loop");
  EXPECT_UPDATE(mod, word, " u32 acquire block, a loop");
  EXPECT_UPDATE(nand, word, " u32 acquire block, a loop");
  EXPECT_UPDATE(shl, word, " u32 acquire block, a loop");
  EXPECT_UPDATE(shr, word, " u32 acquire block, a loop");
  EXPECT_UPDATE(min, word, " u32 acquire block, a loop");
  EXPECT_UPDATE(max, word, " u32 acquire block, a loop");
  EXPECT_UPDATE(inc_wrap, word, " u32 acquire block, a loop");
  EXPECT_UPDATE(dec_wrap, word, " u32 acquire block, a loop");
  EXPECT_UPDATE(fminimum, number, " f32 acquire block, a loop");
  EXPECT_UPDATE(fmaximum, number, " f32 acquire block, a loop");
  EXPECT_UPDATE(fminimum_num, number, " f32 acquire block, a loop");
  EXPECT_UPDATE(fmaximum_num, number, " f32 acquire block, a loop");
  EXPECT_UPDATE(min_if_less, number, " f32 acquire block, a loop");
  EXPECT_UPDATE(max_if_greater, number, " f32 acquire block, a loop");
#undef EXPECT_UPDATE
}

/// The polls of all calls on objects in this file.
std::uint64_t polls_here() {
  std::uint64_t polls = 0;
  for (const profile_entry* const e : calls_here()) {
    polls += __atomic_load_n(&e->polls, __ATOMIC_RELAXED);
  }
  return polls;
}
/// Expects that `wait()` counts polls until `end()` ends it in another thread.
void expect_polls(const char* name, const std::function<void()>& wait,
                  const std::function<void()>& end) {
  profile::clear();
  std::thread waiting(wait);
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (polls_here() < 3 && std::chrono::steady_clock::now() < give_up) std::this_thread::yield();
  EXPECT_GE(polls_here(), 3u) << name;
  end();
  waiting.join();
}

TEST(objects, count_the_polls_of_their_waits) {
  const auto nothing = [] {};
  spin_mutex<> spin;
  ASSERT_TRUE(spin.try_lock());
  expect_polls("spin_mutex", [&] { with_lock(spin, nothing); }, [&] { spin.unlock(); });
  ASSERT_TRUE(spin.try_lock());
  expect_polls(
      "a table",
      [&] {
        unsigned w = 0;
        load(&w, lock_stripes<>{&spin, 0});
      },
      [&] { spin.unlock(); });
  ticket_mutex<> tickets;
  ASSERT_TRUE(tickets.try_lock());
  expect_polls("ticket_mutex", [&] { with_lock(tickets, nothing); }, [&] { tickets.unlock(); });
  shared_mutex<> shared;
  ASSERT_TRUE(shared.try_lock_shared());
  expect_polls("a writer", [&] { with_lock(shared, nothing); }, [&] { shared.unlock_shared(); });
  ASSERT_TRUE(shared.try_lock());
  expect_polls("a reader", [&] { with_shared_lock(shared, nothing); }, [&] { shared.unlock(); });
  semaphore<> permits;
  expect_polls("acquire", [&] { permits.acquire(); }, [&] { permits.release(); });
  expect_polls("with_permit", [&] { with_permit(permits, nothing); }, [&] { permits.release(); });
  latch<> arrivals(3);
  expect_polls("wait", [&] { arrivals.wait(); }, [&] { arrivals.count_down(3); });
  arrivals = latch<>(5);
  expect_polls(
      "arrive_and_wait", [&] { arrivals.arrive_and_wait(2); }, [&] { arrivals.count_down(3); });
  once_flag<> flag;
  ASSERT_TRUE(flag.begin());
  expect_polls("call_once", [&] { call_once(flag, nothing); }, [&] { flag.finish(); });
}

// In attempts at a held mutex, all but the first are polls.
TEST(objects, count_the_polls_of_attempts) {
  spin_mutex<> spin;
  ticket_mutex<> tickets;
  shared_mutex<> shared;
  ASSERT_TRUE(spin.try_lock() && tickets.try_lock() && shared.try_lock_shared());
  for (const unsigned attempts : {0u, 1u, 2u, 7u}) {
    const unsigned expected = attempts < 2 ? 0 : attempts - 1;
    profile::clear();
    EXPECT_FALSE(with_lock_for(attempts, spin, [] {}));
    EXPECT_EQ(polls_here(), expected);
    EXPECT_FALSE(with_lock_for(attempts, tickets, [] {}));
    EXPECT_EQ(polls_here(), 2 * expected);
    EXPECT_FALSE(with_lock_for(attempts, shared, [] {}));
    EXPECT_EQ(polls_here(), 3 * expected);
  }
}

/// The second block comes when the first one has polled.
struct meet_late {
  DIATOMIC_DEVICE void operator()(grid_barrier<>* barrier) const {
    if (block_index() == 1) {
      for (unsigned n = 0; n < 1u << 22 && polls_here() == 0; ++n) diatomic::pause();
    }
    barrier->arrive_and_wait();
  }
};
TEST(objects, count_the_polls_of_a_grid_barrier) {
  if (max_resident_blocks(1, 0, meet_late{}, static_cast<grid_barrier<>*>(nullptr)) < 2) {
    GTEST_SKIP() << "one block at a time";
  }
  grid_barrier<> barrier;
  profile::clear();
  launch_cooperative(2, 1, 0, {}, meet_late{}, &barrier);
  EXPECT_GE(polls_here(), 1u);
}

}  // namespace
