// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Calls in which lanes exchange values, made by lanes of a warp that come at different times and
/// from two places: several sets of lanes are inside one function. With a compiler that mixes up
/// their masks (decision 0051) some of these tests do not end.

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/containers/bounded_queue.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/sync/mutex.hpp>
#include <diatomic/sync/once.hpp>
#include <diatomic/sync/semaphore.hpp>
#include <diatomic/sync/shared_mutex.hpp>

#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

constexpr unsigned grid = 8;
constexpr unsigned block = 256;
constexpr unsigned threads = grid * block;
constexpr unsigned words = 4;
constexpr unsigned most_holders = 3;

using diatomic::few_addresses;
using diatomic::same_address;
using diatomic::semaphore;

struct objects {
  unsigned sums[words] = {};
  unsigned products[words] = {1, 1, 1, 1};
  std::uint16_t narrow[words] = {};
  float floats[words] = {};
  unsigned slots = 0;
  unsigned told[words] = {};  ///< sums of the results of the calls on a word
  unsigned inside[words] = {};
  unsigned most_inside[words] = {};
  diatomic::spin_mutex<> mutexes[words];
  diatomic::shared_mutex<> shared_mutexes[words];
  semaphore<> permits[words]{semaphore<>(most_holders), semaphore<>(most_holders),
                             semaphore<>(most_holders), semaphore<>(most_holders)};

  DIATOMIC_FUNCTION void tell(unsigned w, unsigned value) { diatomic::store_add(told + w, value); }
};

/// The number of calls on each word.
using call_counts = std::array<unsigned, words>;
unsigned total(const call_counts& calls) { return std::accumulate(calls.begin(), calls.end(), 0u); }
/// 0 + ... + (n - 1), modulo 2^32.
unsigned sum_below(unsigned n) { return static_cast<unsigned>(n * (std::uint64_t{n} - 1) / 2); }
/// 3^n, and the sum of the powers below it, modulo 2^32.
struct power {
  unsigned value = 1;
  unsigned sum = 0;
  explicit power(unsigned n) {
    for (unsigned i = 0; i < n; ++i) {
      sum += value;
      value *= 3;
    }
  }
};

