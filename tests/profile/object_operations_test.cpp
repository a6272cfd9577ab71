// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The operations inside locks, semaphores, latches, flags, barriers and queues, with their orders,
/// scopes and hints, as the profile's table has them.

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/containers/bounded_queue.hpp>
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

/// The distinct operations of the library's objects in `call()`.
std::string operations_of(memory_scope scope, const std::function<void()>& call) {
  return test::operations_in("include/diatomic/", scope, call);
}

struct operations {
  const char* expected;
  std::function<void()> call;
};
void expect_operations(memory_scope scope, const std::vector<operations>& calls) {
  for (std::size_t n = 0; n < calls.size(); ++n) {
    EXPECT_EQ(operations_of(scope, calls[n].call), calls[n].expected) << "call " << n;
  }
}

constexpr const char* lock_by_exchange = "exchange acquire, load relaxed";
constexpr const char* by_compare = "compare_exchange acquire, load relaxed";

template <class... Tags>
void expect_operations_of_mutexes(memory_scope scope) {
  spin_mutex<Tags...> spin;
  ticket_mutex<Tags...> tickets;
  shared_mutex<Tags...> shared;
  typename spin_mutex<Tags...>::queue_position spins;
  typename ticket_mutex<Tags...>::queue_position in_queue;
  typename shared_mutex<Tags...>::queue_position waits;
  int word = 0;
  const lock_stripes<Tags...> stripes{&spin, 0};
  expect_operations(scope, {{lock_by_exchange, [&] { spin.try_lock(); }},
                            {"exchange acquire", [&] { spins = spin.queue_up(); }},
                            {lock_by_exchange,
                             [&] {
                               spin.poll(spins);
                               spins.optimistic_attempts = 0;
                               spin.poll(spins);
                               spin.unlock();
                               profile::clear();
                               spin.poll(spins);
                             }},
                            {"store release", [&] { spin.release_at(spins, false); }},
                            {"exchange acquire, store release", [&] { with_lock(spin, [] {}); }},
                            {"exchange acquire, load relaxed, store release",
                             [&] { with_lock_for(1, spin, [] {}); }},
                            {"exchange acquire, store release", [&] { load(&word, stripes); }},
                            {by_compare, [&] { tickets.try_lock(); }},
                            {"load relaxed, store_add release", [&] { tickets.unlock(); }},
                            {"fetch_add acquire", [&] { in_queue = tickets.queue_up(); }},
                            {"load acquire", [&] { tickets.poll(in_queue); }},
                            {"store_add release", [&] { tickets.release_at(in_queue, false); }},
                            {by_compare, [&] { shared.try_lock(); }},
                            {"store_and release", [&] { shared.unlock(); }},
                            {by_compare, [&] { shared.try_lock_shared(); }},
                            {"load relaxed, store_or relaxed", [&] { waits = shared.queue_up(); }},
                            {"load relaxed", [&] { shared.poll(waits); }},
                            {"store_sub release", [&] { shared.unlock_shared(); }},
                            {by_compare, [&] { shared.poll(waits); }},
                            {"store_and release", [&] { shared.release_at(waits, false); }},
                            {"compare_exchange acquire, load relaxed, store_sub release",
                             [&] { with_shared_lock(shared, [] {}); }}});
}

template <class... Tags>
void expect_operations_of_counts(memory_scope scope) {
  semaphore<Tags...> permits(1);
  latch<Tags...> arrivals(2);
  once_flag<Tags...> flag, other_flag;
  grid_barrier<Tags...> barrier;
  const auto meet = [](grid_barrier<Tags...>* b) { b->arrive_and_wait(); };
  const char* const with_permits =
      "compare_exchange acquire, load relaxed, store_add release few_addresses";
  expect_operations(scope, {{by_compare, [&] { permits.acquire(); }},
                            {"load relaxed", [&] { permits.try_acquire(); }},
                            {"store_add release few_addresses", [&] { permits.release(); }},
                            {by_compare, [&] { permits.try_acquire(); }},
                            {"store_add release few_addresses", [&] { permits.release(1); }},
                            {by_compare, [&] { permits.try_acquire_for(2); }},
                            {"load relaxed", [&] { permits.try_acquire_for(2); }},
                            {"store_add release few_addresses", [&] { permits.release(1); }},
                            {with_permits, [&] { with_permit(permits, [] {}); }},
                            {"store_sub release few_addresses", [&] { arrivals.count_down(); }},
                            {"load acquire", [&] { arrivals.try_wait(); }},
                            {"load acquire, store_sub release few_addresses",
                             [&] { arrivals.arrive_and_wait(); }},
                            {"load acquire", [&] { arrivals.wait(); }},
                            {"compare_exchange relaxed", [&] { flag.begin(); }},
                            {"store release", [&] { flag.finish(); }},
                            {"load acquire", [&] { flag.is_done(); }},
                            {"load acquire", [&] { call_once(flag, [] {}); }},
                            {"compare_exchange relaxed, load acquire, store release",
                             [&] { call_once(other_flag, [] {}); }},
                            {"fetch_add release, load acquire",
                             [&] { launch_cooperative(2, 2, 0, {}, meet, &barrier); }}});
}

template <class... Tags>
void expect_operations_of_queues(memory_scope scope) {
  queue_cell<int> cells[2] = {};
  queue_ends ends{};
  const bounded_queue_ref<int, Tags...> queue(cells, 2, &ends);
  int item = 0;
  const auto nothing = [](int) {};
  const char* const visit =
      "fetch_add relaxed, load acquire, load relaxed, store release, store_add relaxed";
  const char* const drain =
      "fetch_add acq_rel, fetch_add acquire, fetch_add relaxed, load acquire, load relaxed, "
      "store release, store_add relaxed, store_sub release";
  expect_operations(scope, {{visit, [&] { queue.try_push(1); }},
                            {visit, [&] { queue.push(1); }},
                            {"load relaxed", [&] { queue.try_push(1); }},
                            {visit, [&] { queue.try_pop(item); }},
                            {visit, [&] { queue.pop(); }},
                            {"load relaxed", [&] { queue.try_pop(item); }},
                            {"fetch_add acq_rel, load relaxed", [&] { queue.drain(nothing); }},
                            {visit, [&] { queue.try_push(1); }},
                            {drain, [&] { queue.drain(nothing); }}});
  // A claim of more than there is gives the rest back, relaxed. The number of items for which there
  // is no room is counted at device scope.
  bounded_queue<int, Tags...> owner(2);
  const int items[3] = {1, 2, 3};
  int popped[3] = {};
  const stream on;
  const std::string counts =
      scope == memory_scope::device ? "" : ", store_add relaxed at scope device";
  EXPECT_EQ(operations_of(scope, [&] { owner.push(on, items, 3); }), visit + counts);
  EXPECT_EQ(operations_of(scope, [&] { owner.pop(on, popped, 3); }), visit);
}

// The orders that the members promise, at the scope of the object's tags, and no stronger ones.
TEST(objects, order_their_operations) {
  expect_operations_of_mutexes<>(memory_scope::device);
  expect_operations_of_mutexes<system_scope_t>(memory_scope::system);
  expect_operations_of_mutexes<block_scope_t, in_global_t>(memory_scope::block);
  expect_operations_of_counts<>(memory_scope::device);
  expect_operations_of_counts<system_scope_t>(memory_scope::system);
  expect_operations_of_counts<in_global_t, system_scope_t>(memory_scope::system);
  expect_operations_of_queues<>(memory_scope::device);
  expect_operations_of_queues<system_scope_t>(memory_scope::system);
}

}  // namespace
