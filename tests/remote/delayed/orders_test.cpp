// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The calls of the transport that each member of `remote_ref` makes on a network, for each order,
/// as a tag, as a `std::memory_order`, and as a tag of the type.

#include <atomic>
#include <cstdint>
#include <string>
#include <type_traits>

#include <diatomic/atomics/number_types.hpp>

#include "remote/on_each_pe.hpp"

namespace {

using diatomic::memory_order;
using diatomic::op;
using diatomic::remote_ref;
using diatomic::symmetric_array;
using diatomic::symmetric_ptr;
using diatomic::world;

/// The transport's calls within `f`.
template <class F>
std::string calls_of(F f) {
  std::string calls;
  diatomic::transports::delayed::record() = &calls;
  f();
  diatomic::transports::delayed::record() = nullptr;
  return calls;
}

/// `store_OP` is a reduction.
enum class kind_of_call { load, store, reduction, update };

/// `calls` in the order `order`, of which a load, a store or a reduction takes its half.
std::string ordered(kind_of_call kind, memory_order order, const std::string& calls) {
  const bool is_both = order == memory_order::acq_rel;
  const bool is_total = order == memory_order::seq_cst;
  const bool releases =
      is_total || (kind != kind_of_call::load && (is_both || order == memory_order::release));
  const bool acquires =
      is_total || (kind != kind_of_call::store && kind != kind_of_call::reduction &&
                   (is_both || order == memory_order::acquire));
  return (releases ? "quiet " : "") + calls + (acquires ? " acquire" : "");
}

/// `call(reference, tags...)` makes `calls` and what its order adds.
template <kind_of_call Kind, class T, class Call>
void expect_orders(const std::string& name, symmetric_ptr<T> p, T start, const std::string& calls,
                   Call call) {
  const remote_ref<T> object(p, 1);
  const auto started = [&](auto f) {
    object.store(start);
    diatomic::quiet();
    return calls_of(f);
  };
  EXPECT_EQ(started([&] { call(object); }), calls) << name;
  const auto expect = [&](auto tag, std::memory_order standard, memory_order order) {
    const std::string wanted = ordered(Kind, order, calls);
    const int number = static_cast<int>(order);
    EXPECT_EQ(started([&] { call(object, tag); }), wanted) << name << ", order " << number;
    EXPECT_EQ(started([&] { call(object, standard); }), wanted) << name << ", std " << number;
    // A call's order replaces the type's.
    const remote_ref<T, diatomic::seq_cst_t> total(p, 1);
    EXPECT_EQ(started([&] { call(total, tag); }), wanted) << name << ", over seq_cst " << number;
  };
  const auto expect_own = [&](auto tag, memory_order order) {
    const remote_ref<T, decltype(tag)> own(p, 1);
    EXPECT_EQ(started([&] { call(own); }), ordered(Kind, order, calls))
        << name << ", own order " << static_cast<int>(order);
  };
  expect(diatomic::relaxed_t{}, std::memory_order_relaxed, memory_order::relaxed);
  expect(diatomic::seq_cst_t{}, std::memory_order_seq_cst, memory_order::seq_cst);
  if constexpr (Kind == kind_of_call::load || Kind == kind_of_call::update) {
    expect(diatomic::acquire_t{}, std::memory_order_acquire, memory_order::acquire);
    expect(diatomic::acquire_t{}, std::memory_order_consume, memory_order::acquire);
  }
  if constexpr (Kind != kind_of_call::load) {
    expect(diatomic::release_t{}, std::memory_order_release, memory_order::release);
  }
  if constexpr (Kind == kind_of_call::update) {
    expect(diatomic::acq_rel_t{}, std::memory_order_acq_rel, memory_order::acq_rel);
  }
  expect_own(diatomic::relaxed_t{}, memory_order::relaxed);
  // The others do not compile: only of acq_rel a load and a store take a half.
  if constexpr (Kind != kind_of_call::load) {
    expect_own(diatomic::release_t{}, memory_order::release);
  }
  if constexpr (Kind == kind_of_call::update || Kind == kind_of_call::load) {
    expect_own(diatomic::acquire_t{}, memory_order::acquire);
  }
  expect_own(diatomic::acq_rel_t{}, memory_order::acq_rel);
  expect_own(diatomic::seq_cst_t{}, memory_order::seq_cst);
}

/// The forms of an operation: what they return and leave, and their calls.
template <op Op, class T, class Fetch, class New, class Store>
void expect_forms(const char* name, symmetric_ptr<T> p, T v, Fetch fetch, New fetch_new,
                  Store store) {
  const T start = T(12);
  const T result = diatomic::result_of<Op>(start, v);
  ASSERT_NE(result, start) << name;
  const bool is_one =
      diatomic::detail::network_support_v<Op, T> == diatomic::remote_support::transport;
  const std::string text = name_of(Op);
  const std::string with_result = is_one ? text : "load compare_exchange";
  const std::string without = is_one ? "begin_" + text : with_result;
  const std::string of = std::string(name) + (std::is_integral_v<T> ? ", integer" : ", float");
  constexpr kind_of_call update = kind_of_call::update;
  expect_orders<update, T>("fetch_" + of, p, start, with_result, [&](const auto& r, auto... over) {
    EXPECT_EQ(fetch(r, v, over...), start) << of;
  });
  expect_orders<update, T>(of + "_fetch", p, start, with_result, [&](const auto& r, auto... over) {
    EXPECT_EQ(fetch_new(r, v, over...), result) << of;
  });
  expect_orders<kind_of_call::reduction, T>(
      "store_" + of, p, start, without, [&](const auto& r, auto... over) { store(r, v, over...); });
  const remote_ref<T> object(p, 1);
  const auto expect_left = [&](const char* form, auto call) {
    object.store(start);
    call();
    EXPECT_EQ(object.load(), result) << form << of;
  };
  expect_left("fetch_", [&] { (void)fetch(object, v); });
  expect_left("new of ", [&] { (void)fetch_new(object, v); });
  expect_left("store_", [&] { store(object, v); });
}
/// The members of the operation `name`, which is `Op`.
#define DIATOMIC_TEST_FORMS(name, Op, v)                                                     \
  expect_forms<op::Op>(                                                                      \
      #name, p, T(v), [](const auto& r, T w, auto... o) { return r.fetch_##name(w, o...); }, \
      [](const auto& r, T w, auto... o) { return r.name##_fetch(w, o...); },                 \
      [](const auto& r, T w, auto... o) { r.store_##name(w, o...); })

template <class T>
void expect_integer_forms(symmetric_ptr<T> p) {
  DIATOMIC_TEST_FORMS(add, add, 3);
  DIATOMIC_TEST_FORMS(sub, sub, 3);
  DIATOMIC_TEST_FORMS(mul, mul, 3);
  DIATOMIC_TEST_FORMS(div, div, 3);
  DIATOMIC_TEST_FORMS(mod, mod, 5);
  DIATOMIC_TEST_FORMS(and, bit_and, 6);
  DIATOMIC_TEST_FORMS(or, bit_or, 3);
  DIATOMIC_TEST_FORMS(xor, bit_xor, 6);
  DIATOMIC_TEST_FORMS(nand, bit_nand, 6);
  DIATOMIC_TEST_FORMS(shl, shl, 3);
  DIATOMIC_TEST_FORMS(shr, shr, 1);
  DIATOMIC_TEST_FORMS(min, min, 3);
  DIATOMIC_TEST_FORMS(max, max, 20);
  DIATOMIC_TEST_FORMS(inc_wrap, inc_wrap, 20);
  DIATOMIC_TEST_FORMS(dec_wrap, dec_wrap, 20);
}
template <class T>
void expect_float_forms(symmetric_ptr<T> p) {
  DIATOMIC_TEST_FORMS(add, add, 3);
  DIATOMIC_TEST_FORMS(sub, sub, 3);
  DIATOMIC_TEST_FORMS(mul, mul, 3);
  DIATOMIC_TEST_FORMS(div, div, 3);
  DIATOMIC_TEST_FORMS(min, min, 3);
  DIATOMIC_TEST_FORMS(max, max, 20);
  DIATOMIC_TEST_FORMS(fminimum, fminimum, 3);
  DIATOMIC_TEST_FORMS(fmaximum, fmaximum, 20);
  DIATOMIC_TEST_FORMS(fminimum_num, fminimum_num, 3);
  DIATOMIC_TEST_FORMS(fmaximum_num, fmaximum_num, 20);
}
#undef DIATOMIC_TEST_FORMS

/// The members without an operand.
template <class T>
void expect_members(symmetric_ptr<T> p) {
  constexpr kind_of_call update = kind_of_call::update;
  const T start = T(12);
  const T other = T(40);
  const auto calls_for = [](op o, const char* calls) {
    const bool is_word = sizeof(T) >= 4;
    return is_word ? std::string(name_of(o)) : std::string(calls);
  };
  const std::string loop = "load compare_exchange";
  expect_orders<kind_of_call::load, T>("load", p, start, "load", [&](const auto& r, auto... over) {
    EXPECT_EQ(r.load(over...), start);
  });
  expect_orders<kind_of_call::load, T>(
      "wait_until", p, start, "load", [&](const auto& r, auto... over) {
        EXPECT_EQ(r.wait_until([&](T v) { return v == start; }, over...), start);
      });
  expect_orders<kind_of_call::store, T>(
      "store", p, start, sizeof(T) >= 4 ? "begin_store" : loop,
      [&](const auto& r, auto... over) { r.store(other, over...); });
  expect_orders<update, T>(
      "exchange", p, start, calls_for(op::exchange, loop.c_str()),
      [&](const auto& r, auto... over) { EXPECT_EQ(r.exchange(other, over...), start); });
  const std::string compare = calls_for(op::compare_exchange, loop.c_str());
  expect_orders<update, T>("compare_exchange", p, start, compare, [&](const auto& r, auto... over) {
    EXPECT_EQ(r.compare_exchange(start, other, over...), start);
  });
  expect_orders<update, T>("compare_exchange_strong", p, start, compare,
                           [&](const auto& r, auto... over) {
                             T expected = start;
                             EXPECT_TRUE(r.compare_exchange_strong(expected, other, over...));
                             EXPECT_EQ(expected, start);
                           });
  expect_orders<update, T>("compare_exchange_strong that fails", p, start,
                           calls_for(op::compare_exchange, "load"),
                           [&](const auto& r, auto... over) {
                             T expected = other;
                             EXPECT_FALSE(r.compare_exchange_strong(expected, other, over...));
                             EXPECT_EQ(expected, start);
                           });
  expect_orders<update, T>("fetch_update", p, start, loop, [&](const auto& r, auto... over) {
    EXPECT_EQ(r.fetch_update([&](T) { return other; }, over...), start);
  });
  expect_orders<update, T>("try_update", p, start, loop, [&](const auto& r, auto... over) {
    EXPECT_TRUE(r.try_update(
        [&](T& v) {
          v = other;
          return true;
        },
        over...));
  });
  expect_orders<update, T>("try_update that declines", p, start, "load",
                           [&](const auto& r, auto... over) {
                             EXPECT_FALSE(r.try_update([](T&) { return false; }, over...));
                           });
}

/// `f(pointer)` on the first of two processing elements.
template <class T, class F>
void on_first(F f) {
  diatomic::world_options options;
  options.devices = {0, 0};
  diatomic::with_world(
      [&](world& w) {
        symmetric_array<T> object(w, 3);
        w.barrier();
        if (w.pe() == 0) f(object.pointer() + 1);
        w.barrier();
      },
      options);
}

TEST(remote_orders, of_integers) {
  on_first<unsigned>([](symmetric_ptr<unsigned> p) { expect_integer_forms(p); });
  on_first<std::uint64_t>([](symmetric_ptr<std::uint64_t> p) { expect_integer_forms(p); });
  on_first<std::uint16_t>([](symmetric_ptr<std::uint16_t> p) { expect_integer_forms(p); });
}
TEST(remote_orders, of_floats) {
  on_first<float>([](symmetric_ptr<float> p) { expect_float_forms(p); });
  on_first<double>([](symmetric_ptr<double> p) { expect_float_forms(p); });
}
TEST(remote_orders, of_other_members) {
  on_first<unsigned>([](symmetric_ptr<unsigned> p) { expect_members(p); });
  on_first<double>([](symmetric_ptr<double> p) { expect_members(p); });
  on_first<signed char>([](symmetric_ptr<signed char> p) { expect_members(p); });
}

/// The order of a failure joins the order of the call.
TEST(remote_orders, of_failures) {
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

TEST(remote_orders, of_quiet) {
  EXPECT_EQ(calls_of([] { diatomic::quiet(); }), "quiet");
}

/// Each form that 16-byte objects do not have there.
TEST(remote_orders, what_is_refused) {
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
