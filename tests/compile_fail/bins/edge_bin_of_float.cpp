// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: edge_bin with integer edges takes integers

#include <diatomic/collectives/binning.hpp>

DIATOMIC_FUNCTION unsigned call(const int* edges) {
#if defined(MUST_NOT_COMPILE)
  return diatomic::edge_bin(edges, 2, diatomic::last_edge::included)(1.0f);
#else
  return diatomic::edge_bin(edges, 2, diatomic::last_edge::included)(1);
#endif
}
