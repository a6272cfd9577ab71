// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: segmented_reduce: offsets are integers

#include <diatomic/algorithms/segmented_reduce.hpp>

void call(diatomic::stream& on, const float* input, const int* integers, const float* floats,
          float* results, void* temp) {
#if defined(MUST_NOT_COMPILE)
  static_cast<void>(integers);
  diatomic::segmented_reduce<diatomic::op::add>(on, input, 1, floats, 1, results, temp, 64);
#else
  static_cast<void>(floats);
  diatomic::segmented_reduce<diatomic::op::add>(on, input, 1, integers, 1, results, temp, 64);
#endif
}
