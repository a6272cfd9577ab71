// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: even_bin would round the value

#include <diatomic/collectives/binning.hpp>

template <class Number>
struct boxed {
  Number number;
  DIATOMIC_FUNCTION operator Number() const { return number; }
};

DIATOMIC_FUNCTION unsigned call() {
#if defined(MUST_NOT_COMPILE)
  return diatomic::even_bin{0, 4, 4}(boxed<double>{1.5});
#else
  return diatomic::even_bin{0, 4, 4}(boxed<float>{1.5f});
#endif
}
