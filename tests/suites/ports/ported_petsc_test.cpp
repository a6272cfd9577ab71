// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Each function object of PETSc's ported header, and the functions that its kernels call directly.

#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "../../../docs/examples/ported_headers/petsc_atomics.hpp"
#include "suites/ports/ported_calls.hpp"
#include "support/kernel_run.hpp"

#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

using ported::expect_like;
using ported::expect_same_end;

template <template <class> class Op>
struct by_object {
  template <class T>
  DIATOMIC_DEVICE T operator()(T* x, T y) const {
    return Op<T>()(*x, y);
  }
};

template <class T>
T insert(T& x, T y) {
  const T old = x;
  x = y;
  return old;
}
template <class T>
T add(T& x, T y) {
  return insert(x, static_cast<T>(x + y));
}
template <class T>
T mult(T& x, T y) {
  return insert(x, static_cast<T>(x * y));
}
template <class T>
T smaller(T& x, T y) {
  return insert(x, PetscMin(y, x));
}
template <class T>
T larger(T& x, T y) {
  return insert(x, PetscMax(y, x));
}

template <class T>
class petsc_numbers : public testing::Test {};
using numbers = testing::Types<signed char, int, long, llint, float, double>;
TYPED_TEST_SUITE(petsc_numbers, numbers, test::type_names);
template <class T>
class petsc_integers : public testing::Test {};
using integers = testing::Types<signed char, int, long, llint>;
TYPED_TEST_SUITE(petsc_integers, integers, test::type_names);

TYPED_TEST(petsc_numbers, arithmetic) {
  using T = TypeParam;
  expect_like<by_object<AtomicInsert>>(T{7}, std::vector<T>{1, 2, 3, 4, 5}, insert<T>);
  expect_like<by_object<AtomicAdd>>(T{7}, std::vector<T>{1, 0, 1, -1}, add<T>);
  expect_like<by_object<AtomicMult>>(T{7}, std::vector<T>{1, -1, 1}, mult<T>);
  ported::expect_in_sequence<by_object<AtomicMult>>(T{1}, std::vector<T>{2, -1}, mult<T>);
}

TYPED_TEST(petsc_numbers, extrema) {
  using T = TypeParam;
  expect_like<by_object<AtomicMin>>(T{50}, std::vector<T>{9, 60, -5, 40, 20, -7}, smaller<T>);
  expect_like<by_object<AtomicMax>>(T{-50}, std::vector<T>{-60, 9, -5, 40, 20, -7}, larger<T>);
}

TYPED_TEST(petsc_integers, bitwise) {
  using T = TypeParam;
  const std::vector<T> values{0x7e, 0x5f, -1, 0x3b, 0x11};
  expect_like<by_object<AtomicBAND>>(T{-1}, values,
                                     [](T& x, T y) { return insert(x, static_cast<T>(x & y)); });
  expect_like<by_object<AtomicBOR>>(T{0}, values,
                                    [](T& x, T y) { return insert(x, static_cast<T>(x | y)); });
  expect_like<by_object<AtomicBXOR>>(T{3}, values,
                                     [](T& x, T y) { return insert(x, static_cast<T>(x ^ y)); });
}

TYPED_TEST(petsc_integers, logical) {
  using T = TypeParam;
  const std::vector<T> values{2, 1, 0, -1, 3};
  for (const T start : {T{0}, T{1}, T{2}}) {
    expect_like<by_object<AtomicLAND>>(
        start, values, [](T& x, T y) { return insert(x, static_cast<T>(x != 0 && y != 0)); });
    expect_like<by_object<AtomicLOR>>(
        start, values, [](T& x, T y) { return insert(x, static_cast<T>(x != 0 || y != 0)); });
    expect_like<by_object<AtomicLXOR>>(
        start, values, [](T& x, T y) { return insert(x, static_cast<T>((x == 0) != (y == 0))); });
  }
}

TEST(ported_petsc, nans_and_zeros) {
  const PetscReal nan = std::numeric_limits<PetscReal>::quiet_NaN();
  const std::vector<PetscReal> values{0.0, -0.0, nan, 1.0, -1.0, -0.0, 0.0};
  for (const PetscReal start : {0.0, -0.0, nan, 2.0, -2.0}) {
    expect_like<by_object<AtomicMin>>(start, values, smaller<PetscReal>);
    expect_like<by_object<AtomicMax>>(start, values, larger<PetscReal>);
  }
}

TEST(ported_petsc, complex_numbers) {
  const PetscComplex start{{1, -2}};
  expect_same_end<by_object<AtomicAdd>>(
      start, std::vector<PetscComplex>{{{1, 0}}, {{0.5, -3}}, {{-1, 2}}},
      [](PetscComplex& x, PetscComplex y) {
        return insert(x, PetscComplex{{x.real() + y.real(), x.imag() + y.imag()}});
      });
  expect_same_end<by_object<AtomicInsert>>(start, std::vector<PetscComplex>{{{4, 5}}},
                                           insert<PetscComplex>);
}

#define CALL_OF(NAME)                               \
  struct call_##NAME {                              \
    template <class T>                              \
    DIATOMIC_DEVICE T operator()(T* x, T y) const { \
      return NAME(x, y);                            \
    }                                               \
  };
CALL_OF(atomicMult)
CALL_OF(atomicExch)
CALL_OF(atomicAdd)
CALL_OF(atomicMin)
CALL_OF(atomicMax)
CALL_OF(atomicAnd)
CALL_OF(atomicOr)
CALL_OF(atomicXor)

TEST(ported_petsc, direct_calls) {
  const std::vector<llint> words{5, -1, 3};
  expect_like<call_atomicMult>(llint{7}, std::vector<llint>{1, -1}, mult<llint>);
  expect_like<call_atomicMult>(7.0, std::vector<double>{1, -1}, mult<double>);
  expect_like<call_atomicExch>(llint{7}, words, insert<llint>);
  expect_like<call_atomicExch>(7.0, std::vector<double>{5, -1, 3}, insert<double>);
  expect_like<call_atomicAdd>(llint{7}, words, add<llint>);
  expect_like<call_atomicMin>(llint{7}, words, smaller<llint>);
  expect_like<call_atomicMin>(7.0, std::vector<double>{5, -1, 3}, smaller<double>);
  expect_like<call_atomicMax>(llint{-7}, words, larger<llint>);
  expect_like<call_atomicMax>(-7.0, std::vector<double>{5, -1, 3}, larger<double>);
  expect_like<call_atomicAnd>(llint{7}, words, [](llint& x, llint y) { return insert(x, x & y); });
  expect_like<call_atomicOr>(llint{8}, words, [](llint& x, llint y) { return insert(x, x | y); });
  expect_like<call_atomicXor>(llint{7}, words, [](llint& x, llint y) { return insert(x, x ^ y); });
}

}  // namespace
