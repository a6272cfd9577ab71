// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Floats of 16 bits: how they are rounded, and what becomes of the neighbour in the same word.

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/float16.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::kind;

template <kind Kind>
using float16 = diatomic::detail::float16<Kind>;

template <class T>
class float16_of : public testing::Test {};
using float16_types = testing::Types<float16<kind::f16>, float16<kind::bf16>>;
TYPED_TEST_SUITE(float16_of, float16_types, );

template <class T>
double number_of(T v) {
  return test::number_of_bits<diatomic::kind_of_v<T>>(v.bits);
}

template <class T>
struct add_nothing {
  DIATOMIC_DEVICE void operator()(T* words, T* pairs, unsigned n) const {
    const T negative_zero{0x8000};
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      diatomic::store_add(words + i, negative_zero);
      diatomic::store_add(pairs + i, negative_zero, diatomic::in_array);
    }
  }
};

TYPED_TEST(float16_of, every_number_survives_the_addition_of_negative_zero) {
  using type = TypeParam;
  constexpr unsigned n = 1 << 16;
  std::vector<type> all(n);
  for (unsigned i = 0; i < n; ++i) all[i] = {static_cast<std::uint16_t>(i)};
  diatomic::stream stream;
  diatomic::device_array<type> words(n);
  diatomic::device_array<type> pairs(n);
  words.upload(all);
  pairs.upload(all);
  diatomic::launch(16, 256, 0, stream, add_nothing<type>{}, words.data(), pairs.data(), n);
  stream.synchronize();
  for (const auto& got : {words.download(), pairs.download()}) {
    for (unsigned i = 0; i < n; ++i) {
      if (std::isnan(number_of(all[i]))) {
        ASSERT_TRUE(std::isnan(number_of(got[i]))) << std::hex << i;
      } else {
        ASSERT_EQ(got[i].bits, i);
      }
    }
  }
}

/// Sums and products of infinities are infinities or NaNs, not numbers.
TYPED_TEST(float16_of, infinities_stay_infinite) {
  constexpr std::uint16_t infinity = diatomic::kind_of_v<TypeParam> == kind::f16 ? 0x7c00 : 0x7f80;
  const TypeParam inf{infinity};
  const TypeParam lowest{static_cast<std::uint16_t>(0x8000u | (infinity - 1u))};
  const TypeParam zero{0};
  EXPECT_EQ(diatomic::result_of<diatomic::op::add>(inf, lowest).bits, infinity);
  EXPECT_TRUE(std::isnan(number_of(diatomic::result_of<diatomic::op::sub>(inf, inf))));
  EXPECT_TRUE(std::isnan(number_of(diatomic::result_of<diatomic::op::mul>(inf, zero))));
}

template <class T>
struct compute {
  DIATOMIC_DEVICE void operator()(T* words, const T* with, unsigned n) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      diatomic::store_add(words + i, with[i]);
      diatomic::store_sub(words + n + i, with[i]);
      diatomic::store_mul(words + 2 * n + i, with[i]);
      diatomic::store_add(words + 3 * n + i, with[i], diatomic::in_array, diatomic::coarse_grained);
      diatomic::store_sub(words + 4 * n + i, with[i], diatomic::in_array, diatomic::coarse_grained);
    }
  }
};

/// Sums and products of these are exact in double, so that the oracle rounds once.
template <class T>
std::vector<T> moderate_numbers(std::size_t n, unsigned seed) {
  constexpr unsigned exponent = diatomic::kind_of_v<T> == kind::f16 ? 0x7c00 : 0x7f80;
  constexpr unsigned exponent_bit = exponent & -exponent;
  constexpr unsigned one = (exponent >> 1) & exponent;
  std::mt19937 random(seed);
  std::vector<T> numbers(n);
  for (T& v : numbers) {
    const unsigned r = random();
    const unsigned scale = one + (r >> 20) % 12 * exponent_bit - 6 * exponent_bit;
    v = {static_cast<std::uint16_t>((r & 0x8000u) | scale | (r & (exponent_bit - 1)))};
  }
  return numbers;
}

