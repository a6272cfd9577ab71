// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// `std::memory_order` values where tags stand: what they mean, for every operation, and that they
/// do what the operation does.

#include <atomic>
#include <type_traits>

#include <gtest/gtest.h>

#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace std_orders_tests {
struct queue {
  static constexpr int consume = 1, acq_rel = 4, seq_cst = 5;
};
struct alignas(4) counts {
  char consume, acq_rel, seq_cst, memory_order_consume;
};
}  // namespace std_orders_tests

namespace {

using diatomic::memory_order;
using diatomic::memory_scope;
using diatomic::op;

// --- What a value means: the properties of the call that it becomes.

template <op Op, memory_order Order, class... Tags>
using asked = diatomic::detail::ordered_access_of<Op, Order, diatomic::detail::plain_access,
                                                  std::memory_order, Tags...>;
static_assert(asked<op::load, memory_order::acquire>::order == memory_order::acquire);
static_assert(asked<op::load, memory_order::relaxed>::order == memory_order::relaxed);
static_assert(asked<op::load, memory_order::release>::order == memory_order::seq_cst);
static_assert(asked<op::store, memory_order::acq_rel>::order == memory_order::seq_cst);
static_assert(asked<op::store, memory_order::release>::order == memory_order::release);
static_assert(asked<op::add, memory_order::acq_rel>::order == memory_order::acq_rel);
// Beside other tags; lanes that say seq_cst say it to their block.
static_assert(asked<op::add, memory_order::acquire, diatomic::block_scope_t>::scope ==
              memory_scope::block);
static_assert(asked<op::add, memory_order::acquire, diatomic::warp_scope_t>::scope ==
              memory_scope::warp);
static_assert(asked<op::add, memory_order::seq_cst, diatomic::warp_scope_t>::scope ==
              memory_scope::block);
// The failure order of a compare-exchange raises it.
static_assert(asked<op::compare_exchange, memory_order::release,
                    std::decay_t<decltype(diatomic::on_failure(diatomic::acquire))>>::order ==
              memory_order::acq_rel);
template <memory_order Success, diatomic::failure_order Failure>
inline constexpr memory_order joined_v =
    diatomic::detail::access_of<diatomic::tag<Failure>, diatomic::tag<Success>>::order;
template <memory_order...>
struct orders_list;
template <diatomic::failure_order Failure, memory_order... Joined>
inline constexpr bool raises_to_v = std::is_same_v<
    orders_list<joined_v<memory_order::relaxed, Failure>, joined_v<memory_order::acquire, Failure>,
                joined_v<memory_order::release, Failure>, joined_v<memory_order::acq_rel, Failure>,
                joined_v<memory_order::seq_cst, Failure>>,
    orders_list<Joined...>>;
static_assert(
    raises_to_v<diatomic::failure_order::relaxed, memory_order::relaxed, memory_order::acquire,
                memory_order::release, memory_order::acq_rel, memory_order::seq_cst>);
static_assert(
    raises_to_v<diatomic::failure_order::acquire, memory_order::acquire, memory_order::acquire,
                memory_order::acq_rel, memory_order::acq_rel, memory_order::seq_cst>);
static_assert(
    raises_to_v<diatomic::failure_order::seq_cst, memory_order::seq_cst, memory_order::seq_cst,
                memory_order::seq_cst, memory_order::seq_cst, memory_order::seq_cst>);
// What returns nothing cannot acquire.
static_assert(diatomic::detail::ordered_access_of<op::add, memory_order::acquire,
                                                  diatomic::detail::plain_reduction,
                                                  std::memory_order>::order ==
              memory_order::seq_cst);

// --- What is an order: the enum of std, and no other with some of its names or other values.

enum class order_of_another_library {  // its values are bits
  relaxed = 0,
  consume = 1,
  acquire = 2,
  release = 4,
  acq_rel = 6,
  seq_cst = 14
};
enum class state { idle, consume, produce };
enum old_state { memory_order_idle, memory_order_consume };
static_assert(diatomic::detail::is_std_order_v<std::memory_order>);
static_assert(!diatomic::detail::is_std_order_v<memory_order>);
static_assert(!diatomic::detail::is_std_order_v<order_of_another_library>);
static_assert(!diatomic::detail::is_std_order_v<state>);
static_assert(!diatomic::detail::is_std_order_v<old_state>);
static_assert(!diatomic::detail::is_std_order_v<std_orders_tests::queue>);
static_assert(!diatomic::detail::is_std_order_v<std_orders_tests::counts>);
static_assert(!diatomic::detail::is_std_order_v<int>);
// Each value counts, in C++17's form and in C++20's.
template <int Consume, int AcqRel, int SeqCst>
struct enums {
  enum unscoped {
    memory_order_consume = Consume,
    memory_order_acq_rel = AcqRel,
    memory_order_seq_cst = SeqCst
  };
  enum class scoped { consume = Consume, acq_rel = AcqRel, seq_cst = SeqCst };
};
template <int... Values>
inline constexpr bool are_orders_v =
    diatomic::detail::is_std_order_v<typename enums<Values...>::unscoped> &&
    diatomic::detail::is_std_order_v<typename enums<Values...>::scoped>;
template <int... Values>
inline constexpr bool is_any_order_v =
    diatomic::detail::is_std_order_v<typename enums<Values...>::unscoped> ||
    diatomic::detail::is_std_order_v<typename enums<Values...>::scoped>;
static_assert(are_orders_v<1, 4, 5>);
static_assert(!is_any_order_v<2, 4, 5> && !is_any_order_v<1, 3, 5> && !is_any_order_v<1, 4, 6>);
struct orders_of_both {
  enum type {
    consume = 1,
    acq_rel = 4,
    seq_cst = 5,
    memory_order_consume = consume,
    memory_order_acq_rel = acq_rel,
    memory_order_seq_cst = seq_cst
  };
};
static_assert(diatomic::detail::is_std_order_v<orders_of_both::type>);

// --- What the calls do.

constexpr unsigned orders = 6;
DIATOMIC_FUNCTION std::memory_order order_number(unsigned i) {
  constexpr std::memory_order all[orders] = {std::memory_order_relaxed, std::memory_order_consume,
                                             std::memory_order_acquire, std::memory_order_release,
                                             std::memory_order_acq_rel, std::memory_order_seq_cst};
  return all[i];
}

/// The order of the call that a value, known at run time, becomes.
struct order_of_call {
  template <class Access>
  DIATOMIC_FUNCTION memory_order operator()(Access) const {
    return Access::order;
  }
};
template <op Op>
void expect_meanings(const memory_order (&meanings)[orders]) {
  for (unsigned i = 0; i < orders; ++i) {
    const auto meant = diatomic::detail::with_access<Op, diatomic::detail::plain_access>(
        order_of_call{}, diatomic::block_scope, order_number(i));
    EXPECT_EQ(meant, meanings[i]) << diatomic::name_of(Op) << " with order " << i;
  }
}
TEST(std_orders, each_value_becomes_its_order) {
  constexpr auto relaxed = memory_order::relaxed, acquire = memory_order::acquire;
  constexpr auto release = memory_order::release, acq_rel = memory_order::acq_rel;
  constexpr auto seq_cst = memory_order::seq_cst;
  expect_meanings<op::add>({relaxed, acquire, acquire, release, acq_rel, seq_cst});
  expect_meanings<op::exchange>({relaxed, acquire, acquire, release, acq_rel, seq_cst});
  expect_meanings<op::compare_exchange>({relaxed, acquire, acquire, release, acq_rel, seq_cst});
  expect_meanings<op::load>({relaxed, acquire, acquire, seq_cst, seq_cst, seq_cst});
  expect_meanings<op::store>({relaxed, seq_cst, seq_cst, release, seq_cst, seq_cst});
}

/// Each operation with the order `o`, which the compiler does not know; returns how many were
/// wrong.
DIATOMIC_FUNCTION unsigned wrong_calls(unsigned* p, std::memory_order o) {
  using namespace diatomic::tags;
  unsigned wrong = 0;
  const auto expect = [&wrong](bool is_right) { wrong += is_right ? 0 : 1; };
  diatomic::store(p, 5u, o);
  expect(diatomic::load(p, o) == 5 && diatomic::load(p, block_scope, o) == 5);
  expect(diatomic::exchange(p, 6u, o, system_scope) == 5);
  expect(diatomic::compare_exchange(p, 6u, 7u, o) == 6);
  unsigned seen = 1;
  expect(!diatomic::compare_exchange_strong(p, seen, 2u, o) && seen == 7);
  expect(diatomic::compare_exchange_weak(p, seen, 8u, o, std::memory_order_acquire));
  expect(diatomic::fetch_add(p, 1u, o) == 8 && diatomic::add_fetch(p, 1u, o, warp_scope) == 10);
  diatomic::store_add(p, 1u, o);
  diatomic::store_add_at(p, 0, 1, 1u, o);
  expect(diatomic::fetch_sub(p, 2u, o) == 12 && diatomic::fetch_mul(p, 3u, o) == 10);
  diatomic::store_mul(p, 2u, warp_scope, o);
  expect(diatomic::fetch_div(p, 2u, o) == 60 && diatomic::fetch_mod(p, 16u, o) == 30);
  expect(diatomic::fetch_and(p, 12u, o) == 14 && diatomic::fetch_or(p, 3u, o) == 12);
  expect(diatomic::fetch_xor(p, 1u, o) == 15 && diatomic::fetch_nand(p, 6u, o) == 14);
  diatomic::store_and(p, 255u, o);
  expect(diatomic::fetch_shr(p, 4u, o) == 0xf9 && diatomic::fetch_shl(p, 1u, o) == 15);
  expect(diatomic::fetch_min(p, 9u, o) == 30 && diatomic::fetch_max(p, 11u, o, in_global) == 9);
  diatomic::store_max(p, 12u, o);
  expect(diatomic::fetch_inc_wrap(p, 12u, o) == 12 && diatomic::fetch_dec_wrap(p, 4u, o) == 0);
  expect(diatomic::fetch_update(p, [](unsigned v) { return v + 1; }, o) == 4);
  expect(diatomic::try_update(p, [](unsigned& v) { return ++v == 6; }, o));
  expect(diatomic::claim_slot(p, o) == 6 && diatomic::wait(p, 0u, o) == 7);
  diatomic::fence(o);
  diatomic::fence(block_scope, o);
  return wrong;
}

struct call_with_orders {
  DIATOMIC_DEVICE void operator()(unsigned* word, unsigned* wrong) const {
    if (diatomic::thread_index() != 0) return;
    for (unsigned i = 0; i < orders; ++i) wrong[i] = wrong_calls(word, order_number(i));
  }
};

TEST(std_orders, calls_in_kernels) {
  diatomic::device_array<unsigned> word(1);
  diatomic::device_array<unsigned> wrong(orders);
  wrong.fill_bytes(0xff);
  diatomic::stream stream;
  diatomic::launch(1, 32, 0, stream, call_with_orders{}, word.data(), wrong.data());
  stream.synchronize();
  for (const unsigned n : wrong.download()) EXPECT_EQ(n, 0u);
}

TEST(std_orders, calls_in_host_code) {
  unsigned word = 0;
  for (unsigned i = 0; i < orders; ++i) EXPECT_EQ(wrong_calls(&word, order_number(i)), 0u) << i;
}

// The order of each kind of operation through an acq_rel reference.
template <op Op, class Own>
inline constexpr memory_order order_of_own = diatomic::detail::operation_own_of<Op, Own>::order;
using acq_rel_type = diatomic::detail::access_of<diatomic::acq_rel_t>;
static_assert(order_of_own<op::load, acq_rel_type> == memory_order::acquire);
static_assert(order_of_own<op::store, acq_rel_type> == memory_order::release);
static_assert(order_of_own<op::add, acq_rel_type> == memory_order::acq_rel);
static_assert(order_of_own<op::exchange, acq_rel_type> == memory_order::acq_rel);
static_assert(order_of_own<op::compare_exchange, acq_rel_type> == memory_order::acq_rel);
static_assert(order_of_own<op::add, acq_rel_type::without_result> == memory_order::release);
using seq_cst_type = diatomic::detail::access_of<diatomic::seq_cst_t>;
static_assert(order_of_own<op::load, seq_cst_type> == memory_order::seq_cst);
static_assert(order_of_own<op::store, seq_cst_type> == memory_order::seq_cst);
// Hints accumulate and do not change the order.
using with_hints = diatomic::detail::access_of<diatomic::monotone_t, diatomic::release_t,
                                               diatomic::few_addresses_t, diatomic::in_array_t>;
static_assert(with_hints::order == memory_order::release);
static_assert(with_hints::value.hints == (diatomic::hint::monotone | diatomic::hint::few_addresses |
                                          diatomic::hint::in_array));

/// The halves of an order.
struct halves {
  bool acquires, releases, is_seq_cst;
  explicit halves(std::memory_order o)
      : acquires(o == std::memory_order_acquire || o == std::memory_order_consume ||
                 o == std::memory_order_acq_rel || o == std::memory_order_seq_cst),
        releases(o == std::memory_order_release || o == std::memory_order_acq_rel ||
                 o == std::memory_order_seq_cst),
        is_seq_cst(o == std::memory_order_seq_cst) {}
};
TEST(std_orders, two_orders_become_one_that_has_what_both_have) {
  for (unsigned i = 0; i < orders; ++i) {
    for (const std::memory_order failure : {std::memory_order_relaxed, std::memory_order_consume,
                                            std::memory_order_acquire, std::memory_order_seq_cst}) {
      const halves success(order_number(i));
      const halves failed(failure);
      const halves found(diatomic::detail::joined(order_number(i), failure));
      SCOPED_TRACE(testing::Message() << i << ", " << static_cast<int>(failure));
      EXPECT_EQ(found.is_seq_cst, success.is_seq_cst || failed.is_seq_cst);
      EXPECT_EQ(found.acquires, success.acquires || failed.acquires);
      EXPECT_EQ(found.releases, success.releases || failed.is_seq_cst);
    }
  }
}

}  // namespace
