// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Each function of Ginkgo's ported header, on each of its types.

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/number_types.hpp>

#include "../../../docs/examples/ported_headers/ginkgo_atomics.hpp"
#include "suites/ports/ported_calls.hpp"
#include "support/kernel_run.hpp"

namespace {

namespace ginkgo = gko::kernels::GKO_DEVICE_NAMESPACE;
using diatomic::bfloat16;
using diatomic::half;
using ported::expect_like;
using ported::expect_same_end;

struct call_add {
  template <class T>
  DIATOMIC_DEVICE T operator()(T* x, T y) const {
    return ginkgo::atomic_add(x, y);
  }
};
struct call_max {
  template <class T>
  DIATOMIC_DEVICE T operator()(T* x, T y) const {
    return ginkgo::atomic_max(x, y);
  }
};
/// An operand of another type, which converts as in Ginkgo's overloads.
struct call_with_int {
  template <class T>
  DIATOMIC_DEVICE T operator()(T* x, T y) const {
    return ginkgo::atomic_add(x, static_cast<int>(y));
  }
};

template <class T>
T add(T& x, T y) {
  const T old = x;
  x = static_cast<T>(x + y);
  return old;
}
template <class T>
T raise(T& x, T y) {
  const T old = x;
  if (x < y) x = y;
  return old;
}

template <class T>
class ginkgo_numbers : public testing::Test {};
using numbers = testing::Types<int, unsigned, long, long long, unsigned long long, unsigned short,
                               float, double>;
TYPED_TEST_SUITE(ginkgo_numbers, numbers, test::type_names);

TYPED_TEST(ginkgo_numbers, sums_and_maxima) {
  using T = TypeParam;
  expect_like<call_add>(T{5}, std::vector<T>{1, 2, 3, 0}, add<T>);
  expect_like<call_with_int>(T{5}, std::vector<T>{1, 2, 3, 0}, add<T>);
  expect_like<call_max>(T{2}, std::vector<T>{1, 0, 30, 7, 5}, raise<T>);
}

TEST(ported_ginkgo, maxima_of_nans_and_zeros) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float start : {0.0f, -0.0f, nan, 2.0f, -2.0f}) {
    expect_like<call_max>(start, std::vector<float>{0.0f, -0.0f, nan, 1.0f, -1.0f}, raise<float>);
  }
}

template <class T>
void expect_half_calls() {
  const std::vector<T> values{T(1.0f), T(2.0f), T(-3.0f)};
  const auto sum = [](T& x, T y) {
    const T old = x;
    x = T(static_cast<float>(x) + static_cast<float>(y));
    return old;
  };
  const auto larger = [](T& x, T y) {
    const T old = x;
    if (static_cast<float>(x) < static_cast<float>(y)) x = y;
    return old;
  };
  expect_like<call_add>(T(5.0f), values, sum);
  expect_like<call_max>(T(-5.0f), values, larger);
}

TEST(ported_ginkgo, halves) {
  expect_half_calls<half>();
  expect_half_calls<bfloat16>();
}

template <class Pair, class T>
void expect_pair_sums() {
  const auto pair = [](float a, float b) { return Pair{T(a), T(b)}; };
  expect_same_end<call_add>(pair(5, 6), std::vector<Pair>{pair(1, 0), pair(-1, 2), pair(0, -2)},
                            [](Pair& x, Pair y) {
                              x.x = T(static_cast<float>(x.x) + static_cast<float>(y.x));
                              x.y = T(static_cast<float>(x.y) + static_cast<float>(y.y));
                              return x;
                            });
}

TEST(ported_ginkgo, pairs_of_halves) {
  expect_pair_sums<diatomic::half2, half>();
  expect_pair_sums<diatomic::bfloat162, bfloat16>();
}

template <class T>
void expect_complex_sums() {
  using complex = thrust::complex<T>;
  expect_same_end<call_add>(
      complex{{1, -2}}, std::vector<complex>{{{1, 0}}, {{T(0.5), -3}}, {{-1, 2}}},
      [](complex& x, complex y) { return x = {{x.real() + y.real(), x.imag() + y.imag()}}; });
}

TEST(ported_ginkgo, complex_numbers) {
  expect_complex_sums<float>();
  expect_complex_sums<double>();
}

}  // namespace
