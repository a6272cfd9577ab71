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
/// `how` it accesses the object; null: in a CAS loop.
template <class Call>
void expect_tags(const char* name, const char* how, Call call) {
  SCOPED_TRACE(name);
  access_properties with;
  with.order = memory_order::acquire;
  const auto expect = [&](auto... tags) {
    const std::string text = how == nullptr ? loop_text(with) : text_of(how, with);
    EXPECT_EQ(accesses_of([&] { call(tags...); }), text) << sizeof...(tags) << " tags";
  };
  expect(acquire);
  with.scope = memory_scope::block;
  expect(block_scope, acquire);
  expect(acquire, block_scope);
  with.space = memory_space::global;
  expect(in_global, block_scope, acquire);
  expect(acquire, in_global, block_scope);
  with.hints = hint::coarse_grained;
  expect(in_global, block_scope, coarse_grained, acquire);
  expect(acquire, in_global, coarse_grained, block_scope);
  expect(block_scope, acquire, coarse_grained, in_global);
  expect(coarse_grained, block_scope, acquire, in_global);
  with.hints = hint::coarse_grained | hint::ignore_denormals;
  expect(coarse_grained, block_scope, ignore_denormals, in_global, acquire);
}

TEST(checked_tags, count_in_every_place) {
  alignas(8) word object = 7;
  const auto plus_1 = [](word v) { return v + 1; };
  const auto always = [](word) { return true; };
  expect_tags("load", "load", [&](auto... t) { load(&object, t...); });
  expect_tags("wait_until", "load", [&](auto... t) { wait_until(&object, always, t...); });
  expect_tags("fetch_update", nullptr, [&](auto... t) { fetch_update(&object, plus_1, t...); });
  expect_tags("try_update", nullptr,
              [&](auto... t) { try_update(&object, [](word& v) { return ++v, true; }, t...); });
  expect_tags("claim_slot", "fetch", [&](auto... t) { claim_slot(&object, t...); });
  int* pointer = nullptr;
  void* untyped = nullptr;
  expect_tags("exchange", "exchange", [&](auto... t) { exchange(&pointer, nullptr, t...); });
  expect_tags("exchange", "exchange", [&](auto... t) { exchange(&untyped, &untyped, t...); });
}

}  // namespace
