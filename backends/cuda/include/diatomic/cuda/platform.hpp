// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What nvcc, or clang as CUDA compiler, says of itself: the only file that reads its macros.

/// Qualifiers of a public function: callable from kernels and from host code.
#define DIATOMIC_FUNCTION __host__ __device__ __forceinline__
/// Qualifiers of a function that only kernels call.
#define DIATOMIC_DEVICE __device__

/// Before a template that calls what it is given: whether that is host or device code is the
/// caller's business.
#if defined(__clang__)
#define DIATOMIC_EXEC_CHECK_DISABLE
#else
#define DIATOMIC_EXEC_CHECK_DISABLE _Pragma("nv_exec_check_disable")
#endif

/// 1 where the text of an asm statement can be a constant, 0 where it must be a literal.
#if defined(__clang__)
#define DIATOMIC_CUDA_CONSTANT_ASM 1
#else
#define DIATOMIC_CUDA_CONSTANT_ASM 0
#endif

#if defined(__CUDA_ARCH__)
#define DIATOMIC_DEVICE_PASS 1
#else
#define DIATOMIC_DEVICE_PASS 0
#endif
/// 1 in host code that is compiled beside kernels, and so sees their calls too.
#define DIATOMIC_IN_HOST_HALF !DIATOMIC_DEVICE_PASS

namespace diatomic::backends::cuda {

/// The architecture being compiled, as in `sm_90`; 0 while host code is.
#if DIATOMIC_DEVICE_PASS
inline constexpr int compiled_architecture = __CUDA_ARCH__ / 10;
#else
inline constexpr int compiled_architecture = 0;
#endif

}  // namespace diatomic::backends::cuda
