// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Words of a spread array in calls of each family, with tags too: they do to a word what they do
/// to an element of a plain array, and nothing to its neighbours. Arrays of locks, and of the
/// objects of programs that keep small tables.

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <thread>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/accessors.hpp>
#include <diatomic/atomics/atomic.hpp>
#include <diatomic/atomics/fixed_point.hpp>
#include <diatomic/atomics/number_types.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/containers/spread_array.hpp>
#include <diatomic/sync/lock_table.hpp>
#include <diatomic/sync/mutex.hpp>
#include <diatomic/sync/once.hpp>
#include <diatomic/sync/semaphore.hpp>
#include <diatomic/sync/shared_mutex.hpp>

#include "support/device_support.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::op;
using diatomic::spread_array;
using diatomic::spread_array_ref;
using test::on_device;
using test::run;

template <class T>
struct plus_three {
  DIATOMIC_FUNCTION T operator()(T v) const { return static_cast<T>(v + 3); }
};
template <class T>
struct halve_if_even {
  DIATOMIC_FUNCTION bool operator()(T& v) const {
    if (v % 2 != 0) return false;
    v = static_cast<T>(v / 2);
    return true;
  }
};

/// The results of calls, in their order.
template <class T>
struct answers {
  T* next;
  template <class V>
  DIATOMIC_DEVICE void operator()(V v) {
    *next++ = static_cast<T>(v);
  }
};
constexpr unsigned calls_of_a_play = 45;

/// Each thread makes the calls of each family on a separate word.
struct play {
  template <class T>
  DIATOMIC_DEVICE void operator()(spread_array_ref<T> words, T* returned) const {
    using namespace diatomic;
    const unsigned i = global_index();
    if (i >= words.size()) return;
    T* const p = &words[i];
    answers<T> add{returned + calls_of_a_play * i};
    const T one = 1;
    const T seven = 7;
    add(load(p));
    add(load(&words[i], acquire, in_global));
    add(exchange(p, static_cast<T>(90 + i % 8), acq_rel, device_scope));
    add(compare_exchange(p, static_cast<T>(90), seven, seq_cst));
    T expected = 91;
    add(compare_exchange_strong(p, expected, static_cast<T>(100), std::memory_order_relaxed));
    add(expected);
    add(fetch_add(p, seven)), add(add_fetch(p, one, system_scope)), store_add(p, one, release);
    add(fetch_sub(p, one)), add(sub_fetch(p, one)), store_sub(p, seven);
    add(fetch_mul(p, static_cast<T>(3))), add(div_fetch(p, static_cast<T>(2)));
    add(fetch_mod(p, static_cast<T>(61))), add(fetch_and(p, static_cast<T>(0x3b)));
    add(or_fetch(p, static_cast<T>(0x21))), add(fetch_xor(p, static_cast<T>(0x15)));
    add(nand_fetch(p, static_cast<T>(0x3d))), add(fetch_shl(p, one)), add(shr_fetch(p, one));
    add(fetch_min(p, static_cast<T>(50))), add(max_fetch(p, static_cast<T>(9)));
    store_min(p, static_cast<T>(40), block_scope), store_max(p, static_cast<T>(11), monotone);
    if constexpr (std::is_unsigned_v<T>) {
      add(fetch_inc_wrap(p, static_cast<T>(60))), add(dec_wrap_fetch(p, static_cast<T>(60)));
    }
    add(fetch_update(p, plus_three<T>{})), add(try_update(p, halve_if_even<T>{}, acq_rel));
    add(wait(p, static_cast<T>(121))), add(wait_until(p, [](T v) { return v != 121; }, acquire));
    notify_one(p), notify_all(p), fence(acq_rel);
    const atomic_ref<T, relaxed_t, in_global_t> r(words[i]);
    add(r.load()), add(r.fetch_add(seven, acquire)), add(r += one), add(r--), add(r ^= one);
    add(r.exchange(static_cast<T>(13))), r.store(static_cast<T>(14), release);
    const atomic_ref_acq_rel<T> accessed(words[i]);
    add(accessed.fetch_max(static_cast<T>(15)));
    add(fetch_add(p, one, few_addresses, coarse_grained)), store_add_at(p, 0, 1, one);
    add(load(p)), store(p, static_cast<T>(load(p) + i % 11));
  }
};

