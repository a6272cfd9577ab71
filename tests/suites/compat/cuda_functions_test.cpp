// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// CUDA's mathematical functions, minima, loads and stores. Where CUDA is the backend they are
/// CUDA's own. The expected results come from `long double`.

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/runtime/runtime.hpp>

#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

template <class T>
std::vector<T> run(unsigned n, unsigned each, const std::vector<T>& in,
                   void (*kernel)(const T*, unsigned, T*)) {
  diatomic::device_array<T> from(in.size()), to(std::size_t{n} * each);
  from.upload(in);
  diatomic::stream stream;
  diatomic::launch_global(kernel, (n + 63) / 64, 64, 0, stream, from.data(), n, to.data());
  return to.download();
}

/// Whether `found` differs from `wanted` by at most `units` of its last digit.
template <class T>
bool is_near(T found, long double wanted, int units) {
  if (std::isnan(wanted)) return std::isnan(found);
  if (std::isinf(wanted)) return static_cast<long double>(found) == wanted;
  const auto rounded = static_cast<T>(wanted);
  const T next = std::nextafter(std::fabs(rounded), std::numeric_limits<T>::infinity());
  const long double last = static_cast<long double>(next) - std::fabs(rounded);
  return std::fabs(static_cast<long double>(found) - wanted) <= units * last;
}

// --- Functions of one number

constexpr unsigned of_one = 9;
constexpr const char* names[of_one] = {
    "sinpi",   "cospi",  "sincospi's sine", "sincospi's cosine", "rcbrt",
    "normcdf", "erfinv", "erfcinv",         "normcdfinv"};
template <class T>
__global__ void call_functions(const T* from, unsigned n, T* to) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const T x = from[i], part = fabs(x) / (1 + fabs(x));
  to += of_one * i;
  if constexpr (sizeof(T) == 4) {
    to[0] = sinpif(x), to[1] = cospif(x);
    sincospif(x, to + 2, to + 3);
    to[4] = rcbrtf(x), to[5] = normcdff(x), to[6] = erfinvf(copysignf(part, x));
    to[7] = erfcinvf(2 * part), to[8] = normcdfinvf(part);
  } else {
    to[0] = sinpi(x), to[1] = cospi(x);
    sincospi(x, to + 2, to + 3);
    to[4] = rcbrt(x), to[5] = normcdf(x), to[6] = erfinv(copysign(part, x));
    to[7] = erfcinv(2 * part), to[8] = normcdfinv(part);
  }
}

constexpr long double pi = 3.14159265358979323846264338327950288L;

/// The `x` of which `f(x)`, which rises, is `v`.
template <class F>
long double inverse(F f, long double v, long double low, long double high) {
  for (int i = 0; i < 1200; ++i) {
    const long double middle = (low + high) / 2;
    (f(middle) < v ? low : high) = middle;
  }
  return (low + high) / 2;
}
long double sine_of_half_turns(long double x) {
  const long double turned = std::fmod(x, 2.0L);
  if (turned == 0 || std::fabs(turned) == 1) return std::copysign(0.0L, x);
  return std::sin(pi * turned);
}
long double cosine_of_half_turns(long double x) {
  const long double turned = std::fmod(std::fabs(x), 2.0L);
  if (turned == 0.5L || turned == 1.5L) return 0;
  return std::cos(pi * turned);
}

