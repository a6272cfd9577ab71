// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// CUDA's functions on 16-bit floats. Where CUDA is the backend they are CUDA's own; on HIP they
/// are HIP's, and not tested. The expected
/// results are exact numbers, integers of 128 bits, rounded here.

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/runtime/runtime.hpp>

#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

__extension__ using i128 = __int128;
using diatomic::bfloat16;
using diatomic::bfloat162;
using diatomic::half;
using diatomic::half2;

// --- The expected results

constexpr int scale = 48;  // of exact numbers: units of 2^-48

i128 exact(double v) {
  return static_cast<i128>(std::ldexp(v, scale - 20)) * (1 << 20) +
         static_cast<i128>(
             std::ldexp(v - std::ldexp(std::trunc(std::ldexp(v, scale - 20)), 20 - scale), scale));
}
struct format {
  int digits;
  int last_exponent;  // the least number is 2^last_exponent
  double greatest;
};
constexpr format of_half{11, -24, 65504}, of_bfloat16{8, -126 - 7, 3e38};

/// The nearest number of the format, of two the even one.
double nearest(i128 v, const format& f) {
  const bool is_negative = v < 0;
  if (is_negative) v = -v;
  int length = 0;
  while ((v >> length) != 0) ++length;
  int drop = length - f.digits;
  if (drop < f.last_exponent + scale) drop = f.last_exponent + scale;
  if (drop < 0) drop = 0;
  const i128 unit = static_cast<i128>(1) << drop, rest = v % unit;
  i128 kept = v / unit;
  if (2 * rest > unit || (2 * rest == unit && kept % 2 != 0)) ++kept;
  double found = std::ldexp(static_cast<double>(kept), drop - scale);
  if (found > f.greatest) found = std::numeric_limits<double>::infinity();
  return is_negative ? -found : found;
}

// --- Arithmetic

template <class H>
struct operands {
  H x, y, z;
};
struct results {
  float add, sub, mul, div, fma, neg, abs, min, max, root;
  int eq, ne, lt, le, gt, ge;
};
struct calculate {
  template <class H>
  DIATOMIC_DEVICE void operator()(const operands<H>* all, unsigned n, results* found) const {
    const unsigned i = diatomic::global_index();
    if (i >= n) return;
    const H x = all[i].x, y = all[i].y, z = all[i].z;
    results& r = found[i];
    r.add = static_cast<float>(__hadd(x, y)), r.sub = static_cast<float>(__hsub(x, y));
    r.mul = static_cast<float>(__hmul(x, y)), r.div = static_cast<float>(__hdiv(x, y));
    r.fma = static_cast<float>(__hfma(x, y, z)), r.neg = static_cast<float>(__hneg(x));
    r.abs = static_cast<float>(__habs(x));
    r.min = static_cast<float>(__hmin(x, y)), r.max = static_cast<float>(__hmax(x, y));
    r.root = static_cast<float>(hsqrt(__habs(x)));
    r.eq = __heq(x, y), r.ne = __hne(x, y), r.lt = __hlt(x, y);
    r.le = __hle(x, y), r.gt = __hgt(x, y), r.ge = __hge(x, y);
  }
};

template <class H>
std::vector<operands<H>> all_operands(const std::vector<float>& magnitudes) {
  std::vector<H> values;
  for (const float v : magnitudes) values.push_back(H(v)), values.push_back(H(-v));
  std::vector<operands<H>> all;
  for (const H x : values) {
    for (const H y : values) {
      for (const H z : values) all.push_back({x, y, z});
    }
  }
  return all;
}

