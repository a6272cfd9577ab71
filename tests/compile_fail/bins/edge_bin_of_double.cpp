// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: edge_bin would round the value

#include <diatomic/collectives/binning.hpp>

DIATOMIC_FUNCTION unsigned call(const float* floats, const double* doubles, double v) {
#if defined(MUST_NOT_COMPILE)
  (void)doubles;
  return diatomic::edge_bin(floats, 2, diatomic::last_edge::included)(v);
#else
  (void)floats;
  return diatomic::edge_bin(doubles, 2, diatomic::last_edge::included)(v);
#endif
}
