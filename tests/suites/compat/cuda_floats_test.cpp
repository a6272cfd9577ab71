// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// CUDA's functions on floats. Where CUDA is the backend the functions are CUDA's own. Whether a
/// result is rounded as its name says is found with integers of 128 bits.

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/runtime/runtime.hpp>

#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

__extension__ using i128 = __int128;

// HIP rounds to nearest only, and leaves undefined what an integer cannot hold.
#if defined(__HIP__)
#define CALL_ROUNDED(to, name, ...) to[0] = name##_rn(__VA_ARGS__)
constexpr unsigned directions = 1;
constexpr bool saturates = false;
#else
#define CALL_ROUNDED(to, name, ...) \
  to[0] = name##_rn(__VA_ARGS__);   \
  to[1] = name##_rz(__VA_ARGS__);   \
  to[2] = name##_ru(__VA_ARGS__);   \
  to[3] = name##_rd(__VA_ARGS__)
constexpr unsigned directions = 4;
constexpr bool saturates = true;
#endif
constexpr const char* direction_names[] = {"_rn", "_rz", "_ru", "_rd"};

/// `v` in units of `2^-scale`, which must be exact.
i128 fixed(double v, int scale) {
  int exponent = 0;
  const double fraction = std::frexp(v, &exponent);
  const auto digits = static_cast<i128>(std::ldexp(fraction, 53));
  const int shift = exponent - 53 + scale;
  if (shift >= 0) return digits * (static_cast<i128>(1) << shift);
  EXPECT_EQ(digits % (static_cast<i128>(1) << -shift), 0) << v << " at scale " << scale;
  return digits / (static_cast<i128>(1) << -shift);
}

/// Whether `found` is the result rounded in this direction. `above(x)` is positive for an `x`, in
/// units of `2^-scale`, above the exact result, 0 for the exact result, and else negative.
template <class Float, class Above>
bool is_rounded(Float found, unsigned direction, int scale, Above above) {
  constexpr Float infinity = std::numeric_limits<Float>::infinity();
  const i128 side = above(fixed(found, scale));
  if (side == 0) return true;
  const Float lower = side < 0 ? found : std::nextafter(found, -infinity);
  const Float upper = side > 0 ? found : std::nextafter(found, infinity);
  const i128 low = fixed(lower, scale), high = fixed(upper, scale);
  if (above(low) >= 0 || above(high) <= 0) return false;
  if (direction == 1) return above(0) > 0 ? found == upper : found == lower;
  if (direction == 2) return found == upper;
  if (direction == 3) return found == lower;
  const i128 middle = above((low + high) / 2);
  if (middle != 0) return found == (middle > 0 ? lower : upper);
  int exponent = 0;
  const Float fraction = std::frexp(found, &exponent);
  return std::fmod(std::ldexp(fraction, std::numeric_limits<Float>::digits), Float{2}) == 0;
}

template <class Float>
struct operands {
  Float a, b, c;
};
template <class Float>
struct sums_and_others {
  Float add[4], sub[4], mul[4], div[4], rcp[4], sqrt[4], fma[4];
};
struct calculate {
  DIATOMIC_DEVICE void operator()(const operands<float>* all, unsigned n,
                                  sums_and_others<float>* found) const {
    const unsigned i = diatomic::global_index();
    if (i >= n) return;
    const float a = all[i].a, b = all[i].b, c = all[i].c;
    CALL_ROUNDED(found[i].add, __fadd, a, b);
    CALL_ROUNDED(found[i].sub, __fsub, a, b);
    CALL_ROUNDED(found[i].mul, __fmul, a, b);
    CALL_ROUNDED(found[i].div, __fdiv, a, b);
    CALL_ROUNDED(found[i].rcp, __frcp, b);
    CALL_ROUNDED(found[i].sqrt, __fsqrt, fabsf(a));
    CALL_ROUNDED(found[i].fma, __fmaf, a, b, c);
  }
  DIATOMIC_DEVICE void operator()(const operands<double>* all, unsigned n,
                                  sums_and_others<double>* found) const {
    const unsigned i = diatomic::global_index();
    if (i >= n) return;
    const double a = all[i].a, b = all[i].b, c = all[i].c;
    CALL_ROUNDED(found[i].add, __dadd, a, b);
    CALL_ROUNDED(found[i].sub, __dsub, a, b);
    CALL_ROUNDED(found[i].mul, __dmul, a, b);
    CALL_ROUNDED(found[i].div, __ddiv, a, b);
    CALL_ROUNDED(found[i].rcp, __drcp, b);
    CALL_ROUNDED(found[i].sqrt, __dsqrt, fabs(a));
    CALL_ROUNDED(found[i].fma, __fma, a, b, c);
  }
};

