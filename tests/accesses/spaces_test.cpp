// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Methods that depend on the space of the object; elements of vectors; operands of pointers;
/// checks before an update. As in `methods_test.cpp` the recorder imitates GPUs.

#include <sys/mman.h>

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "accesses/steps.hpp"

namespace {

using namespace accesses_tests;
using namespace diatomic;

template <class T>
T* in_own_shared() {
  return reinterpret_cast<T*>(recorder::own_shared.bytes);
}
template <class T>
T* in_others_shared() {
  return reinterpret_cast<T*>(recorder::shared_of_others.bytes);
}

/// The access of one call, and its space: "fetch global", "loop unspecified".
template <class Call>
std::string method_of(Call call) {
  const std::string text = accesses_of(call);
  const bool is_loop_of_cas = is_loop(text);
  const memory_space space = recorder::accesses.back().bytes != 0
                                 ? recorder::accesses.back().with.space
                                 : recorder::accesses.front().with.space;
  const std::string how = is_loop_of_cas ? "loop" : recorder::accesses.front().how;
  return how + " " + name_of(space);
}

/// The method for an object of each space. The memory of another block of the cluster is neither
/// global nor the block's own.
template <class T, class... Tags>
void expect_methods(const char* global, const char* shared, const char* of_others, Tags... tags) {
  in_words<T> words{};
  T& object = words.object;
  *in_own_shared<T>() = T{};
  *in_others_shared<T>() = T{};
  const auto method = [&](T* p) { return method_of([&] { fetch_add(p, T{1}, tags...); }); };
  EXPECT_EQ(method(&object), global);
  EXPECT_EQ(method(in_own_shared<T>()), shared);
  if (recorder::has_cluster_memory) {
    EXPECT_EQ(method(in_others_shared<T>()), of_others);
  }
  const auto left = [&](T* p) { return add_fetch(p, T{1}, tags...) == T{2}; };
  EXPECT_TRUE(left(&object));
  EXPECT_TRUE(left(in_own_shared<T>()));
  EXPECT_EQ(object, T{2});
  EXPECT_EQ(*in_own_shared<T>(), T{2});
}

TEST(spaces, the_pointer_decides_where_methods_differ) {
  // An instruction in global memory alone.
  expect_methods<float>("fetch global", "loop shared", "loop unspecified");
  // An instruction in shared memory alone, unless a hint says more about global memory.
  expect_methods<double>("loop global", "fetch shared", "fetch unspecified");
  expect_methods<double>("fetch unspecified", "fetch unspecified", "fetch unspecified",
                         coarse_grained);
  // The same in both.
  expect_methods<word>("fetch unspecified", "fetch unspecified", "fetch unspecified");
}
TEST(spaces, tags_decide_without_a_look_at_the_pointer) {
  float object = 0;
  *in_own_shared<float>() = 0;
  EXPECT_EQ(method_of([&] { fetch_add(&object, 1, in_shared); }), "loop shared");
  EXPECT_EQ(method_of([&] { fetch_add(in_own_shared<float>(), 1, in_global); }), "fetch global");
  EXPECT_EQ(method_of([&] { store_add(&object, 1, in_global, release); }), "reduce global");
}

/// Vectors that no instruction updates: element by element, in ascending order.
TEST(elements, of_vectors) {
  float2 two{{1, 2}};
  const float2 v{{3, 5}};
  EXPECT_EQ(steps_of(&two,
                     [&] {
                       const float2 old = fetch_add(&two, v, in_global);
                       EXPECT_EQ(old.at[0], 1);
                       EXPECT_EQ(old.at[1], 2);
                     }),
            "fetch add f32 +0 0x40400000\nfetch add f32 +4 0x40a00000\n");
  EXPECT_EQ(two.at[0], 4);
  EXPECT_EQ(two.at[1], 7);
  // Without a result there is an instruction.
  EXPECT_EQ(steps_of(&two, [&] { store_sub(&two, v, in_global); }),
            "reduce sub f32x2 +0 0x40a0000040400000\n");
  float4 four{{1, 2, 3, 4}};
  EXPECT_EQ(steps_of(&four, [&] { store_add(&four, float4{{1, 1, 1, 1}}, in_global); }),
            "reduce add f32 +0 0x3f800000\nreduce add f32 +4 0x3f800000\n"
            "reduce add f32 +8 0x3f800000\nreduce add f32 +12 0x3f800000\n");
  for (int i = 0; i < 4; ++i) EXPECT_EQ(four.at[i], i + 2);
  // A load is one of the whole vector.
  EXPECT_EQ(steps_of(&two, [&] { load(&two); }), "load u64 +0\n");
}

/// Four 16-bit floats: by pairs, whatever the operation; two loops instead of four.
TEST(elements, of_four_halves_are_pairs) {
  using half4 = diatomic::detail::pack<half, 4>;
  half4 four{{{0x3c00}, {0x4000}, {0x4200}, {0x4400}}};  // 1, 2, 3, 4
  const half4 v{{{0x3c00}, {0x3c00}, {0x4000}, {0x4000}}};
  EXPECT_EQ(steps_of(&four, [&] { store_add(&four, v, in_global); }),
            "reduce add f16x2 +0 0x3c003c00\nreduce add f16x2 +4 0x40004000\n");
  EXPECT_EQ(four.at[3].bits, 0x4600);
  const std::string raised = steps_of(&four, [&] { store_max(&four, v, in_global); });
  EXPECT_EQ(raised,
            "load u32 +0\ncompare_exchange u32 +0 0x42004000\n"
            "load u32 +4\ncompare_exchange u32 +4 0x46004500\n");
}

/// Memory is reserved, and only the pages around both elements are touched.
template <class T>
void expect_element_2_to_the_32() {
  constexpr std::size_t index = std::size_t{1} << 32;
  constexpr std::size_t bytes = (index + 8) * sizeof(T);
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) GTEST_SKIP() << "there is not enough address space";
  T* const array = static_cast<T*>(memory);
  store_add_at(array, index, index + 8, T{1}, in_global);
  store_add_at(array, index + 7, index + 8, T{2});
  EXPECT_EQ(array[0], T{0});
  EXPECT_EQ(array[7], T{0});
  EXPECT_EQ(array[index], T{1});
  EXPECT_EQ(array[index + 7], T{2});
  munmap(memory, bytes);
}
TEST(elements, have_indices_of_64_bits) {
  expect_element_2_to_the_32<std::uint8_t>();
  expect_element_2_to_the_32<std::uint16_t>();
  expect_element_2_to_the_32<float>();
}

