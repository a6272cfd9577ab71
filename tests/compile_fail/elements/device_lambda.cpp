// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// backends: cuda
// message: annotate the lambda with DIATOMIC_LAMBDA instead of __device__
// errors: 1

#include <cstddef>

#include <diatomic/algorithms/reduce.hpp>

void call(diatomic::stream& on, const float* input, double* result, void* temp) {
#if defined(MUST_NOT_COMPILE)
  const auto element = [=] DIATOMIC_DEVICE(std::size_t i) { return input[i]; };
#else
  const auto element = [=] DIATOMIC_LAMBDA(std::size_t i) { return input[i]; };
#endif
  diatomic::reduce<diatomic::op::add>(on, element, 1, result, temp, 1);
}