template <class H>
void check_arithmetic(const format& f, const std::vector<float>& magnitudes) {
  const auto all = all_operands<H>(magnitudes);
  const auto n = static_cast<unsigned>(all.size());
  diatomic::device_array<operands<H>> in(n);
  in.upload(all);
  diatomic::device_array<results> out(n);
  diatomic::stream stream;
  diatomic::launch((n + 127) / 128, 128, 0, stream, calculate{},
                   static_cast<const operands<H>*>(in.data()), n, out.data());
  const auto found = out.download();
  for (unsigned i = 0; i < n; ++i) {
    const double x = static_cast<float>(all[i].x), y = static_cast<float>(all[i].y);
    const double z = static_cast<float>(all[i].z);
    SCOPED_TRACE(testing::Message() << x << ", " << y << ", " << z);
    const results& r = found[i];
    ASSERT_EQ(r.add, nearest(exact(x) + exact(y), f));
    ASSERT_EQ(r.sub, nearest(exact(x) - exact(y), f));
    ASSERT_EQ(r.mul, nearest(exact(x * y), f));  // at most 22 digits
    ASSERT_EQ(r.fma, nearest(exact(x * y) + exact(z), f));
    const double quotient = std::fabs(x / y);
    if (quotient > 1e-4 && quotient < f.greatest) {
      ASSERT_LE(std::fabs(r.div - x / y), std::ldexp(1.0, std::ilogb(quotient) - f.digits));
    }
    ASSERT_EQ(r.neg, -x);
    ASSERT_EQ(r.abs, std::fabs(x));
    ASSERT_EQ(r.min, std::fmin(x, y));
    ASSERT_EQ(r.max, std::fmax(x, y));
    const double root = std::sqrt(std::fabs(x));
    ASSERT_LE(std::fabs(r.root - root), std::ldexp(1.0, std::ilogb(root) - f.digits));
    ASSERT_EQ(r.eq, x == y);
    ASSERT_EQ(r.ne, x != y);
    ASSERT_EQ(r.lt, x < y);
    ASSERT_EQ(r.le, x <= y);
    ASSERT_EQ(r.gt, x > y);
    ASSERT_EQ(r.ge, x >= y);
  }
}
TEST(cuda_halves, calculate_with_half) {
  check_arithmetic<half>(
      of_half, {1, 1 + 0x1p-10f, 2 - 0x1p-10f, 3, 1024, 2049, 65504, 40000, 0.1f, 0.333f, 0x1p-14f,
                0x1p-24f, 0x3p-24f, 0x1.ffcp-15f, 1.5f, 7.0f, 0x1p-11f, 255.75f});
}
TEST(cuda_halves, calculate_with_bfloat16) {
  check_arithmetic<bfloat16>(
      of_bfloat16, {1, 1 + 0x1p-7f, 2 - 0x1p-7f, 3, 128, 257, 1000, 0.1f, 0.333f, 0x1p-10f,
                    0x1.fep-8f, 1.5f, 7.0f, 0x1p-8f, 100.5f});
}

// --- Conversions, of every half

