// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernels of the group `scatter`: additions to words at given indices, one atomic each.

#include <cstddef>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "bench/cases/atomics/loops.hpp"

namespace bench {

/// Diatomic's `store_add` as a contender.
struct our_addition {
  template <op Op, memory_scope Scope, bool Used, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    diatomic::store_add(p, v, diatomic::coarse_grained);
    return v;
  }
};

/// One atomic per element: adds `values[i]` to `words[indices[i]]`.
template <class Contender, class T>
struct scatter_each {
  DIATOMIC_DEVICE void operator()(const unsigned* indices, const T* values, std::size_t n,
                                  T* words) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      Contender::template call<op::add, memory_scope::device, false>(words + indices[i], values[i]);
    }
  }
};

/// One atomic per element: adds 1 to `words[indices[i]]`.
struct count_each {
  DIATOMIC_DEVICE void operator()(const unsigned* indices, std::size_t n, unsigned* words) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      diatomic::store_add(words + indices[i], 1u, diatomic::coarse_grained);
    }
  }
};

}  // namespace bench
