// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: even_bin would round the value

#include <diatomic/collectives/binning.hpp>

DIATOMIC_FUNCTION unsigned call(long long v) {
#if defined(MUST_NOT_COMPILE)
  return diatomic::even_bin{0, 4, 4}(static_cast<diatomic::detail::int128>(v));
#else
  return diatomic::even_bin{0, 4, 4}(static_cast<short>(v));
#endif
}
