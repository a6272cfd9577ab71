// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The interface of QUDA's include/targets/*/atomic_helper.h on Diatomic, for kernels of every
/// target and for host threads.

#include <diatomic/diatomic.hpp>

#include "project_types.hpp"

namespace quda {

/// `*addr += val`, for numbers, and for complex numbers by part.
template <class T>
DIATOMIC_FUNCTION void atomic_fetch_add(T* addr, T val) {
  diatomic::store_add(addr, val);
}

/// The same by element.
///@{
DIATOMIC_FUNCTION void atomic_fetch_add(int4* addr, int4 val) {
  atomic_fetch_add(&addr->x, val.x);
  atomic_fetch_add(&addr->y, val.y);
  atomic_fetch_add(&addr->z, val.z);
  atomic_fetch_add(&addr->w, val.w);
}
template <class T, int n>
DIATOMIC_FUNCTION void atomic_fetch_add(array<T, n>* addr, array<T, n> val) {
  for (int i = 0; i < n; ++i) atomic_fetch_add(&(*addr)[i], val[i]);
}
///@}

/// `*addr = max(*addr, val)`, which QUDA defines for numbers that are not negative. Here it is
/// right for all numbers.
template <class T>
DIATOMIC_FUNCTION void atomic_fetch_abs_max(T* addr, T val) {
  diatomic::store_max(addr, val);
}

struct fetch_add_atomic_t {
  template <class T>
  DIATOMIC_FUNCTION void operator()(T* out, T in) const {
    atomic_fetch_add(out, in);
  }
};

}  // namespace quda
