// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// desul's macros for users: function annotations for kernels, tests for host or device code, and
/// the backend.

#include <diatomic/core/detail/backend_select.hpp>

#if defined(__CUDACC__)
#define DESUL_HAVE_CUDA_ATOMICS
#elif defined(__HIP__)
#define DESUL_HAVE_HIP_ATOMICS
#endif
#define DESUL_HAVE_GCC_ATOMICS

#if defined(__CUDACC__)
#define DESUL_FUNCTION __host__ __device__
#elif defined(__HIP__)
#define DESUL_FUNCTION __attribute__((host, device))
#else
#define DESUL_FUNCTION
#endif
#define DESUL_INLINE_FUNCTION inline DESUL_FUNCTION
#define DESUL_FORCEINLINE_FUNCTION inline DESUL_FUNCTION

// The code, without any parentheses around it.
#define DIATOMIC_DETAIL_PLAIN(...) __VA_ARGS__
#define DIATOMIC_DETAIL_UNWRAP_0(code) code
#define DIATOMIC_DETAIL_UNWRAP_1(code) DIATOMIC_DETAIL_PLAIN code
#define DIATOMIC_DETAIL_PROBE(...) ~, 1
#define DIATOMIC_DETAIL_SECOND(a, b, ...) b
#define DIATOMIC_DETAIL_SECOND_OF(...) DIATOMIC_DETAIL_SECOND(__VA_ARGS__)
#define DIATOMIC_DETAIL_UNWRAP(code)            \
  DIATOMIC_DETAIL_JOIN(DIATOMIC_DETAIL_UNWRAP_, \
                       DIATOMIC_DETAIL_SECOND_OF(DIATOMIC_DETAIL_PROBE code, 0, ~))(code)

/// Code for only one side: `DESUL_IF_ON_HOST(return 1;)`, or with parentheses around it.
///@{
#if DIATOMIC_DEVICE_PASS
#define DESUL_IF_ON_DEVICE(code) {DIATOMIC_DETAIL_UNWRAP(code)}
#define DESUL_IF_ON_HOST(code) \
  {                            \
  }
#else
#define DESUL_IF_ON_DEVICE(code) \
  {                              \
  }
#define DESUL_IF_ON_HOST(code) {DIATOMIC_DETAIL_UNWRAP(code)}
#endif
///@}