template <class T>
void check_functions() {
  const T tiny = std::numeric_limits<T>::min();
  const std::vector<T> in{0,
                          T(-0.0),
                          T(0.25),
                          T(0.5),
                          T(0.75),
                          1,
                          T(1.25),
                          T(1.5),
                          T(1.75),
                          2,
                          3,
                          T(0.1),
                          T(0.3),
                          T(1.7),
                          T(2.9),
                          T(17.3),
                          T(1000.5),
                          T(4097.25),
                          T(-0.1),
                          T(-0.5),
                          T(-1),
                          T(-1.3),
                          T(-2.5),
                          T(-7.8),
                          T(-20.1),
                          tiny,
                          T(1e-5),
                          T(123456.5),
                          std::numeric_limits<T>::infinity(),
                          -std::numeric_limits<T>::infinity(),
                          std::numeric_limits<T>::quiet_NaN()};
  const auto n = static_cast<unsigned>(in.size());
  const auto found = run<T>(n, of_one, in, call_functions<T>);
  for (unsigned i = 0; i < n; ++i) {
    const long double x = in[i];
    const T own = in[i], part_of = std::fabs(own) / (1 + std::fabs(own));
    const long double part = part_of, nan = std::numeric_limits<long double>::quiet_NaN();
    const bool is_finite = std::isfinite(own);
    const auto erf_of = [](long double v) { return std::erf(v); };
    const auto erfc_of = [](long double v) { return -std::erfc(v); };
    const long double infinity = std::numeric_limits<long double>::infinity();
    const long double inverse_of_erfc = 2 * part_of == 0 ? infinity
                                        : part == 1      ? -infinity
                                                         : inverse(erfc_of, -2 * part, -30, 120);
    const long double inverse_of_normal =
        part == 0 ? -infinity : -std::sqrt(2.0L) * inverse_of_erfc;
    const long double wanted[of_one] = {
        is_finite ? sine_of_half_turns(x) : nan,
        is_finite ? cosine_of_half_turns(x) : nan,
        is_finite ? sine_of_half_turns(x) : nan,
        is_finite ? cosine_of_half_turns(x) : nan,
        1 / std::cbrt(x),
        std::erfc(-x / std::sqrt(2.0L)) / 2,
        std::copysign(
            part < 0.5 ? inverse(erf_of, part, 0, 1) : inverse(erfc_of, -(1 - part), 0, 120), x),
        inverse_of_erfc,
        inverse_of_normal};
    for (unsigned k = 0; k < of_one; ++k) {
      if (!is_finite && k >= 6) continue;
      const T result = found[i * of_one + k];
      if (own == 0 && (k == 0 || k == 2 || k == 6)) {
        EXPECT_EQ(std::signbit(result), std::signbit(own)) << names[k];
      }
      // The inverses near 0 lose digits of an argument that is not exact.
      const bool is_zero = k >= 7 && std::fabs(wanted[k]) < 1e-3;
      EXPECT_TRUE(is_zero ? std::fabs(result) < 1e-3 : is_near(result, wanted[k], 8))
          << names[k] << '(' << own << ") = " << result << ", not "
          << static_cast<double>(wanted[k]);
    }
  }
}
TEST(cuda_functions, of_floats) { check_functions<float>(); }
TEST(cuda_functions, of_doubles) { check_functions<double>(); }

// --- Lengths

constexpr unsigned of_lengths = 6;
template <class T>
__global__ void call_lengths(const T* from, unsigned n, T* to) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const T x = from[4 * i], y = from[4 * i + 1], z = from[4 * i + 2], w = from[4 * i + 3];
  to += of_lengths * i;
  if constexpr (sizeof(T) == 4) {
    to[0] = rhypotf(x, y), to[1] = norm3df(x, y, z), to[2] = norm4df(x, y, z, w);
    to[3] = rnorm3df(x, y, z), to[4] = rnorm4df(x, y, z, w), to[5] = fdividef(x, y);
  } else {
    to[0] = rhypot(x, y), to[1] = norm3d(x, y, z), to[2] = norm4d(x, y, z, w);
    to[3] = rnorm3d(x, y, z), to[4] = rnorm4d(x, y, z, w), to[5] = x / y;
  }
}
template <class T>
void check_lengths() {
  const T big = std::sqrt(std::numeric_limits<T>::max());
  const std::vector<T> in{3,       4,       12,      84,      T(0.1), T(-0.2), T(0.3),
                          T(-0.4), big,     2 * big, 2 * big, big,    1 / big, 2 / big,
                          2 / big, 5 / big, 1,       1,       0,      0};
  const auto n = static_cast<unsigned>(in.size() / 4);
  const auto found = run<T>(n, of_lengths, in, call_lengths<T>);
  for (unsigned i = 0; i < n; ++i) {
    const long double x = in[4 * i], y = in[4 * i + 1], z = in[4 * i + 2], w = in[4 * i + 3];
    const long double two = x * x + y * y, three = two + z * z, four = three + w * w;
    const long double wanted[of_lengths] = {1 / std::sqrt(two),  std::sqrt(three),
                                            std::sqrt(four),     1 / std::sqrt(three),
                                            1 / std::sqrt(four), x / y};
    for (unsigned k = 0; k < of_lengths; ++k) {
      EXPECT_TRUE(is_near(found[i * of_lengths + k], wanted[k], 4))
          << i << ' ' << k << ' ' << found[i * of_lengths + k];
    }
  }
}
TEST(cuda_functions, of_lengths_of_floats) { check_lengths<float>(); }
TEST(cuda_functions, of_lengths_of_doubles) { check_lengths<double>(); }