struct convert {
  DIATOMIC_DEVICE void operator()(const double* from, unsigned n, unsigned short* to) const {
    const unsigned i = diatomic::global_index();
    if (i >= n) return;
    to[3 * i] = __half_as_ushort(__double2half(from[i]));
    to[3 * i + 1] = __half_as_ushort(__float2half(static_cast<float>(from[i])));
    to[3 * i + 2] = __half_as_ushort(__float2half_rn(static_cast<float>(from[i])));
  }
};
/// Each half, the middles between neighbours, and the doubles next to these.
TEST(cuda_halves, are_nearest) {
  std::vector<double> from;
  for (unsigned bits = 0; bits < 0x7c00; bits += bits < 0x440 || bits > 0x7bf0 ? 1 : 37) {
    const auto half_of = [](unsigned b) {
      const int exponent = static_cast<int>(b >> 10);
      const double digits = b & 0x3ff;
      return exponent == 0 ? std::ldexp(digits, -24) : std::ldexp(1024 + digits, exponent - 25);
    };
    const double v = half_of(bits), middle = (v + half_of(bits + 1)) / 2;
    for (const double each : {v, middle, std::nextafter(middle, 0), std::nextafter(middle, 1e9)}) {
      from.push_back(each), from.push_back(-each);
    }
  }
  const auto n = static_cast<unsigned>(from.size());
  diatomic::device_array<double> in(n);
  in.upload(from);
  diatomic::device_array<unsigned short> out(3 * n);
  diatomic::stream stream;
  diatomic::launch((n + 127) / 128, 128, 0, stream, convert{},
                   static_cast<const double*>(in.data()), n, out.data());
  const auto found = out.download();
  const auto value = [](unsigned short bits) {
    const int exponent = bits >> 10 & 31;
    const double digits = bits & 0x3ff;
    const double v = exponent == 0    ? std::ldexp(digits, -24)
                     : exponent == 31 ? std::numeric_limits<double>::infinity()
                                      : std::ldexp(1024 + digits, exponent - 25);
    return bits >> 15 != 0 ? -v : v;
  };
  for (unsigned i = 0; i < n; ++i) {
    // A double next to a middle has 53 digits from 2^-25 on: more than the unit of exact numbers.
    const double near = std::nearbyint(from[i] * 0x1p48) * 0x1p-48;
    const bool is_exact = near == from[i];
    const i128 v = exact(near) * 2 + (is_exact ? 0 : from[i] > near ? 1 : -1);
    const auto expected = [&](i128 twice) {
      // An odd `twice` is between two units, and no middle of halves.
      const double low = nearest((twice - (twice % 2 != 0 ? 1 : 0)) / 2, of_half);
      const double high = nearest((twice + (twice % 2 != 0 ? 1 : 0)) / 2, of_half);
      return low == high || twice % 2 == 0                          ? low
             : std::fabs(low - from[i]) < std::fabs(high - from[i]) ? low
                                                                    : high;
    };
    ASSERT_EQ(value(found[3 * i]), expected(v)) << from[i];
    const double as_float = static_cast<double>(static_cast<float>(from[i]));
    ASSERT_EQ(value(found[3 * i + 1]), nearest(exact(as_float), of_half)) << from[i];
    ASSERT_EQ(found[3 * i + 1], found[3 * i + 2]) << from[i];
  }
}

// --- Pairs

constexpr unsigned of_pairs = 22;
struct ask_pairs {
  template <class P>
  DIATOMIC_DEVICE static void add(float*& to, const P& v) {
    *to++ = static_cast<float>(v.x), *to++ = static_cast<float>(v.y);
  }
  DIATOMIC_DEVICE void operator()(float* to) const {
    const half2 a = __floats2half2_rn(1.5f, -2.25f), b = __float2half2_rn(3.0f);
    const half2 c = __halves2half2(__float2half(0.5f), __float2half(4.0f));
    add(to, __hadd2(a, b)), add(to, __hsub2(a, c)), add(to, __hmul2(a, b));
    add(to, __hfma2(a, b, c)), add(to, __h2div(a, b)), add(to, __hneg2(a));
    add(to, __half22float2(a)), add(to, __half2half2(__high2half(a)));
    add(to, __low2half2(c)), add(to, __high2half2(c));
    *to++ = __low2float(a) + __high2float(c);
    *to++ = __half2float(__low2half(c));
  }
};
TEST(cuda_halves, are_elements_of_pairs) {
  diatomic::device_array<float> out(of_pairs);
  diatomic::stream stream;
  diatomic::launch(1, 1, 0, stream, ask_pairs{}, out.data());
  const auto found = out.download();
  const float want[of_pairs] = {4.5f, 0.75f,  1.0f,  -6.25f, 4.5f, -6.75f, 5.0f,   -2.75f,
                                0.5f, -0.75f, -1.5f, 2.25f,  1.5f, -2.25f, -2.25f, -2.25f,
                                0.5f, 0.5f,   4.0f,  4.0f,   5.5f, 0.5f};
  for (unsigned k = 0; k < of_pairs; ++k) EXPECT_EQ(found[k], want[k]) << k;
}

// --- Single calls

