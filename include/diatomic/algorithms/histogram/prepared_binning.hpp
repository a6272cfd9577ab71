// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Binning functions in the form that kernels call.

#include <diatomic/collectives/binning.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The function that kernels call instead of a binning function, with the same results.
template <class Bin>
Bin prepared(Bin bin_of) {
  return bin_of;
}
template <class Float>
even_binning<Float> prepared(basic_even_bin<Float> of) {
  return {of.lower, of.upper, of.bins};
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