/// The operand of a pointer counts elements.
template <class Element>
void expect_pointer() {
  Element array[9];
  Element* p = array + 4;
  const auto bytes = [](std::int64_t n) {
    return hex(static_cast<std::uint64_t>(n * static_cast<std::int64_t>(sizeof(Element))));
  };
  EXPECT_EQ(steps_of(&p, [&] { EXPECT_EQ(fetch_add(&p, 3), array + 4); }),
            "fetch add u64 +0 0x" + bytes(3) + "\n");
  EXPECT_EQ(steps_of(&p, [&] { EXPECT_EQ(fetch_add(&p, -5), array + 7); }),
            "fetch add u64 +0 0x" + bytes(-5) + "\n");
  EXPECT_EQ(steps_of(&p, [&] { EXPECT_EQ(fetch_sub(&p, -5), array + 2); }),
            "fetch sub u64 +0 0x" + bytes(-5) + "\n");
  EXPECT_EQ(steps_of(&p, [&] { store_sub(&p, 6); }), "reduce sub u64 +0 0x" + bytes(6) + "\n");
  EXPECT_EQ(p, array + 1);
  EXPECT_EQ(add_fetch(&p, 2), array + 3);
  EXPECT_EQ(sub_fetch(&p, 3), array);
  const atomic_ref<Element*> x(p);
  EXPECT_EQ(x.add_fetch(8), array + 8);
  EXPECT_EQ(x.sub_fetch(2), array + 6);
  EXPECT_EQ(++x, array + 7);
  EXPECT_EQ(x--, array + 7);
  EXPECT_EQ(x -= 4, array + 2);
  x.store_add(5);
  EXPECT_EQ(x.load(), array + 7);
  x.store_sub(7);
  EXPECT_EQ(p, array);
}
TEST(elements, that_pointers_count) {
  struct three_words {
    std::uint32_t at[3];
  };
  expect_pointer<char>();
  expect_pointer<std::uint16_t>();
  expect_pointer<three_words>();
}

