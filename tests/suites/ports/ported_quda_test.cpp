// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Each function of QUDA's ported header, in kernels and from host threads.

#include <algorithm>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "../../../docs/examples/ported_headers/quda_atomics.hpp"
#include "suites/ports/ported_calls.hpp"
#include "support/kernel_run.hpp"

namespace {

using ported::expect_same_end;

struct call_add {
  template <class T>
  DIATOMIC_DEVICE T operator()(T* x, T y) const {
    quda::atomic_fetch_add(x, y);
    return T{};
  }
};
struct call_functor {
  template <class T>
  DIATOMIC_DEVICE T operator()(T* x, T y) const {
    quda::fetch_add_atomic_t()(x, y);
    return T{};
  }
};
struct call_abs_max {
  template <class T>
  DIATOMIC_DEVICE T operator()(T* x, T y) const {
    quda::atomic_fetch_abs_max(x, y);
    return T{};
  }
};

template <class T>
class quda_numbers : public testing::Test {};
using numbers = testing::Types<int, unsigned, long long, unsigned long long, float, double>;
TYPED_TEST_SUITE(quda_numbers, numbers, test::type_names);

TYPED_TEST(quda_numbers, sums) {
  using T = TypeParam;
  const auto add = [](T& x, T y) { return x = static_cast<T>(x + y); };
  expect_same_end<call_add>(T{5}, std::vector<T>{1, 2, 3, 0}, add);
  expect_same_end<call_functor>(T{5}, std::vector<T>{1, 2, 3, 0}, add);
}

TYPED_TEST(quda_numbers, maxima) {
  using T = TypeParam;
  const auto raise = [](T& x, T y) { return x = std::max(x, y); };
  expect_same_end<call_abs_max>(T{0}, std::vector<T>{1, 0, 30, 7}, raise);
  expect_same_end<call_abs_max>(T{40}, std::vector<T>{1, 0, 30, 7}, raise);
}

template <class T>
void expect_complex_sums() {
  using complex = quda::complex<T>;
  expect_same_end<call_add>(
      complex{{1, -2}}, std::vector<complex>{{{1, 0}}, {{T(0.5), -3}}, {{-1, 2}}},
      [](complex& x, complex y) { return x = {{x.real() + y.real(), x.imag() + y.imag()}}; });
}

TEST(ported_quda, complex_numbers) {
  expect_complex_sums<float>();
  expect_complex_sums<double>();
}

template <class T, int n>
void expect_array_sums() {
  using array = quda::array<T, n>;
  array start, first, second;
  for (int i = 0; i < n; ++i) {
    start[i] = static_cast<T>(i);
    first[i] = static_cast<T>(i + 1);
    second[i] = static_cast<T>(-i);
  }
  const auto add = [](array& x, array y) {
    for (int i = 0; i < n; ++i) x[i] = static_cast<T>(x[i] + y[i]);
    return x;
  };
  expect_same_end<call_add>(start, std::vector<array>{first, second}, add);
  expect_same_end<call_functor>(start, std::vector<array>{first, second}, add);
}

TEST(ported_quda, arrays) {
  expect_array_sums<double, 1>();
  expect_array_sums<double, 3>();
  expect_array_sums<float, 4>();
  expect_array_sums<int, 5>();
}

TEST(ported_quda, vectors) {
  using quda::int4;
  expect_same_end<call_add>(
      int4{1, 2, 3, 4}, std::vector<int4>{{1, 0, -1, 7}, {5, -6, 1, 0}},
      [](int4& x, int4 y) { return x = {x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w}; });
}

TEST(ported_quda, host_threads) {
  constexpr int count = 4;
  constexpr int calls = 500;
  double sum = 0;
  float most = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < count; ++t) {
    threads.emplace_back([&sum, &most, t] {
      for (int i = 0; i < calls; ++i) {
        quda::atomic_fetch_add(&sum, 1.0);
        quda::atomic_fetch_abs_max(&most, static_cast<float>(t * calls + i));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(sum, count * calls);
  EXPECT_EQ(most, count * calls - 1);
}

}  // namespace
