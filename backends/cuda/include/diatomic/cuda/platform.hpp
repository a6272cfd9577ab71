// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What nvcc, or clang as CUDA compiler, says of itself: the only file that reads its macros.

#include <diatomic/core/version.hpp>

/// Qualifiers of a public function: callable from kernels and from host code.
#define DIATOMIC_FUNCTION __host__ __device__ __forceinline__
/// Qualifiers of a function that only kernels call.
#define DIATOMIC_DEVICE __device__
/// Qualifiers of a variable in the memory of the device that a header defines: one for the program
/// where device code is linked (`-rdc=true`), else one for each source, and host code has none.
#if defined(__CUDACC_RDC__)
#define DIATOMIC_DEVICE_VARIABLE inline __device__
#else
#define DIATOMIC_DEVICE_VARIABLE static __device__
#endif
/// Qualifiers of a lambda that is given to a call on arrays, after its captures. nvcc wants the
/// option `--extended-lambda`.
#define DIATOMIC_LAMBDA __host__ __device__
/// Whether `T` is nvcc's stand-in, in host code, for a lambda: for one that only kernels can call,
/// and for one that both sides can. It is copied by bytes, though the type does not say so.
#if defined(__NVCC__) && defined(__CUDACC_EXTENDED_LAMBDA__)
#define DIATOMIC_IS_DEVICE_LAMBDA(T) __nv_is_extended_device_lambda_closure_type(T)
#define DIATOMIC_IS_SHARED_LAMBDA(T) __nv_is_extended_host_device_lambda_closure_type(T)
#else
#define DIATOMIC_IS_DEVICE_LAMBDA(T) false
#define DIATOMIC_IS_SHARED_LAMBDA(T) false
#endif

/// 1 but for NVRTC, which compiles at run time: kernels and what they call, and no host code.
#if defined(__CUDACC_RTC__)
#define DIATOMIC_HAS_HOST_CODE 0
#else
#define DIATOMIC_HAS_HOST_CODE 1
#endif

// Only nvcc and NVRTC say their version so; clang is told of instructions in another way.
#if defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ < 1205
#error "diatomic: needs CUDA 12.5 or newer, whose compilers know the asm operand \"C\""
#endif
/// `constexpr` of a function that kernels may call while they are compiled. To NVRTC a function
/// without qualifiers is host code, and so an error.
#if DIATOMIC_HAS_HOST_CODE
#define DIATOMIC_CONSTEXPR constexpr
#else
#define DIATOMIC_CONSTEXPR __host__ __device__ constexpr
#endif
/// A constant function object that kernels call, and host code too, with `constexpr`: nvcc lets
/// kernels use no variable of the host whose address is taken, as a call takes it.
#if defined(__CUDA_ARCH__) && (defined(__NVCC__) || defined(__CUDACC_RTC__))
#define DIATOMIC_CALLABLE static __device__ constexpr
#else
#define DIATOMIC_CALLABLE inline constexpr
#endif
/// 1: there are integers of 16 bytes, which NVRTC has by its option `-device-int128` only.
#if DIATOMIC_HAS_HOST_CODE || defined(__CUDACC_RTC_INT128__)
#define DIATOMIC_HAS_INT128 1
#else
#define DIATOMIC_HAS_INT128 0
#endif

/// Before a template that calls what it is given: whether that is host or device code is the
/// caller's business.
#if defined(__NVCC__)
#define DIATOMIC_EXEC_CHECK_DISABLE _Pragma("nv_exec_check_disable")
#else
#define DIATOMIC_EXEC_CHECK_DISABLE
#endif

/// 1 where the text of an asm statement can be a constant, 0 where it must be a literal. nvcc needs
/// a literal, also where it says that it is clang, which is then its host compiler; so does NVRTC.
#if defined(__NVCC__) || defined(__CUDACC_RTC__)
#define DIATOMIC_CUDA_CONSTANT_ASM 0
#else
#define DIATOMIC_CUDA_CONSTANT_ASM 1
#endif

#if defined(__CUDA_ARCH__)
#define DIATOMIC_DEVICE_PASS 1
#else
#define DIATOMIC_DEVICE_PASS 0
#endif
/// 1 in host code that is compiled beside kernels, and so sees their calls too.
#define DIATOMIC_IN_HOST_HALF !DIATOMIC_DEVICE_PASS

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

/// The architecture being compiled, as in `sm_90`; 0 while host code is.
#if DIATOMIC_DEVICE_PASS
inline constexpr int compiled_architecture = __CUDA_ARCH__ / 10;
#else
inline constexpr int compiled_architecture = 0;
#endif

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda
