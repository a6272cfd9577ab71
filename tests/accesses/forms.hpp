// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Every function and member that accesses an object, and how it should access it.

#include "accesses/accesses.hpp"

namespace accesses_tests {

enum class pattern {
  load,
  store,
  exchange,
  compare_exchange,
  update,
  conditional_update,
  loop,
  try_loop,
  declined
};

/// The properties without the hints of warp aggregation, which a warp of one lane has no use for.
inline access_properties of_one_lane(access_properties with) {
  with.hints = static_cast<hint>(static_cast<unsigned>(with.hints) &
                                 ~static_cast<unsigned>(diatomic::detail::lane_hints));
  return with;
}

/// What a form should do with the properties `with`. For updates, `found` says whether the table
/// has an instruction.
inline std::string expected_text(pattern s, const access_properties& with,
                                 const std::string& found) {
  switch (s) {
    case pattern::load:
      return accesses_tests::text_of("load", with);
    case pattern::store:
      return accesses_tests::text_of("store", accesses_tests::of_one_lane(with));
    case pattern::exchange:
      return accesses_tests::text_of("exchange", accesses_tests::of_one_lane(with));
    case pattern::compare_exchange:
      return accesses_tests::text_of("compare_exchange", with);
    case pattern::update:
      if (accesses_tests::is_loop(found)) {
        return accesses_tests::loop_text(accesses_tests::of_one_lane(with));
      }
      return accesses_tests::text_of(with.result == result_use::unused ? "reduce" : "fetch",
                                     accesses_tests::of_one_lane(with));
    case pattern::conditional_update:  // may decline if it is relaxed
      return accesses_tests::loop_text(accesses_tests::of_one_lane(with),
                                       with.order != memory_order::relaxed ? loop_that::stores
                                       : found.find("compare_exchange") != std::string::npos
                                           ? loop_that::may_decline
                                           : loop_that::declines);
    case pattern::loop:
      return accesses_tests::loop_text(with);
    case pattern::try_loop:
      return accesses_tests::loop_text(with, loop_that::may_decline);
    case pattern::declined:
      break;
  }
  return accesses_tests::loop_text(with, loop_that::declines);
}

/// `x` is the object's pointer, a reference to it, or an `atomic`; `tags...` is what a call says.
#define ACCESSES_FORM(form, operation_, shape_, ...) \
  struct form {                                      \
    static std::string name() { return #form; }      \
    static constexpr op operation = op::operation_;  \
    static constexpr pattern does = pattern::shape_; \
    static constexpr bool returns_nothing = false;   \
    template <class X, class... Tags>                \
    static void call(X&& x, Tags... tags) {          \
      [[maybe_unused]] word seen = 7;                \
      __VA_ARGS__;                                   \
    }                                                \
  };
ACCESSES_FORM(f_load, load, load, diatomic::load(x, tags...))
ACCESSES_FORM(f_wait, load, load, diatomic::wait(x, 8u, tags...))
ACCESSES_FORM(f_wait_until, load, load,
              diatomic::wait_until(x, [](word v) { return v == 7; }, tags...))
ACCESSES_FORM(f_store, store, store, diatomic::store(x, 8u, tags...))
ACCESSES_FORM(f_exchange, exchange, exchange, diatomic::exchange(x, 8u, tags...))
ACCESSES_FORM(f_compare_exchange, compare_exchange, compare_exchange,
              diatomic::compare_exchange(x, 7u, 8u, tags...))
ACCESSES_FORM(f_strong, compare_exchange, compare_exchange,
              diatomic::compare_exchange_strong(x, seen, 8u, tags...))
ACCESSES_FORM(f_weak, compare_exchange, compare_exchange,
              diatomic::compare_exchange_weak(x, seen, 8u, tags...))
ACCESSES_FORM(f_fetch_update, compare_exchange, loop,
              diatomic::fetch_update(x, [](word v) { return v + 1; }, tags...))
ACCESSES_FORM(f_try_update, compare_exchange, try_loop,
              diatomic::try_update(x, [](word& v) { return ++v == 8; }, tags...))
ACCESSES_FORM(f_try_in_vain, compare_exchange, declined,
              diatomic::try_update(x, [](word&) { return false; }, tags...))
ACCESSES_FORM(f_claim_slot, add, update, diatomic::claim_slot(x, tags...))

ACCESSES_FORM(m_load, load, load, x.load(tags...))
ACCESSES_FORM(m_wait, load, load, x.wait(8u, tags...))
ACCESSES_FORM(m_store, store, store, x.store(8u, tags...))
ACCESSES_FORM(m_exchange, exchange, exchange, x.exchange(8u, tags...))
ACCESSES_FORM(m_compare_exchange, compare_exchange, compare_exchange,
              x.compare_exchange(7u, 8u, tags...))
ACCESSES_FORM(m_strong, compare_exchange, compare_exchange,
              x.compare_exchange_strong(seen, 8u, tags...))
ACCESSES_FORM(m_weak, compare_exchange, compare_exchange,
              x.compare_exchange_weak(seen, 8u, tags...))
ACCESSES_FORM(m_fetch_update, compare_exchange, loop,
              x.fetch_update([](word v) { return v + 1; }, tags...))
ACCESSES_FORM(m_try_update, compare_exchange, try_loop,
              x.try_update([](word& v) { return ++v == 8; }, tags...))
ACCESSES_FORM(m_try_in_vain, compare_exchange, declined,
              x.try_update([](word&) { return false; }, tags...))
// Forms without tags.
ACCESSES_FORM(m_conversion, load, load, static_cast<void>(static_cast<word>(x)))
ACCESSES_FORM(m_assignment, store, store, x = 8u)
ACCESSES_FORM(m_increment, add, update, ++x)
ACCESSES_FORM(m_incremented, add, update, x++)
ACCESSES_FORM(m_decrement, sub, update, --x)
ACCESSES_FORM(m_decremented, sub, update, x--)
ACCESSES_FORM(m_plus, add, update, x += 3u)
ACCESSES_FORM(m_minus, sub, update, x -= 3u)
ACCESSES_FORM(m_and, bit_and, update, x &= 3u)
ACCESSES_FORM(m_or, bit_or, update, x |= 3u)
ACCESSES_FORM(m_xor, bit_xor, update, x ^= 3u)
// Members of `atomic` that have the names of an update.
ACCESSES_FORM(a_fetch_add, add, update, x.fetch_add(3u, tags...))
ACCESSES_FORM(a_fetch_sub, sub, update, x.fetch_sub(3u, tags...))
ACCESSES_FORM(a_fetch_and, bit_and, update, x.fetch_and(3u, tags...))
ACCESSES_FORM(a_fetch_or, bit_or, update, x.fetch_or(3u, tags...))
ACCESSES_FORM(a_fetch_xor, bit_xor, update, x.fetch_xor(3u, tags...))
ACCESSES_FORM(a_fetch_min, min, update, x.fetch_min(3u, tags...))
ACCESSES_FORM(a_fetch_max, max, update, x.fetch_max(9u, tags...))
// Members of `atomic_flag`.
ACCESSES_FORM(g_test, load, load, x.test(tags...))
ACCESSES_FORM(g_wait, load, load, x.wait(false, tags...))
ACCESSES_FORM(g_clear, store, store, x.clear(tags...))
ACCESSES_FORM(g_test_and_set, exchange, exchange, x.test_and_set(tags...))
#undef ACCESSES_FORM

/// Forms that return nothing.
#define ACCESSES_STORE(form, operation_, ...)        \
  struct form {                                      \
    static std::string name() { return #form; }      \
    static constexpr op operation = op::operation_;  \
    static constexpr pattern does = pattern::update; \
    static constexpr bool returns_nothing = true;    \
    template <class X, class... Tags>                \
    static void call(X&& x, Tags... tags) {          \
      __VA_ARGS__;                                   \
    }                                                \
  };
ACCESSES_STORE(f_store_add_at, add, diatomic::store_add_at(x, 0, 1, 3u, tags...))
ACCESSES_STORE(a_store_add, add, x.store_add(3u, tags...))
ACCESSES_STORE(a_store_min, min, x.store_min(3u, tags...))
ACCESSES_STORE(a_store_max, max, x.store_max(9u, tags...))
#undef ACCESSES_STORE

constexpr pattern pattern_of(op o) {
  return o == op::min_if_less || o == op::max_if_greater ? pattern::conditional_update
                                                         : pattern::update;
}

/// The updates of all names, as functions and as members.
#define ACCESSES_UPDATES(form, what, has_result, ...)                                        \
  template <op Op>                                                                           \
  struct form {                                                                              \
    static std::string name() { return std::string(what) + " of " + diatomic::name_of(Op); } \
    static constexpr op operation = Op;                                                      \
    static constexpr pattern does = accesses_tests::pattern_of(Op);                          \
    static constexpr bool returns_nothing = !(has_result);                                   \
    template <class X, class... Tags>                                                        \
    static void call(X&& x, Tags... tags) {                                                  \
      __VA_ARGS__;                                                                           \
    }                                                                                        \
  };
ACCESSES_UPDATES(f_fetch, "fetch_OP", true, test::call_fetch<Op>(x, 3u, tags...))
ACCESSES_UPDATES(f_new, "OP_fetch", true, test::call_new<Op>(x, 3u, tags...))
ACCESSES_UPDATES(f_reduce, "store_OP", false, test::call_store<Op>(x, 3u, tags...))
ACCESSES_UPDATES(m_fetch, "member fetch_OP", true, test::member_fetch<Op>(x, 3u, tags...))
ACCESSES_UPDATES(m_new, "member OP_fetch", true, test::member_new<Op>(x, 3u, tags...))
ACCESSES_UPDATES(m_reduce, "member store_OP", false, test::member_store<Op>(x, 3u, tags...))
#undef ACCESSES_UPDATES

/// The type of the object of an Op, and its value before each call.
template <op Op>
using object_of = std::conditional_t<diatomic::tables::of_floats.has(Op), float, word>;

/// Compares the accesses of a form's call at `p`, an object of `bytes` bytes, with the expected
/// ones.
inline void expect_accesses(const std::string& name, op operation, pattern does,
                            const access_properties& with, const void* p, std::size_t bytes,
                            call_ref call) {
  const std::string found = accesses_tests::accesses_of(call);
  EXPECT_EQ(found, accesses_tests::expected_text(does, with, found)) << name;
  for (const recorder::access_made& a : recorder::accesses) {
    if (a.bytes == 0) continue;
    EXPECT_EQ(a.at, reinterpret_cast<std::uintptr_t>(p)) << name;
    EXPECT_EQ(a.bytes, bytes) << name;
    const bool is_update = std::string(a.how) == "fetch" || std::string(a.how) == "reduce";
    if (is_update) {
      EXPECT_EQ(a.operation, operation) << name;
    }
  }
}

/// Calls a form on `x`, whose object is `*p`, and compares what it does. `own` are the properties
/// of the operation without the call's tags.
template <class Form, class Object, class X, class... Tags>
void expect_form(access_properties own, Object* p, X&& x, Tags... tags) {
  if (Form::returns_nothing) own.result = result_use::unused;
  *p = 7;
  accesses_tests::expect_accesses(Form::name(), Form::operation, Form::does,
                                  accesses_tests::properties_of(Form::operation, own, tags...), p,
                                  sizeof *p, [&] { Form::call(x, tags...); });
}

/// The order of a form that can have only half of acq_rel.
template <class Form>
inline constexpr bool only_acquires = Form::operation == op::load;
template <class Form>
inline constexpr bool only_releases = Form::operation == op::store || Form::returns_nothing;

/// `Order`, or the nearest that a form can have.
template <class Form, class Order>
constexpr auto possible(Order order) {
  constexpr bool is_acquire = std::is_same_v<Order, diatomic::acquire_t>;
  constexpr bool is_release = std::is_same_v<Order, diatomic::release_t>;
  constexpr bool is_both = std::is_same_v<Order, diatomic::acq_rel_t>;
  if constexpr (only_acquires<Form> && (is_release || is_both)) {
    return diatomic::acquire;
  } else if constexpr (only_releases<Form> && (is_acquire || is_both)) {
    return diatomic::release;
  } else {
    return order;
  }
}

}  // namespace accesses_tests