TYPED_TEST(float16_of, results_are_the_nearest_numbers) {
  using type = TypeParam;
  constexpr kind k = diatomic::kind_of_v<type>;
  const std::size_t n = scaled(1 << 15, 256) / 2 * 2;
  const std::vector<type> a = moderate_numbers<type>(n, 1);
  const std::vector<type> b = moderate_numbers<type>(n, 2);
  std::vector<type> start;
  for (int copy = 0; copy < 5; ++copy) start.insert(start.end(), a.begin(), a.end());
  diatomic::stream stream;
  diatomic::device_array<type> words(5 * n);
  diatomic::device_array<type> with(n);
  words.upload(start);
  with.upload(b);
  diatomic::launch(4, 256, 0, stream, compute<type>{}, words.data(),
                   static_cast<const type*>(with.data()), static_cast<unsigned>(n));
  stream.synchronize();
  const std::vector<type> got = words.download();
  for (std::size_t i = 0; i < n; ++i) {
    const double x = number_of(a[i]);
    const double y = number_of(b[i]);
    const double exact[] = {x + y, x - y, x * y, x + y, x - y};
    for (std::size_t form = 0; form < 5; ++form) {
      ASSERT_EQ(got[form * n + i].bits, test::bits_of_number<k>(exact[form]))
          << x << " and " << y << ", form " << form;
    }
  }
}

constexpr unsigned span = 16;

/// Each block has `span` elements, of which an array begins at `offset` and has `length`; threads
/// add 1 to each of the array's elements, and count up what lies around it.
template <class T>
struct add_among_strangers {
  DIATOMIC_DEVICE void operator()(T* words, T one, unsigned rounds) const {
    const unsigned offset = diatomic::block_index() % 2;
    const unsigned length = 1 + diatomic::block_index() / 2 % 9;
    T* const first = words + span * diatomic::block_index();
    const unsigned i = diatomic::thread_index();
    if (i >= span) return;
    for (unsigned k = 0; k < rounds; ++k) {
      if (i >= offset && i < offset + length) {
        diatomic::store_add_at(first + offset, i - offset, length, one, diatomic::coarse_grained);
      } else {
        // Bits that no float addition would leave alone: it must not be one that changes them.
        auto* const bits = reinterpret_cast<std::uint16_t*>(first + i);
        diatomic::store(bits, static_cast<std::uint16_t>(0x7c01u + k % 128));
      }
    }
  }
};

TYPED_TEST(float16_of, arrays_of_any_length_and_alignment_leave_strangers_alone) {
  using type = TypeParam;
  constexpr kind k = diatomic::kind_of_v<type>;
  constexpr unsigned blocks = 18;
  constexpr unsigned rounds = 100;
  diatomic::stream stream;
  diatomic::device_array<type> words(blocks * span);
  words.fill_bytes(0);
  diatomic::launch(blocks, 32, 0, stream, add_among_strangers<type>{}, words.data(),
                   type{test::bits_of_number<k>(1.0)}, rounds);
  stream.synchronize();
  const std::vector<type> got = words.download();
  for (unsigned b = 0; b < blocks; ++b) {
    const unsigned offset = b % 2;
    const unsigned length = 1 + b / 2 % 9;
    for (unsigned i = 0; i < span; ++i) {
      const type v = got[b * span + i];
      if (i >= offset && i < offset + length) {
        EXPECT_EQ(number_of(v), rounds)
            << "element " << i << " of " << length << " from " << offset;
      } else {
        EXPECT_EQ(v.bits, 0x7c01u + (rounds - 1) % 128) << "stranger " << i;
      }
    }
  }
}

