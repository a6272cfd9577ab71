// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The vendors' halves, vectors and complex numbers, pointers, and what has 16 bytes, in the types
/// that callers have. What the operations do to their bits, the conformance suites test.

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/device_support.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::kind;
using diatomic::kind_of_v;

static_assert(kind_of_v<diatomic::half> == kind::f16 && kind_of_v<diatomic::half2> == kind::f16x2);
static_assert(std::is_constructible_v<diatomic::half2, diatomic::half, diatomic::half>);
static_assert(kind_of_v<diatomic::bfloat16> == kind::bf16);
static_assert(kind_of_v<diatomic::bfloat162> == kind::bf16x2);
static_assert(kind_of_v<diatomic::float2> == kind::f32x2);
static_assert(kind_of_v<diatomic::float4> == kind::f32x4);
static_assert(kind_of_v<diatomic::double2> == kind::f64x2);
static_assert(kind_of_v<diatomic::int2> == kind::i32x2 && kind_of_v<diatomic::int4> == kind::i32x4);
static_assert(kind_of_v<diatomic::half4> == kind::f16x4);
static_assert(kind_of_v<diatomic::bfloat164> == kind::bf16x4);
static_assert(sizeof(diatomic::half4) == 8 && alignof(diatomic::half4) == 8);
static_assert(sizeof(diatomic::bfloat164) == 8 && alignof(diatomic::bfloat164) == 8);
static_assert(sizeof(diatomic::int2) == 8 && alignof(diatomic::int2) == 8);
static_assert(sizeof(diatomic::int4) == 16 && alignof(diatomic::int4) == 16);
static_assert(kind_of_v<std::complex<float>> == kind::f32x2);
static_assert(kind_of_v<std::complex<double>> == kind::f64x2);
static_assert(kind_of_v<long double> == kind::unknown);

// The kind of each type, by size and sign.
enum class short_enum : short {};
struct three_bytes {
  unsigned char at[3];
};
struct alignas(8) eight_bytes {
  float at[2];
};
struct with_destructor {
  int v;
  ~with_destructor() {}
};
/// Looks like a complex number, but has more than two elements.
struct alignas(16) quaternion {
  using value_type = float;
  float at[4];
  float real() const { return at[0]; }
  float imag() const { return at[1]; }
};
template <kind Kind, class... Ts>
constexpr bool all_are = ((kind_of_v<Ts> == Kind && kind_of_v<const volatile Ts> == Kind) && ...);
static_assert(all_are<kind::i8, signed char, std::int8_t>);
static_assert(all_are<kind::u8, unsigned char, bool, std::uint8_t>);
static_assert(kind_of_v<char> == (std::is_signed_v<char> ? kind::i8 : kind::u8));
static_assert(all_are<kind::i16, short, short_enum> && all_are<kind::u16, char16_t>);
static_assert(all_are<kind::i32, int> && all_are<kind::u32, unsigned, char32_t>);
static_assert(all_are<kind::i64, long long, std::int64_t, std::ptrdiff_t>);
static_assert(all_are<kind::u64, unsigned long long, std::size_t, int*, void*, eight_bytes>);
static_assert(all_are<kind::f32, float> && all_are<kind::f64, double>);
static_assert(all_are<kind::unknown, three_bytes, with_destructor>);
static_assert(all_are<kind::u64, std::complex<int>> && all_are<kind::u128, quaternion>);

/// The size of each kind, its element, and the number of elements.
constexpr bool is(kind k, std::size_t size, kind element, int count) {
  using namespace diatomic::tables;
  const bool is_a_float = k == kind::f16 || k == kind::bf16 || k == kind::f32 || k == kind::f64;
  return size_of(k) == size && element_of(k) == element && element_count(k) == count &&
         is_float(k) == is_a_float;
}
constexpr bool is_integer(kind k, std::size_t size, bool is_signed) {
  return is(k, size, k, 1) && diatomic::tables::is_signed_integer(k) == is_signed &&
         diatomic::detail::integer_kind(size, is_signed) == k;
}
static_assert(is_integer(kind::i8, 1, true) && is_integer(kind::u8, 1, false) &&
              is_integer(kind::i16, 2, true) && is_integer(kind::u16, 2, false) &&
              is_integer(kind::i32, 4, true) && is_integer(kind::u32, 4, false) &&
              is_integer(kind::i64, 8, true) && is_integer(kind::u64, 8, false) &&
              is_integer(kind::i128, 16, true) && is_integer(kind::u128, 16, false));
