// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The same for members: tags of a type, and tags of a call, which override them.

#include <utility>

#include <diatomic/atomics/accessors.hpp>

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

}  // namespace
