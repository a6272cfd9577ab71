// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The calls of the transport that members without an operation's operand make, for each order.

#include <string>

#include <diatomic/atomics/number_types.hpp>

#include "remote/delayed/orders.hpp"

namespace {

using diatomic::op;
using diatomic::remote_ref;
using diatomic::symmetric_ptr;
using test::calls_of;
using test::expect_orders;
using test::kind_of_call;
using test::on_first;
using test::subject;

/// Members that are no form of an operation. Where a member returns a bool, the function object
/// returns `start` if the bool is right.
template <class T>
void expect_members(const subject<T>& object) {
  constexpr kind_of_call load = kind_of_call::load;
  constexpr kind_of_call update = kind_of_call::update;
  const T start = T(12);
  const T other = T(40);
  const auto calls_for = [](op o, const char* calls) {
    const bool is_word = sizeof(T) >= 4;
    return is_word ? std::string(name_of(o)) : std::string(calls);
  };
  const std::string loop = "load compare_exchange";
  const auto of = [&](const char* name, const std::string& calls) {
    return test::member<T>{name, start, other, start, calls};
  };
  expect_orders<load, T>(object, of("load", "load"),
                         [](const auto& r, T, auto... over) { return r.load(over...); });
  expect_orders<load, T>(object, of("wait_until", "load"), [&](const auto& r, T, auto... over) {
    return r.wait_until([&](T v) { return v == start; }, over...);
  });
  expect_orders<kind_of_call::store, T>(
      object, {"store", start, other, other, sizeof(T) >= 4 ? "begin_store" : loop},
      [](const auto& r, T v, auto... over) { return r.store(v, over...), v; });
  expect_orders<update, T>(object, of("exchange", calls_for(op::exchange, loop.c_str())),
                           [](const auto& r, T v, auto... over) { return r.exchange(v, over...); });
  const std::string compare = calls_for(op::compare_exchange, loop.c_str());
  expect_orders<update, T>(
      object, of("compare_exchange", compare),
      [&](const auto& r, T v, auto... over) { return r.compare_exchange(start, v, over...); });
  expect_orders<update, T>(object, of("compare_exchange_strong", compare),
                           [&](const auto& r, T v, auto... over) {
                             T expected = start;
                             return r.compare_exchange_strong(expected, v, over...) ? expected : v;
                           });
  expect_orders<update, T>(
      object, of("compare_exchange_strong that fails", calls_for(op::compare_exchange, "load")),
      [](const auto& r, T v, auto... over) {
        T expected = v;
        return r.compare_exchange_strong(expected, v, over...) ? v : expected;
      });
  expect_orders<update, T>(object, of("fetch_update", loop), [](const auto& r, T v, auto... over) {
    return r.fetch_update([=](T) { return v; }, over...);
  });
  expect_orders<update, T>(object, of("try_update", loop), [&](const auto& r, T v, auto... over) {
    const auto f = [=](T& seen) { return seen = v, true; };
    return r.try_update(f, over...) ? start : v;
  });
  expect_orders<update, T>(object, of("try_update that declines", "load"),
                           [&](const auto& r, T v, auto... over) {
                             return r.try_update([](T&) { return false; }, over...) ? v : start;
                           });
}

TEST(remote_member_orders, of_other_members) {
  on_first<unsigned>([](symmetric_ptr<unsigned> p) { expect_members<unsigned>({p}); });
  on_first<double>([](symmetric_ptr<double> p) { expect_members<double>({p}); });
  on_first<signed char>([](symmetric_ptr<signed char> p) { expect_members<signed char>({p}); });
}

/// The order of a failure joins the order of the call.
TEST(remote_member_orders, of_failures) {
  on_first<unsigned>([](symmetric_ptr<unsigned> p) {
    const remote_ref<unsigned> r(p, 1);
    using diatomic::on_failure;
    const auto calls = [&](auto... over) {
      return calls_of([&] { (void)r.compare_exchange(0u, 1u, over...); });
    };
    EXPECT_EQ(calls(diatomic::release, on_failure(diatomic::acquire)),
              "quiet compare_exchange acquire");
    EXPECT_EQ(calls(diatomic::relaxed, on_failure(diatomic::acquire)), "compare_exchange acquire");
    EXPECT_EQ(calls(diatomic::release, on_failure(diatomic::relaxed)), "quiet compare_exchange");
  });
}

TEST(remote_member_orders, of_quiet) {
  EXPECT_EQ(calls_of([] { diatomic::quiet(); }), "quiet");
}

/// Each form that 16-byte objects do not have there.
TEST(remote_member_orders, what_is_refused) {
  on_first<diatomic::double2>([](symmetric_ptr<diatomic::double2> p) {
    const remote_ref<diatomic::double2> r(p, 1);
    const auto expect_refused = [](auto f) {
      std::string said = "nothing thrown";
      try {
        f();
      } catch (const diatomic::runtime_error& error) {
        said = error.what();
      }
      EXPECT_EQ(said,
                "remote_ref failed: compare_exchange on f64x2 is not supported by the transport on "
                "a network link (none)");
    };
    using pair = diatomic::double2;
    expect_refused([&] { (void)r.compare_exchange(pair{}, pair{}); });
    expect_refused([&] {
      pair expected{};
      (void)r.compare_exchange_strong(expected, pair{});
    });
    expect_refused([&] { (void)r.fetch_update([](pair v) { return v; }); });
    expect_refused([&] { (void)r.try_update([](pair&) { return true; }); });
  });
}

}  // namespace
