// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: value_bin takes integers of up to 64 bits

#include <diatomic/collectives/binning.hpp>

DIATOMIC_FUNCTION unsigned call() {
#if defined(MUST_NOT_COMPILE)
  return diatomic::value_bin{}(1.5f);
#else
  return diatomic::even_bin{0, 4, 4}(1.5f);
#endif
}