template <class T>
class spread_words : public testing::Test {};
using integers = testing::Types<unsigned char, short, int, unsigned, long long, std::uint64_t>;
TYPED_TEST_SUITE(spread_words, integers, );

TYPED_TEST(spread_words, are_to_each_call_what_elements_are) {
  constexpr unsigned n = 70;
  std::vector<TypeParam> values(n);
  std::iota(values.begin(), values.end(), TypeParam{3});
  auto plain = on_device(values);
  test::guarded_array<TypeParam> expected(n * calls_of_a_play);
  run({3, 32}, 0, play{}, spread_array_ref<TypeParam>(plain.data(), n, sizeof(TypeParam)),
      expected.data());
  for (const std::size_t apart : {std::size_t{1}, std::size_t{3}, std::size_t{256}}) {
    spread_array<TypeParam> words(n, diatomic::bytes_apart(apart * sizeof(TypeParam)));
    words.upload(values);
    test::guarded_array<TypeParam> returned(n * calls_of_a_play);
    run({3, 32}, 0, play{}, words.ref(), returned.data());
    EXPECT_EQ(words.download(), plain.download()) << apart;
    EXPECT_EQ(returned.download(), expected.download()) << apart;
  }
}

// A warp has one counter.
struct claim_by_blocks {
  DIATOMIC_DEVICE void operator()(spread_array_ref<unsigned> counters, unsigned* used) const {
    diatomic::store_add(&used[diatomic::claim_slot(&counters[diatomic::block_index()])], 1u);
  }
};
TEST(spread_counters, hand_out_each_slot_once) {
  spread_array<unsigned> counters(5);
  counters.fill(0);
  auto used = on_device(std::vector<unsigned>(70));
  run({5, 70}, 0, claim_by_blocks{}, counters.ref(), used.data());
  EXPECT_EQ(counters.download(), std::vector<unsigned>(5, 70));
  EXPECT_EQ(used.download(), std::vector<unsigned>(70, 5));
}

/// All threads add small numbers to all words, by calls with and without a result.
struct add_to_all {
  template <class T>
  DIATOMIC_DEVICE void operator()(spread_array_ref<T> words, T one, T two, unsigned rounds) const {
    const auto n = static_cast<unsigned>(words.size());
    for (unsigned k = 0; k < rounds; ++k) {
      const unsigned i = (diatomic::global_index() * 7 + k) % n;
      if (k % 3 == 0) {
        (void)diatomic::fetch_add(&words[i], one);
      } else if (k % 3 == 1) {
        diatomic::store_add(&words[i], two);
      } else {
        diatomic::store_add(&words[i], one, diatomic::few_addresses);
      }
    }
  }
};

template <class T>
class spread_numbers : public testing::Test {};
using numbers =
    testing::Types<float, double, diatomic::half, diatomic::bfloat16, std::complex<float>,
                   std::complex<double>, unsigned, std::uint64_t, diatomic::fixed_point<-8>>;
TYPED_TEST_SUITE(spread_numbers, numbers, );

/// Sums below 256, which each of the types holds.
TYPED_TEST(spread_numbers, lose_no_addition_of_any_thread) {
  using T = TypeParam;
  if (!test::device_has<op::add, T>()) GTEST_SKIP() << "the device has no such addition";
  constexpr unsigned n = 33;
  constexpr test::launch_shape shape{2, 60};
  constexpr unsigned rounds = 24;
  spread_array<T> words(n);
  spread_array<T> dense(n, diatomic::spread_over(0));
  words.fill_bytes(0);
  dense.fill(T{});
  run(shape, 0, add_to_all{}, words.ref(), T(1.0f), T(2.0f), rounds);
  run(shape, 0, add_to_all{}, dense.ref(), T(1.0f), T(2.0f), rounds);
  std::vector<unsigned> sums(n, 0);
  for (unsigned t = 0; t < shape.threads(); ++t) {
    for (unsigned k = 0; k < rounds; ++k) sums[(t * 7 + k) % n] += k % 3 == 1 ? 2 : 1;
  }
  const std::vector<T> found = words.download();
  const std::vector<T> without_gaps = dense.download();
  for (unsigned i = 0; i < n; ++i) {
    const T expected(static_cast<float>(sums[i]));
    // Halves have no == in the host code of CUDA before 12.2.
    EXPECT_TRUE(diatomic::detail::same_bits(found[i], expected)) << i;
    EXPECT_TRUE(diatomic::detail::same_bits(without_gaps[i], expected)) << i;
  }
}

