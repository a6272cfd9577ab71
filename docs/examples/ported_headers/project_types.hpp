// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Stand-ins for the types that the ported headers take from their projects. In a port, include the
/// project's own headers instead.

#include <diatomic/diatomic.hpp>

/// A complex number with the layout and the alignment of Thrust's.
template <class T>
struct alignas(2 * sizeof(T)) project_complex {
  using value_type = T;
  DIATOMIC_FUNCTION T real() const { return parts[0]; }
  DIATOMIC_FUNCTION T imag() const { return parts[1]; }
  T parts[2];
};

// PETSc: petscsystypes.h and petscmath.h, configured for double precision.
using PetscReal = double;
using PetscComplex = project_complex<PetscReal>;
#define PetscMin(a, b) ((a) < (b) ? (a) : (b))
#define PetscMax(a, b) ((a) < (b) ? (b) : (a))

// QUDA: complex_quda.h and array.h. Only CUDA and HIP declare int4.
namespace quda {
template <class T>
using complex = project_complex<T>;
template <class T, int n>
struct array {
  T data[n];
  DIATOMIC_FUNCTION T& operator[](int i) { return data[i]; }
  DIATOMIC_FUNCTION const T& operator[](int i) const { return data[i]; }
};
#if defined(__CUDACC__)
using ::int4;
#else
struct alignas(16) int4 {
  int x, y, z, w;
};
#endif
}  // namespace quda

// Ginkgo: config.hpp and types.hpp.
#define GKO_DEVICE_NAMESPACE device
namespace thrust {
template <class T>
using complex = project_complex<T>;
}  // namespace thrust