constexpr unsigned of_others = 50;
struct ask_others {
  DIATOMIC_DEVICE void operator()(float* to) const {
    const half nan = __ushort_as_half(0x7e00), one = __float2half(1.0f), two = __float2half(2.0f);
    const half big = __float2half(65504.0f), inf = __ushort_as_half(0x7c00);
    const half2 pair = __halves2half2(one, two), other = __halves2half2(two, two);
    *to++ = __half2float(__hmin(nan, one)), *to++ = __half2float(__hmax(one, nan));
    *to++ = __hisnan(__hmin_nan(nan, one)), *to++ = __hisnan(__hmax_nan(one, nan));
    *to++ = __half2float(__hmax_nan(one, two)), *to++ = __half2float(__hmin_nan(one, two));
    *to++ = __hisnan(one), *to++ = __hisinf(inf), *to++ = __hisinf(__hneg(inf));
    *to++ = __hisinf(big), *to++ = __hisinf(__hadd(big, big));
    *to++ = __heq(nan, nan), *to++ = __hequ(nan, one), *to++ = __hne(nan, one),
    *to++ = __hltu(two, one);
    *to++ = __half2float(__hadd_sat(one, one)), *to++ = __half2float(__hsub_sat(one, two));
    *to++ = __half2float(__hmul_sat(nan, one)), *to++ = __half2float(__hfma_sat(one, one, one));
    *to++ = __half2float(__hfma_relu(one, one, __hneg(two)));
    *to++ = __low2float(__heq2(pair, other)), *to++ = __high2float(__heq2(pair, other));
    *to++ = __hbeq2(pair, other), *to++ = __hble2(pair, other), *to++ = __hblt2(pair, other);
    *to++ = __low2float(__lowhigh2highlow(pair)), *to++ = __low2float(__hmin2(pair, other));
    *to++ = __high2float(__lows2half2(pair, other)),
    *to++ = __low2float(__highs2half2(pair, other));
    *to++ = __half2float(hfloor(__float2half(-1.5f))),
    *to++ = __half2float(hceil(__float2half(-1.5f)));
    *to++ = __half2float(htrunc(__float2half(-1.5f))),
    *to++ = __half2float(hrint(__float2half(2.5f)));
    *to++ = __half2float(hexp2(two)), *to++ = __half2float(hlog2(two)),
    *to++ = __half2float(hrcp(two));
    *to++ = __half2float(hrsqrt(__float2half(16.0f))),
    *to++ = __half2float(hexp(__float2half(0.0f)));
    *to++ = __half2float(__int2half_rn(2049)),
    *to++ = static_cast<float>(__half2int_rn(__float2half(2.5f)));
    *to++ = static_cast<float>(__half2int_rz(__float2half(-2.75f)));
    *to++ = static_cast<float>(__half2int_rd(__float2half(-2.25f)));
    const bfloat162 wide = __floats2bfloat162_rn(1.0f, 3e38f);
    *to++ = __bfloat162float(__low2bfloat16(wide)), *to++ = __high2float(wide);
    *to++ = __bfloat162float(__float2bfloat16(1.00390625f));
    *to++ = __bfloat1622float2(__hadd2(wide, wide)).x;
    // The product is a middle, and the least addend decides.
    const bfloat16 factor = __float2bfloat16(1 + 0x1p-7f), half_more = __float2bfloat16(1.5f);
    const bfloat16 least = __float2bfloat16(0x1p-70f);
    *to++ = __bfloat162float(__hfma(factor, half_more, least));
    *to++ = __bfloat162float(__hfma(factor, half_more, __hneg(least)));
    *to++ = __half2float(__hmin(one, nan)), *to++ = __half2float(__hmax(nan, one));
  }
};
TEST(cuda_halves, have_more_functions) {
  diatomic::device_array<float> out(of_others);
  diatomic::stream stream;
  diatomic::launch(1, 1, 0, stream, ask_others{}, out.data());
  const auto found = out.download();
  const float want[of_others] = {
      1, 1, 1,         1,          2, 1,    0, 1,  -1, 0,  1,
      0, 1, 0,         0,          1, 0,    0, 1,  0,  0,  1,
      0, 1, 0,         2,          1, 2,    2, -2, -1, -1, 2,
      4, 1, 0.5f,      0.25f,      1, 2048, 2, -2, -3, 1,  static_cast<float>(2.9975e38),
      1, 2, 1.515625f, 1.5078125f, 1, 1};
  for (unsigned k = 0; k < of_others; ++k) {
    if (k == 43) {
      EXPECT_NEAR(found[k], 3e38f, 1.2e36f);
    } else {
      EXPECT_EQ(found[k], want[k]) << k;
    }
  }
}

}  // namespace
