// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// CUDA's integer functions and vector types. With the CUDA backend the functions are those of
/// CUDA's headers. The test computes the expected results bit by bit.

#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/runtime/runtime.hpp>

#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

__extension__ using u128 = unsigned __int128;
__extension__ using i128 = __int128;
using u32 = unsigned;
using u64 = unsigned long long;

struct operands {
  u32 a, b, c;
};

constexpr const char* names[] = {"popc",
                                 "popcll",
                                 "ffs",
                                 "ffsll",
                                 "clz",
                                 "clzll",
                                 "brev",
                                 "brevll",
                                 "byte_perm",
                                 "shift_l",
                                 "shift_lc",
                                 "shift_r",
                                 "shift_rc",
                                 "mulhi",
                                 "umulhi",
                                 "mul64hi",
                                 "umul64hi",
                                 "mul24",
                                 "umul24",
                                 "hadd",
                                 "rhadd",
                                 "uhadd",
                                 "urhadd",
                                 "sad",
                                 "usad",
                                 "dp4a",
                                 "dp4a of unsigned",
                                 "dp4a of char4",
                                 "dp4a of uchar4",
                                 "min",
                                 "min of unsigned",
                                 "max of long long",
                                 "max of unsigned long long"};
constexpr unsigned functions = sizeof(names) / sizeof(names[0]);

struct results {
  u64 of[functions];
};

DIATOMIC_DEVICE u64 both(u32 low, u32 high) { return static_cast<u64>(high) << 32 | low; }

struct call_all {
  DIATOMIC_DEVICE void operator()(const operands* all, unsigned n, results* found) const {
    const unsigned i = diatomic::global_index();
    if (i >= n) return;
    const u32 a = all[i].a, b = all[i].b, c = all[i].c;
    const int x = static_cast<int>(a), y = static_cast<int>(b), z = static_cast<int>(c);
    const u64 ab = both(a, b), bc = both(b, c);
    const auto xy = static_cast<long long>(ab), yz = static_cast<long long>(bc);
    u64* to = found[i].of;
    const auto put = [&](auto v) {
      static_assert(sizeof(v) == 4 || sizeof(v) == 8, "");
      if constexpr (sizeof(v) == 4) {
        *to++ = static_cast<u32>(v);
      } else {
        *to++ = static_cast<u64>(v);
      }
    };
    put(__popc(a));
    put(__popcll(ab));
    put(__ffs(x));
    put(__ffsll(xy));
    put(__clz(x));
    put(__clzll(xy));
    put(__brev(a));
    put(__brevll(ab));
    put(__byte_perm(a, b, c));
    put(__funnelshift_l(a, b, c));
    put(__funnelshift_lc(a, b, c));
    put(__funnelshift_r(a, b, c));
    put(__funnelshift_rc(a, b, c));
    put(__mulhi(x, y));
    put(__umulhi(a, b));
    put(__mul64hi(xy, yz));
    put(__umul64hi(ab, bc));
    put(__mul24(x, y));
    put(__umul24(a, b));
    put(__hadd(x, y));
    put(__rhadd(x, y));
    put(__uhadd(a, b));
    put(__urhadd(a, b));
    put(__sad(x, y, c));
    put(__usad(a, b, c));
    put(__dp4a(x, y, z));
    put(__dp4a(a, b, c));
    const auto byte = [](u32 v, int at) { return v >> 8 * at & 0xff; };
    const auto number = [](u32 v) { return static_cast<signed char>(v); };
    put(__dp4a(
        make_char4(number(byte(a, 0)), number(byte(a, 1)), number(byte(a, 2)), number(byte(a, 3))),
        make_char4(number(byte(b, 0)), number(byte(b, 1)), number(byte(b, 2)), number(byte(b, 3))),
        z));
    const auto bits = [](u32 v) { return static_cast<unsigned char>(v); };
    put(__dp4a(make_uchar4(bits(byte(a, 0)), bits(byte(a, 1)), bits(byte(a, 2)), bits(byte(a, 3))),
               make_uchar4(bits(byte(b, 0)), bits(byte(b, 1)), bits(byte(b, 2)), bits(byte(b, 3))),
               c));
    put(min(x, y));
    put(min(a, b));
    put(max(xy, yz));
    put(max(ab, bc));
  }
};

// Bits of `v` as an integer of unlimited width, sign-extended.
bool bit(i128 v, int at) { return (v >> at & 1) != 0; }
u64 bits_from(i128 v, int first, int count) {
  u64 result = 0;
  for (int i = 0; i < count; ++i) result |= static_cast<u64>(bit(v, first + i)) << i;
  return result;
}
// Shifts and additions, modulo 2^128.
i128 product(i128 a, i128 b) {
  u128 result = 0;
  for (int i = 0; i < 128; ++i) {
    if (bit(b, i)) result += static_cast<u128>(a) << i;
  }
  return static_cast<i128>(result);
}
i128 half_rounded_down(i128 v) { return (v - ((v % 2) + 2) % 2) / 2; }
i128 distance(i128 a, i128 b) { return a < b ? b - a : a - b; }
i128 signed_bits(u32 v, int count) {
  const auto low = static_cast<i128>(bits_from(v, 0, count));
  return bit(v, count - 1) ? low - (static_cast<i128>(1) << count) : low;
}