/// Numbers of 1 to 4 and their negatives: edges, halfway cases, and bits without a pattern.
template <class Float>
std::vector<operands<Float>> all_operands() {
  const Float last_bit = std::numeric_limits<Float>::epsilon();
  std::vector<Float> values{1,
                            1 + last_bit,
                            1 + 3 * last_bit,
                            2 - last_bit,
                            2,
                            2 + 2 * last_bit,
                            3,
                            4 - 2 * last_bit,
                            static_cast<Float>(1.1),
                            static_cast<Float>(3.14159265358979),
                            Float{1.5} + last_bit};
  std::uint64_t bits = 1;
  while (values.size() < 24) {
    bits = bits * 6364136223846793005u + 1442695040888963407u;
    values.push_back(1 + static_cast<Float>(bits >> 12) * Float{0x1p-52} / 2);
  }
  for (std::size_t i = values.size(); i-- > 0;) values.push_back(-values[i]);
  std::vector<operands<Float>> all;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < values.size(); ++j) {
      all.push_back({values[i], values[j], values[(5 * i + 7 * j) % values.size()]});
    }
  }
  return all;
}

template <class Float>
void check_arithmetic() {
  const std::vector<operands<Float>> all = all_operands<Float>();
  const auto n = static_cast<unsigned>(all.size());
  diatomic::device_array<operands<Float>> given(n);
  diatomic::device_array<sums_and_others<Float>> found(n);
  given.upload(all);
  diatomic::stream stream;
  diatomic::launch((n + 63) / 64, 64, 0, stream, calculate{}, given.data(), n, found.data());
  stream.synchronize();
  const std::vector<sums_and_others<Float>> got = found.download();
  for (unsigned i = 0; i < n; ++i) {
    const i128 a = fixed(all[i].a, 52), b = fixed(all[i].b, 52), c = fixed(all[i].c, 52);
    const i128 unit = static_cast<i128>(1) << 52, side = b < 0 ? -1 : 1;
    const i128 root_of = a < 0 ? -a : a;
    for (unsigned d = 0; d < directions; ++d) {
      const auto text = [&] {
        return std::string(direction_names[d]) + " of " + std::to_string(all[i].a) + ", " +
               std::to_string(all[i].b) + ", " + std::to_string(all[i].c);
      };
      const auto& r = got[i];
      EXPECT_TRUE(is_rounded(r.add[d], d, 53, [&](i128 x) { return x - 2 * (a + b); }))
          << "add" << text();
      EXPECT_TRUE(is_rounded(r.sub[d], d, 53, [&](i128 x) { return x - 2 * (a - b); }))
          << "sub" << text();
      EXPECT_TRUE(is_rounded(r.mul[d], d, 104, [&](i128 x) { return x - a * b; }))
          << "mul" << text();
      EXPECT_TRUE(
          is_rounded(r.div[d], d, 57, [&](i128 x) { return (x * b - 32 * a * unit) * side; }))
          << "div" << text();
      EXPECT_TRUE(
          is_rounded(r.rcp[d], d, 57, [&](i128 x) { return (x * b - 32 * unit * unit) * side; }))
          << "rcp" << text();
      EXPECT_TRUE(is_rounded(r.sqrt[d], d, 54, [&](i128 x) { return x * x - 16 * root_of * unit; }))
          << "sqrt" << text();
      EXPECT_TRUE(is_rounded(r.fma[d], d, 105, [&](i128 x) { return x - 2 * (a * b + c * unit); }))
          << "fma" << text();
    }
  }
}
TEST(cuda_floats, round_floats) { check_arithmetic<float>(); }
TEST(cuda_floats, round_doubles) { check_arithmetic<double>(); }