// --- Minima of one type, bits, loads and stores

constexpr unsigned of_words = 26;
using u64 = unsigned long long;
__global__ void call_others(const u64* from, unsigned, u64* to) {
  const unsigned big = 0xfffffffe;
  *to++ = umin(big, 3), *to++ = umax(big, 3), *to++ = umin(3, big), *to++ = umax(3, big);
  *to++ = static_cast<u64>(llmin(-5, 1ll << 40)), *to++ = static_cast<u64>(llmax(-5, 1ll << 40));
  *to++ = ullmin(~0ull, 1ull << 40), *to++ = ullmax(~0ull, 1ull << 40);
  *to++ = __fns(0xb4, 0, 1), *to++ = __fns(0xb4, 2, 1), *to++ = __fns(0xb4, 3, 1);
  *to++ = __fns(0xb4, 2, 3), *to++ = __fns(0xb4, 7, -1), *to++ = __fns(0xb4, 6, -2);
  *to++ = __fns(0xb4, 4, 0), *to++ = __fns(0xb4, 3, 0), *to++ = __fns(0xb4, 2, 5);
  *to++ = __ldg(from), *to++ = __ldca(from + 1), *to++ = __ldcg(from), *to++ = __ldcs(from + 1);
  *to++ = __ldcv(from);
  __stwb(to++, 21), __stcg(to++, 22), __stcs(to++, 23), __stwt(to++, 24);
}
TEST(cuda_functions, of_words) {
  const auto found = run<u64>(1, of_words, {77, 88}, call_others);
  const u64 none = 0xffffffff,
            want[of_words] = {
                3,  0xfffffffe, 3,  0xfffffffe, ~0ull - 4, 1ull << 40, 1ull << 40, ~0ull, 2,
                2,  4,          5,  7,          4,         4,          none,       none,  77,
                88, 77,         88, 77,         21,        22,         23,         24};
  for (unsigned k = 0; k < of_words; ++k) EXPECT_EQ(found[k], want[k]) << k;
}

// --- Names that a source may use for its own variables, in host code and in kernels

struct has_names {
  int gridDim, blockDim, blockIdx, threadIdx;
};
__global__ void keep_names(const unsigned*, unsigned n, unsigned* to) {
  const dim3 block = blockDim, grid = gridDim, thread = threadIdx;
  has_names own{1, 2, 3, 4};
  {
    const unsigned threadIdx = 5, blockIdx = 6, blockDim = 7, gridDim = 8;
    to[n] = threadIdx + blockIdx + blockDim + gridDim;
  }
  to[n + 1] = static_cast<unsigned>(own.gridDim + own.blockDim + own.blockIdx + own.threadIdx);
  to[n + 2] = block.x + grid.x + thread.x + blockIdx.x;
}
TEST(cuda_functions, leave_names) {
  dim3 gridDim(1), blockDim(1);
  diatomic::device_array<unsigned> to(3);
  diatomic::stream stream;
  diatomic::launch_global(keep_names, diatomic::extent3{gridDim}, diatomic::extent3{blockDim}, 0,
                          stream, static_cast<const unsigned*>(nullptr), 0u, to.data());
  const auto found = to.download();
  EXPECT_EQ(found[0], 26u);
  EXPECT_EQ(found[1], 10u);
  EXPECT_EQ(found[2], 2u);
}

}  // namespace