/// Rounds each float to 16 bits twice: by plain arithmetic, and with the backend's conversion.
template <kind Kind>
struct narrow_all {
  DIATOMIC_DEVICE void operator()(const float* floats, unsigned n, std::uint16_t* bits) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      bits[2 * i] = diatomic::detail::bits_of_float<Kind>(floats[i]);
      bits[2 * i + 1] = diatomic::detail::device_ops::from_float<Kind>(floats[i]);
    }
  }
};

/// Every 16-bit number, every tie between two, the floats next to both, and infinities.
template <kind Kind>
std::vector<float> floats_around_all_numbers() {
  constexpr unsigned infinity = Kind == kind::f16 ? 0x7c00 : 0x7f80;
  std::vector<float> all;
  for (unsigned bits = 0; bits < infinity; ++bits) {
    const double number = test::number_of_bits<Kind>(static_cast<std::uint16_t>(bits));
    const unsigned below =
        bits == infinity - 1 ? bits - 1 : bits;  // above the last: as wide a step
    const double step = test::number_of_bits<Kind>(static_cast<std::uint16_t>(below + 1)) -
                        test::number_of_bits<Kind>(static_cast<std::uint16_t>(below));
    for (const double v : {number, number + step / 2}) {
      const auto at = static_cast<float>(v);
      const float most = std::numeric_limits<float>::max();
      for (const float near : {at, std::nextafter(at, 0.0f), std::nextafter(at, most)}) {
        all.push_back(near);
        all.push_back(-near);
      }
    }
  }
  for (const float v :
       {std::numeric_limits<float>::max(), std::numeric_limits<float>::infinity()}) {
    all.push_back(v);
    all.push_back(-v);
  }
  return all;
}

TYPED_TEST(float16_of, every_float_becomes_the_nearest_number) {
  constexpr kind k = diatomic::kind_of_v<TypeParam>;
  const std::vector<float> floats = floats_around_all_numbers<k>();
  diatomic::stream stream;
  diatomic::device_array<float> input(floats.size());
  diatomic::device_array<std::uint16_t> output(2 * floats.size());
  input.upload(floats);
  diatomic::launch(16, 256, 0, stream, narrow_all<k>{}, static_cast<const float*>(input.data()),
                   static_cast<unsigned>(floats.size()), output.data());
  stream.synchronize();
  const auto got = output.download();
  for (std::size_t i = 0; i < floats.size(); ++i) {
    const std::uint16_t want = test::bits_of_number<k>(double{floats[i]});
    ASSERT_EQ(got[2 * i], want) << std::hexfloat << floats[i];
    ASSERT_EQ(got[2 * i + 1], want) << std::hexfloat << floats[i] << ", by the backend";
    ASSERT_EQ(diatomic::detail::bits_of_float<k>(floats[i]), want) << std::hexfloat << floats[i];
  }
}

TYPED_TEST(float16_of, a_nan_of_any_payload_stays_a_nan) {
  constexpr kind k = diatomic::kind_of_v<TypeParam>;
  std::vector<float> nans;
  for (const std::uint32_t bits : {0x7f800001u, 0x7f801fffu, 0x7f80ffffu, 0x7fbfffffu, 0x7fc00000u,
                                   0x7fffffffu, 0xff800001u, 0xffbfffffu, 0xffffffffu}) {
    nans.push_back(diatomic::detail::bits_as<float>(bits));
  }
  diatomic::stream stream;
  diatomic::device_array<float> input(nans.size());
  diatomic::device_array<std::uint16_t> output(2 * nans.size());
  input.upload(nans);
  diatomic::launch(1, 32, 0, stream, narrow_all<k>{}, static_cast<const float*>(input.data()),
                   static_cast<unsigned>(nans.size()), output.data());
  stream.synchronize();
  for (const std::uint16_t bits : output.download()) {
    EXPECT_TRUE(std::isnan(test::number_of_bits<k>(bits))) << std::hex << bits;
  }
}

}  // namespace