// --- conversions ---------------------------------------------------------------------------------

struct integers {
  int f_int[4], d_int[4];
  unsigned f_uint[4], d_uint[4];
  long long f_ll[4], d_ll[4];
  unsigned long long f_ull[4], d_ull[4];
};
struct to_integers {
  DIATOMIC_DEVICE void operator()(const double* all, unsigned n, integers* found) const {
    const unsigned i = diatomic::global_index();
    if (i >= n) return;
    const double d = all[i];
    const auto f = static_cast<float>(d);
    CALL_ROUNDED(found[i].f_int, __float2int, f);
    CALL_ROUNDED(found[i].f_uint, __float2uint, f);
    CALL_ROUNDED(found[i].f_ll, __float2ll, f);
    CALL_ROUNDED(found[i].f_ull, __float2ull, f);
    CALL_ROUNDED(found[i].d_int, __double2int, d);
    CALL_ROUNDED(found[i].d_uint, __double2uint, d);
    CALL_ROUNDED(found[i].d_ll, __double2ll, d);
    CALL_ROUNDED(found[i].d_ull, __double2ull, d);
  }
};

/// The integer that `v` becomes, by PTX's rules for `cvt`.
template <class Integer, class Float>
Integer integer_of(Float v, unsigned direction) {
  using limits = std::numeric_limits<Integer>;
  if (v != v) {
    const bool is_zero = sizeof(Float) == 4 && sizeof(Integer) == 4;
    return is_zero ? Integer{0} : static_cast<Integer>(1ull << (8 * sizeof(Integer) - 1));
  }
  if (v > Float{0x1p70}) return limits::max();
  if (v < -Float{0x1p70}) return limits::min();
  const i128 one = static_cast<i128>(1) << 50, exact = fixed(v, 50);
  const i128 part = (exact % one + one) % one, lower = (exact - part) / one;
  i128 result = lower;
  if (direction == 0 && (2 * part > one || (2 * part == one && lower % 2 != 0))) ++result;
  if (direction == 1 && part != 0 && exact < 0) ++result;
  if (direction == 2 && part != 0) ++result;
  if (result < static_cast<i128>(limits::min())) return limits::min();
  if (result > static_cast<i128>(limits::max())) return limits::max();
  return static_cast<Integer>(result);
}
template <class Integer>
bool holds(double v) {
  return v > static_cast<double>(std::numeric_limits<Integer>::min()) &&
         v < static_cast<double>(std::numeric_limits<Integer>::max());
}

TEST(cuda_floats, become_integers) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> all{
      0.0,    0.25,          0.5,        0.75,         1.5,        2.5,        3.5,
      4.5,    7.999,         1e6 + 0.5,  8388607.5,    16777217.0, 0x1p31 - 1, 0x1p31 - 0.5,
      0x1p31, 0x1p31 + 0.5,  0x1p32 - 1, 0x1p32 - 0.5, 0x1p32,     0x1p52 + 1, 0x1p63 - 1024,
      0x1p63, 0x1p64 - 2048, 0x1p64,     1e30,         infinity};
  for (std::size_t i = all.size(); i-- > 0;) all.push_back(-all[i]);
  all.push_back(std::numeric_limits<double>::quiet_NaN());
  const auto n = static_cast<unsigned>(all.size());
  diatomic::device_array<double> given(n);
  diatomic::device_array<integers> found(n);
  given.upload(all);
  diatomic::stream stream;
  diatomic::launch(1, 64, 0, stream, to_integers{}, given.data(), n, found.data());
  stream.synchronize();
  const std::vector<integers> got = found.download();
  for (unsigned i = 0; i < n; ++i) {
    const double v = all[i];
    const auto f = static_cast<float>(v);
    for (unsigned d = 0; d < directions; ++d) {
      const auto same = [&](auto result, auto from, const char* name) {
        using integer = decltype(result);
        if (!saturates && !holds<integer>(from)) return;
        EXPECT_EQ(result, (integer_of<integer>(from, d))) << name << direction_names[d] << " " << v;
      };
      same(got[i].f_int[d], f, "float2int");
      same(got[i].f_uint[d], f, "float2uint");
      same(got[i].f_ll[d], f, "float2ll");
      same(got[i].f_ull[d], f, "float2ull");
      same(got[i].d_int[d], v, "double2int");
      same(got[i].d_uint[d], v, "double2uint");
      same(got[i].d_ll[d], v, "double2ll");
      same(got[i].d_ull[d], v, "double2ull");
    }
  }
}

