// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Checked mode, call by call: the whole message of every function and member, for each mistake
/// that it can notice. The recorder throws the messages.

#include <atomic>
#include <cstdint>
#include <string>
#include <type_traits>

#include <diatomic/atomics/fixed_point.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>

#include "accesses/accesses.hpp"

namespace {

using namespace accesses_tests;
using namespace diatomic;
using recorder::own_local;
using recorder::own_shared;

/// The message of a call, less its file and line; empty if there is none. `line` gets the line.
std::string message_of(call_ref call, unsigned* line = nullptr) {
  try {
    call();
  } catch (const std::string& text) {
    const std::string start = "diatomic: " __FILE__ ":";
    if (text.compare(0, start.size(), start) != 0) return "(elsewhere) " + text;
    const std::size_t end = text.find(": ", start.size());
    if (line != nullptr) {
      *line = static_cast<unsigned>(std::stoul(text.substr(start.size(), end)));
    }
    return text.substr(end + 2);
  }
  return "";
}

/// A call in one line: its message, and that the line is its own.
#define EXPECT_MESSAGE(text, ...) expect_message(text, __LINE__, [&] { __VA_ARGS__; })

void expect_message(const std::string& text, unsigned own_line, call_ref call) {
  unsigned line = 0;
  EXPECT_EQ(message_of(call, &line), text) << "in line " << own_line;
  if (!text.empty()) {
    EXPECT_EQ(line, own_line);
  }
}

/// Where an operator without an operand is said to be.
constexpr const char* of_operator =
    "(elsewhere) diatomic: (an operator of an atomic type, at line):0: ";
const auto plus_1 = [](word v) { return v + 1; };
const auto never = [](word&) { return false; };
const auto always = [](word) { return true; };

/// Every function and member on the object `*p`, which is wrong: its name, and then `problem`.
/// `tags` say the space.
template <class... Tags>
void expect_of_moves(word* p, const std::string& problem, Tags... tags) {
  const auto on = [&](const std::string& name) { return name + " on u32: " + problem; };
  word seen = 0;
  EXPECT_MESSAGE(on("load"), load(p, tags...));
  EXPECT_MESSAGE(on("load"), load(p, std::memory_order_acquire, tags...));
  EXPECT_MESSAGE(on("wait"), wait(p, 5u, tags...));
  EXPECT_MESSAGE(on("wait"), wait(p, 5u, std::memory_order_acquire, tags...));
  EXPECT_MESSAGE(on("wait_until"), wait_until(p, always, tags...));
  EXPECT_MESSAGE(on("store"), store(p, 5u, tags...));
  EXPECT_MESSAGE(on("store"), store(p, 5u, tags..., std::memory_order_release));
  EXPECT_MESSAGE(on("exchange"), exchange(p, 5u, tags...));
  EXPECT_MESSAGE(on("compare_exchange"), compare_exchange(p, 5u, 6u, tags...));
  EXPECT_MESSAGE(on("compare_exchange"), compare_exchange_strong(p, seen, 6u, tags...));
  EXPECT_MESSAGE(on("compare_exchange"), compare_exchange_weak(p, seen, 6u, tags...));
  EXPECT_MESSAGE(on("fetch_update"), fetch_update(p, plus_1, tags...));
  EXPECT_MESSAGE(on("try_update"), try_update(p, never, tags...));
  EXPECT_MESSAGE(on("fetch_add"), claim_slot(p, tags...));
  EXPECT_MESSAGE(on("store_add"), store_add_at(p, 0, 1, 1u, tags...));
  if constexpr (sizeof...(Tags) <= 1) {
    const auto expect = [&](const std::string& name, call_ref call) {
      EXPECT_EQ(message_of(call, nullptr), of_operator + on(name));
    };
    const atomic_ref<word, Tags...> x(*p);
    expect("load", [&] { static_cast<void>(static_cast<word>(x)); });
    expect("fetch_add", [&] { ++x; });
    expect("fetch_add", [&] { x++; });
    expect("fetch_sub", [&] { --x; });
    expect("fetch_sub", [&] { x--; });
    EXPECT_MESSAGE(on("load"), x.load());
    EXPECT_MESSAGE(on("load"), x.load(relaxed));
    EXPECT_MESSAGE(on("fetch_update"), x.fetch_update(plus_1));
    EXPECT_MESSAGE(on("try_update"), x.try_update(never, std::memory_order_acquire));
    const atomic_ref<const word, Tags...> constant(*p);
    EXPECT_MESSAGE(on("load"), constant.load());
    EXPECT_MESSAGE(on("wait"), x.wait(5u));
    EXPECT_MESSAGE(on("store"), x.store(5u));
    EXPECT_MESSAGE(on("store"), x = 5u);
    EXPECT_MESSAGE(on("exchange"), x.exchange(5u));
    EXPECT_MESSAGE(on("compare_exchange"), x.compare_exchange(5u, 6u));
    EXPECT_MESSAGE(on("compare_exchange"), x.compare_exchange_strong(seen, 6u));
    EXPECT_MESSAGE(on("compare_exchange"), x.compare_exchange_weak(seen, 6u));
    EXPECT_MESSAGE(on("fetch_add"), x += 3u);
    EXPECT_MESSAGE(on("fetch_xor"), x ^= 3u);
    auto& a = *reinterpret_cast<atomic<word, Tags...>*>(p);
    expect("load", [&] { static_cast<void>(static_cast<word>(a)); });
    expect("fetch_sub", [&] { a--; });
    EXPECT_MESSAGE(on("load"), a.load());
    EXPECT_MESSAGE(on("wait"), a.wait(5u, acquire));
    expect("store", [&] { a = 5u; });
    EXPECT_MESSAGE(on("store"), a.store(5u));
    EXPECT_MESSAGE(on("fetch_add"), a.fetch_add(1u));
    EXPECT_MESSAGE(on("compare_exchange"), a.compare_exchange_weak(seen, 6u));
    EXPECT_MESSAGE(on("fetch_or"), a |= 3u);
    auto& flag = *reinterpret_cast<atomic_flag<Tags...>*>(p);
    EXPECT_MESSAGE(on("exchange"), flag.test_and_set());
    EXPECT_MESSAGE(on("store"), flag.clear(release));
    EXPECT_MESSAGE(on("load"), flag.test());
    EXPECT_MESSAGE(on("wait"), flag.wait(true));
  }
}

/// The updates of a type, by their names.
template <class T, class... Tags>
void expect_of_all(unsigned char* at, const std::string& kind_name, const std::string& problem,
                   Tags... tags) {
  const auto on = [&](const std::string& name) {
    return name + " on " + kind_name + ": " + problem;
  };
  T* const p = reinterpret_cast<T*>(at);
  const atomic_ref<T, Tags...> x(*p);
#define EXPECT_UPDATE(name)                                           \
  EXPECT_MESSAGE(on("fetch_" #name), fetch_##name(p, T{1}, tags...)); \
  EXPECT_MESSAGE(on("fetch_" #name), name##_fetch(p, T{1}, tags...)); \
  EXPECT_MESSAGE(on("store_" #name), store_##name(p, T{1}, tags...)); \
  EXPECT_MESSAGE(on("fetch_" #name), x.fetch_##name(T{1}));           \
  EXPECT_MESSAGE(on("fetch_" #name), x.name##_fetch(T{1}));           \
  EXPECT_MESSAGE(on("store_" #name), x.store_##name(T{1}))
  EXPECT_UPDATE(add);
  EXPECT_UPDATE(sub);
  EXPECT_UPDATE(mul);
  EXPECT_UPDATE(div);
  EXPECT_UPDATE(min);
  EXPECT_UPDATE(max);
  if constexpr (std::is_integral_v<T>) {
    EXPECT_UPDATE(mod);
    EXPECT_UPDATE(and);
    EXPECT_UPDATE(or);
    EXPECT_UPDATE(xor);
    EXPECT_UPDATE(nand);
    EXPECT_UPDATE(shl);
    EXPECT_UPDATE(shr);
    if constexpr (std::is_unsigned_v<T>) {
      EXPECT_UPDATE(inc_wrap);
      EXPECT_UPDATE(dec_wrap);
    }
  } else {
    EXPECT_UPDATE(fminimum);
    EXPECT_UPDATE(fmaximum);
    EXPECT_UPDATE(fminimum_num);
    EXPECT_UPDATE(fmaximum_num);
    EXPECT_UPDATE(min_if_less);
    EXPECT_UPDATE(max_if_greater);
  }
#undef EXPECT_UPDATE
}

TEST(checked_calls, null_pointers) {
  expect_of_moves(nullptr, "null pointer");
  expect_of_all<word>(nullptr, "u32", "null pointer");
  expect_of_all<std::int8_t>(nullptr, "i8", "null pointer");
  expect_of_all<double>(nullptr, "f64", "null pointer");
  int** const pointers = nullptr;
  EXPECT_MESSAGE("fetch_add on u64: null pointer", fetch_add(pointers, 1));
  EXPECT_MESSAGE("store_sub on u64: null pointer", store_sub(pointers, 1));
  EXPECT_MESSAGE("exchange on u64: null pointer", exchange(pointers, nullptr));
  EXPECT_MESSAGE("exchange on u64: null pointer", exchange(pointers, nullptr, acquire));
  void** const untyped = nullptr;
  EXPECT_MESSAGE("exchange on u64: null pointer", exchange(untyped, untyped, block_scope));
}

TEST(checked_calls, misaligned_pointers) {
  alignas(16) unsigned char memory[32] = {};
  const std::string text = "misaligned pointer; bytes beyond an aligned address: ";
  for (unsigned beyond = 1; beyond < 4; ++beyond) {
    expect_of_moves(reinterpret_cast<word*>(memory + 4 + beyond), text + std::to_string(beyond));
  }
  expect_of_all<std::uint64_t>(memory + 12, "u64", text + "4");
  expect_of_all<std::int16_t>(memory + 3, "i16", text + "1");
  expect_of_all<float>(memory + 6, "f32", text + "2");
}

TEST(checked_calls, spaces) {
  word object = 7;
  const std::string in_vain = "in_shared, but the pointer is not to the block's shared memory";
  const std::string not_global = "in_global, but the pointer is to shared memory";
  const std::string local = "pointer to local memory, which no other thread sees";
  auto* const shared = reinterpret_cast<word*>(own_shared.bytes);
  auto* const own = reinterpret_cast<word*>(own_local.bytes);
  expect_of_moves(&object, in_vain, in_shared);
  expect_of_moves(shared, not_global, in_global);
  expect_of_moves(own, local);
  expect_of_moves(own, local, in_global);
  expect_of_all<float>(own_shared.bytes, "f32", not_global, in_global);
  expect_of_all<std::int16_t>(own_local.bytes, "i16", local, in_shared);
  // The right space.
  *shared = 7;
  EXPECT_MESSAGE("", load(shared, in_shared));
  EXPECT_MESSAGE("", store_add(shared, 1u));
  EXPECT_MESSAGE("", fetch_max(&object, 1u, in_global));
}

/// What operands may be: shifts below the width, divisors that are not 0, quotients that exist.
template <class T>
void expect_operands(const std::string& kind_name) {
  in_words<T> words{};
  T& object = words.object;
  T* const p = &object;
  constexpr T width = 8 * sizeof(T);
  const auto of_shift = [&](const char* name, int v) {
    return std::string(name) + " on " + kind_name +
           ": shift by a negative number, or by the word's width or more: " + std::to_string(v);
  };
  for (const T v : {width, static_cast<T>(width + 1), static_cast<T>(100)}) {
    EXPECT_MESSAGE(of_shift("fetch_shl", v), fetch_shl(p, v));
    EXPECT_MESSAGE(of_shift("fetch_shr", v), shr_fetch(p, v));
    EXPECT_MESSAGE(of_shift("store_shl", v), store_shl(p, v));
    EXPECT_MESSAGE(of_shift("store_shr", v), atomic_ref<T>(*p).store_shr(v));
  }
  EXPECT_MESSAGE("", fetch_shl(p, static_cast<T>(width - 1)));
  EXPECT_MESSAGE("", store_shr(p, static_cast<T>(width - 1)));
  const auto of_zero = [&](const char* name) {
    return std::string(name) + " on " + kind_name + ": division by zero";
  };
  EXPECT_MESSAGE(of_zero("fetch_div"), fetch_div(p, T{0}));
  EXPECT_MESSAGE(of_zero("store_div"), store_div(p, T{0}));
  EXPECT_MESSAGE(of_zero("fetch_mod"), mod_fetch(p, T{0}));
  EXPECT_MESSAGE(of_zero("store_mod"), atomic_ref<T>(*p).store_mod(T{0}));
  if constexpr (std::is_signed_v<T>) {
    EXPECT_MESSAGE(of_shift("fetch_shl", -1), fetch_shl(p, T{-1}));
    EXPECT_MESSAGE(of_shift("store_shr", -128), store_shr(p, T{-128}));
    const T least = static_cast<T>(std::uint64_t{1} << (width - 1));
    const auto of_least = [&](const char* name) {
      return std::string(name) + " on " + kind_name + ": division of the least integer by -1";
    };
    object = least;
    EXPECT_MESSAGE(of_least("fetch_div"), fetch_div(p, T{-1}));
    EXPECT_MESSAGE(of_least("store_mod"), store_mod(p, T{-1}));
    EXPECT_EQ(object, least);
    EXPECT_MESSAGE("", fetch_div(p, T{2}));
    object = static_cast<T>(least + 1);
    EXPECT_MESSAGE("", EXPECT_EQ(fetch_div(p, T{-1}, acq_rel), static_cast<T>(least + 1)));
    EXPECT_EQ(object, static_cast<T>(-(least + 1)));
    EXPECT_MESSAGE("", EXPECT_EQ(mod_fetch(p, T{-1}), 0));
  }
}
TEST(checked_calls, operands) {
  expect_operands<std::int8_t>("i8");
  expect_operands<std::uint8_t>("u8");
  expect_operands<std::int16_t>("i16");
  expect_operands<std::uint32_t>("u32");
  expect_operands<std::int32_t>("i32");
  expect_operands<std::uint64_t>("u64");
  expect_operands<std::int64_t>("i64");
}

TEST(checked_calls, elements_and_many_tags) {
  word array[4] = {};
  const std::string index = "store_add on u32: index not below the array's length: ";
  EXPECT_MESSAGE(index + "4", store_add_at(array, 4, 4, 1u));
  EXPECT_MESSAGE(index + "-1", store_add_at(array, -1, 4, 1u, release));
  EXPECT_MESSAGE(index + "0", store_add_at(array, 0, 0, 1u));
  EXPECT_MESSAGE("", store_add_at(array, 3, 4, 1u));
  EXPECT_MESSAGE("", store_add_at(array, 3, std::uint64_t{1} << 32, 0u));
  EXPECT_EQ(array[3], 1u);
  // With more than four tags a call does not know its place.
  word* const p = nullptr;
  const auto message = [&](auto call) {
    return message_of(
        [&] { call(relaxed, block_scope, in_global, coarse_grained, ignore_denormals); });
  };
  const std::string start = "(elsewhere) diatomic: (a call with many tags, at line):0: ";
  const std::string end = " on u32: null pointer";
  EXPECT_EQ(message([&](auto... t) { load(p, t...); }), start + "load" + end);
  EXPECT_EQ(message([&](auto... t) { fetch_update(p, plus_1, t...); }),
            start + "fetch_update" + end);
  EXPECT_EQ(message([&](auto... t) { try_update(p, never, t...); }), start + "try_update" + end);
  EXPECT_EQ(message([&](auto... t) { wait_until(p, always, t...); }), start + "wait_until" + end);
  EXPECT_EQ(message([&](auto... t) { claim_slot(p, t...); }), start + "fetch_add" + end);
  const std::string of_pointers = start + "exchange on u64: null pointer";
  int** const pointers = nullptr;
  void** const untyped = nullptr;
  EXPECT_EQ(message([&](auto... t) { exchange(pointers, nullptr, t...); }), of_pointers);
  EXPECT_EQ(message([&](auto... t) { exchange(untyped, untyped, t...); }), of_pointers);
}

/// Counts may reach either end of their range, and no more.
TEST(checked_calls, counts_stay_in_range) {
  using count = fixed_point<0>;
  const std::int64_t most = 0x7fffffffffffffff;
  const std::int64_t least = ~most;
  const auto left = [](std::int64_t start, auto call) {
    count object = count::from_units(start);
    EXPECT_EQ(message_of([&] { call(&object); }), "") << start;
    return object.units();
  };
  const auto on = count::from_units;
  EXPECT_EQ(left(most - 5, [&](count* p) { fetch_add(p, on(5)); }), most);
  EXPECT_EQ(left(most - 5, [&](count* p) { store_sub(p, on(-5)); }), most);
  EXPECT_EQ(left(1, [&](count* p) { store_add(p, on(most - 1)); }), most);
  EXPECT_EQ(left(least + 5, [&](count* p) { add_fetch(p, on(-5)); }), least);
  EXPECT_EQ(left(least + 5, [&](count* p) { fetch_sub(p, on(5)); }), least);
  EXPECT_EQ(left(-1, [&](count* p) { store_add(p, on(least + 1)); }), least);
  EXPECT_EQ(left(most, [&](count* p) { store_add(p, on(0)); }), most);
  EXPECT_EQ(left(least, [&](count* p) { store_sub(p, on(0)); }), least);
  const std::string beyond = " on i64: sum beyond the range of its unit";
  const std::string no_number =
      " on i64: operand that is no number, or beyond the range of its unit";
  count high = on(most - 5);
  count low = on(least + 5);
  EXPECT_MESSAGE("fetch_add" + beyond, fetch_add(&high, on(6)));
  EXPECT_MESSAGE("fetch_add" + beyond, add_fetch(&low, on(-6)));
  EXPECT_MESSAGE("store_sub" + beyond, store_sub(&high, on(-6)));
  EXPECT_MESSAGE("fetch_sub" + beyond, atomic_ref<count>(low).sub_fetch(on(6)));
  EXPECT_MESSAGE("store_add" + no_number, store_add(&high, on(most)));
  EXPECT_MESSAGE("fetch_sub" + no_number, fetch_sub(&high, on(least)));
  EXPECT_EQ(high, on(most - 5));
  EXPECT_EQ(low, on(least + 5));
}

/// Checked calls access memory as others do; divisions by -1 and sums of counts in a loop.
TEST(checked_calls, access_as_they_say) {
  word object = 7;
  int number = 7;
  fixed_point<0> count{};
  access_properties with;
  with.order = memory_order::acq_rel;
  with.scope = memory_scope::block;
  EXPECT_EQ(accesses_of([&] { fetch_add(&object, 1u, acq_rel, block_scope); }),
            text_of("fetch", with));
  EXPECT_EQ(accesses_of([&] { exchange(&object, 1u, block_scope, acq_rel); }),
            text_of("exchange", with));
  EXPECT_EQ(accesses_of([&] { compare_exchange(&object, 1u, 2u, block_scope, acq_rel); }),
            text_of("compare_exchange", with));
  EXPECT_EQ(accesses_of([&] { fetch_update(&object, plus_1, block_scope, acq_rel); }),
            loop_text(with));
  EXPECT_EQ(accesses_of([&] { try_update(&object, never, block_scope, acq_rel); }),
            loop_text(with, loop_that::declines));
  EXPECT_EQ(accesses_of([&] { fetch_div(&number, -1, block_scope, acq_rel); }),
            loop_text(with, loop_that::may_decline));
  EXPECT_EQ(accesses_of([&] { fetch_add(&count, 1, block_scope, acq_rel); }),
            loop_text(with, loop_that::may_decline));
  EXPECT_EQ(number, -7);
  EXPECT_EQ(count.units(), 1);
  with.order = memory_order::acquire;
  EXPECT_EQ(accesses_of([&] { load(&object, acquire, block_scope); }), text_of("load", with));
  EXPECT_EQ(accesses_of([&] { wait(&object, 9u, acquire, block_scope); }), text_of("load", with));
  EXPECT_EQ(accesses_of([&] { wait_until(&object, always, block_scope, acquire); }),
            text_of("load", with));
}

}  // namespace