/// The calls on word `w`. `is_right`: whether the word and the results of its calls are right.
///@{
template <bool AnyObject>
struct call_on {
  /// Whether the lanes that call together may pass different objects.
  static constexpr bool takes_any_object = AnyObject;
};
struct add_by_groups : call_on<true> {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    o->tell(w, diatomic::fetch_add(o->sums + w, 1u, few_addresses));
  }
  static bool is_right(const objects& o, unsigned w, const call_counts& calls) {
    return o.sums[w] == calls[w] && o.told[w] == sum_below(calls[w]);
  }
};
struct add_integers_by_groups : call_on<true> {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    diatomic::store_add(o->sums + w, 1u, few_addresses);
  }
  static bool is_right(const objects& o, unsigned w, const call_counts& calls) {
    return o.sums[w] == calls[w];
  }
};
struct add_floats_by_groups : call_on<true> {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    diatomic::store_add(o->floats + w, 1.0f, few_addresses, diatomic::release);
  }
  static bool is_right(const objects& o, unsigned w, const call_counts& calls) {
    return o.floats[w] == static_cast<float>(calls[w]);
  }
};
struct add_narrow_by_groups : call_on<true> {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    const std::uint16_t one = 1;
    o->tell(w, diatomic::fetch_add(o->narrow + w, one, few_addresses));
  }
  static bool is_right(const objects& o, unsigned w, const call_counts& calls) {
    const unsigned laps = calls[w] >> 16;
    const unsigned rest = calls[w] & 0xffff;
    return o.narrow[w] == rest && o.told[w] == laps * sum_below(1u << 16) + sum_below(rest);
  }
};
struct multiply_by_groups : call_on<true> {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    o->tell(w, diatomic::fetch_mul(o->products + w, 3u, few_addresses));
  }
  static bool is_right(const objects& o, unsigned w, const call_counts& calls) {
    const power right(calls[w]);
    return o.products[w] == right.value && o.told[w] == right.sum;
  }
};
/// Finds the groups once for four calls, of which the last two are in a loop.
struct add_by_found_groups : call_on<true> {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    const auto group = diatomic::lane_group::with_same(o->sums + w);
    o->tell(w, diatomic::fetch_add(o->sums + w, 1u, group));
    diatomic::store_add_each(o->floats + w, {1.0f}, group, diatomic::release);
    for (unsigned i = 0; i < 2; ++i) diatomic::store_mul(o->products + w, 3u, group);
  }
  static bool is_right(const objects& o, unsigned w, const call_counts& calls) {
    return o.sums[w] == calls[w] && o.told[w] == sum_below(calls[w]) &&
           o.floats[w] == static_cast<float>(calls[w]) &&
           o.products[w] == power(2 * calls[w]).value;
  }
};
struct update_at_one_address : call_on<false> {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned) const {
    o->tell(0, diatomic::fetch_mul(o->products, 3u, same_address, diatomic::acq_rel));
    o->tell(1, diatomic::fetch_add(o->sums, 1u, same_address));
    diatomic::store_add(o->sums + 1, 1u, same_address);
  }
  static bool is_right(const objects& o, unsigned, const call_counts& calls) {
    const unsigned n = total(calls);
    const power right(n);
    return o.products[0] == right.value && o.told[0] == right.sum && o.sums[0] == n &&
           o.told[1] == sum_below(n) && o.sums[1] == n;
  }
};
struct take_slot : call_on<false> {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned) const {
    o->tell(0, diatomic::claim_slot(&o->slots));
  }
  static bool is_right(const objects& o, unsigned, const call_counts& calls) {
    return o.slots == total(calls) && o.told[0] == sum_below(total(calls));
  }
};
struct add_under_lock : call_on<true> {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    o->tell(w, diatomic::with_lock(o->mutexes[w], [=] { return o->sums[w]++; }));
  }
  static bool is_right(const objects& o, unsigned w, const call_counts& calls) {
    return o.sums[w] == calls[w] && o.told[w] == sum_below(calls[w]);
  }
};
struct add_under_shared_lock : call_on<true> {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    diatomic::with_shared_lock(o->shared_mutexes[w], [=] { diatomic::store_add(o->sums + w, 1u); });
  }
  static bool is_right(const objects& o, unsigned w, const call_counts& calls) {
    return o.sums[w] == calls[w];
  }
};
struct add_with_permit : call_on<true> {
  DIATOMIC_FUNCTION static void add_inside(objects* o, unsigned w) {
    diatomic::store_max(o->most_inside + w, diatomic::add_fetch(o->inside + w, 1u));
    diatomic::store_add(o->sums + w, 1u);
    diatomic::store_sub(o->inside + w, 1u);
  }
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    diatomic::with_permit(o->permits[w], [=] { add_inside(o, w); });
  }
  static bool is_right(const objects& o, unsigned w, const call_counts& calls) {
    return o.sums[w] == calls[w] && o.inside[w] == 0 && o.most_inside[w] <= most_holders;
  }
};
/// Lanes without a permit do not try again: those with one may wait for them after the loop.
struct add_with_tried_permit : add_with_permit {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    if (o->permits[w].try_acquire()) {
      add_inside(o, w);
      o->permits[w].release();
    } else {
      o->tell(w, 1);
    }
  }
  static bool is_right(const objects& o, unsigned w, const call_counts& calls) {
    return o.sums[w] != 0 && o.sums[w] + o.told[w] == calls[w] && o.inside[w] == 0 &&
           o.most_inside[w] <= most_holders;
  }
};
///@}
/// About eight calls on each flag, of which the first adds.
struct add_once : call_on<false> {
  static constexpr unsigned calls_of_flag = 8;
  diatomic::once_flag<>* flags;

  explicit add_once(diatomic::once_flag<>* f) : flags(f) {}
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned) const {
    const unsigned flag = diatomic::fetch_add(&o->slots, 1u) / calls_of_flag;
    diatomic::call_once(flags[flag], [=] { diatomic::store_add(o->sums, 1u); });
    if (!flags[flag].is_done()) o->tell(0, 1);
  }
  static bool is_right(const objects& o, unsigned, const call_counts& calls) {
    return o.sums[0] == (total(calls) + calls_of_flag - 1) / calls_of_flag && o.told[0] == 0;
  }
};
/// Each lane pushes its word, then pops one. An item is in the queue for each lane that pops.
struct pass_through_queue : call_on<false> {
  diatomic::bounded_queue_ref<unsigned> queue;

  explicit pass_through_queue(diatomic::bounded_queue_ref<unsigned> q) : queue(q) {}
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    queue.push(w);
    diatomic::store_add(o->sums + queue.pop(), 1u);
  }
  static bool is_right(const objects& o, unsigned w, const call_counts& calls) {
    return o.sums[w] == calls[w];
  }
};

/// The choices of a thread in one round.
struct step {
  unsigned hash;