/// Objects of 16 bytes, where they have a compare-exchange.
struct exchange_wide {
  template <class T>
  DIATOMIC_DEVICE void operator()(spread_array_ref<T> words, unsigned* stored) const {
    if constexpr (diatomic::support_v<op::compare_exchange, T> != diatomic::support::none) {
      const unsigned i = diatomic::global_index() % static_cast<unsigned>(words.size());
      const T before = diatomic::load(&words[i]);
      T next = before;
      next.high = before.low;
      next.low = before.low + 1;
      const T found = diatomic::compare_exchange(&words[i], before, next);
      if (found.low == before.low && found.high == before.high) diatomic::store_add(stored + i, 1u);
    }
  }
};
struct alignas(16) two_halves {
  std::uint64_t low, high;
};
TEST(spread_words_of_16_bytes, are_exchanged_whole) {
  if (!test::device_has<op::compare_exchange, two_halves>()) {
    GTEST_SKIP() << "the device has no compare-exchange of 16 bytes";
  }
  constexpr unsigned n = 5;
  spread_array<two_halves> words(n);
  words.fill({100, 99});
  auto stored = on_device(std::vector<unsigned>(n, 0));
  run({4, 64}, 0, exchange_wide{}, words.ref(), stored.data());
  const auto found = words.download();
  const auto counts = stored.download();
  for (unsigned i = 0; i < n; ++i) {
    EXPECT_EQ(found[i].low, 100 + counts[i]);
    EXPECT_EQ(found[i].high, found[i].low - 1);
    EXPECT_GT(counts[i], 0u);
  }
}

/// Atomic objects, and one atomic_flag, as words.
struct count_in_objects {
  DIATOMIC_DEVICE void operator()(spread_array_ref<diatomic::atomic<unsigned>> counts,
                                  spread_array_ref<diatomic::atomic_flag<>> flags) const {
    const unsigned i = diatomic::global_index() % static_cast<unsigned>(counts.size());
    counts[i].fetch_add(1, diatomic::relaxed);
    ++counts[i];
    if (!flags[i].test_and_set()) counts[i] += 1000;
  }
};
TEST(spread_atomic_objects, are_words) {
  constexpr unsigned n = 9;
  spread_array<diatomic::atomic<unsigned>> counts(n);
  spread_array<diatomic::atomic_flag<>> flags(n);
  counts.fill_bytes(0);
  flags.fill_bytes(0);
  run({3, 30}, 0, count_in_objects{}, counts.ref(), flags.ref());
  for (unsigned i = 0; i < n; ++i) {
    std::vector<unsigned> found(n);
    diatomic::stream on;
    diatomic::download(on, &found[i], reinterpret_cast<const unsigned*>(&counts.ref()[i]), 1);
    on.synchronize();
    EXPECT_EQ(found[i], 1020u);
  }
}

/// A number that a lock protects, and its double: neighbours in a separate small table.
struct account {
  unsigned deposits;
  unsigned twice;
};
struct under_lock {
  template <class Mutex, class F>
  DIATOMIC_DEVICE void operator()(Mutex& mutex, F f) const {
    diatomic::with_lock(mutex, f);
  }
  template <class... Tags, class F>
  DIATOMIC_DEVICE void operator()(diatomic::semaphore<Tags...>& permits, F f) const {
    diatomic::with_permit(permits, f);
  }
};
struct deposit_in_all {
  template <class Lock>
  DIATOMIC_DEVICE void operator()(spread_array_ref<Lock> locks, spread_array_ref<account> accounts,
                                  unsigned rounds, unsigned* torn) const {
    const auto n = static_cast<unsigned>(locks.size());
    for (unsigned k = 0; k < rounds; ++k) {
      const unsigned i = (diatomic::global_index() * 3 + k) % n;
      under_lock{}(locks[i], [&] {
        account& a = accounts[i];
        if (a.twice != 2 * a.deposits) diatomic::store_add(torn, 1u);
        a.deposits += 1;
        a.twice += 2;
      });
    }
  }
};

