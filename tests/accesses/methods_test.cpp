// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// What GPUs' methods do to memory, step by step: words that contain narrow objects, signs, pairs,
/// spaces, elements. The recorder imitates the GPUs; their own suites see what their chips do.

#include <cmath>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include "accesses/steps.hpp"

namespace {

using namespace accesses_tests;
using namespace diatomic;
using detail::bits_as;

/// Eight bytes, aligned, that count up.
struct alignas(8) bytes {
  unsigned char at[8] = {0x10, 0x21, 0x32, 0x43, 0x54, 0x65, 0x76, 0x87};
};
template <class T>
T* object_in(bytes& b, unsigned offset) {
  return reinterpret_cast<T*>(b.at + offset);
}
/// The 32-bit word around an object.
std::uint32_t word_at(const bytes& b, unsigned offset) {
  std::uint32_t w;
  std::memcpy(&w, b.at + offset / 4 * 4, 4);
  return w;
}

/// Updates `b` as the operation on a T at `offset` should, and returns its old value.
template <op Op, class T>
T plainly(bytes& b, unsigned offset, T v) {
  T old;
  std::memcpy(&old, b.at + offset, sizeof old);
  const T left = result_of<Op>(old, v);
  std::memcpy(b.at + offset, &left, sizeof left);
  return old;
}

template <op Op, class T>
void expect_on_word(T v, std::uint32_t neutral) {
  for (unsigned offset = 0; offset < 8; offset += sizeof(T)) {
    const unsigned shift = offset % 4 * 8;
    const auto own = static_cast<std::uint32_t>(static_cast<detail::unsigned_of<T>>(v)) << shift;
    const auto mask = static_cast<std::uint32_t>((1ull << 8 * sizeof(T)) - 1) << shift;
    const std::string operand = hex(own | (neutral & ~mask));
    const std::string at = std::string(name_of(Op)) + " u32 +" + std::to_string(offset / 4 * 4);
    bytes seen, expected;
    const T old = plainly<Op>(expected, offset, v);
    EXPECT_EQ(
        steps_of(seen.at,
                 [&] { EXPECT_EQ(test::call_fetch<Op>(object_in<T>(seen, offset), v), old); }),
        "fetch " + at + " 0x" + operand + "\n");
    EXPECT_EQ(std::memcmp(seen.at, expected.at, 8), 0) << offset;
    seen = {};
    EXPECT_EQ(steps_of(seen.at, [&] { test::call_store<Op>(object_in<T>(seen, offset), v); }),
              "reduce " + at + " 0x" + operand + "\n");
    EXPECT_EQ(std::memcmp(seen.at, expected.at, 8), 0) << offset;
  }
}
template <class T>
void expect_on_words() {
  expect_on_word<op::bit_and>(static_cast<T>(0x2c), ~0u);
  expect_on_word<op::bit_or>(static_cast<T>(0x2c), 0);
  expect_on_word<op::bit_xor>(static_cast<T>(0x2c), 0);
  expect_on_word<op::bit_xor>(static_cast<T>(-1), 0);
}
TEST(methods, bitwise_on_the_word_that_contains_a_narrow_integer) {
  expect_on_words<std::uint8_t>();
  expect_on_words<std::int8_t>();
  expect_on_words<std::uint16_t>();
  expect_on_words<std::int16_t>();
}

/// Sums of narrow integers: a sum of the word if its carry leaves the word, else a loop.
template <op Op, class T>
void expect_sums(T v) {
  for (unsigned offset = 0; offset < 8; offset += sizeof(T)) {
    const std::string word = " u32 +" + std::to_string(offset / 4 * 4);
    const bool is_topmost = offset % 4 + sizeof(T) == 4;
    bytes seen, expected;
    const T old = plainly<Op>(expected, offset, v);
    const auto operand = static_cast<detail::unsigned_of<T>>(v);
    const std::string steps = is_topmost
                                  ? std::string("fetch ") + name_of(Op) + word + " 0x" +
                                        hex(std::uint32_t{operand} << (offset % 4 * 8)) + "\n"
                                  : "load" + word + "\ncompare_exchange" + word + " 0x" +
                                        hex(word_at(expected, offset)) + "\n";
    EXPECT_EQ(
        steps_of(seen.at,
                 [&] { EXPECT_EQ(test::call_fetch<Op>(object_in<T>(seen, offset), v), old); }),
        steps);
    EXPECT_EQ(std::memcmp(seen.at, expected.at, 8), 0) << offset;
  }
}
TEST(methods, sums_of_narrow_integers) {
  expect_sums<op::add, std::uint8_t>(0xf3);
  expect_sums<op::sub, std::uint8_t>(0xf3);
  expect_sums<op::add, std::int8_t>(-0x55);
  expect_sums<op::add, std::uint16_t>(0xfff3);
  expect_sums<op::sub, std::int16_t>(0x7ff3);
}

/// Other operations on narrow objects: the object alone changes, and is compared alone.
template <class T>
void expect_narrow_moves() {
  for (unsigned offset = 0; offset < 8; offset += sizeof(T)) {
    bytes seen, expected;
    T* const p = object_in<T>(seen, offset);
    const T v = static_cast<T>(0x5a);
    const T old = plainly<op::exchange>(expected, offset, v);
    EXPECT_EQ(exchange(p, v), old);
    EXPECT_EQ(std::memcmp(seen.at, expected.at, 8), 0) << offset;
    EXPECT_EQ(compare_exchange(p, old, T{1}), v);
    EXPECT_EQ(std::memcmp(seen.at, expected.at, 8), 0) << offset;
    EXPECT_EQ(compare_exchange(p, v, old), v);
    EXPECT_EQ(std::memcmp(seen.at, bytes{}.at, 8), 0) << offset;
    EXPECT_EQ(fetch_max(p, static_cast<T>(0x7e)), old);
    plainly<op::exchange>(expected, offset, old);
    plainly<op::max>(expected, offset, static_cast<T>(0x7e));
    EXPECT_EQ(std::memcmp(seen.at, expected.at, 8), 0) << offset;
    EXPECT_EQ(steps_of(seen.at, [&] { store(p, v); }),
              std::string("store ") + name_of(kind_of_v<detail::unsigned_of<T>>) + " +" +
                  std::to_string(offset) + " 0x5a\n");
  }
}
TEST(methods, moves_of_narrow_objects) {
  expect_narrow_moves<std::uint8_t>();
  expect_narrow_moves<std::int8_t>();
  expect_narrow_moves<std::uint16_t>();
  expect_narrow_moves<std::int16_t>();
}

/// Extrema of floats: signed if the operand has no sign, else reversed and unsigned.
template <class T>
void expect_extrema(const std::string& signed_kind, const std::string& unsigned_kind) {
  const auto step = [](const char* how, const char* name, const std::string& of, T v) {
    return std::string(how) + " " + name + " " + of + " +0 0x" +
           hex(bits_as<detail::unsigned_of<T>>(v)) + "\n";
  };
  for (const T old : {T(-3), T(-0.0), T(0), T(2)}) {
    for (const T v : {T(-5), T(-1), T(-0.0), T(0), T(1), T(7)}) {
      const bool is_signed = std::signbit(v);
      const std::string& of = is_signed ? unsigned_kind : signed_kind;
      in_words<T> words{old};
      T& object = words.object;
      EXPECT_EQ(steps_of(&object, [&] { EXPECT_EQ(fetch_min(&object, v), old); }),
                step("fetch", is_signed ? "max" : "min", of, v));
      EXPECT_TRUE(detail::same_bits(object, result_of<op::min>(old, v))) << old << ", " << v;
      object = old;
      EXPECT_EQ(steps_of(&object, [&] { EXPECT_EQ(fetch_max(&object, v), old); }),
                step("fetch", is_signed ? "min" : "max", of, v));
      EXPECT_TRUE(detail::same_bits(object, result_of<op::max>(old, v))) << old << ", " << v;
      object = old;
      EXPECT_EQ(steps_of(&object, [&] { store_max(&object, v); }),
                step("reduce", is_signed ? "min" : "max", of, v));
    }
  }
}
TEST(methods, extrema_of_floats_by_the_sign_bit) {
  expect_extrema<float>("i32", "u32");
  expect_extrema<double>("i64", "u64");
}

/// Sums of 16-bit floats, by pairs: the neighbour gets -0.0.
template <class T>
void expect_in_pairs(const char* kind_of_pair, std::uint16_t one, std::uint16_t three) {
  for (unsigned offset = 0; offset < 4; offset += 2) {
    alignas(4) std::uint16_t words[2] = {0x8000, 0x8000};
    words[offset / 2] = three;
    auto* const p = reinterpret_cast<T*>(words + offset / 2);
    const auto step = [&](const char* how, unsigned operand) {
      const unsigned both = offset == 0 ? 0x80000000u | operand : 0x8000u | operand << 16;
      return std::string(how) + " add " + kind_of_pair + " +0 0x" + hex(both) + "\n";
    };
    const T v{one};
    EXPECT_EQ(steps_of(words, [&] { EXPECT_EQ(fetch_add(p, v, in_array, in_global).bits, three); }),
              step("fetch", one));
    EXPECT_EQ(steps_of(words, [&] { store_sub(p, v, in_array, in_global); }),
              step("reduce", 0x8000u | one));
    EXPECT_EQ(words[offset / 2], three);
    EXPECT_EQ(words[1 - offset / 2], 0x8000);
  }
}
TEST(methods, sums_of_16_bit_floats_in_pairs) {
  expect_in_pairs<half>("f16x2", 0x3c00, 0x4200);
  expect_in_pairs<bfloat16>("bf16x2", 0x3f80, 0x4040);
}

/// Whether `store_add_at` adds through the pair: if the array has both halves.
TEST(methods, elements_of_arrays) {
  for (unsigned first = 0; first < 2; ++first) {
    for (unsigned length = 1; length < 6; ++length) {
      for (unsigned index = 0; index < length; ++index) {
        std::vector<std::uint32_t> memory(4, 0x40004000u);
        auto* const halves = reinterpret_cast<std::uint16_t*>(memory.data());
        auto* const base = reinterpret_cast<half*>(halves) + first;
        const unsigned place = first + index;
        const unsigned other = place % 2 == 0 ? place + 1 : place - 1;
        const bool has_other = other >= first && other < first + length;
        const std::string steps = steps_of(
            memory.data(), [&] { store_add_at(base, index, length, half{0x3c00}, in_global); });
        EXPECT_EQ(steps.find("reduce add f16x2") != std::string::npos, has_other)
            << first << ", " << length << ", " << index;
        EXPECT_EQ(steps.find("compare_exchange u32") != std::string::npos, !has_other);
        for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(halves[i], i == place ? 0x4200 : 0x4000);
      }
    }
  }
  // Types that need no pair.
  std::uint32_t words[3] = {1, 2, 3};
  EXPECT_EQ(steps_of(words, [&] { store_add_at(words, 2, 3, 4u); }), "reduce add u32 +8 0x4\n");
}

}  // namespace
