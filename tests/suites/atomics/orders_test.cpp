// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Every order with every scope on every class of operation: each combination that C++ allows
/// compiles on this backend and loses nothing. That an order orders is proven by the generated
/// instructions (tests/codegen).

#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/scale.hpp"

namespace {

using diatomic::memory_order;
using diatomic::memory_scope;
using diatomic::op;

template <memory_order Order, memory_scope Scope>
struct pair {
  static constexpr memory_order order = Order;
  static constexpr memory_scope scope = Scope;

  static constexpr bool possible(op operation, diatomic::result_use result) {
    diatomic::access_properties how;
    how.order = Order;
    how.scope = Scope;
    how.result = result;
    return diatomic::tables::can_have_order(operation, how);
  }
  static constexpr bool loads = possible(op::load, diatomic::result_use::used);
  static constexpr bool stores = possible(op::store, diatomic::result_use::used);
  static constexpr bool updates = possible(op::add, diatomic::result_use::used);
};

/// What one block's threads count, word by word.
struct counters {
  unsigned long long fetched;
  unsigned added;
  unsigned swapped;  // one token, exchanged
  unsigned kept;     // tokens that exchanges brought back, summed
  unsigned by_cas;
  unsigned by_update;
  unsigned up_to_ten;  // by try_update
  int by_reference;
  unsigned stored;
  unsigned loaded_wrong;
};

template <class Pair>
struct count_all {
  DIATOMIC_DEVICE void operator()(counters* all) const {
    counters* const c = all + diatomic::block_index();
    constexpr diatomic::tag<Pair::order> order;
    constexpr diatomic::tag<Pair::scope> scope;
    if constexpr (Pair::updates) {
      diatomic::fetch_add(&c->fetched, 1ull, order, scope);
      const unsigned token =
          diatomic::exchange(&c->swapped, diatomic::thread_index() + 1, scope, order);
      diatomic::fetch_add(&c->kept, token, scope, order);
      unsigned seen = 0;
      while (!diatomic::compare_exchange_weak(&c->by_cas, seen, seen + 1, order, scope)) {
      }
      diatomic::fetch_update(&c->by_update, [](unsigned v) { return v + 1; }, order, scope);
      diatomic::try_update(
          &c->up_to_ten,
          [](unsigned& v) {
            if (v == 10) return false;
            ++v;
            return true;
          },
          order, scope);
      const diatomic::atomic_ref<int, diatomic::tag<Pair::order>, diatomic::tag<Pair::scope>> ref(
          c->by_reference);
      ++ref;
    }
    if constexpr (Pair::stores) {
      diatomic::store_add(&c->added, 1u, order, scope);
      diatomic::store(&c->stored, 0x01010101u * (diatomic::thread_index() % 256), order, scope);
    }
    if constexpr (Pair::loads) {
      const unsigned v = diatomic::load(&c->stored, order, scope);
      if (v % 0x01010101u != 0) diatomic::store_add(&c->loaded_wrong, 1u);
    }
    if constexpr (Pair::order != memory_order::relaxed && Pair::updates) {
      diatomic::fence(order, scope);
    }
  }
};

template <class Pair>
class orders : public testing::Test {};

TYPED_TEST_SUITE_P(orders);

TYPED_TEST_P(orders, lose_nothing) {
  constexpr unsigned block = TypeParam::scope == memory_scope::warp ? 32 : 128;
  const auto grid = static_cast<unsigned>(scaled(64, 2));
  diatomic::stream stream;
  diatomic::device_array<counters> array(grid);
  array.fill_bytes(0);
  diatomic::launch(grid, block, 0, stream, count_all<TypeParam>{}, array.data());
  stream.synchronize();
  for (const counters& c : array.download()) {
    if (TypeParam::updates) {
      EXPECT_EQ(c.fetched, block);
      EXPECT_EQ(c.kept + c.swapped, block * (block + 1) / 2);  // no token lost, none doubled
      EXPECT_EQ(c.by_cas, block);
      EXPECT_EQ(c.by_update, block);
      EXPECT_EQ(c.up_to_ten, 10u);
      EXPECT_EQ(c.by_reference, static_cast<int>(block));
    }
    if (TypeParam::stores) {
      EXPECT_EQ(c.added, block);
      EXPECT_EQ(c.stored % 0x01010101u, 0u);
    }
    EXPECT_EQ(c.loaded_wrong, 0u);
  }
}

REGISTER_TYPED_TEST_SUITE_P(orders, lose_nothing);

template <memory_scope Scope>
using every_order =
    testing::Types<pair<memory_order::relaxed, Scope>, pair<memory_order::acquire, Scope>,
                   pair<memory_order::release, Scope>, pair<memory_order::acq_rel, Scope>,
                   pair<memory_order::seq_cst, Scope>>;

struct order_name {
  template <class Pair>
  static std::string GetName(int) {
    return diatomic::name_of(Pair::order);
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(warp, orders, every_order<memory_scope::warp>, order_name);
INSTANTIATE_TYPED_TEST_SUITE_P(block, orders, every_order<memory_scope::block>, order_name);
INSTANTIATE_TYPED_TEST_SUITE_P(cluster, orders, every_order<memory_scope::cluster>, order_name);
INSTANTIATE_TYPED_TEST_SUITE_P(device, orders, every_order<memory_scope::device>, order_name);
INSTANTIATE_TYPED_TEST_SUITE_P(system, orders, every_order<memory_scope::system>, order_name);

/// What a table answers: each condition of a rule at its ends, and the answers without a rule.
namespace tables_tests {
using namespace diatomic;
using namespace diatomic::tables;
constexpr auto unspecified = memory_space::unspecified;
constexpr auto global = memory_space::global;
constexpr auto shared = memory_space::shared;

/// Native if the rule for sums of u32 on the architectures 10 to 20 with `given` answers.
constexpr support level(condition given, access_properties with, int on = 15, int toolkit = 1400,
                        op operation = op::add, kind type = kind::u32) {
  const rule table[] = {{sums, any_of(kind::u32), {10, 20}, given, native_instruction},
                        {sums, any_of(kind::u32), {10, 20}, given, loop_in_instruction}};
  return tables::find(table, {operation, type, with, on, toolkit}).level;
}
constexpr access_properties in(memory_space space, hint hints = hint::none,
                               memory_scope scope = memory_scope::device,
                               result_use result = result_use::used) {
  return {memory_order::relaxed, scope, space, hints, result};
}
constexpr bool is_native(support s) { return s == support::native; }
static_assert(!is_native(level({}, in(global), 9)) && is_native(level({}, in(global), 10)) &&
              is_native(level({}, in(global), 20)) && !is_native(level({}, in(global), 21)));
static_assert(is_native(level({}, in(global), 15, 1400, op::sub)) &&
              !is_native(level({}, in(global), 15, 1400, op::mul)) &&
              !is_native(level({}, in(global), 15, 1400, op::add, kind::i32)));
static_assert(is_native(level({}, in(unspecified))) && is_native(level({global}, in(global))) &&
              !is_native(level({global}, in(shared))) && !is_native(level({shared}, in(global))) &&
              !is_native(level({global}, in(unspecified))) &&
              !is_native(level({shared}, in(unspecified))));
constexpr condition hinted{unspecified, hint::coarse_grained | hint::in_array};
static_assert(!is_native(level(hinted, in(global, hint::coarse_grained))) &&
              !is_native(level(hinted, in(global, hint::in_array | hint::monotone))) &&
              is_native(level(hinted, in(global, hinted.hints))) &&
              is_native(level(hinted, in(global, hinted.hints | hint::monotone))));
constexpr condition blind{unspecified, hint::none, true};
static_assert(!is_native(level(blind, in(global))) &&
              is_native(level(blind,
                              in(global, hint::none, memory_scope::device, result_use::unused))));
constexpr condition narrow{unspecified, hint::none, false, memory_scope::block};
static_assert(is_native(level(narrow, in(global, hint::none, memory_scope::warp))) &&
              is_native(level(narrow, in(global, hint::none, memory_scope::block))) &&
              !is_native(level(narrow, in(global, hint::none, memory_scope::cluster))) &&
              !is_native(level(narrow, in(global))));
constexpr condition recent{unspecified, hint::none, false, memory_scope::system, 1304};
static_assert(!is_native(level(recent, in(global), 15, 1303)) &&
              is_native(level(recent, in(global), 15, 1304)));

constexpr rule few[] = {
    {sums, any_of(kind::f32), {}, {global}, native_instruction},
    {any_of(op::compare_exchange), any_of(kind::u128), {}, {shared}, native_instruction}};
constexpr table_entry answer(op operation, kind type, memory_space space) {
  return tables::find(few, {operation, type, in(space), 15});
}
constexpr table_entry none{};
static_assert(answer(op::add, kind::f32, unspecified) ==
              table_entry{support::loop, method::by_space});
static_assert(answer(op::add, kind::f32x2, global) ==
                  table_entry{support::native, method::by_element} &&
              answer(op::add, kind::f32x4, shared) == loop_by_element &&
              answer(op::min, kind::f64x2, global) == loop_by_element &&
              answer(op::add, kind::f16x2, global) == loop_of_cas &&
              answer(op::compare_exchange, kind::f32x2, global) == loop_of_cas &&
              answer(op::compare_exchange, kind::f32x4, global) == none);
static_assert(answer(op::add, kind::u128, shared) == loop_of_cas &&
              answer(op::add, kind::u128, global) == none &&
              answer(op::add, kind::u128, unspecified) ==
                  table_entry{support::none, method::by_space} &&
              answer(op::load, kind::i128, shared) == none);
static_assert(answer(op::fminimum, kind::u32, global) == none &&
              answer(op::min_if_less, kind::i64, global) == none &&
              answer(op::bit_and, kind::f32, global) == none &&
              answer(op::mod, kind::f16x2, global) == none &&
              answer(op::inc_wrap, kind::i64, global) == none &&
              answer(op::load, kind::unknown, global) == none &&
              answer(op::dec_wrap, kind::u8, global) == loop_of_cas &&
              answer(op::fmaximum_num, kind::bf16, global) == loop_of_cas &&
              answer(op::shr, kind::i8, global) == loop_of_cas);
}  // namespace tables_tests

TEST(names, of_orders_scopes_and_spaces) {
  using diatomic::memory_order;
  using diatomic::memory_space;
  using diatomic::name_of;
  EXPECT_STREQ(name_of(memory_order::relaxed), "relaxed");
  EXPECT_STREQ(name_of(memory_order::acquire), "acquire");
  EXPECT_STREQ(name_of(memory_order::release), "release");
  EXPECT_STREQ(name_of(memory_order::acq_rel), "acq_rel");
  EXPECT_STREQ(name_of(memory_order::seq_cst), "seq_cst");
  EXPECT_STREQ(name_of(memory_scope::warp), "warp");
  EXPECT_STREQ(name_of(memory_scope::block), "block");
  EXPECT_STREQ(name_of(memory_scope::cluster), "cluster");
  EXPECT_STREQ(name_of(memory_scope::device), "device");
  EXPECT_STREQ(name_of(memory_scope::system), "system");
  EXPECT_STREQ(name_of(memory_space::unspecified), "unspecified");
  EXPECT_STREQ(name_of(memory_space::global), "global");
  EXPECT_STREQ(name_of(memory_space::shared), "shared");
}

}  // namespace