template <class Lock>
class spread_locks : public testing::Test {};
using locks = testing::Types<diatomic::spin_mutex<>, diatomic::ticket_mutex<>,
                             diatomic::shared_mutex<>, diatomic::semaphore<>>;
TYPED_TEST_SUITE(spread_locks, locks, );

TYPED_TEST(spread_locks, protect_what_is_theirs) {
  constexpr test::launch_shape shape{4, 40};
  constexpr unsigned n = 7;
  const auto rounds = static_cast<unsigned>(scaled(70, 7)) / n * n;
  diatomic::stream stream;
  const auto free = [] {
    if constexpr (std::is_same_v<TypeParam, diatomic::semaphore<>>) return TypeParam(1);
    if constexpr (!std::is_same_v<TypeParam, diatomic::semaphore<>>) return TypeParam();
  }();
  for (int made = 0; made < 3; ++made) {
    spread_array<TypeParam> locks(n);
    locks.fill_bytes(made == 0 && !std::is_same_v<TypeParam, diatomic::semaphore<>> ? 0 : 0xff);
    if (made == 1 || std::is_same_v<TypeParam, diatomic::semaphore<>>) locks.fill(free);
    if (made == 2) locks.fill(stream, free);
    spread_array<account> accounts(n);
    accounts.fill(stream, {0, 0});
    stream.synchronize();
    auto torn = on_device(std::vector<unsigned>{0});
    run(shape, 0, deposit_in_all{}, locks.ref(), accounts.ref(), rounds, torn.data());
    EXPECT_EQ(torn.download()[0], 0u);
    for (const account& a : accounts.download()) {
      EXPECT_EQ(a.deposits, shape.threads() * rounds / n);
      EXPECT_EQ(a.twice, 2 * a.deposits);
    }
  }
}

struct do_each_once {
  DIATOMIC_DEVICE void operator()(spread_array_ref<diatomic::once_flag<>> flags,
                                  spread_array_ref<unsigned> done, unsigned* unseen) const {
    for (unsigned i = 0; i < flags.size(); ++i) {
      diatomic::call_once(flags[i], [&] { done[i] = done[i] + i + 1; });
      if (done[i] != i + 1) diatomic::store_add(unseen, 1u);
    }
  }
};
TEST(spread_flags, let_work_be_done_once) {
  constexpr unsigned n = 12;
  spread_array<diatomic::once_flag<>> flags(n);
  spread_array<unsigned> done(n);
  flags.fill({});
  done.fill(0);
  auto unseen = on_device(std::vector<unsigned>{0});
  run({5, 33}, 0, do_each_once{}, flags.ref(), done.ref(), unseen.data());
  EXPECT_EQ(unseen.download()[0], 0u);
  std::vector<unsigned> expected(n);
  std::iota(expected.begin(), expected.end(), 1u);
  EXPECT_EQ(done.download(), expected);
}

// Plain host code: each thread counts in a separate word, and all count in a shared one.
TEST(spread_words_of_the_host, count_what_its_threads_do) {
  constexpr unsigned threads = 4;
  const auto each = static_cast<unsigned>(scaled(20000, 100));
  constexpr unsigned apart = 128;
  std::vector<unsigned> memory((threads + 1) * apart / sizeof(unsigned), 0);
  const spread_array_ref<unsigned> counts(memory.data(), threads + 1, apart);
  std::vector<std::thread> all;
  for (unsigned t = 0; t < threads; ++t) {
    all.emplace_back([=] {
      for (unsigned k = 0; k < each; ++k) {
        counts[t] += 1;
        diatomic::store_add(&counts[threads], 1u);
      }
    });
  }
  for (std::thread& one : all) one.join();
  for (unsigned t = 0; t < threads; ++t) EXPECT_EQ(memory[t * apart / sizeof(unsigned)], each);
  EXPECT_EQ(counts[threads], threads * each);
  EXPECT_EQ(std::accumulate(memory.begin(), memory.end(), 0u), 2 * threads * each);
}

}  // namespace