static_assert(is(kind::unknown, 0, kind::unknown, 1) && is(kind::f16, 2, kind::f16, 1) &&
              is(kind::bf16, 2, kind::bf16, 1) && is(kind::f32, 4, kind::f32, 1) &&
              is(kind::f64, 8, kind::f64, 1) && is(kind::f16x2, 4, kind::f16, 2) &&
              is(kind::bf16x2, 4, kind::bf16, 2) && is(kind::f32x2, 8, kind::f32, 2) &&
              is(kind::f32x4, 16, kind::f32, 4) && is(kind::f64x2, 16, kind::f64, 2) &&
              is(kind::i32x2, 8, kind::i32, 2) && is(kind::i32x4, 16, kind::i32, 4) &&
              is(kind::f16x4, 8, kind::f16, 4) && is(kind::bf16x4, 8, kind::bf16, 4));
/// The parts by which vectors are updated, and the kinds of vectors.
static_assert(diatomic::tables::part_of(kind::f16x4) == kind::f16x2 &&
              diatomic::tables::part_of(kind::bf16x4) == kind::bf16x2 &&
              diatomic::tables::part_of(kind::f16x2) == kind::f16 &&
              diatomic::tables::part_of(kind::i32x4) == kind::i32 &&
              diatomic::tables::part_of(kind::u64) == kind::u64);
static_assert(diatomic::tables::vector_kind_of(kind::i32, 4) == kind::i32x4 &&
              diatomic::tables::vector_kind_of(kind::u32, 2) == kind::unknown &&
              diatomic::tables::vector_kind_of(kind::f32, 3) == kind::unknown &&
              diatomic::tables::vector_kind_of(kind::f32, 1) == kind::unknown &&
              diatomic::tables::vector_kind_of(kind::unknown, 1) == kind::unknown);

/// Runs the kernel with 2 blocks of 128 threads on words that start as `words`.
template <class T, class Kernel>
std::vector<T> run(const std::vector<T>& words, Kernel kernel) {
  diatomic::stream stream;
  diatomic::device_array<T> array(words.size());
  array.upload(words);
  diatomic::launch(2, 128, 0, stream, kernel, array.data());
  stream.synchronize();
  return array.download();
}

