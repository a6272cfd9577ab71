// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The hundred operations with the library.

#include <diatomic/diatomic.hpp>

#include "operations.hpp"

#define CALL(operation, p, v, order, scope) \
  *p = diatomic::operation(p, v, diatomic::order, diatomic::scope##_scope);

KERNEL void all(int* i, unsigned long long* u, float* f, double* d) { EVERY_OPERATION }
