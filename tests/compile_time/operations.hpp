// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A hundred operations: 5 operations x 4 types x 5 pairs of order and scope. A unit of this folder
/// defines `CALL(operation, pointer, value, order, scope)` and writes `EVERY_OPERATION` in a
/// kernel.

#define EVERY_ACCESS(operation, p, v)    \
  CALL(operation, p, v, relaxed, block)  \
  CALL(operation, p, v, relaxed, device) \
  CALL(operation, p, v, relaxed, system) \
  CALL(operation, p, v, release, device) \
  CALL(operation, p, v, seq_cst, device)

#define EVERY_TYPE(operation)      \
  EVERY_ACCESS(operation, i, 1)    \
  EVERY_ACCESS(operation, u, 1ull) \
  EVERY_ACCESS(operation, f, 1.f)  \
  EVERY_ACCESS(operation, d, 1.)

#define EVERY_OPERATION \
  EVERY_TYPE(fetch_add) \
  EVERY_TYPE(fetch_sub) \
  EVERY_TYPE(fetch_max) \
  EVERY_TYPE(fetch_min) \
  EVERY_TYPE(exchange)

#if defined(__CUDACC__) || defined(__HIP__)
#define KERNEL __attribute__((global))
#define DEVICE __attribute__((device))
#else
#define KERNEL
#define DEVICE
#endif

#if defined(__HIP__)
// What clang wants declared where a kernel is, else HIP's headers do it.
struct dim3 {
  unsigned x, y, z;
};
extern "C" int hipLaunchKernel(const void*, dim3, dim3, void**, unsigned long,
                               struct ihipStream_t*);
#endif
