// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Calls in which lanes exchange values, made by lanes of a warp that come at different times and
/// from two places: several sets of lanes are inside one function. On a compiler that mixes them up
/// (decision 0051) these tests do not end.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/containers/bounded_queue.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/sync/mutex.hpp>
#include <diatomic/sync/semaphore.hpp>

#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

constexpr unsigned words = 4;

struct objects {
  unsigned sums[words] = {};
  unsigned products[words] = {1, 1, 1, 1};
  std::uint16_t narrow[words] = {};
  float floats[words] = {};
  unsigned slots = 0;
  diatomic::spin_mutex<> mutexes[words];
  diatomic::semaphore<> permits[words]{diatomic::semaphore<>(3), diatomic::semaphore<>(3),
                                       diatomic::semaphore<>(3), diatomic::semaphore<>(3)};
};

/// The calls on word `w`. `is_right`: whether the word is right after `calls` calls.
///@{
template <bool AnyObject>
struct call_on {
  /// Whether the lanes that call together may pass different objects.
  static constexpr bool takes_any_object = AnyObject;
};
struct add_by_groups : call_on<true> {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    if (diatomic::fetch_add(o->sums + w, 1u, diatomic::few_addresses) == ~0u) o->slots = 1;
  }
  static bool is_right(const objects& o, unsigned w, unsigned calls) { return o.sums[w] == calls; }
};
struct add_ordered_by_groups : call_on<true> {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    diatomic::store_add(o->floats + w, 1.0f, diatomic::few_addresses, diatomic::release);
  }
  static bool is_right(const objects& o, unsigned w, unsigned calls) {
    return o.floats[w] == static_cast<float>(calls);
  }
};
struct add_narrow_by_groups : call_on<true> {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    const std::uint16_t one = 1;
    if (diatomic::fetch_add(o->narrow + w, one, diatomic::few_addresses) == 0xffff) o->slots = 1;
  }
  static bool is_right(const objects& o, unsigned w, unsigned calls) {
    return o.narrow[w] == static_cast<std::uint16_t>(calls);
  }
};
struct multiply_by_groups : call_on<true> {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    if (diatomic::fetch_mul(o->products + w, 3u, diatomic::few_addresses) == 0) o->slots = 1;
  }
  static bool is_right(const objects& o, unsigned w, unsigned calls) {
    unsigned product = 1;
    for (unsigned i = 0; i < calls; ++i) product *= 3;
    return o.products[w] == product;
  }
};
struct multiply_at_one_address : call_on<false> {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned) const {
    diatomic::fetch_mul(o->products, 3u, diatomic::same_address, diatomic::acq_rel);
    diatomic::fetch_add(o->sums, 1u, diatomic::same_address);
  }
  static bool is_right(const objects& o, unsigned, unsigned) {
    unsigned product = 1;
    for (unsigned i = 0; i < o.sums[0]; ++i) product *= 3;
    return o.products[0] == product;
  }
};
struct take_slot : call_on<false> {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    if (diatomic::claim_slot(&o->slots) < ~0u) diatomic::store_add(o->sums + w, 1u);
  }
  static bool is_right(const objects& o, unsigned w, unsigned calls) {
    return o.sums[w] == calls && o.slots == o.sums[0] + o.sums[1] + o.sums[2] + o.sums[3];
  }
};
struct add_under_lock : call_on<true> {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    diatomic::with_lock(o->mutexes[w], [=] { ++o->sums[w]; });
  }
  static bool is_right(const objects& o, unsigned w, unsigned calls) { return o.sums[w] == calls; }
};
struct add_with_permit : call_on<true> {
  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    diatomic::with_permit(o->permits[w], [=] { diatomic::store_add(o->sums + w, 1u); });
  }
  static bool is_right(const objects& o, unsigned w, unsigned calls) { return o.sums[w] == calls; }
};
///@}
/// Each lane pushes its word, then pops one. An item is in the queue for each lane that pops.
struct pass_through_queue : call_on<false> {
  diatomic::bounded_queue_ref<unsigned> queue;

  explicit pass_through_queue(diatomic::bounded_queue_ref<unsigned> q) : queue(q) {}

  DIATOMIC_FUNCTION void operator()(objects* o, unsigned w) const {
    queue.push(w);
    diatomic::store_add(o->sums + queue.pop(), 1u);
  }
  static bool is_right(const objects& o, unsigned w, unsigned calls) { return o.sums[w] == calls; }
};

/// What thread `thread` does in a round.
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
      } else {
        for (unsigned i = 0; i < now.delay(); ++i) {
          if (diatomic::fetch_add(other + now.hash % 64, 1u) == ~0u) *other = 1;
        }
        outlined(call, chosen, now.second_word());
      }
    }
    diatomic::sync_block();
    if (diatomic::thread_index() == 0) *own = *shared;
  }
};

template <class Call>
void expect_right(Call call, std::size_t most_rounds = 1000) {
  constexpr unsigned grid = 8;
  constexpr unsigned block = 256;
  const auto rounds = static_cast<unsigned>(scaled(most_rounds, 8));
  auto o = test::on_device(std::vector<objects>(grid + 1));
  auto other = test::on_device(std::vector<unsigned>(64));
  test::run({grid, block}, sizeof(objects), calls_from_two_places<Call>{}, call, o.data(),
            other.data(), rounds);
  std::vector<std::array<unsigned, words>> calls(grid + 1);
  for (unsigned thread = 0; thread < grid * block; ++thread) {
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
      EXPECT_TRUE(Call::is_right(result[i], w, calls[i][w])) << "object " << i << ", word " << w;
    }
  }
}

TEST(divergence, additions_by_groups) { expect_right(add_by_groups{}); }
TEST(divergence, ordered_additions_by_groups) { expect_right(add_ordered_by_groups{}); }
TEST(divergence, narrow_additions_by_groups) { expect_right(add_narrow_by_groups{}); }
TEST(divergence, products_by_groups) { expect_right(multiply_by_groups{}); }
TEST(divergence, products_at_one_address) { expect_right(multiply_at_one_address{}); }
TEST(divergence, slots) { expect_right(take_slot{}); }
TEST(divergence, locks) { expect_right(add_under_lock{}); }
TEST(divergence, permits) { expect_right(add_with_permit{}); }
TEST(divergence, queues) {
  const diatomic::bounded_queue<unsigned> queue(4096);
  expect_right(pass_through_queue(queue.ref()), 50);
}

}  // namespace