results expected(const operands& o) {
  const i128 a = o.a, b = o.b, c = o.c;
  const i128 x = static_cast<int>(o.a), y = static_cast<int>(o.b), z = static_cast<int>(o.c);
  const i128 ab = a + product(b, i128{1} << 32), bc = b + product(c, i128{1} << 32);
  const i128 xy = a + product(y, i128{1} << 32), yz = b + product(z, i128{1} << 32);
  results r{};
  u64* to = r.of;
  const auto put = [&](i128 v, int bits = 32) { *to++ = bits_from(v, 0, bits); };
  for (const int size : {32, 64}) {
    int set = 0;
    for (int i = 0; i < size; ++i) set += bit(ab, i);
    put(set);
  }
  for (const int size : {32, 64}) {
    int first = 0;
    while (first < size && !bit(ab, first)) ++first;
    put(first == size ? 0 : first + 1);
  }
  for (const int size : {32, 64}) {
    int zeros = 0;
    while (zeros < size && !bit(ab, size - 1 - zeros)) ++zeros;
    put(zeros);
  }
  for (const int size : {32, 64}) {
    i128 reversed = 0;
    for (int i = 0; i < size; ++i) reversed = reversed * 2 + bit(ab, i);
    put(reversed, size);
  }
  i128 permuted = 0;
  for (int i = 3; i >= 0; --i) {
    permuted = permuted * 256 + static_cast<i128>(bits_from(ab, 8 * (o.c >> 4 * i & 7), 8));
  }
  put(permuted);
  const int modulo = static_cast<int>(o.c % 32), clamped = o.c < 32 ? static_cast<int>(o.c) : 32;
  put(static_cast<i128>(bits_from(ab, 32 - modulo, 32)));
  put(static_cast<i128>(bits_from(ab, 32 - clamped, 32)));
  put(static_cast<i128>(bits_from(ab, modulo, 32)));
  put(static_cast<i128>(bits_from(ab, clamped, 32)));
  put(static_cast<i128>(bits_from(product(x, y), 32, 32)));
  put(static_cast<i128>(bits_from(product(a, b), 32, 32)));
  put(static_cast<i128>(bits_from(product(xy, yz), 64, 64)), 64);
  put(static_cast<i128>(bits_from(product(ab, bc), 64, 64)), 64);
  put(product(signed_bits(o.a, 24), signed_bits(o.b, 24)));
  put(product(a % (1 << 24), b % (1 << 24)));
  put(half_rounded_down(x + y));
  put(half_rounded_down(x + y + 1));
  put(half_rounded_down(a + b));
  put(half_rounded_down(a + b + 1));
  put(distance(x, y) + c);
  put(distance(a, b) + c);
  i128 dot = z, unsigned_dot = c;
  for (int i = 0; i < 4; ++i) {
    dot += product(signed_bits(o.a >> 8 * i, 8), signed_bits(o.b >> 8 * i, 8));
    unsigned_dot += product(o.a >> 8 * i & 0xff, o.b >> 8 * i & 0xff);
  }
  put(dot);
  put(unsigned_dot);
  put(dot);
  put(unsigned_dot);
  put(x < y ? x : y);
  put(a < b ? a : b);
  put(xy > yz ? xy : yz, 64);
  put(ab > bc ? ab : bc, 64);
  return r;
}

std::vector<operands> all_operands() {
  const u32 edges[] = {0,          1,          2,          3,          0x7f,
                       0x80,       0xff,       0x7fff80,   0x7fffff,   0x800000,
                       0xffffff,   0x1000000,  0x7fffffff, 0x80000000, 0x80000001,
                       0x80ff7f01, 0xfffffffe, 0xffffffff, 0xdeadbeef, 0x12345678};
  // Shifts, selectors, and selectors with bits that CUDA ignores.
  const u32 more[] = {4, 15, 30, 31, 32, 33, 63, 64, 0x3210, 0x7654, 0x5140, 0xba98, 0xffff7531};
  std::vector<operands> all;
  for (const u32 a : edges) {
    for (const u32 b : edges) {
      for (const u32 c : edges) all.push_back({a, b, c});
      for (const u32 c : more) all.push_back({a, b, c});
    }
  }
  return all;
}

TEST(cuda_integers, are_those_of_wide_arithmetic) {
  const std::vector<operands> all = all_operands();
  const auto n = static_cast<unsigned>(all.size());
  diatomic::device_array<operands> given(n);
  diatomic::device_array<results> found(n);
  given.upload(all);
  diatomic::stream stream;
  diatomic::launch((n + 63) / 64, 64, 0, stream, call_all{}, given.data(), n, found.data());
  stream.synchronize();
  const std::vector<results> got = found.download();
  unsigned wrong[functions] = {};
  for (unsigned i = 0; i < n; ++i) {
    const results wanted = expected(all[i]);
    for (unsigned f = 0; f < functions; ++f) {
      if (got[i].of[f] == wanted.of[f] || ++wrong[f] > 1) continue;  // the first is enough
      ADD_FAILURE() << names[f] << std::hex << " of 0x" << all[i].a << ", 0x" << all[i].b << ", 0x"
                    << all[i].c << " is 0x" << got[i].of[f] << ", not 0x" << wanted.of[f];
    }
  }
}

