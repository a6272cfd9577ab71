// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The same for members: tags of a type, and tags of a call, which override them.

#include <atomic>
#include <cmath>
#include <string>
#include <utility>

#include <diatomic/algorithms/exact_sum.hpp>
#include <diatomic/algorithms/wide_fixed_sum.hpp>
#include <diatomic/atomics/accessors.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/containers/static_map_ref.hpp>

#include "accesses/forms.hpp"

namespace {

using namespace accesses_tests;
using namespace diatomic;

/// What the operations of a type with these tags are, if the call says nothing: seq_cst, unless a
/// tag says else.
template <class... Tags>
access_properties own_properties() {
  access_properties own;
  own.order = memory_order::seq_cst;
  (put(own, Tags{}), ...);
  return own;
}
/// acq_rel is of each operation the half that it can have.
template <class Form>
access_properties halved(access_properties own) {
  if (own.order != memory_order::acq_rel) return own;
  if (only_acquires<Form>) own.order = memory_order::acquire;
  if (only_releases<Form>) own.order = memory_order::release;
  return own;
}

/// A form of a member with and without tags; without tags only.
template <class Form, class Object, class X>
void expect_overrides(const access_properties& type, Object* p, X&& x) {
  const access_properties own = halved<Form>(type);
  const auto expect = [&](auto... tags) { expect_form<Form>(own, p, x, tags...); };
  expect();
  expect(relaxed);
  expect(possible<Form>(acq_rel), in_array);
  expect(few_addresses, possible<Form>(acquire), system_scope);
  for (const std::memory_order o : std_orders) expect(o, warp_scope);
}
template <class... Forms, class Object, class X>
void expect_members(const access_properties& type, Object* p, X&& x) {
  (expect_overrides<Forms>(type, p, x), ...);
}
template <class... Forms, class Object, class X>
void expect_operators(const access_properties& type, Object* p, X&& x) {
  (expect_form<Forms>(halved<Forms>(type), p, x), ...);
}

/// The updates of a reference, each with its own object.
template <op Op, class... Tags>
void expect_update() {
  object_of<Op> object = 7;
  const atomic_ref<object_of<Op>, Tags...> x(object);
  expect_members<m_fetch<Op>, m_new<Op>, m_reduce<Op>>(own_properties<Tags...>(), &object, x);
}
template <class... Tags>
void expect_updates() {
  expect_update<op::add, Tags...>();
  expect_update<op::sub, Tags...>();
  expect_update<op::mul, Tags...>();
  expect_update<op::div, Tags...>();
  expect_update<op::mod, Tags...>();
  expect_update<op::bit_and, Tags...>();
  expect_update<op::bit_or, Tags...>();
  expect_update<op::bit_xor, Tags...>();
  expect_update<op::bit_nand, Tags...>();
  expect_update<op::shl, Tags...>();
  expect_update<op::shr, Tags...>();
  expect_update<op::min, Tags...>();
  expect_update<op::max, Tags...>();
  expect_update<op::inc_wrap, Tags...>();
  expect_update<op::dec_wrap, Tags...>();
  expect_update<op::fminimum, Tags...>();
  expect_update<op::fmaximum, Tags...>();
  expect_update<op::fminimum_num, Tags...>();
  expect_update<op::fmaximum_num, Tags...>();
  expect_update<op::min_if_less, Tags...>();
  expect_update<op::max_if_greater, Tags...>();
}
TEST(accesses_of_members, updates) {
  expect_updates<acq_rel_t, block_scope_t, in_global_t, coarse_grained_t>();
}

template <class... Tags>
void expect_moves_of_references() {
  word object = 7;
  const atomic_ref<word, Tags...> x(object);
  const access_properties type = own_properties<Tags...>();
  expect_members<m_load, m_wait, m_store, m_exchange, m_compare_exchange, m_strong, m_weak,
                 m_fetch_update, m_try_update, m_try_in_vain>(type, &object, x);
  expect_members<m_fetch<op::add>, m_new<op::sub>, m_reduce<op::max>>(type, &object, x);
  expect_operators<m_conversion, m_assignment, m_increment, m_incremented, m_decrement,
                   m_decremented, m_plus, m_minus, m_and, m_or, m_xor>(type, &object, x);
  const atomic_ref<const word, Tags...> reader(x);
  expect_members<m_load, m_wait>(type, &object, reader);
  expect_operators<m_conversion>(type, &object, reader);
}
TEST(accesses_of_members, references) {
  expect_moves_of_references<>();
  expect_moves_of_references<relaxed_t>();
  expect_moves_of_references<block_scope_t, acq_rel_t, in_global_t>();
}

template <class... Tags>
void expect_owner() {
  atomic<word, Tags...> x{7};
  const auto p = static_cast<word*>(x.ref().address());
  const access_properties type = own_properties<Tags...>();
  expect_members<m_store, m_exchange, m_strong, m_weak, a_fetch_add, a_fetch_sub, a_fetch_and,
                 a_fetch_or, a_fetch_xor, a_fetch_min, a_fetch_max, a_store_add, a_store_min,
                 a_store_max>(type, p, x);
  expect_members<m_load, m_wait>(type, p, std::as_const(x));
  expect_operators<m_conversion, m_assignment, m_increment, m_incremented, m_decrement,
                   m_decremented, m_plus, m_minus, m_and, m_or, m_xor>(type, p, x);
  expect_operators<m_load>(type, p, std::as_const(x).ref());
  expect_operators<m_exchange>(type, p, x.ref());
}
TEST(accesses_of_members, owners) {
  expect_owner<>();
  expect_owner<relaxed_t>();
  expect_owner<system_scope_t, acq_rel_t>();
}

template <class... Tags>
void expect_flag() {
  atomic_flag<Tags...> x{};
  const auto p = reinterpret_cast<word*>(&x);
  const access_properties type = own_properties<Tags...>();
  expect_members<g_clear, g_test_and_set>(type, p, x);
  expect_members<g_test, g_wait>(type, p, std::as_const(x));
}
TEST(accesses_of_members, flags) {
  expect_flag<>();
  expect_flag<relaxed_t>();
  expect_flag<system_scope_t, acq_rel_t>();
}

/// The element that an accessor's reference accesses, and how.
template <class Accessor, class... Tags>
void expect_accessor() {
  word array[8] = {};
  const Accessor accessor;
  word* const element = array + 5;
  const access_properties type = own_properties<Tags...>();
  const auto expect = [&](auto x) {
    expect_operators<m_load, m_store, m_exchange, m_increment>(type, element, x);
  };
  expect(accessor.access(array, 5));
  expect(accessor.access(accessor.offset(array, 3), 2));
}
TEST(accesses_of_members, accessors) {
  expect_accessor<atomic_accessor<word>>();
  expect_accessor<atomic_accessor<word, block_scope_t>, block_scope_t>();
  expect_accessor<atomic_accessor_relaxed<word>, relaxed_t>();
  expect_accessor<atomic_accessor_acq_rel<word, block_scope_t>, acq_rel_t, block_scope_t>();
  expect_accessor<atomic_accessor_seq_cst<word, in_global_t>, in_global_t>();
  word object = 7;
  expect_operators<m_store, m_and>(own_properties<relaxed_t, system_scope_t>(), &object,
                                   atomic_ref_relaxed<word, system_scope_t>(object));
  expect_operators<m_store, m_and>(own_properties<acq_rel_t, system_scope_t>(), &object,
                                   atomic_ref_acq_rel<word, system_scope_t>(object));
  expect_operators<m_store, m_and>(own_properties<system_scope_t>(), &object,
                                   atomic_ref_seq_cst<word, system_scope_t>(object));
}

/// The last access of a call on a larger object, after loads. All have the scope and the space of
/// `with`.
std::string last_access(const access_properties& with, call_ref call) {
  accesses_of(call);
  std::string last;
  for (const recorder::access_made& a : recorder::accesses) {
    EXPECT_EQ(a.with.scope, with.scope);
    EXPECT_EQ(a.with.space, with.space);
    const bool is_last = &a == &recorder::accesses.back();
    last = std::string(a.how) + ' ' + name_of(a.with.order);
    EXPECT_TRUE(is_last || last.find("load ") == 0) << last;
  }
  return last;
}

/// Calls on the key 5 of a map. `Own`: the tags of the map's type; `more`: the tags of the calls.
template <class... Own, class... More>
void expect_map(int none, More... more) {
  using map = static_map_ref<int, int, mixed_bits, 2, Own...>;
  typename map::slot_type slots[4];
  const map m(slots, 4, empty_key{-1}, empty_value{none});
  for (std::size_t i = 0; i < 4; ++i) m.clear_slot(i);
  const access_properties with = properties_of(op::load, {}, in_global, Own{}..., more...);
  const auto last = [&](call_ref call) { return last_access(with, call); };
  int held = 0;
  const auto keep = [](int old, int) { return old; };
  const char* const by = none == 0 ? "reduce release" : "compare_exchange release";
  EXPECT_EQ(last([&] { m.insert(5, 7, release, more...); }), "compare_exchange release");
  EXPECT_EQ(last([&] { m.insert(5, 7, more...); }), "load relaxed");
  EXPECT_EQ(last([&] { m.insert(5, 7, release, more...); }), "load relaxed");
  EXPECT_EQ(last([&] { m.insert(5, 7, acq_rel, more...); }), "compare_exchange acq_rel");
  EXPECT_EQ(last([&] { m.insert_and_find(5, 7, held, acquire, more...); }),
            "compare_exchange acquire");
  EXPECT_EQ(last([&] { m.insert_or_assign(5, 7, release, more...); }), "store release");
  EXPECT_EQ(last([&] { m.insert_or_assign(6, 7, release, more...); }), "compare_exchange release");
  EXPECT_EQ(last([&] { m.insert_or_exchange(5, 7, held, acq_rel, more...); }), "exchange acq_rel");
  EXPECT_EQ(last([&] { m.template insert_or_update<op::add>(5, 7, release, more...); }), by);
  EXPECT_EQ(last([&] { m.insert_or_update(5, 7, keep, acq_rel, more...); }),
            "compare_exchange acq_rel");
  EXPECT_EQ(last([&] { m.find(5, held, more...); }), "load relaxed");
  EXPECT_EQ(last([&] { m.find(5, held, acquire, more...); }), "load acquire");
  EXPECT_EQ(last([&] { m.contains(5, acquire, more...); }), "load acquire");
  EXPECT_EQ(last([&] { m.erase(5, acq_rel, more...); }), "exchange acq_rel");
}
TEST(accesses_of_objects, maps) {
  for (const int none : {0, -1}) {
    expect_map<>(none);
    expect_map<>(none, system_scope);
    expect_map<system_scope_t>(none);
    expect_map<in_shared_t, block_scope_t>(none);
  }
}

TEST(accesses_of_objects, sums) {
  wide_fixed_sum<0> wide{};
  wide_fixed_sum<0> both{~0ull, 5};
  const auto add = [&](auto... tags) {
    const access_properties with = properties_of(op::add, {}, tags...);
    EXPECT_EQ(last_access(with, [&] { wide.add_atomically(3.0, tags...); }), "fetch relaxed");
    EXPECT_EQ(last_access(with, [&] { wide.add_atomically(0x1p70f, tags...); }), "reduce relaxed");
    accesses_of([&] { wide.add_atomically(both, tags...); });
    ASSERT_EQ(recorder::accesses.size(), 2u);
    for (const recorder::access_made& a : recorder::accesses) {
      EXPECT_EQ(a.with.space, memory_space::shared);
      EXPECT_EQ(a.with.scope, memory_scope::system);
    }
  };
  add(system_scope, in_shared);
  exact_sum<float> sum{};
  const access_properties with = properties_of(op::add, {}, in_global);
  EXPECT_EQ(last_access(with, [&] { sum.add_atomically(1.0f); }), "fetch relaxed");
  EXPECT_EQ(last_access(with, [&] { sum.add_atomically(INFINITY); }), "reduce relaxed");
}

}  // namespace