/// How often a call that may check first loads and updates, if it would change the object and if
/// it would not; and its update's hints.
template <class T, class Call, class Tag>
void expect_check(const std::string& name, T old, const char* update, Call call, Tag given,
                  memory_scope of_check) {
  SCOPED_TRACE(name);
  in_words<T> words{old};
  T& object = words.object;
  accesses_of([&] { call(&object, given); });
  ASSERT_EQ(recorder::accesses.size(), 2u);
  const recorder::access_made check = recorder::accesses[0];
  const recorder::access_made change = recorder::accesses[1];
  EXPECT_STREQ(check.how, "load");
  EXPECT_EQ(check.with.scope, of_check);
  EXPECT_STREQ(change.how, update);
  EXPECT_EQ(change.with.scope, memory_scope::device);
  EXPECT_EQ(check.at, change.at);
  EXPECT_EQ(check.bytes, change.bytes);
  // Nothing would change now.
  const T left = object;
  accesses_of([&] { EXPECT_TRUE(detail::same_bits(call(&object, given), left)); });
  ASSERT_EQ(recorder::accesses.size(), 1u);
  EXPECT_STREQ(recorder::accesses[0].how, "load");
  EXPECT_EQ(recorder::accesses[0].with.scope, of_check);
  EXPECT_TRUE(detail::same_bits(object, left));
}
template <class T, class Call>
void expect_check(const std::string& name, T old, const char* update, Call call) {
  expect_check(name + ", check_first", old, update, call, check_first, memory_scope::device);
  expect_check(name + ", monotone", old, update, call, monotone, memory_scope::warp);
}
TEST(checks, before_updates_that_may_change_nothing) {
  expect_check("min", 9u, "fetch", [](word* p, auto h) { return fetch_min(p, 3u, h); });
  expect_check("max", 1u, "fetch", [](word* p, auto h) { return fetch_max(p, 3u, h); });
  expect_check("and", 9u, "fetch", [](word* p, auto h) { return fetch_and(p, 3u, h); });
  expect_check("or", 9u, "fetch", [](word* p, auto h) { return fetch_or(p, 3u, h); });
  expect_check("exchange", 9u, "exchange", [](word* p, auto h) { return exchange(p, 3u, h); });
  expect_check("min of float", 9.0f, "fetch",
               [](float* p, auto h) { return fetch_min(p, -3.0f, h); });
  expect_check("fminimum", 9.0f, "compare_exchange",
               [](float* p, auto h) { return fetch_fminimum(p, -3.0f, h); });
  expect_check("fmaximum_num", -9.0f, "compare_exchange",
               [](float* p, auto h) { return fetch_fmaximum_num(p, -3.0f, h); });
  // Zeros are equal, but differ in their bits.
  expect_check("exchange of zeros", -0.0f, "exchange",
               [](float* p, auto h) { return exchange(p, 0.0f, h); });
  expect_check("or of 16 bits", std::uint16_t{9}, "fetch",
               [](std::uint16_t* p, auto h) { return fetch_or(p, std::uint16_t{6}, h); });
}

/// As hand-written loops do, without a hint.
TEST(checks, before_min_if_less_and_max_if_greater) {
  const auto lower = [](auto* p, auto... tags) {
    return fetch_min_if_less(p, static_cast<std::decay_t<decltype(*p)>>(-3.0f), tags...);
  };
  const auto raise = [](float* p, auto tag) { return max_if_greater_fetch(p, -3.0f, tag); };
  const auto own = memory_scope::device;
  const char* const update = "compare_exchange";
  expect_check("min_if_less", 9.0f, update, lower, in_global, own);
  expect_check("min_if_less of double", 9.0, update, lower, in_shared, own);
  using half = detail::float16<kind::f16>;
  expect_check(
      "min_if_less of half", half{0x4880}, update,
      [](half* p, auto tag) { return fetch_min_if_less(p, half{0xc200}, tag); }, relaxed, own);
  expect_check("max_if_greater", -9.0f, update, raise, std::memory_order_relaxed, own);
  expect_check("max_if_greater", -9.0f, update, raise);
  for (const float old : {-3.0f, -4.0f, std::nanf("")}) {
    in_words<float> words{old};
    for (const std::memory_order o : {std::memory_order_acquire, std::memory_order_seq_cst}) {
      EXPECT_NE(accesses_of([&] { lower(&words.object, o); }).find(update), std::string::npos);
    }
    EXPECT_NE(accesses_of([&] { lower(&words.object, release); }).find(update), std::string::npos);
    EXPECT_TRUE(detail::same_bits(words.object, old));
  }
}

