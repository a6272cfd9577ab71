// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: even_bin would round the value

#include <diatomic/collectives/binning.hpp>

DIATOMIC_FUNCTION unsigned call() {
#if defined(MUST_NOT_COMPILE)
  return diatomic::even_bin{0, 4, 4}(1.5);
#else
  return diatomic::even_double_bin{0, 4, 4}(1.5);
#endif
}
