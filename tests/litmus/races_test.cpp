// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Messages of plain data, for ThreadSanitizer: it reports a missing order as a race, even on
// processors where none ever shows. Each order has a negative control with relaxed accesses, whose
// race must be reported.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/atomic.hpp>

#include "litmus/shapes/messages.hpp"
#include "litmus/suite.hpp"
#include "race_check/reports.hpp"

namespace litmus {
namespace {

TEST_P(litmus_test, has_no_race) {
  const int before = test::reports();
  judge(GetParam());
  EXPECT_EQ(test::reports(), before);
}

INSTANTIATE_TEST_SUITE_P(messages, litmus_test,
                         testing::ValuesIn(cases_of<message_of_plain_data>()), name_of_case);

using namespace diatomic;

/// A flag, its data, and two words that order nothing. They are 16 bytes apart, because
/// ThreadSanitizer remembers only the last few accesses to each 8 bytes.
template <class T>
struct message_words {
  alignas(16) T flag{};
  alignas(16) int data = 0;
  alignas(16) unsigned is_sent = 0;
  alignas(16) unsigned is_read = 0;
};

/// Plays the sender in a separate thread, which outlives the receiver: ThreadSanitizer may forget
/// the accesses of ended threads.
template <class T, class Send, class Receive>
void play(message_words<T>& words, Send send, Receive receive) {
  std::thread sender([&words, send] {
    words.data = 1;
    send();
    while (load(&words.is_read) == 0) std::this_thread::yield();
  });
  receive();
  EXPECT_EQ(words.data, 1);
  store(&words.is_read, 1u);
  sender.join();
}

/// The value that a declining update returns.
template <class T, class... Tags>
T found_by_update(T* p, Tags... tags) {
  T found{};
  const auto decline = [&found](T& v) {
    found = v;
    return false;
  };
  EXPECT_FALSE(try_update(p, decline, tags...));
  return found;
}
template <class T, class... Tags>
T found_by_member_update(T* p, Tags... tags) {
  T found{};
  const auto decline = [&found](T& v) {
    found = v;
    return false;
  };
  EXPECT_FALSE(atomic_ref<T>(*p).try_update(decline, tags...));
  return found;
}
/// The value that a failing compare-exchange returns.
template <class T, class... Tags>
T found_by_strong(T* p, Tags... tags) {
  T expected{2};
  EXPECT_FALSE(compare_exchange_strong(p, expected, T{3}, tags...));
  return expected;
}
template <class T, class... Tags>
T found_by_weak(T* p, Tags... tags) {
  T expected{2};
  EXPECT_FALSE(compare_exchange_weak(p, expected, T{3}, tags...));
  return expected;
}
template <class T, class... Orders>
T found_by_member_strong(T* p, Orders... orders) {
  T expected{2};
  EXPECT_FALSE(atomic_ref<T>(*p).compare_exchange_strong(expected, T{3}, orders...));
  return expected;
}
template <class T, class... Orders>
T found_by_member_weak(T* p, Orders... orders) {
  T expected{2};
  EXPECT_FALSE(atomic_ref<T>(*p).compare_exchange_weak(expected, T{3}, orders...));
  return expected;
}
/// An order that the compiler does not know.
std::memory_order at_run_time(std::memory_order order) {
  static std::atomic<std::memory_order> hidden;
  hidden.store(order, std::memory_order_relaxed);
  return hidden.load(std::memory_order_relaxed);
}

/// A way to find what is in a word without storing anything, and whether it acquires.
template <class T>
struct look {
  const char* name;
  bool acquires;
  T (*at)(T*);
};

template <class T>
std::vector<look<T>> looks() {
  constexpr auto std_relaxed = std::memory_order_relaxed;
  constexpr auto std_consume = std::memory_order_consume;  // acquires, as with every compiler
  constexpr auto std_acquire = std::memory_order_acquire;
  constexpr auto std_release = std::memory_order_release;
  constexpr auto std_acq_rel = std::memory_order_acq_rel;
  constexpr auto std_seq_cst = std::memory_order_seq_cst;
  return {
      {"load_relaxed", false, [](T* p) { return load(p); }},
      {"load_acquire", true, [](T* p) { return load(p, acquire); }},
      {"load_seq_cst", true, [](T* p) { return load(p, seq_cst); }},
      {"wait_acquire", true, [](T* p) { return diatomic::wait(p, T{0}, acquire); }},
      {"try_update_relaxed", false, [](T* p) { return found_by_update(p); }},
      {"try_update_release", false, [](T* p) { return found_by_update(p, release); }},
      {"try_update_acquire", true, [](T* p) { return found_by_update(p, acquire); }},
      {"try_update_acq_rel", true, [](T* p) { return found_by_update(p, acq_rel); }},
      {"try_update_seq_cst", true, [](T* p) { return found_by_update(p, seq_cst); }},
      {"member_try_update_relaxed", false, [](T* p) { return found_by_member_update(p, relaxed); }},
      {"member_try_update_acquire", true, [](T* p) { return found_by_member_update(p, acquire); }},
      {"member_try_update_std_acq_rel", true,
       [](T* p) { return found_by_member_update(p, at_run_time(std_acq_rel)); }},
      {"compare_exchange_relaxed", false, [](T* p) { return compare_exchange(p, 2, 3); }},
      {"compare_exchange_release", false, [](T* p) { return compare_exchange(p, 2, 3, release); }},
      {"compare_exchange_acquire", true, [](T* p) { return compare_exchange(p, 2, 3, acquire); }},
      {"compare_exchange_acq_rel", true, [](T* p) { return compare_exchange(p, 2, 3, acq_rel); }},
      {"compare_exchange_seq_cst", true, [](T* p) { return compare_exchange(p, 2, 3, seq_cst); }},
      {"compare_exchange_on_failure_acquire", true,
       [](T* p) { return compare_exchange(p, 2, 3, release, on_failure(acquire)); }},
      {"strong_relaxed", false, [](T* p) { return found_by_strong(p); }},
      {"strong_acquire", true, [](T* p) { return found_by_strong(p, acquire); }},
      {"strong_on_failure_relaxed", false,
       [](T* p) { return found_by_strong(p, release, on_failure(relaxed)); }},
      {"strong_on_failure_acquire", true,
       [](T* p) { return found_by_strong(p, on_failure(acquire)); }},
      {"weak_relaxed", false, [](T* p) { return found_by_weak(p); }},
      {"weak_acquire", true, [](T* p) { return found_by_weak(p, acquire); }},
      {"weak_on_failure_seq_cst", true,
       [](T* p) { return found_by_weak(p, release, on_failure(seq_cst)); }},
      {"member_strong_relaxed", false, [](T* p) { return found_by_member_strong(p, relaxed); }},
      {"member_strong_acquire", true, [](T* p) { return found_by_member_strong(p, acquire); }},
      {"member_strong_two_std_orders", true,
       [](T* p) { return found_by_member_strong(p, std_release, std_acquire); }},
      {"member_weak_relaxed", false, [](T* p) { return found_by_member_weak(p, relaxed); }},
      {"member_weak_on_failure_acquire", true,
       [](T* p) { return found_by_member_weak(p, relaxed, on_failure(acquire)); }},
      {"member_weak_two_std_orders", true,
       [](T* p) { return found_by_member_weak(p, std_relaxed, at_run_time(std_seq_cst)); }},
      {"member_load_std_relaxed", false,
       [](T* p) { return atomic_ref<T>(*p).load(at_run_time(std_relaxed)); }},
      {"member_load_std_consume", true,
       [](T* p) { return atomic_ref<T>(*p).load(at_run_time(std_consume)); }},
      {"member_compare_exchange_std_consume", true,
       [](T* p) { return atomic_ref<T>(*p).compare_exchange(2, 3, at_run_time(std_consume)); }},
      {"strong_two_std_orders_consume", true,
       [](T* p) { return found_by_strong(p, std_release, at_run_time(std_consume)); }},
      {"weak_consume_and_relaxed", true,
       [](T* p) { return found_by_weak(p, at_run_time(std_consume), std_relaxed); }},
      {"member_load_std_acquire", true,
       [](T* p) { return atomic_ref<T>(*p).load(at_run_time(std_acquire)); }},
      {"member_load_std_seq_cst", true,
       [](T* p) { return atomic_ref<T>(*p).load(at_run_time(std_seq_cst)); }},
      {"member_load_of_acquiring_type", true, [](T* p) { return T(atomic_ref<T, acquire_t>(*p)); }},
      {"member_load_of_relaxed_type", false, [](T* p) { return T(atomic_ref<T, relaxed_t>(*p)); }},
      {"member_load_by_default", true, [](T* p) { return atomic_ref<T>(*p).load(); }},
      {"member_of_const_by_default", true, [](T* p) { return T(atomic_ref<const T>(*p)); }},
      {"member_wait_by_default", true, [](T* p) { return atomic_ref<T>(*p).wait(0); }},
      {"member_try_update_by_default", true, [](T* p) { return found_by_member_update(p); }},
      {"member_strong_by_default", true, [](T* p) { return found_by_member_strong(p); }},
      {"member_weak_by_default", true, [](T* p) { return found_by_member_weak(p); }},
      {"member_compare_exchange_std_relaxed", false,
       [](T* p) { return atomic_ref<T>(*p).compare_exchange(2, 3, at_run_time(std_relaxed)); }},
      {"member_compare_exchange_std_release", false,
       [](T* p) { return atomic_ref<T>(*p).compare_exchange(2, 3, at_run_time(std_release)); }},
      {"member_compare_exchange_std_acquire", true,
       [](T* p) { return atomic_ref<T>(*p).compare_exchange(2, 3, at_run_time(std_acquire)); }},
      {"member_compare_exchange_std_acq_rel", true,
       [](T* p) { return atomic_ref<T>(*p).compare_exchange(2, 3, at_run_time(std_acq_rel)); }},
      {"member_compare_exchange_std_seq_cst", true,
       [](T* p) { return atomic_ref<T>(*p).compare_exchange(2, 3, at_run_time(std_seq_cst)); }},
      {"wait_until_acquire", true,
       [](T* p) { return diatomic::wait_until(p, [](T v) { return v != T{0}; }, acquire); }},
      {"member_wait_acquire", true, [](T* p) { return atomic_ref<T>(*p).wait(T{0}, acquire); }},
      {"member_load_of_acq_rel_type", true,
       [](T* p) { return atomic_ref<T, acq_rel_t>(*p).load(); }},
      {"strong_two_std_orders", true,
       [](T* p) { return found_by_strong(p, std_release, std_acquire); }},
      {"strong_two_std_orders_relaxed", false,
       [](T* p) { return found_by_strong(p, std_release, std_relaxed); }},
      {"weak_two_std_orders", true,
       [](T* p) { return found_by_weak(p, std_relaxed, std_acquire); }},
      {"weak_two_std_orders_seq_cst", true,
       [](T* p) { return found_by_weak(p, std_acq_rel, at_run_time(std_seq_cst)); }},
      {"member_weak_std_relaxed_acquire", true,
       [](T* p) { return found_by_member_weak(p, std_relaxed, std_acquire); }},
  };
}

/// A message whose receiver looks in that way.
template <class T>
void pass_message(T (*look_at)(T*)) {
  const auto words = std::make_unique<message_words<T>>();
  play(
      *words, [&words] { store(&words->flag, T{1}, release); },
      [&words, look_at] {
        while (look_at(&words->flag) != T{1}) std::this_thread::yield();
      });
}

/// A read-modify-write that leaves a 1 as it is, and what it orders.
template <class T>
struct idle_update {
  const char* name;
  bool releases;
  bool acquires;
  void (*on)(T*);
};

/// Updates of integers and floats.
template <class T>
std::vector<idle_update<T>> idle_extrema() {
  return {
      {"min_relaxed", false, false, [](T* p) { fetch_min(p, 2); }},
      {"min_acquire", false, true, [](T* p) { fetch_min(p, 2, acquire); }},
      {"min_release", true, false, [](T* p) { fetch_min(p, 2, release); }},
      {"min_acq_rel", true, true, [](T* p) { min_fetch(p, 2, acq_rel); }},
      {"min_seq_cst", true, true, [](T* p) { fetch_min(p, 2, seq_cst); }},
      {"store_min_release", true, false, [](T* p) { store_min(p, 2, release); }},
      {"min_release_seldom", true, false, [](T* p) { fetch_min(p, 2, release, check_first); }},
      {"max_relaxed", false, false, [](T* p) { fetch_max(p, 0); }},
      {"max_relaxed_monotone", false, false, [](T* p) { fetch_max(p, 0, monotone); }},
      {"max_acq_rel_monotone", true, true, [](T* p) { max_fetch(p, 0, acq_rel, monotone); }},
      {"max_acquire", false, true, [](T* p) { fetch_max(p, 0, acquire); }},
      {"max_acq_rel", true, true, [](T* p) { max_fetch(p, 0, acq_rel, check_first); }},
      {"store_max_release", true, false, [](T* p) { store_max(p, 0, release); }},
      {"member_min_release", true, false, [](T* p) { atomic_ref<T>(*p).fetch_min(2, release); }},
      {"member_min_by_default", true, true, [](T* p) { atomic_ref<T>(*p).fetch_min(2); }},
      {"member_max_by_default", true, true, [](T* p) { atomic_ref<T>(*p).max_fetch(0); }},
      {"member_max_std_consume", false, true,
       [](T* p) { atomic_ref<T>(*p).max_fetch(0, at_run_time(std::memory_order_consume)); }},
      {"member_max_std_release", true, false,
       [](T* p) { atomic_ref<T>(*p).max_fetch(0, at_run_time(std::memory_order_release)); }},
      {"member_max_std_relaxed", false, false,
       [](T* p) { atomic_ref<T>(*p).max_fetch(0, at_run_time(std::memory_order_relaxed)); }},
      {"member_max_std_acq_rel", true, true,
       [](T* p) { atomic_ref<T>(*p).max_fetch(0, at_run_time(std::memory_order_acq_rel)); }},
  };
}
template <class T>
std::vector<idle_update<T>> idle_bits() {
  return {
      {"and_relaxed", false, false, [](T* p) { fetch_and(p, 3); }},
      {"and_acquire", false, true, [](T* p) { fetch_and(p, 3, acquire); }},
      {"and_release", true, false, [](T* p) { store_and(p, 3, release, check_first); }},
      {"or_acq_rel", true, true, [](T* p) { or_fetch(p, 1, acq_rel, check_first); }},
      {"or_release", true, false, [](T* p) { store_or(p, 0, release); }},
      {"or_release_monotone", true, false, [](T* p) { store_or(p, 0, release, monotone); }},
      {"or_seq_cst", true, true, [](T* p) { fetch_or(p, 0, seq_cst); }},
      {"member_or_by_default", true, true, [](T* p) { atomic_ref<T>(*p) |= 0; }},
  };
}
template <class T>
std::vector<idle_update<T>> idle_float_extrema() {
  return {
      {"fminimum_release", true, false, [](T* p) { fetch_fminimum(p, 2, release); }},
      {"fmaximum_acq_rel", true, true, [](T* p) { fmaximum_fetch(p, 0, acq_rel); }},
      {"fminimum_num_release", true, false, [](T* p) { store_fminimum_num(p, 2, release); }},
      {"fmaximum_num_acquire", false, true, [](T* p) { fetch_fmaximum_num(p, 0, acquire); }},
      {"fmaximum_num_relaxed", false, false, [](T* p) { fetch_fmaximum_num(p, 0); }},
      {"min_if_less_release", true, false, [](T* p) { store_min_if_less(p, 1, release); }},
      {"max_if_greater_acq_rel", true, true, [](T* p) { max_if_greater_fetch(p, 1, acq_rel); }},
      {"max_if_greater_acquire", false, true, [](T* p) { fetch_max_if_greater(p, 0, acquire); }},
      {"min_if_less_relaxed", false, false, [](T* p) { fetch_min_if_less(p, 1); }},
  };
}

/// A compare-exchange that finds what it expects, and leaves it.
template <class T, class... Tags>
void store_by_strong(T* p, Tags... tags) {
  T expected{1};
  EXPECT_TRUE(compare_exchange_strong(p, expected, T{1}, tags...));
}
template <class T, class... Tags>
void store_by_weak(T* p, Tags... tags) {
  T expected{1};
  EXPECT_TRUE(compare_exchange_weak(p, expected, T{1}, tags...));
}
template <class T>
void store_by_member_strong(T* p, std::memory_order success, std::memory_order failure) {
  T expected{1};
  EXPECT_TRUE(atomic_ref<T>(*p).compare_exchange_strong(expected, T{1}, success, failure));
}
template <class T>
void store_by_member_weak(T* p, std::memory_order success, std::memory_order failure) {
  T expected{1};
  EXPECT_TRUE(atomic_ref<T>(*p).compare_exchange_weak(expected, T{1}, success, failure));
}
/// Updates of all types.
template <class T>
std::vector<idle_update<T>> idle_exchanges() {
  constexpr auto std_relaxed = std::memory_order_relaxed;
  constexpr auto std_release = std::memory_order_release;
  return {
      {"exchange_relaxed_seldom", false, false, [](T* p) { exchange(p, 1, check_first); }},
      {"exchange_acquire_monotone", false, true, [](T* p) { exchange(p, 1, acquire, monotone); }},
      {"exchange_release_seldom", true, false, [](T* p) { exchange(p, 1, release, check_first); }},
      {"exchange_acq_rel_monotone", true, true, [](T* p) { exchange(p, 1, acq_rel, monotone); }},
      {"strong_release", true, false, [](T* p) { store_by_strong(p, release); }},
      {"strong_acquire", false, true, [](T* p) { store_by_strong(p, acquire); }},
      {"strong_release_on_failure_acquire", true, true,
       [](T* p) { store_by_strong(p, release, on_failure(acquire)); }},
      {"strong_release_on_failure_relaxed", true, false,
       [](T* p) { store_by_strong(p, release, on_failure(relaxed)); }},
      {"strong_two_std_orders", true, true,
       [](T* p) {
         store_by_strong(p, std::memory_order_release, at_run_time(std::memory_order_acquire));
       }},
      // The two orders cannot change places: only the first can be release.
      {"strong_release_then_relaxed", true, false,
       [](T* p) { store_by_strong(p, std_release, std_relaxed); }},
      {"weak_release_then_relaxed", true, false,
       [](T* p) { store_by_weak(p, std_release, std_relaxed); }},
      {"member_strong_release_then_relaxed", true, false,
       [](T* p) { store_by_member_strong(p, std_release, std_relaxed); }},
      {"member_weak_release_then_relaxed", true, false,
       [](T* p) { store_by_member_weak(p, std_release, std_relaxed); }},
      {"weak_release_on_failure_relaxed", true, false,
       [](T* p) { store_by_weak(p, release, on_failure(relaxed)); }},
  };
}

/// Members of references whose type has the order, and calls that add an order to the type's.
template <class T>
std::vector<idle_update<T>> idle_members() {
  return {
      {"store_of_acq_rel_type", true, false, [](T* p) { atomic_ref<T, acq_rel_t>(*p).store(1); }},
      {"store_add_of_acq_rel_type", true, false,
       [](T* p) { atomic_ref<T, acq_rel_t>(*p).store_add(0); }},
      {"fetch_add_of_acq_rel_type", true, true,
       [](T* p) { atomic_ref<T, acq_rel_t>(*p).fetch_add(0); }},
      {"exchange_of_acq_rel_type", true, true,
       [](T* p) { atomic_ref<T, acq_rel_t>(*p).exchange(1); }},
      {"new_of_relaxed_type_acq_rel", true, true,
       [](T* p) { atomic_ref<T, relaxed_t>(*p).sub_fetch(0, acq_rel); }},
      {"new_of_relaxed_type_std_release", true, false,
       [](T* p) { atomic_ref<T, relaxed_t>(*p).add_fetch(0, std::memory_order_release); }},
      {"new_of_default_type_relaxed", false, false,
       [](T* p) { atomic_ref<T>(*p).or_fetch(0, relaxed); }},
      {"assignment_of_seq_cst_type", true, false,
       [](T* p) { static_cast<void>(atomic_ref<T, seq_cst_t>(*p) = 1); }},
  };
}

/// A message by updates of one word that change nothing. The second word orders nothing, but tells
/// when the sender's update is over.
template <class T>
void pass_by_updates(void (*send)(T*), void (*receive)(T*)) {
  const auto words = std::make_unique<message_words<T>>();
  words->flag = T{1};
  play(
      *words,
      [&words, send] {
        send(&words->flag);
        store(&words->is_sent, 1u);
      },
      [&words, receive] {
        while (load(&words->is_sent) == 0) std::this_thread::yield();
        receive(&words->flag);
      });
  EXPECT_EQ(words->flag, T{1});
}

/// A test of this sort; if `is_ordered` is false, a negative control.
struct race_case {
  std::string name;
  bool is_ordered;
  std::function<void()> run;
};
void PrintTo(const race_case& c, std::ostream* out) { *out << c.name; }

template <class T>
void add_looks(std::vector<race_case>& all, const std::string& type) {
  for (const look<T>& l : looks<T>()) {
    all.push_back({"look_" + type + "_" + l.name, l.acquires, [l] { pass_message<T>(l.at); }});
  }
}
template <class T>
void add_updates(std::vector<race_case>& all, const std::string& type,
                 const std::vector<idle_update<T>>& updates) {
  for (const idle_update<T>& u : updates) {
    all.push_back({"send_" + type + "_" + u.name, u.releases,
                   [u] { pass_by_updates<T>(u.on, [](T* p) { exchange(p, 1, acquire); }); }});
    all.push_back({"receive_" + type + "_" + u.name, u.acquires,
                   [u] { pass_by_updates<T>([](T* p) { exchange(p, 1, release); }, u.on); }});
  }
}

std::vector<race_case> race_cases() {
  std::vector<race_case> all;
  add_looks<std::uint8_t>(all, "u8");
  add_looks<std::uint16_t>(all, "u16");
  add_looks<std::uint32_t>(all, "u32");
  add_looks<std::uint64_t>(all, "u64");
  add_looks<diatomic::detail::uint128>(all, "u128");
  add_updates(all, "i8", idle_extrema<std::int8_t>());
  add_updates(all, "i8", idle_bits<std::int8_t>());
  add_updates(all, "i8", idle_exchanges<std::int8_t>());
  add_updates(all, "u32", idle_extrema<std::uint32_t>());
  add_updates(all, "u32", idle_bits<std::uint32_t>());
  add_updates(all, "u32", idle_exchanges<std::uint32_t>());
  add_updates(all, "u32", idle_members<std::uint32_t>());
  add_updates(all, "u128", idle_extrema<diatomic::detail::uint128>());
  add_updates(all, "u128", idle_bits<diatomic::detail::uint128>());
  add_updates(all, "u128", idle_exchanges<diatomic::detail::uint128>());
  add_updates(all, "f32", idle_extrema<float>());
  add_updates(all, "f32", idle_float_extrema<float>());
  add_updates(all, "f64", idle_extrema<double>());
  return all;
}

class race_test : public testing::TestWithParam<race_case> {};

TEST_P(race_test, is_reported_where_no_order_prevents_it) {
  const race_case& c = GetParam();
  const int before = test::reports();
  // The sanitizer may miss a race, now and then.
  for (int k = 0; k < (c.is_ordered ? 3 : 100) && test::reports() == before; ++k) c.run();
  if (c.is_ordered) {
    EXPECT_EQ(test::reports(), before) << "an order is missing";
  } else {
    EXPECT_GT(test::reports(), before) << "nothing orders this: could the others fail?";
  }
}

/// A lock as one writes it with std::atomic_flag, of the orders that are the default there.
TEST(flag_without_tags, locks) {
  atomic_flag<> is_locked{};
  int number = 0;
  const auto add = [&] {
    for (int k = 0; k < 1000; ++k) {
      while (is_locked.test_and_set()) std::this_thread::yield();
      ++number;
      is_locked.clear();
    }
  };
  const int before = test::reports();
  std::thread other(add);
  add();
  other.join();
  EXPECT_EQ(number, 2000);
  EXPECT_EQ(test::reports(), before);
}

/// A message through an object of the library: `send(object)` follows the write of the data,
/// `receive(object)` precedes the read.
template <class Object, class Send, class Receive>
void expect_message(Send send, Receive receive, const char* what) {
  const int before = test::reports();
  for (int k = 0; k < 3; ++k) {
    const auto words = std::make_unique<message_words<Object>>();
    play(
        *words,
        [&words, send] {
          send(words->flag);
          store(&words->is_sent, 1u);
        },
        [&words, receive] {
          while (load(&words->is_sent) == 0) std::this_thread::yield();
          receive(words->flag);
        });
  }
  EXPECT_EQ(test::reports(), before) << what;
}

TEST(race_of_objects, atomic_hands_its_orders_on) {
  using word = atomic<unsigned, relaxed_t>;  // whose own order orders nothing
  const auto receive = [](word& a) { a.exchange(1, acquire); };
  const auto send = [](word& a) { a.exchange(1, release); };
  expect_message<word>([](word& a) { a.store(1, release); }, receive, "store");
  expect_message<word>([](word& a) { a.fetch_add(1, release); }, receive, "fetch_add");
  expect_message<word>([](word& a) { a.fetch_sub(1, release); }, receive, "fetch_sub");
  expect_message<word>([](word& a) { a.fetch_and(1, release); }, receive, "fetch_and");
  expect_message<word>([](word& a) { a.fetch_or(1, release); }, receive, "fetch_or");
  expect_message<word>([](word& a) { a.fetch_xor(1, release); }, receive, "fetch_xor");
  expect_message<word>([](word& a) { a.fetch_min(1, release); }, receive, "fetch_min");
  expect_message<word>([](word& a) { a.fetch_max(1, release); }, receive, "fetch_max");
  expect_message<word>([](word& a) { a.store_add(1, release); }, receive, "store_add");
  expect_message<word>([](word& a) { a.store_min(1, release); }, receive, "store_min");
  expect_message<word>([](word& a) { a.store_max(1, release); }, receive, "store_max");
  expect_message<word>(
      [](word& a) {
        unsigned seen = 0;
        a.compare_exchange_strong(seen, 1, std::memory_order_release, std::memory_order_relaxed);
      },
      receive, "compare_exchange_strong with two orders");
  expect_message<word>(
      [](word& a) {
        unsigned seen = 0;
        a.compare_exchange_weak(seen, 1, std::memory_order_release, std::memory_order_relaxed);
      },
      receive, "compare_exchange_weak with two orders");
  expect_message<word>(
      send,
      [](word& a) {
        while (a.load(acquire) == 0) std::this_thread::yield();
      },
      "load");
  expect_message<word>(send, [](word& a) { a.wait(0, acquire); }, "wait");
  expect_message<word>(send, [](word& a) { a.fetch_add(0, acquire); }, "fetch_add");
  expect_message<word>(
      send,
      [](word& a) {
        unsigned seen = 1;
        a.compare_exchange_strong(seen, 2, acquire);
      },
      "compare_exchange_strong");
  expect_message<word>(
      send,
      [](word& a) {
        unsigned seen = 7;
        a.compare_exchange_weak(seen, 2, std::memory_order_relaxed, std::memory_order_acquire);
      },
      "compare_exchange_weak with two orders");
}

TEST(race_of_objects, atomic_flag_hands_its_orders_on) {
  using flag = atomic_flag<relaxed_t>;
  const auto send = [](flag& f) { f.test_and_set(release); };
  expect_message<flag>(
      send,
      [](flag& f) {
        while (!f.test(acquire)) std::this_thread::yield();
      },
      "test_and_set and test");
  expect_message<flag>(send, [](flag& f) { f.wait(false, acquire); }, "wait");
  expect_message<flag>([](flag& f) { f.clear(release); }, [](flag& f) { f.test_and_set(acquire); },
                       "clear and test_and_set");
}

TEST(race_of_objects, exchange_of_null_keeps_its_order) {
  static int object = 0;
  // Taken by the receiver, which sees what was written before it was put there ...
  expect_message<int*>([](int*& p) { store(&p, &object, release); },
                       [](int*& p) { exchange(&p, nullptr, acquire); }, "acquire");
  // ... and taken by the sender, who is done with it.
  expect_message<int*>([](int*& p) { exchange(&p, nullptr, release); },
                       [](int*& p) { exchange(&p, static_cast<int*>(nullptr), acquire); },
                       "release");
}

INSTANTIATE_TEST_SUITE_P(messages, race_test, testing::ValuesIn(race_cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace litmus