/// A class of the program with the layout of a float: instructions and loops add it as a float.
template <class Real>
struct alignas(Real) own_real {
  Real value;
};
}  // namespace
template <>
inline constexpr kind diatomic::number_kind_v<own_real<float>> = kind::f32;
template <>
inline constexpr kind diatomic::number_kind_v<own_real<double>> = kind::f64;
namespace {

struct change_own_reals {
  template <class Real>
  DIATOMIC_DEVICE void operator()(own_real<Real>* words) const {
    using own = own_real<Real>;
    diatomic::store_add(words, own{Real(0.5)});
    diatomic::fetch_sub(words + 1, own{Real(0.25)}, diatomic::in_global);
    diatomic::store_add(words + 2, own{Real(1.5)}, diatomic::coarse_grained,
                        diatomic::ignore_denormals);
    diatomic::store_max(words + 3, own{Real(2.5)});
    diatomic::store_mul(words + 4, own{Real(-1)});
  }
};
template <class Real>
void expect_changed_reals() {
  std::vector<own_real<Real>> words(5, own_real<Real>{0});
  words[4] = {3};
  const auto got = run(words, change_own_reals{});
  const Real expected[] = {128, -64, 384, 2.5, 3};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(got[i].value, expected[i]) << i;
}
TEST(number_types, of_a_program) {
  expect_changed_reals<float>();
  expect_changed_reals<double>();
}

struct add_halves {
  DIATOMIC_DEVICE void operator()(diatomic::half* words) const {
    const diatomic::half one(1.0f);
    diatomic::store_add(words, one);
    diatomic::fetch_sub(words + 1, one, diatomic::in_array);
    diatomic::atomic_ref<diatomic::half>(words[2]).store_max(diatomic::half(2.5f));
    diatomic::store_add_at(words, 3, 4, one);
    const diatomic::half seen = diatomic::load(words + 3);
    if (static_cast<float>(seen) < 0) diatomic::store(words, seen);
  }
};

TEST(number_types, halves) {
  const std::vector<diatomic::half> zeros(4, diatomic::half(0.0f));
  const auto got = run(zeros, add_halves{});
  const float expected[] = {256, -256, 2.5f, 256};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(static_cast<float>(got[i]), expected[i]) << i;
}

struct add_bfloats {
  DIATOMIC_DEVICE void operator()(diatomic::bfloat16* words) const {
    diatomic::store_add(words, diatomic::bfloat16(0.5f));
    diatomic::add_fetch(words + 1, diatomic::bfloat16(-0.5f), diatomic::in_array);
  }
};

TEST(number_types, bfloats) {
  const std::vector<diatomic::bfloat16> zeros(2, diatomic::bfloat16(0.0f));
  const auto got = run(zeros, add_bfloats{});
  EXPECT_EQ(static_cast<float>(got[0]), 128.0f);
  EXPECT_EQ(static_cast<float>(got[1]), -128.0f);
}

struct add_pairs {
  DIATOMIC_DEVICE void operator()(diatomic::half2* words) const {
    diatomic::half2 v;
    v.x = diatomic::half(1.0f);
    v.y = diatomic::half(-2.0f);
    diatomic::store_add(words, v);
    const diatomic::half2 old = diatomic::exchange(words + 1, v);
    diatomic::half2 expected = old;
    diatomic::compare_exchange_strong(words + 1, expected, v, diatomic::acq_rel);
  }
};

TEST(number_types, pairs) {
  const auto got = run(std::vector<diatomic::half2>(2), add_pairs{});
  diatomic::half2 zero;
  zero.x = zero.y = diatomic::half(0.0f);
  const auto sums = run(std::vector<diatomic::half2>{zero, zero}, add_pairs{});
  EXPECT_EQ(static_cast<float>(diatomic::half(sums[0].x)), 256.0f);
  EXPECT_EQ(static_cast<float>(diatomic::half(sums[0].y)), -512.0f);
  EXPECT_EQ(static_cast<float>(diatomic::half(got[1].x)), 1.0f);
}

struct add_vectors {
  DIATOMIC_DEVICE void operator()(diatomic::float4* words) const {
    diatomic::float4 v;
    v.x = 1;
    v.y = 2;
    v.z = 3;
    v.w = 4;
    const diatomic::float4 old = diatomic::fetch_add(words, v);
    diatomic::store_max(words + 1, old);
    diatomic::store_sub(words + 2, diatomic::load(words + 3));
  }
};

TEST(number_types, vectors) {
  std::vector<diatomic::float4> words(4);
  for (auto& w : words) w.x = w.y = w.z = w.w = 1.0f;
  const auto got = run(words, add_vectors{});
  EXPECT_EQ(got[0].x, 257.0f);
  EXPECT_EQ(got[0].w, 1025.0f);
  EXPECT_EQ(got[1].y, 1.0f + 2 * 255);
  EXPECT_EQ(got[1].z, 1.0f + 3 * 255);
  EXPECT_EQ(got[2].z, -255.0f);
}

/// Each thread adds (1, 2, 3, 4), and raises the second object to what it found.
template <class T, class Number>
struct add_fours {
  DIATOMIC_DEVICE void operator()(T* words) const {
    T v;
    v.x = Number(1);
    v.y = Number(2);
    v.z = Number(3);
    v.w = Number(4);
    const T old = diatomic::fetch_add(words, v);
    diatomic::store_max(words + 1, old);
    diatomic::store_sub(words + 2, v);
    diatomic::store(words + 3, diatomic::atomic_ref<T>(words[2]).load());
  }
};

template <class T, class Number>
void expect_sums_of_fours() {
  T zero;
  zero.x = zero.y = zero.z = zero.w = Number(0);
  const auto got = run(std::vector<T>(4, zero), add_fours<T, Number>{});
  const auto of = [](auto v) { return static_cast<float>(v); };
  EXPECT_EQ(of(got[0].x), 256.0f);
  EXPECT_EQ(of(got[0].w), 1024.0f);
  EXPECT_EQ(of(got[1].y), 510.0f);
  EXPECT_EQ(of(got[2].z), -768.0f);
}

TEST(number_types, fours) {
  expect_sums_of_fours<diatomic::half4, diatomic::half>();
  expect_sums_of_fours<diatomic::int4, int>();
}

template <class T>
struct add_complex {
  DIATOMIC_DEVICE void operator()(std::complex<T>* words, const std::complex<T>* with) const {
    const std::complex<T> v = diatomic::load(with);
    diatomic::store_add(words, v);
    diatomic::fetch_sub(words + 1, v, diatomic::acq_rel);
    diatomic::exchange(words + 2, v);
    diatomic::atomic_ref<std::complex<T>>(words[3]) += v;
  }
};

template <class T>
class complex_numbers : public testing::Test {};
using complex_elements = testing::Types<float, double>;
TYPED_TEST_SUITE(complex_numbers, complex_elements, );

TYPED_TEST(complex_numbers, add_by_component) {
  using type = std::complex<TypeParam>;
  diatomic::stream stream;
  diatomic::device_array<type> words(4);
  diatomic::device_array<type> with(1);
  words.upload(std::vector<type>(4));
  with.upload(std::vector<type>{{1, -2}});
  diatomic::launch(2, 128, 0, stream, add_complex<TypeParam>{}, words.data(),
                   static_cast<const type*>(with.data()));
  stream.synchronize();
  const std::vector<type> got = words.download();
  EXPECT_EQ(got[0], type(256, -512));
  EXPECT_EQ(got[1], type(-256, 512));
  EXPECT_EQ(got[2], type(1, -2));
  EXPECT_EQ(got[3], type(256, -512));
}

/// An arena: every thread takes three elements and writes its number there. The second cursor
/// goes a step on and back again.
struct take_from_arena {
  DIATOMIC_DEVICE void operator()(int** next, int* end) const {
    int* const mine = diatomic::fetch_add(next, 3);
    if (mine + 3 > end) return;
    for (int k = 0; k < 3; ++k) mine[k] = static_cast<int>(diatomic::global_index());
    diatomic::atomic_ref<int*> steady(next[1]);
    --(++steady, steady);
  }
};

TEST(pointers, move_by_elements) {
  constexpr unsigned threads = 256;
  diatomic::stream stream;
  diatomic::device_array<int> arena(4 * threads);
  diatomic::device_array<int*> next(2);
  arena.fill_bytes(0xff);
  next.upload(std::vector<int*>{arena.data(), arena.data()});
  diatomic::launch(2, threads / 2, 0, stream, take_from_arena{}, next.data(),
                   arena.data() + 4 * threads);
  stream.synchronize();
  const std::vector<int*> ends = next.download();
  EXPECT_EQ(ends[0] - arena.data(), std::ptrdiff_t{3 * threads});
  EXPECT_EQ(ends[1], arena.data());
  std::vector<int> writers = arena.download();
  std::vector<int> expected(4 * threads, -1);
  for (unsigned k = 0; k < 3 * threads; ++k) expected[k] = static_cast<int>(k / 3);
  std::sort(writers.begin(), writers.begin() + 3 * threads);
  EXPECT_EQ(writers, expected);
}

struct alignas(16) quadruple {
  std::uint64_t a;
  std::uint32_t b, c;
};

/// Moves the three numbers on together; a torn one would fall out of step. A template, since what
/// is discarded elsewhere is compiled all the same, and not every chip has operations on 16 bytes.
template <class T>
struct step_together {
  DIATOMIC_DEVICE void operator()(T* words, unsigned* torn, unsigned rounds) const {
    using diatomic::op;
    if constexpr (diatomic::support_v<op::compare_exchange, T> != diatomic::support::none) {
      for (unsigned k = 0; k < rounds; ++k) {
        const T old =
            diatomic::fetch_update(words, [](T q) { return T{q.a + 1, q.b + 2, q.c + 3}; });
        const T seen = diatomic::load(words, diatomic::acquire);
        const T mine{k, 2 * k, 3 * k};
        const T other = diatomic::exchange(words + 1, mine);
        for (const T& q : {old, seen, other}) {
          if (q.b != 2 * static_cast<std::uint32_t>(q.a) || q.c != 3 * q.b / 2) {
            diatomic::store_add(torn, 1u);
          }
        }
      }
    }
  }
};

TEST(sixteen_bytes, are_one_word) {
  if (!test::device_has<diatomic::op::compare_exchange, quadruple>())
    GTEST_SKIP() << "this device has none";
  const auto rounds = static_cast<unsigned>(scaled(100, 4));
  diatomic::stream stream;
  diatomic::device_array<quadruple> words(2);
  diatomic::device_array<unsigned> torn(1);
  words.fill_bytes(0);
  torn.fill_bytes(0);
  diatomic::launch(8, 128, 0, stream, step_together<quadruple>{}, words.data(), torn.data(),
                   rounds);
  stream.synchronize();
  EXPECT_EQ(torn.download()[0], 0u);
  const quadruple last = words.download()[0];
  EXPECT_EQ(last.a, 8u * 128u * rounds);
  EXPECT_EQ(last.b, 2u * 8u * 128u * rounds);
}

}  // namespace