struct floats {
  float of_int[4], of_uint[4], of_ll[4], of_ull[4], of_double[4];
  double d_of_ll[4], d_of_ull[4], d_of_int, d_of_uint;
};
struct to_floats {
  DIATOMIC_DEVICE void operator()(const unsigned long long* all, unsigned n, floats* found) const {
    const unsigned i = diatomic::global_index();
    if (i >= n) return;
    const unsigned long long v = all[i];
    CALL_ROUNDED(found[i].of_int, __int2float, static_cast<int>(v));
    CALL_ROUNDED(found[i].of_uint, __uint2float, static_cast<unsigned>(v));
    CALL_ROUNDED(found[i].of_ll, __ll2float, static_cast<long long>(v));
    CALL_ROUNDED(found[i].of_ull, __ull2float, v);
    CALL_ROUNDED(found[i].of_double, __double2float, static_cast<double>(v >> 11) * -0x1p-20);
    CALL_ROUNDED(found[i].d_of_ll, __ll2double, static_cast<long long>(v));
    CALL_ROUNDED(found[i].d_of_ull, __ull2double, v);
    found[i].d_of_int = __int2double_rn(static_cast<int>(v));
    found[i].d_of_uint = __uint2double_rn(static_cast<unsigned>(v));
  }
};
TEST(cuda_floats, come_from_integers) {
  std::vector<unsigned long long> all{0,
                                      1,
                                      0xffffff,
                                      0x1000001,
                                      0x1000003,
                                      0x7fffffff,
                                      0x80000000,
                                      0xffffffff,
                                      0x1fffffffffffff,
                                      0x20000000000001,
                                      0x20000000000003,
                                      0x8000000000000000,
                                      0x7fffffffffffffff,
                                      0xfffffffffffffc00,
                                      ~0ull};
  while (all.size() < 64) all.push_back(all.back() * 6364136223846793005u + 1442695040888963407u);
  const auto n = static_cast<unsigned>(all.size());
  diatomic::device_array<unsigned long long> given(n);
  diatomic::device_array<floats> found(n);
  given.upload(all);
  diatomic::stream stream;
  diatomic::launch(1, 64, 0, stream, to_floats{}, given.data(), n, found.data());
  stream.synchronize();
  const std::vector<floats> got = found.download();
  for (unsigned i = 0; i < n; ++i) {
    const auto v = all[i];
    for (unsigned d = 0; d < directions; ++d) {
      const auto check = [&](auto result, i128 exact, const char* name) {
        EXPECT_TRUE(is_rounded(result, d, 30, [&](i128 x) { return x - exact; }))
            << name << direction_names[d] << " of " << v;
      };
      const i128 one = 1 << 30;
      check(got[i].of_int[d], static_cast<int>(v) * one, "int2float");
      check(got[i].of_uint[d], static_cast<unsigned>(v) * one, "uint2float");
      check(got[i].of_ll[d], static_cast<long long>(v) * one, "ll2float");
      check(got[i].of_ull[d], v * one, "ull2float");
      check(got[i].of_double[d], -static_cast<i128>(v >> 11) * (1 << 10), "double2float");
      check(got[i].d_of_ll[d], static_cast<long long>(v) * one, "ll2double");
      check(got[i].d_of_ull[d], v * one, "ull2double");
    }
    EXPECT_EQ(fixed(got[i].d_of_int, 0), static_cast<int>(v));
    EXPECT_EQ(fixed(got[i].d_of_uint, 0), static_cast<unsigned>(v));
  }
}

// --- bits, and the fast functions ----------------------------------------------------------------

