// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The calls of the transport that the forms of each operation make, for each order.

#include <cstdint>
#include <string>
#include <type_traits>

#include <diatomic/atomics/number_types.hpp>

#include "remote/delayed/orders.hpp"

namespace {

using diatomic::op;
using diatomic::symmetric_ptr;
using test::expect_orders;
using test::kind_of_call;
using test::on_first;
using test::subject;

/// The forms of an operation: what they return and leave, and their calls.
template <op Op, class T, class Fetch, class New, class Store>
void expect_forms(const char* name, const subject<T>& object, T v, Fetch fetch, New fetch_new,
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
  expect_orders<update, T>(object, {"fetch_" + of, start, v, start, with_result}, fetch);
  expect_orders<update, T>(object, {of + "_fetch", start, v, result, with_result}, fetch_new);
  expect_orders<kind_of_call::reduction, T>(object, {"store_" + of, start, v, v, without}, store);
  const auto expect_left = [&](const char* form, const auto& call) {
    object.untagged.store(start);
    (void)call(object.untagged, v);
    EXPECT_EQ(object.untagged.load(), result) << form << of;
  };
  expect_left("fetch_", fetch);
  expect_left("new of ", fetch_new);
  expect_left("store_", store);
}
/// The members of the operation `name`, which is `Op`.
#define DIATOMIC_TEST_FORMS(name, Op, v)                                                          \
  expect_forms<op::Op>(                                                                           \
      #name, object, T(v), [](const auto& r, T w, auto... o) { return r.fetch_##name(w, o...); }, \
      [](const auto& r, T w, auto... o) { return r.name##_fetch(w, o...); },                      \
      [](const auto& r, T w, auto... o) { return r.store_##name(w, o...), w; })

template <class T>
void expect_integer_forms(const subject<T>& object) {
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
void expect_float_forms(const subject<T>& object) {
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
  DIATOMIC_TEST_FORMS(min_if_less, min_if_less, 3);
  DIATOMIC_TEST_FORMS(max_if_greater, max_if_greater, 20);
}
#undef DIATOMIC_TEST_FORMS

TEST(remote_orders, of_integers) {
  on_first<unsigned>([](symmetric_ptr<unsigned> p) { expect_integer_forms<unsigned>({p}); });
  on_first<std::uint64_t>(
      [](symmetric_ptr<std::uint64_t> p) { expect_integer_forms<std::uint64_t>({p}); });
  on_first<std::uint16_t>(
      [](symmetric_ptr<std::uint16_t> p) { expect_integer_forms<std::uint16_t>({p}); });
}
TEST(remote_orders, of_floats) {
  on_first<float>([](symmetric_ptr<float> p) { expect_float_forms<float>({p}); });
  on_first<double>([](symmetric_ptr<double> p) { expect_float_forms<double>({p}); });
}
}  // namespace
