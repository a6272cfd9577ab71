// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The interface of PETSc's include/petsc/private/cupmatomics.hpp on Diatomic: function objects
/// `x = x OP y` that return the old x, for PETSc's kernels that unpack and scatter. Integers of 1
/// to 8 bytes, `float` and `double`; AtomicInsert and AtomicAdd also take PetscComplex.

#include <type_traits>

#include <diatomic/diatomic.hpp>

#include "project_types.hpp"

using llint = long long;
using ullint = unsigned long long;

/// Complex numbers are added by part, as in PETSc; exchanged by part on chips without a 16-byte
/// exchange.
template <class Type>
struct AtomicInsert {
  DIATOMIC_FUNCTION Type operator()(Type& x, Type y) const { return diatomic::exchange(&x, y); }
};
template <class Type>
struct AtomicAdd {
  DIATOMIC_FUNCTION Type operator()(Type& x, Type y) const { return diatomic::fetch_add(&x, y); }
};

template <class Type>
DIATOMIC_FUNCTION Type atomicMult(Type* address, Type val) {
  return diatomic::fetch_mul(address, val);
}
template <class Type>
struct AtomicMult {
  DIATOMIC_FUNCTION Type operator()(Type& x, Type y) const { return atomicMult(&x, y); }
};

/// Floats compare as in PetscMin and PetscMax, whose results for NaNs and for zeros of both signs
/// differ from fetch_min's and fetch_max's.
template <class Type>
struct AtomicMin {
  DIATOMIC_FUNCTION Type operator()(Type& x, Type y) const {
    if constexpr (std::is_integral_v<Type>) {
      return diatomic::fetch_min(&x, y);
    } else {
      return diatomic::fetch_min_if_less(&x, y);
    }
  }
};
template <class Type>
struct AtomicMax {
  DIATOMIC_FUNCTION Type operator()(Type& x, Type y) const {
    if constexpr (std::is_integral_v<Type>) {
      return diatomic::fetch_max(&x, y);
    } else {
      return diatomic::fetch_update(&x, [y](Type seen) { return PetscMax(y, seen); });
    }
  }
};

template <class Type>
struct AtomicBAND {
  DIATOMIC_FUNCTION Type operator()(Type& x, Type y) const { return diatomic::fetch_and(&x, y); }
};
template <class Type>
struct AtomicBOR {
  DIATOMIC_FUNCTION Type operator()(Type& x, Type y) const { return diatomic::fetch_or(&x, y); }
};
template <class Type>
struct AtomicBXOR {
  DIATOMIC_FUNCTION Type operator()(Type& x, Type y) const { return diatomic::fetch_xor(&x, y); }
};

/// These return the new value, and are 0 or 1.
template <class Type>
struct land {
  DIATOMIC_FUNCTION Type operator()(Type x, Type y) const { return Type(x && y); }
};
template <class Type>
struct lor {
  DIATOMIC_FUNCTION Type operator()(Type x, Type y) const { return Type(x || y); }
};
template <class Type>
struct lxor {
  DIATOMIC_FUNCTION Type operator()(Type x, Type y) const { return Type(!x != !y); }
};

template <class Type, class Op, int size = sizeof(Type)>
struct AtomicLogical {
  DIATOMIC_FUNCTION Type operator()(Type& x, Type y) const {
    return diatomic::fetch_update(&x, [y](Type seen) { return Op()(seen, y); });
  }
};
template <class Type>
struct AtomicLAND : AtomicLogical<Type, land<Type>> {};
template <class Type>
struct AtomicLOR : AtomicLogical<Type, lor<Type>> {};
template <class Type>
struct AtomicLXOR : AtomicLogical<Type, lxor<Type>> {};
