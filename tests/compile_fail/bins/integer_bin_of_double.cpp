// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: even_integer_bin takes integers of up to 64 bits

#include <diatomic/collectives/binning.hpp>

DIATOMIC_FUNCTION unsigned call(diatomic::even_integer_bin<int> bin_of) {
#if defined(MUST_NOT_COMPILE)
  return bin_of(-0.5);
#else
  return bin_of(5ll);
#endif
}