  DIATOMIC_FUNCTION step(unsigned thread, unsigned round)
      : hash((thread * 2654435761u + round * 40503u) >> 7) {}
  DIATOMIC_FUNCTION bool is_in_first_place() const { return hash % 5 < 3; }
  DIATOMIC_FUNCTION unsigned first_word() const { return hash / 3 % words; }
  DIATOMIC_FUNCTION unsigned second_word() const { return hash / 5 % words; }
  DIATOMIC_FUNCTION unsigned delay() const { return hash % 7; }
  DIATOMIC_FUNCTION bool is_in_shared_memory() const { return hash % 3 == 0; }
};

template <class Call>
DIATOMIC_OUTLINED_FUNCTION void outlined(const Call& call, objects* o, unsigned w) {
  call(o, w);
}
/// Block b uses `o[0]`, and a copy of `o[b + 1]` in shared memory.
template <class Call>
struct calls_from_two_places {
  DIATOMIC_DEVICE void operator()(Call call, objects* o, unsigned* other, unsigned rounds) const {
    objects* const own = o + diatomic::block_index() + 1;
    auto* const shared = diatomic::shared_array<objects>();
    if (diatomic::thread_index() == 0) *shared = *own;
    diatomic::sync_block();
    for (unsigned round = 0; round < rounds; ++round) {
      const step now(diatomic::global_index(), round);
      objects* const chosen = Call::takes_any_object && now.is_in_shared_memory() ? shared : o;
      if (now.is_in_first_place()) {
        outlined(call, chosen, now.first_word());
        diatomic::store_add(other + 64, 1u);  // so that the branches do not end alike
      } else {
        for (unsigned i = 0; i < now.delay(); ++i) {
          if (diatomic::fetch_add(other + now.hash % 64, 1u) == ~0u) outlined(call, o, 0);  // never
        }
        outlined(call, chosen, now.second_word());
      }
    }
    diatomic::sync_block();
    if (diatomic::thread_index() == 0) *own = *shared;
  }
};

unsigned rounds_of(std::size_t most) { return static_cast<unsigned>(scaled(most, 8)); }

template <class Call>
void expect_right(Call call, std::size_t most_rounds = 1000) {
  const unsigned rounds = rounds_of(most_rounds);
  auto o = test::on_device(std::vector<objects>(grid + 1));
  auto other = test::on_device(std::vector<unsigned>(65));
  test::run({grid, block}, sizeof(objects), calls_from_two_places<Call>{}, call, o.data(),
            other.data(), rounds);
  std::vector<call_counts> calls(grid + 1);
  for (unsigned thread = 0; thread < threads; ++thread) {
    for (unsigned round = 0; round < rounds; ++round) {
      const step now(thread, round);
      const bool is_shared = Call::takes_any_object && now.is_in_shared_memory();
      ++calls[is_shared ? thread / block + 1 : 0]
             [now.is_in_first_place() ? now.first_word() : now.second_word()];
    }
  }
  const std::vector<objects> result = o.download();
  for (unsigned i = 0; i <= grid; ++i) {
    for (unsigned w = 0; w < words; ++w) {
      EXPECT_TRUE(Call::is_right(result[i], w, calls[i])) << "object " << i << ", word " << w;
    }
  }
}

TEST(divergence, additions_by_groups) { expect_right(add_by_groups{}); }
TEST(divergence, integer_sums_by_groups) { expect_right(add_integers_by_groups{}); }
TEST(divergence, float_sums_by_groups) { expect_right(add_floats_by_groups{}); }
TEST(divergence, narrow_additions_by_groups) { expect_right(add_narrow_by_groups{}); }
TEST(divergence, products_by_groups) { expect_right(multiply_by_groups{}); }
TEST(divergence, calls_by_found_groups) { expect_right(add_by_found_groups{}); }
TEST(divergence, updates_at_one_address) { expect_right(update_at_one_address{}); }
TEST(divergence, slots) { expect_right(take_slot{}); }
TEST(divergence, locks) { expect_right(add_under_lock{}, 200); }
TEST(divergence, shared_locks) { expect_right(add_under_shared_lock{}, 200); }
TEST(divergence, permits) { expect_right(add_with_permit{}, 200); }
TEST(divergence, tried_permits) { expect_right(add_with_tried_permit{}, 200); }
TEST(divergence, once) {
  constexpr std::size_t most_rounds = 200;
  diatomic::device_array<diatomic::once_flag<>> flags(threads / add_once::calls_of_flag *
                                                      rounds_of(most_rounds));
  flags.fill_bytes(0);
  expect_right(add_once(flags.data()), most_rounds);
}
TEST(divergence, queues) {
  const diatomic::bounded_queue<unsigned> queue(4096);
  expect_right(pass_through_queue(queue.ref()), 50);
}

}  // namespace