/// The sum of the elements, each times its place, of vectors that functions have made.
struct sum_vectors {
  template <class V1, class V2, class V3, class V4>
  DIATOMIC_DEVICE static int sum(V1 a, V2 b, V3 c, V4 d) {
    return static_cast<int>(a.x + b.x + 2 * b.y + c.x + 2 * c.y + 3 * c.z + d.x + 2 * d.y +
                            3 * d.z + 4 * d.w);
  }
  DIATOMIC_DEVICE void operator()(int* sums) const {
    *sums++ = sum(make_char1(-1), make_char2(2, 3), make_char3(4, 5, 6), make_char4(7, 8, 9, 10));
    *sums++ =
        sum(make_uchar1(1), make_uchar2(2, 3), make_uchar3(4, 5, 6), make_uchar4(7, 8, 9, 10));
    *sums++ =
        sum(make_short1(-1), make_short2(2, 3), make_short3(4, 5, 6), make_short4(7, 8, 9, 10));
    *sums++ =
        sum(make_ushort1(1), make_ushort2(2, 3), make_ushort3(4, 5, 6), make_ushort4(7, 8, 9, 10));
    *sums++ = sum(make_int1(-1), make_int2(2, 3), make_int3(4, 5, 6), make_int4(7, 8, 9, 10));
    *sums++ = sum(make_uint1(1), make_uint2(2, 3), make_uint3(4, 5, 6), make_uint4(7, 8, 9, 10));
    *sums++ = sum(make_long1(-1), make_long2(2, 3), make_long3(4, 5, 6), make_long4(7, 8, 9, 10));
    *sums++ =
        sum(make_ulong1(1), make_ulong2(2, 3), make_ulong3(4, 5, 6), make_ulong4(7, 8, 9, 10));
    *sums++ = sum(make_longlong1(-1), make_longlong2(2, 3), make_longlong3(4, 5, 6),
                  make_longlong4(7, 8, 9, 10));
    *sums++ = sum(make_ulonglong1(1), make_ulonglong2(2, 3), make_ulonglong3(4, 5, 6),
                  make_ulonglong4(7, 8, 9, 10));
    *sums++ =
        sum(make_float1(-1), make_float2(2, 3), make_float3(4, 5, 6), make_float4(7, 8, 9, 10));
    *sums++ =
        sum(make_double1(-1), make_double2(2, 3), make_double3(4, 5, 6), make_double4(7, 8, 9, 10));
  }
};
TEST(cuda_vectors, keep_their_elements) {
  diatomic::device_array<int> sums(12);
  diatomic::stream stream;
  diatomic::launch(1, 1, 0, stream, sum_vectors{}, sums.data());
  stream.synchronize();
  const int positive = 1 + 8 + 32 + 90, negative = positive - 2;
  EXPECT_EQ(sums.download(),
            (std::vector<int>{negative, positive, negative, positive, negative, positive, negative,
                              positive, negative, positive, negative, negative}));
}

#if !defined(__HIP__)  // whose vectors are its own
template <class V, class Element, unsigned N, unsigned Alignment>
constexpr bool is_laid_out =
    sizeof(V) == N * sizeof(Element) && alignof(V) == Alignment &&
    std::is_same_v<decltype(V{}.x), Element> && std::is_trivially_copyable_v<V>;
// Each number: alone, in pairs, in threes, which are aligned as one, and in fours.
#define IS_LAID_OUT(name, Element)                                                  \
  (is_laid_out<name##1, Element, 1, alignof(Element)> &&                            \
       is_laid_out<name##2, Element, 2, 2 * sizeof(Element)> &&                     \
       is_laid_out<name##3, Element, 3, alignof(Element)> && is_laid_out < name##4, \
   Element, 4, sizeof(Element) == 8 ? 16 : 4 * sizeof(Element) >)
static_assert(IS_LAID_OUT(char, signed char) && IS_LAID_OUT(uchar, unsigned char));
static_assert(IS_LAID_OUT(short, short) && IS_LAID_OUT(ushort, unsigned short));
static_assert(IS_LAID_OUT(int, int) && IS_LAID_OUT(uint, unsigned));
static_assert(IS_LAID_OUT(long, long) && IS_LAID_OUT(ulong, unsigned long));
static_assert(IS_LAID_OUT(longlong, long long) && IS_LAID_OUT(ulonglong, unsigned long long));
static_assert(IS_LAID_OUT(float, float) && IS_LAID_OUT(double, double));
#undef IS_LAID_OUT
#endif

}  // namespace
