// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Order, scope, space, hints and use of the result of every call reach memory as the call says:
/// each function and each member, with tags in any sequence and with each `std::memory_order`.

#include <atomic>

#include "accesses/forms.hpp"

namespace {

using namespace accesses_tests;
using namespace diatomic;

/// One form of which tags are arguments, on the object `*p`.
template <class Form, class Object>
void expect_tags(Object* p) {
  const auto expect = [p](auto... tags) { expect_form<Form>({}, p, p, tags...); };
  expect();
  expect(block_scope, possible<Form>(acquire), coarse_grained, in_global);
  expect(in_array, in_global, possible<Form>(release), system_scope);
  expect(keep_denormals, in_shared, cluster_scope, possible<Form>(acq_rel), same_address);
  expect(warp_scope, relaxed, ignore_denormals, few_addresses);
  expect(seq_cst);
  for (const std::memory_order o : std_orders) expect(in_global, warp_scope, coarse_grained, o);
}

template <op... Ops>
struct operations {};
using updates = operations<op::add, op::sub, op::mul, op::div, op::mod, op::bit_and, op::bit_or,
                           op::bit_xor, op::bit_nand, op::shl, op::shr, op::min, op::max,
                           op::inc_wrap, op::dec_wrap, op::fminimum, op::fmaximum, op::fminimum_num,
                           op::fmaximum_num, op::min_if_less, op::max_if_greater>;

template <op... Ops>
void expect_updates(operations<Ops...>) {
  alignas(16) word object[4] = {};
  (expect_tags<f_fetch<Ops>>(reinterpret_cast<object_of<Ops>*>(object)), ...);
  (expect_tags<f_new<Ops>>(reinterpret_cast<object_of<Ops>*>(object)), ...);
  (expect_tags<f_reduce<Ops>>(reinterpret_cast<object_of<Ops>*>(object)), ...);
}
TEST(accesses, updates) { expect_updates(updates{}); }

template <class... Forms>
void expect_moves() {
  word object = 7;
  word* const p = &object;
  (expect_tags<Forms>(p), ...);
  for (const std::memory_order o : std_orders) {
    (expect_form<Forms>({}, p, p, o), ...);
    (expect_form<Forms>({}, p, p, block_scope, o), ...);
  }
}
TEST(accesses, moves) {
  expect_moves<f_load, f_wait, f_wait_until, f_store, f_exchange, f_compare_exchange, f_strong,
               f_weak, f_fetch_update, f_try_update, f_try_in_vain, f_claim_slot, f_store_add_at>();
}

/// A compare-exchange's own order, a failure order, and what has both.
template <class Order, class Failure>
void expect_joined(Order order, Failure on_failure, memory_order joined) {
  word object = 7;
  word* const p = &object;
  const diatomic::atomic_ref<word> member(object);
  access_properties with;
  with.order = joined;
  const auto expect = [&](const char* name, pattern does, call_ref call) {
    object = 7;
    const std::string found = accesses_of(call);
    EXPECT_EQ(found, expected_text(does, with, found)) << name;
  };
  const auto next = [](word v) { return v + 1; };
  word seen = 7;
  expect("compare_exchange", pattern::compare_exchange,
         [&] { compare_exchange(p, 7u, 8u, order, on_failure); });
  expect("compare_exchange, tags in reverse", pattern::compare_exchange,
         [&] { compare_exchange(p, 7u, 8u, on_failure, order); });
  expect("strong", pattern::compare_exchange,
         [&] { compare_exchange_strong(p, seen, 8u, on_failure, order); });
  expect("weak", pattern::compare_exchange,
         [&] { compare_exchange_weak(p, seen, 8u, order, on_failure); });
  expect("fetch_update", pattern::loop, [&] { fetch_update(p, next, order, on_failure); });
  expect("member", pattern::compare_exchange,
         [&] { member.compare_exchange(7u, 8u, on_failure, order); });
  expect("member strong", pattern::compare_exchange,
         [&] { member.compare_exchange_strong(seen, 8u, order, on_failure); });
  expect("member weak", pattern::compare_exchange,
         [&] { member.compare_exchange_weak(seen, 8u, on_failure, order); });
}
TEST(accesses, on_failure) {
  using diatomic::on_failure;
  const auto expect_order = [](auto order, memory_order own, memory_order with_acquire) {
    expect_joined(order, on_failure(relaxed), own);
    expect_joined(order, on_failure(acquire), with_acquire);
    expect_joined(order, on_failure(seq_cst), memory_order::seq_cst);
  };
  expect_order(relaxed, memory_order::relaxed, memory_order::acquire);
  expect_order(acquire, memory_order::acquire, memory_order::acquire);
  expect_order(release, memory_order::release, memory_order::acq_rel);
  expect_order(acq_rel, memory_order::acq_rel, memory_order::acq_rel);
  expect_order(seq_cst, memory_order::seq_cst, memory_order::seq_cst);
  expect_order(std::memory_order_release, memory_order::release, memory_order::acq_rel);
  expect_order(std::memory_order_acq_rel, memory_order::acq_rel, memory_order::acq_rel);
}

/// C++'s two orders, of success and of failure.
TEST(accesses, two_orders) {
  word object = 7;
  diatomic::atomic<word> owner{7};
  const diatomic::atomic_ref<word> member(object);
  const auto joined = [](std::memory_order success, std::memory_order failure) {
    access_properties with;
    put(with, success);
    access_properties failed;
    put(failed, failure);
    const bool acquires = failed.order == memory_order::acquire;
    if (failed.order == memory_order::seq_cst) return failed;
    if (acquires && with.order == memory_order::relaxed) return failed;
    if (acquires && with.order == memory_order::release) with.order = memory_order::acq_rel;
    return with;
  };
  for (const std::memory_order success : std_orders) {
    for (const std::memory_order failure : {std::memory_order_relaxed, std::memory_order_consume,
                                            std::memory_order_acquire, std::memory_order_seq_cst}) {
      access_properties with = joined(success, failure);
      word seen = 7;
      const auto expect = [&](const char* name, call_ref call) {
        object = 7;
        EXPECT_EQ(accesses_of(call), text_of("compare_exchange", with)) << name;
      };
      const auto both = [&](auto f) { f(seen, 8u, success, failure); };
      expect("member strong",
             [&] { both([&](auto&&... a) { member.compare_exchange_strong(a...); }); });
      expect("member weak",
             [&] { both([&](auto&&... a) { member.compare_exchange_weak(a...); }); });
      expect("atomic strong",
             [&] { both([&](auto&&... a) { owner.compare_exchange_strong(a...); }); });
      expect("atomic weak", [&] { both([&](auto&&... a) { owner.compare_exchange_weak(a...); }); });
      expect("strong", [&] { compare_exchange_strong(&object, seen, 8u, success, failure); });
      expect("weak", [&] { compare_exchange_weak(&object, seen, 8u, success, failure); });
      // Tags after them.
      with.scope = memory_scope::block;
      with.space = memory_space::global;
      expect("strong, tags", [&] {
        compare_exchange_strong(&object, seen, 8u, success, failure, block_scope, in_global);
      });
      expect("weak, tags", [&] {
        compare_exchange_weak(&object, seen, 8u, success, failure, in_global, block_scope);
      });
    }
  }
}

TEST(accesses, fences) {
  EXPECT_EQ(accesses_of([] { diatomic::fence(acquire); }),
            fence_text(memory_order::acquire, memory_scope::device));
  EXPECT_EQ(accesses_of([] { diatomic::fence(block_scope, release); }),
            fence_text(memory_order::release, memory_scope::block));
  EXPECT_EQ(accesses_of([] { diatomic::fence(acq_rel, system_scope); }),
            fence_text(memory_order::acq_rel, memory_scope::system));
  EXPECT_EQ(accesses_of([] { diatomic::fence(cluster_scope, seq_cst); }),
            fence_text(memory_order::seq_cst, memory_scope::cluster));
  EXPECT_EQ(accesses_of([] { diatomic::fence(warp_scope, acq_rel); }),
            fence_text(memory_order::acq_rel, memory_scope::warp));
  for (const std::memory_order o : std_orders) {
    access_properties with;
    put(with, o);
    const bool is_none = o == std::memory_order_relaxed;
    EXPECT_EQ(accesses_of([o] { diatomic::fence(o); }),
              is_none ? "" : fence_text(with.order, with.scope));
    EXPECT_EQ(accesses_of([o] { diatomic::fence(system_scope, o); }),
              is_none ? "" : fence_text(with.order, memory_scope::system));
    // Warps have no seq_cst: their blocks have.
    const bool is_last = o == std::memory_order_seq_cst;
    EXPECT_EQ(
        accesses_of([o] { diatomic::fence(o, warp_scope); }),
        is_none ? "" : fence_text(with.order, is_last ? memory_scope::block : memory_scope::warp));
  }
}

/// Calls that return a value let other threads run first: code may spin on them.
TEST(accesses, calls_that_return_a_value_give_way_once) {
  word object = 7;
  word* const p = &object;
  diatomic::atomic<word> owner{7};
  const void* const owned = owner.ref().address();
  const diatomic::atomic_ref<word> r(object);
  const std::memory_order o = std::memory_order_relaxed;
  int number = 0;
  const auto expect = [&number](const void* object_of_call, auto call) {
    accesses_of(call);
    EXPECT_EQ(recorder::yields, std::vector<const void*>{object_of_call}) << number;
    ++number;
  };
  const auto same = [](word v) { return v; };
  const auto never = [](word&) { return false; };
  word seen = 0;
  expect(p, [&] { load(p); });
  expect(p, [&] { load(p, o); });
  expect(p, [&] { exchange(p, 7u); });
  expect(p, [&] { exchange(p, 7u, o); });
  expect(p, [&] { compare_exchange(p, 7u, 7u); });
  expect(p, [&] { compare_exchange(p, 7u, 7u, o); });
  expect(p, [&] { compare_exchange_strong(p, seen, 7u); });
  expect(p, [&] { compare_exchange_weak(p, seen, 7u, o, o); });
  expect(p, [&] { fetch_add(p, 0u); });
  expect(p, [&] { fetch_add(p, 0u, o); });
  expect(p, [&] { add_fetch(p, 0u); });
  expect(p, [&] { fetch_max(p, 0u); });
  expect(p, [&] { or_fetch(p, 0u, o); });
  expect(p, [&] { fetch_update(p, same); });
  expect(p, [&] { fetch_update(p, same, o); });
  expect(p, [&] { try_update(p, never); });
  expect(p, [&] { try_update(p, never, o); });
  expect(p, [&] { claim_slot(p); });
  expect(p, [&] { r.load(); });
  expect(p, [&] { r.exchange(7u); });
  expect(p, [&] { r.compare_exchange(7u, 7u); });
  expect(p, [&] { r.fetch_add(0u); });
  expect(p, [&] { r.fetch_add(0u, o); });
  expect(p, [&] { r.add_fetch(0u); });
  expect(p, [&] { r.fetch_update(same); });
  expect(p, [&] { r.try_update(never); });
  expect(owned, [&] { owner.load(); });
  expect(owned, [&] { owner.compare_exchange_weak(seen, 7u); });
  expect(owned, [&] { owner++; });
}

}  // namespace