struct take_apart {
  DIATOMIC_DEVICE void operator()(unsigned* words, float* saturated) const {
    words[0] = static_cast<unsigned>(__float_as_int(-1.5f));
    words[1] = __float_as_uint(__int_as_float(0x7f800001));
    words[2] = __float_as_uint(__uint_as_float(0x80000000u));
    words[3] = static_cast<unsigned>(__double2hiint(-1.5));
    words[4] = static_cast<unsigned>(__double2loint(__longlong_as_double(0x123456789abcdef0)));
    words[5] = static_cast<unsigned>(
        __double_as_longlong(__hiloint2double(0x12345678, static_cast<int>(0x9abcdef0))) >> 16);
    saturated[0] = __saturatef(-3.0f);
    saturated[1] = __saturatef(0.25f);
    saturated[2] = __saturatef(1.5f);
    saturated[3] = __saturatef(__int_as_float(0x7fc00000));
    saturated[4] = min(__int_as_float(0x7fc00000), 2.0f);
    saturated[5] = max(2.0f, __int_as_float(0x7fc00000));
    saturated[6] = min(2.0f, __int_as_float(0x7fc00000));
    saturated[7] = max(__int_as_float(0x7fc00000), 2.0f);
  }
};
TEST(cuda_floats, are_bits) {
  diatomic::device_array<unsigned> words(6);
  diatomic::device_array<float> saturated(8);
  diatomic::stream stream;
  diatomic::launch(1, 1, 0, stream, take_apart{}, words.data(), saturated.data());
  stream.synchronize();
  EXPECT_EQ(words.download(), (std::vector<unsigned>{0xbfc00000, 0x7f800001, 0x80000000, 0xbff80000,
                                                     0x9abcdef0, 0x56789abc}));
  EXPECT_EQ(saturated.download(), (std::vector<float>{0, 0.25f, 1, 0, 2, 2, 2, 2}));
}

constexpr unsigned fast_functions = 15;
struct call_fast {
  DIATOMIC_DEVICE void operator()(const float* all, unsigned n, float* found) const {
    const unsigned i = diatomic::global_index();
    if (i >= n) return;
    const float v = all[i];
    float* to = found + fast_functions * i;
    to[0] = __sinf(v);
    to[1] = __cosf(v);
    to[2] = __tanf(v);
    __sincosf(v, &to[3], &to[4]);
    to[5] = __expf(v);
    to[6] = __exp10f(v);
    to[7] = __logf(v);
    to[8] = __log2f(v);
    to[9] = __log10f(v);
    to[10] = __powf(v, 1.75f);
    to[11] = __fdividef(1.75f, v);
    to[12] = rsqrtf(v);
    to[13] = static_cast<float>(rsqrt(static_cast<double>(v)));
    to[14] = __frsqrt_rn(v);
  }
};
TEST(cuda_floats, are_fast) {
  std::vector<float> all;
  for (int i = 0; i < 64; ++i) all.push_back(0.3f + 0.017f * static_cast<float>(i));
  const auto n = static_cast<unsigned>(all.size());
  diatomic::device_array<float> given(n), found(fast_functions * n);
  given.upload(all);
  diatomic::stream stream;
  diatomic::launch(1, 64, 0, stream, call_fast{}, given.data(), n, found.data());
  stream.synchronize();
  const std::vector<float> got = found.download();
  for (unsigned i = 0; i < n; ++i) {
    const auto v = static_cast<double>(all[i]);
    const double wanted[] = {std::sin(v),      std::cos(v),      std::tan(v),       std::sin(v),
                             std::cos(v),      std::exp(v),      std::pow(10, v),   std::log(v),
                             std::log2(v),     std::log10(v),    std::pow(v, 1.75), 1.75 / v,
                             1 / std::sqrt(v), 1 / std::sqrt(v), 1 / std::sqrt(v)};
    for (unsigned f = 0; f < fast_functions; ++f) {
      EXPECT_NEAR(got[fast_functions * i + f], wanted[f], 2e-6 * std::fmax(1, wanted[f]))
          << "function " << f << " of " << v;
    }
    const i128 square = fixed(all[i], 30);
    EXPECT_TRUE(is_rounded(got[fast_functions * i + 14], 0, 28,
                           [&](i128 x) { return x * x * square - (static_cast<i128>(1) << 86); }))
        << "frsqrt_rn of " << v;
  }
}

}  // namespace
