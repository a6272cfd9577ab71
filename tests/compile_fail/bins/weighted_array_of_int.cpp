// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: even_bin would round the value

#include <diatomic/algorithms/histogram.hpp>

void call(diatomic::stream_view on, const int* from, const float* weights, float* to) {
#if defined(MUST_NOT_COMPILE)
  diatomic::weighted_histogram(on, from, weights, 9, to, 4, diatomic::even_bin{0, 4, 4});
#else
  diatomic::weighted_histogram(on, from, weights, 9, to, 4, diatomic::even_double_bin{0, 4, 4});
#endif
}
