// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: even_bin would round the value

#include <diatomic/collectives/binning.hpp>

enum wide : long long {};
enum narrow : short {};

DIATOMIC_FUNCTION unsigned call(long long v) {
#if defined(MUST_NOT_COMPILE)
  return diatomic::even_bin{0, 4, 4}(static_cast<wide>(v));
#else
  return diatomic::even_bin{0, 4, 4}(static_cast<narrow>(v));
#endif
}
