// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Types that are moved and compared, or whose bits are set, but that nothing is added to: enums,
/// bool, pointers and structs; under contention, among neighbours.

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/lock_table.hpp>

#include "support/scale.hpp"

namespace {

constexpr unsigned threads = 128;
constexpr unsigned words = 8;  // neighbours, each with its own token

enum class small : std::uint8_t {};
enum class medium : short {};
struct alignas(2) byte_pair {
  std::uint8_t a;
  std::uint8_t b;
};
struct alignas(8) int_pair {
  std::int32_t a;
  std::uint32_t b;
};

/// The value that stands for a number below 128, and the number that a value stands for; -1 for
/// what stands for none, as a torn value would.
template <class T>
struct coded {
  static DIATOMIC_FUNCTION T value(unsigned n) { return static_cast<T>(n); }
  static DIATOMIC_FUNCTION int number(T v) { return static_cast<int>(v); }
};
template <>
struct coded<byte_pair> {
  static DIATOMIC_FUNCTION byte_pair value(unsigned n) {
    return {static_cast<std::uint8_t>(n), static_cast<std::uint8_t>(~n)};
  }
  static DIATOMIC_FUNCTION int number(byte_pair v) {
    return static_cast<std::uint8_t>(~v.b) == v.a ? v.a : -1;
  }
};
template <>
struct coded<int_pair> {
  static DIATOMIC_FUNCTION int_pair value(unsigned n) { return {-static_cast<std::int32_t>(n), n}; }
  static DIATOMIC_FUNCTION int number(int_pair v) {
    return -v.a == static_cast<std::int32_t>(v.b) ? static_cast<int>(v.b) : -1;
  }
};
template <class Pointee>
struct coded<Pointee*> {
  static DIATOMIC_FUNCTION Pointee* value(unsigned n) {
    return reinterpret_cast<Pointee*>(static_cast<std::uintptr_t>(n) * 0x100000001u);
  }
  static DIATOMIC_FUNCTION int number(Pointee* v) {
    const auto bits = reinterpret_cast<std::uintptr_t>(v);
    return bits / 0x100000001u * 0x100000001u == bits ? static_cast<int>(bits / 0x100000001u) : -1;
  }
};

struct tally {
  unsigned kept[words];     // numbers that exchanges brought back, summed
  unsigned counted[words];  // updates by fetch_update that took place
  unsigned torn;
};

/// Every thread leaves its number in each word by exchange, then counts in it by compare-exchange.
template <class T>
struct pass_tokens {
  DIATOMIC_DEVICE void operator()(T* tokens, T* counters, tally* t, unsigned rounds) const {
    const unsigned me = diatomic::global_index() % threads;
    for (unsigned k = 0; k < rounds; ++k) {
      const unsigned w = (me + k) % words;
      const int found = coded<T>::number(diatomic::exchange(tokens + w, coded<T>::value(me)));
      if (found < 0) {
        diatomic::store_add(&t->torn, 1u);
      } else {
        diatomic::store_add(&t->kept[w], static_cast<unsigned>(found));
      }
      const T old = diatomic::fetch_update(
          counters + w,
          [](T v) {
            return coded<T>::value(static_cast<unsigned>(coded<T>::number(v) + 1) % threads);
          },
          diatomic::acq_rel);
      if (coded<T>::number(old) + 1 == static_cast<int>(threads)) {
        diatomic::store_add(&t->counted[w], threads);
      }
      if (coded<T>::number(diatomic::load(tokens + w)) < 0) diatomic::store_add(&t->torn, 1u);
    }
  }
};

template <class T>
class moved : public testing::Test {};

using moved_types = testing::Types<signed char, std::uint8_t, short, std::uint16_t, small, medium,
                                   byte_pair, int_pair, float*, int**>;
TYPED_TEST_SUITE(moved, moved_types, );

TYPED_TEST(moved, lose_no_token) {
  using type = TypeParam;
  const auto rounds = static_cast<unsigned>(scaled(256, words) / words * words);
  constexpr unsigned grid = 4;
  diatomic::stream stream;
  diatomic::device_array<type> tokens(words);
  diatomic::device_array<type> counters(words);
  diatomic::device_array<tally> result(1);
  tokens.upload(std::vector<type>(words, coded<type>::value(0)));
  counters.upload(std::vector<type>(words, coded<type>::value(0)));
  result.fill_bytes(0);
  diatomic::launch(grid, threads, 0, stream, pass_tokens<type>{}, tokens.data(), counters.data(),
                   result.data(), rounds);
  stream.synchronize();
  const tally t = result.download()[0];
  const std::vector<type> left = tokens.download();
  const std::vector<type> counted = counters.download();
  EXPECT_EQ(t.torn, 0u);
  const unsigned each = grid * (rounds / words) * (threads * (threads - 1) / 2);
  for (unsigned w = 0; w < words; ++w) {
    EXPECT_EQ(t.kept[w] + static_cast<unsigned>(coded<type>::number(left[w])), each)
        << "word " << w;
    EXPECT_EQ(t.counted[w] + static_cast<unsigned>(coded<type>::number(counted[w])),
              grid * threads * rounds / words)
        << "word " << w;
  }
}

enum class flags : std::uint16_t { none = 0 };

/// Each thread sets, and the odd ones clear again, its bit among its word's.
struct set_flags {
  DIATOMIC_DEVICE void operator()(flags* f, bool* b) const {
    const unsigned i = diatomic::thread_index();
    const auto bit = static_cast<flags>(1u << i % 16);
    diatomic::store_or(f + i / 16, bit);
    if (i % 2 == 1) diatomic::fetch_and(f + i / 16, static_cast<flags>(~(1u << i % 16)));
    diatomic::store_xor(b + i / 16, true);
    diatomic::fetch_or(b + 8 + i / 16, i % 16 == 3);
  }
};

TEST(flags_and_bools, are_set_among_their_neighbours) {
  diatomic::stream stream;
  diatomic::device_array<flags> f(8);
  diatomic::device_array<std::uint8_t> b(16);
  f.fill_bytes(0);
  b.fill_bytes(0);
  diatomic::launch(1, 128, 0, stream, set_flags{}, f.data(), reinterpret_cast<bool*>(b.data()));
  stream.synchronize();
  for (const flags v : f.download()) EXPECT_EQ(static_cast<unsigned>(v), 0x5555u);
  const std::vector<std::uint8_t> bools = b.download();
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(bools[i], 0) << i;  // 16 changes
  for (std::size_t i = 8; i < 16; ++i) EXPECT_EQ(bools[i], 1) << i;
}

/// A type that can be copied, and made of its number alone.
template <class Word>
struct numbered {
  Word number;
  DIATOMIC_FUNCTION explicit constexpr numbered(Word n) : number(n) {}
};

/// The number of the first step that went wrong, or 0, of all operations that take such a type.
template <class T>
DIATOMIC_FUNCTION int first_wrong_step(T* p) {
  using diatomic::acq_rel;
  using diatomic::acquire;
  const auto holds = [p](int n) { return static_cast<int>(diatomic::load(p).number) == n; };
  const auto plus_1 = [](T v) { return T(static_cast<decltype(v.number)>(v.number + 1)); };
  const auto set_7 = [](T& v) {
    v = T(7);
    return true;
  };
  const auto decline = [](T&) { return false; };
  diatomic::store(p, T(1));
  if (!holds(1)) return 1;
  if (diatomic::exchange(p, T(2)).number != 1 || !holds(2)) return 2;
  if (diatomic::compare_exchange(p, T(2), T(3)).number != 2 || !holds(3)) return 3;
  T expected(9);
  if (diatomic::compare_exchange_strong(p, expected, T(4)) || expected.number != 3) return 4;
  if (!diatomic::compare_exchange_weak(p, expected, T(4)) || !holds(4)) return 5;
  if (diatomic::fetch_update(p, plus_1, acq_rel).number != 4 || !holds(5)) return 6;
  if (!diatomic::try_update(p, set_7) || !holds(7)) return 7;
  if (diatomic::try_update(p, decline, acquire) || !holds(7)) return 8;
  if (diatomic::wait(p, T(6), acquire).number != 7) return 9;

  const diatomic::atomic_ref<T> word(*p);
  word.store(T(1));
  if (word.load().number != 1 || static_cast<T>(word).number != 1) return 11;
  if (word.exchange(T(2)).number != 1 || !holds(2)) return 12;
  if (word.compare_exchange(T(2), T(3)).number != 2 || !holds(3)) return 13;
  expected = T(9);
  if (word.compare_exchange_strong(expected, T(4)) || expected.number != 3) return 14;
  if (!word.compare_exchange_weak(expected, T(4)) || !holds(4)) return 15;
  if (word.fetch_update(plus_1).number != 4 || !holds(5)) return 16;
  if (!word.try_update(set_7) || word.try_update(decline) || !holds(7)) return 17;
  if (word.wait(T(6)).number != 7) return 18;
  if ((word = T(8)).number != 8 || !holds(8)) return 19;
  return 0;
}

template <class T>
struct take_steps {
  DIATOMIC_DEVICE void operator()(unsigned char* bytes, int* wrong_step) const {
    using diatomic::op;
    if constexpr (diatomic::support_v<op::compare_exchange, T> != diatomic::support::none) {
      T* const mine = reinterpret_cast<T*>(bytes + 16 * diatomic::thread_index());
      const int in_global = first_wrong_step(mine);
      T* const shared = reinterpret_cast<T*>(diatomic::shared_array<unsigned char>() +
                                             16 * diatomic::thread_index());
      const int in_shared = first_wrong_step(shared);
      const int wrong = in_global != 0 ? in_global : in_shared != 0 ? 100 + in_shared : 0;
      diatomic::store_max(wrong_step, wrong);
    }
  }
};

template <class T>
class without_default_constructor : public testing::Test {};
using numbered_types =
    testing::Types<numbered<std::uint8_t>, numbered<std::int16_t>, numbered<std::uint32_t>,
                   numbered<std::int64_t>, numbered<diatomic::detail::uint128>>;
TYPED_TEST_SUITE(without_default_constructor, numbered_types, );

TYPED_TEST(without_default_constructor, have_each_operation_in_kernels) {
  constexpr unsigned threads = 3;
  diatomic::stream stream;
  diatomic::device_array<unsigned char> bytes(16 * threads);
  bytes.fill_bytes(0xa5);  // a loop for a narrow type reads the bytes beside it too
  diatomic::device_array<int> wrong_step(1);
  wrong_step.fill_bytes(0);
  diatomic::launch(1, threads, 16 * threads, stream, take_steps<TypeParam>{}, bytes.data(),
                   wrong_step.data());
  stream.synchronize();
  EXPECT_EQ(wrong_step.download()[0], 0);
}

TYPED_TEST(without_default_constructor, have_each_operation_in_host_code) {
  // The compiler's pass for a device looks at host code too, where there may be no 16 bytes.
  if constexpr (diatomic::support_v<diatomic::op::compare_exchange, TypeParam> !=
                diatomic::support::none) {
    TypeParam word(0);
    EXPECT_EQ(first_wrong_step(&word), 0);
  }
}

/// What functions return that run under a lock.
struct take_under_locks {
  template <class T>
  DIATOMIC_DEVICE static int wrong_step(T* p, diatomic::lock_stripes<> stripes) {
    using diatomic::with_lock;
    const auto number_of = [p] { return *p; };
    if (with_lock(stripes.of(p), number_of).number != 1) return 1;
    if (diatomic::load(p, stripes).number != 1) return 2;
    diatomic::store(p, T(2), stripes);
    if (diatomic::exchange(p, T(3), stripes).number != 2) return 3;
    const auto next = [](T v) { return T(v.number + 1); };
    if (diatomic::fetch_update(p, next, stripes).number != 3) return 4;
    return p->number == 4 ? 0 : 5;
  }
  DIATOMIC_DEVICE void operator()(unsigned* words, diatomic::lock_stripes<> stripes,
                                  int* wrong) const {
    using type = numbered<unsigned>;
    const unsigned me = diatomic::thread_index();
    wrong[me] = wrong_step(reinterpret_cast<type*>(words + me), stripes);
  }
};

TEST(locks, return_types_without_default_constructor) {
  constexpr unsigned threads = 64;
  diatomic::stream stream;
  diatomic::lock_table<> table(4);
  diatomic::device_array<unsigned> words(threads);
  diatomic::device_array<int> wrong(threads);
  words.upload(std::vector<unsigned>(threads, 1));
  diatomic::launch(1, threads, 0, stream, take_under_locks{}, words.data(), table.stripes(),
                   wrong.data());
  stream.synchronize();
  EXPECT_EQ(wrong.download(), std::vector<int>(threads));
}

}  // namespace
