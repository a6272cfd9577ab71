// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Values in bins of equal width, with their bins by definition. Knows nothing of the library, and
/// is compiled with the default options for floats.

#include <vector>

namespace test {

template <class Float>
struct even_bin_case {
  Float lower;
  Float upper;
  unsigned bins;
  Float value;
  unsigned expected;  ///< ~0u: none
};

/// Values at the ends, zeros, infinities and NaNs, then values at and next to some edges of random
/// bins, of common and of extreme magnitudes.
template <class Float>
std::vector<even_bin_case<Float>> even_bin_cases();

}  // namespace test
