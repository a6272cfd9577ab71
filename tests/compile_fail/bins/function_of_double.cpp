// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: even_bin would round the value

#include <diatomic/algorithms/histogram.hpp>

struct halves {
  DIATOMIC_FUNCTION double operator()(std::size_t i) const { return static_cast<double>(i) / 2; }
};

void call(diatomic::stream_view on, unsigned* to) {
#if defined(MUST_NOT_COMPILE)
  diatomic::histogram(on, halves{}, 9, to, 4, diatomic::even_bin{0, 4, 4});
#else
  diatomic::histogram(on, halves{}, 9, to, 4, diatomic::even_double_bin{0, 4, 4});
#endif
}
