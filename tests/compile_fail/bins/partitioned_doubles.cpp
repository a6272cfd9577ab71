// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: even_bin would round the value

#include <diatomic/algorithms/partitioned_scatter.hpp>

void call(diatomic::stream_view on, const double* from, unsigned* to, void* temp) {
#if defined(MUST_NOT_COMPILE)
  diatomic::histogram(on, from, 9, to, 4, diatomic::even_bin{0, 4, 4}, temp, 64);
#else
  diatomic::histogram(on, from, 9, to, 4, diatomic::even_double_bin{0, 4, 4}, temp, 64);
#endif
}