/// Calls whose update is made in any case, although a hint allows a check.
TEST(checks, never_where_the_call_orders_or_always_changes) {
  word object = 7;
  word* const p = &object;
  const auto expect_one = [](const char* how, auto call) {
    accesses_of(call);
    ASSERT_EQ(recorder::accesses.size(), 1u);
    EXPECT_STREQ(recorder::accesses[0].how, how);
  };
  expect_one("fetch", [&] { fetch_max(p, 1u, check_first, acquire); });
  expect_one("fetch", [&] { fetch_min(p, 9u, monotone, release); });
  expect_one("fetch", [&] { fetch_or(p, 7u, check_first, seq_cst); });
  expect_one("exchange", [&] { exchange(p, 7u, monotone, acq_rel); });
  expect_one("reduce", [&] { store_and(p, 7u, check_first, release); });
  expect_one("fetch", [&] { fetch_add(p, 0u, check_first); });
  expect_one("fetch", [&] { fetch_xor(p, 0u, monotone); });
  expect_one("store", [&] { store(p, 7u, check_first); });
  for (const std::memory_order o : {std::memory_order_acquire, std::memory_order_seq_cst}) {
    expect_one("fetch", [&] { fetch_max(p, 1u, check_first, o); });
  }
}

/// `monotone` lets any cache answer a relaxed load, but no other load, and no poll.
TEST(checks, loads_from_any_cache) {
  word object = 7;
  const atomic_ref<word, relaxed_t> x(object);
  const auto expect = [](memory_order order, memory_scope scope, auto call) {
    accesses_of(call);
    ASSERT_EQ(recorder::accesses.size(), 1u);
    EXPECT_EQ(recorder::accesses[0].with.order, order);
    EXPECT_EQ(recorder::accesses[0].with.scope, scope);
  };
  const auto relaxed_order = memory_order::relaxed;
  const auto any = [](word) { return true; };
  expect(relaxed_order, memory_scope::warp, [&] { load(&object, monotone); });
  expect(relaxed_order, memory_scope::warp, [&] { load(&object, system_scope, monotone); });
  expect(relaxed_order, memory_scope::warp, [&] { x.load(monotone); });
  expect(relaxed_order, memory_scope::warp,
         [&] { load(&object, monotone, std::memory_order_relaxed); });
  expect(relaxed_order, memory_scope::device, [&] { load(&object, check_first); });
  expect(memory_order::acquire, memory_scope::system,
         [&] { load(&object, system_scope, acquire, monotone); });
  expect(memory_order::seq_cst, memory_scope::device, [&] { x.load(monotone, seq_cst); });
  expect(relaxed_order, memory_scope::device, [&] { wait(&object, 8u, monotone); });
  expect(relaxed_order, memory_scope::device, [&] { wait_until(&object, any, monotone); });
  expect(relaxed_order, memory_scope::system, [&] { x.wait(8u, monotone, system_scope); });
}

/// New values that a call returns: flushed where the object's was.
TEST(flushes, of_new_values) {
  const float tiny = 0x1p-130f;
  const float least = 0x1p-126f;
  float object = least;
  float* const shared = in_own_shared<float>();
  const auto left = [&](float* p, auto... tags) {
    *p = least + tiny;
    return sub_fetch(p, least, tags...);
  };
  const bool flushes = recorder::global_sums_flush;
  EXPECT_EQ(left(&object), flushes ? 0 : tiny);
  EXPECT_EQ(left(&object, in_global), flushes ? 0 : tiny);
  EXPECT_EQ(left(&object, in_global, std::memory_order_acquire), flushes ? 0 : tiny);
  EXPECT_EQ(left(&object, keep_denormals), tiny);
  EXPECT_EQ(left(shared), tiny);
  EXPECT_EQ(left(shared, in_shared), tiny);
  const auto left_by_member = [&](float* p, auto... tags) {
    *p = least + tiny;
    return atomic_ref<float, decltype(tags)...>(*p).sub_fetch(least);
  };
  EXPECT_EQ(left_by_member(&object), flushes ? 0 : tiny);
  EXPECT_EQ(left_by_member(&object, in_global), flushes ? 0 : tiny);
  EXPECT_EQ(left_by_member(&object, keep_denormals), tiny);
  EXPECT_EQ(left_by_member(shared), tiny);
  // Doubles and products are not flushed.
  double of_64_bits = 0x1p-126 + 0x1p-130;
  EXPECT_EQ(sub_fetch(&of_64_bits, 0x1p-126, coarse_grained), 0x1p-130);
  object = least;
  EXPECT_EQ(mul_fetch(&object, 0.0625f), tiny);
}

}  // namespace
