// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Checked mode: calls whose tags are parameters of their own, because a call site follows them,
/// use each tag, whatever its place.

#include "accesses/accesses.hpp"

namespace {

using namespace accesses_tests;
using namespace diatomic;

/// A call with one to five tags; the order that it asks for comes first, last and between others.
/// `how` it accesses the object; null: in a CAS loop, whose function `does` this.
template <class Call, class Order = acquire_t>
void expect_tags(const char* name, const char* how, Call call, loop_that does = loop_that::stores,
                 Order order = {}) {
  SCOPED_TRACE(name);
  access_properties with;
  put(with, order);
  const auto expect = [&](auto... tags) {
    const std::string text = how == nullptr ? loop_text(with, does) : text_of(how, with);
    EXPECT_EQ(accesses_of([&] { call(tags...); }), text) << sizeof...(tags) << " tags";
  };
  expect(order);
  with.scope = memory_scope::block;
  expect(block_scope, order);
  expect(order, block_scope);
  with.space = memory_space::global;
  expect(in_global, block_scope, order);
  expect(order, in_global, block_scope);
  with.hints = hint::coarse_grained;
  expect(in_global, block_scope, coarse_grained, order);
  expect(order, in_global, coarse_grained, block_scope);
  expect(block_scope, order, coarse_grained, in_global);
  expect(coarse_grained, block_scope, order, in_global);
  with.hints = hint::coarse_grained | hint::ignore_denormals;
  expect(coarse_grained, block_scope, ignore_denormals, in_global, order);
}

TEST(checked_tags, count_in_every_place) {
  alignas(8) word object = 7;
  const auto plus_1 = [](word v) { return v + 1; };
  const auto always = [](word) { return true; };
  expect_tags("load", "load", [&](auto... t) { load(&object, t...); });
  expect_tags("wait_until", "load", [&](auto... t) { wait_until(&object, always, t...); });
  expect_tags("fetch_update", nullptr, [&](auto... t) { fetch_update(&object, plus_1, t...); });
  expect_tags(
      "try_update", nullptr,
      [&](auto... t) { try_update(&object, [](word& v) { return ++v, true; }, t...); },
      loop_that::may_decline);
  expect_tags("claim_slot", "fetch", [&](auto... t) { claim_slot(&object, t...); });
  int* pointer = nullptr;
  void* untyped = nullptr;
  expect_tags("exchange", "exchange", [&](auto... t) { exchange(&pointer, nullptr, t...); });
  expect_tags("exchange", "exchange", [&](auto... t) { exchange(&untyped, &untyped, t...); });
}

TEST(checked_tags, count_in_every_place_of_members) {
  alignas(8) word object = 7;
  const atomic_ref<word> ref(object);
  const atomic_ref<const word> constant(object);
  const auto plus_1 = [](word v) { return v + 1; };
  expect_tags("atomic_ref::load", "load", [&](auto... t) { ref.load(t...); });
  expect_tags("atomic_ref of const, load", "load", [&](auto... t) { constant.load(t...); });
  expect_tags("fetch_update", nullptr, [&](auto... t) { ref.fetch_update(plus_1, t...); });
  expect_tags(
      "try_update", nullptr,
      [&](auto... t) { ref.try_update([](word& v) { return ++v, true; }, t...); },
      loop_that::may_decline);
  const atomic<word> value{7};
  expect_tags("atomic::load", "load", [&](auto... t) { value.load(t...); });
  atomic_flag<> flag{};
  expect_tags("test_and_set", "exchange", [&](auto... t) { flag.test_and_set(t...); });
  expect_tags("test", "load", [&](auto... t) { flag.test(t...); });
  expect_tags("clear", "store", [&](auto... t) { flag.clear(t...); }, loop_that::stores, release);
}

}  // namespace
