// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The CUDA compiler (nvcc, NVRTC or clang). Only this file reads the compiler's macros.

#include <diatomic/core/version.hpp>

#if !defined(__CUDACC__)
#error "diatomic: DIATOMIC_BACKEND=cuda is for CUDA compilers; leave it out, or nvcc needs -x cu"
#endif

/// Qualifiers of a public function: callable from kernels and from host code.
#define DIATOMIC_FUNCTION __host__ __device__ __forceinline__
/// The same, but not inline, so that programs compile faster. With relocatable code such a function
/// may need more registers than a kernel leaves it.
#if defined(__CUDACC_RDC__)
#define DIATOMIC_OUTLINED_FUNCTION DIATOMIC_FUNCTION
#else
#define DIATOMIC_OUTLINED_FUNCTION inline __host__ __device__ __noinline__
#endif
/// Qualifiers of a function that only kernels call.
#define DIATOMIC_DEVICE __device__
/// Qualifiers of a device variable that a header defines: one per program with relocatable device
/// code (`-rdc=true`), else one per source. Host code has no such variable.
#if defined(__CUDACC_RDC__)
#define DIATOMIC_DEVICE_VARIABLE inline __device__
#else
#define DIATOMIC_DEVICE_VARIABLE static __device__
#endif
/// Annotations, after the captures, of a lambda passed to a call on arrays. nvcc needs the option
/// `--extended-lambda`.
#define DIATOMIC_LAMBDA __host__ __device__
/// Whether `T` is nvcc's host-side placeholder for an extended lambda: device-only, or host and
/// device. Launches copy it bytewise even if the type is not trivially copyable.
#if defined(__NVCC__) && defined(__CUDACC_EXTENDED_LAMBDA__)
#define DIATOMIC_IS_DEVICE_LAMBDA(T) __nv_is_extended_device_lambda_closure_type(T)
#define DIATOMIC_IS_SHARED_LAMBDA(T) __nv_is_extended_host_device_lambda_closure_type(T)
#else
#define DIATOMIC_IS_DEVICE_LAMBDA(T) false
#define DIATOMIC_IS_SHARED_LAMBDA(T) false
#endif

/// 0 for NVRTC, which compiles kernels at run time and rejects host code; else 1.
#if defined(__CUDACC_RTC__)
#define DIATOMIC_HAS_HOST_CODE 0
#else
#define DIATOMIC_HAS_HOST_CODE 1
#endif

// Only nvcc and NVRTC define these macros.
#if defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ < 1108
#error "diatomic: needs CUDA 11.8 or newer"
#endif
// The default of CUDA 12 is sm_52.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#error "diatomic: needs sm_70 or newer; name the GPU by -arch or CMAKE_CUDA_ARCHITECTURES"
#endif
/// `constexpr` of a function that device code evaluates at compile time. NVRTC rejects an
/// unqualified function as host code.
#if DIATOMIC_HAS_HOST_CODE
#define DIATOMIC_CONSTEXPR constexpr
#else
#define DIATOMIC_CONSTEXPR __host__ __device__ constexpr
#endif
/// Qualifiers, `constexpr` included, of a function object that kernels and host code call. nvcc
/// rejects a kernel that takes a host variable's address, as a call of its `operator()` does.
#if defined(__CUDA_ARCH__) && (defined(__NVCC__) || defined(__CUDACC_RTC__))
#define DIATOMIC_CALLABLE static __device__ constexpr
#else
#define DIATOMIC_CALLABLE inline constexpr
#endif
/// 1 if the compiler has 128-bit integers. NVRTC has them only with its option `-device-int128`.
#if DIATOMIC_HAS_HOST_CODE || defined(__CUDACC_RTC_INT128__)
#define DIATOMIC_HAS_INT128 1
#else
#define DIATOMIC_HAS_INT128 0
#endif

/// Goes before a template that calls its argument: suppresses nvcc's check that a host and device
/// function calls no host-only or device-only code. The caller chooses the right side.
#if defined(__NVCC__)
#define DIATOMIC_EXEC_CHECK_DISABLE _Pragma("nv_exec_check_disable")
#else
#define DIATOMIC_EXEC_CHECK_DISABLE
#endif

/// 1 if the text of an asm statement can be a constant, 0 if it must be a literal. nvcc and NVRTC
/// need a literal. nvcc defines clang's macros too if clang is its host compiler.
#if defined(__NVCC__) || defined(__CUDACC_RTC__)
#define DIATOMIC_CUDA_CONSTANT_ASM 0
#else
#define DIATOMIC_CUDA_CONSTANT_ASM 1
#endif
/// 1 if an instruction's name cannot be an operand either: nvcc and NVRTC know the constraint "C"
/// from CUDA 12.5 on. Tests set it for newer compilers.
#if !defined(DIATOMIC_CUDA_LITERAL_ASM)
#if !DIATOMIC_CUDA_CONSTANT_ASM && __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ < 1205
#define DIATOMIC_CUDA_LITERAL_ASM 1
#else
#define DIATOMIC_CUDA_LITERAL_ASM 0
#endif
#endif

/// The architectures of this source's kernels, as `__CUDA_ARCH__`, in ascending order. Empty with
/// clang, which does not tell.
#if defined(__CUDA_ARCH_LIST__)
#define DIATOMIC_KERNEL_ARCHITECTURES __CUDA_ARCH_LIST__
#else
#define DIATOMIC_KERNEL_ARCHITECTURES
#endif

#if defined(__CUDA_ARCH__)
#define DIATOMIC_DEVICE_PASS 1
#else
#define DIATOMIC_DEVICE_PASS 0
#endif
/// 1 in the host pass over a source with kernels, which sees the kernels' calls too.
#define DIATOMIC_IN_HOST_HALF !DIATOMIC_DEVICE_PASS

#if defined(__CUDACC_RTC__) && __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ < 1203
namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// As the builtin, which NVRTC has from CUDA 12.3 on.
template <class T>
__host__ __device__ __forceinline__ T* __builtin_addressof(T& object) {
  return reinterpret_cast<T*>(&const_cast<char&>(reinterpret_cast<const volatile char&>(object)));
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic
#endif

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

/// The architecture being compiled, 90 for `sm_90`; 0 in host code.
#if DIATOMIC_DEVICE_PASS
inline constexpr int compiled_architecture = __CUDA_ARCH__ / 10;
#else
inline constexpr int compiled_architecture = 0;
#endif
/// The release of the toolkit, 1304 for CUDA 13.4. With clang 13.0 at most: clang 22 writes PTX 9.0
/// for newer ones.
#if defined(__CUDACC_VER_MAJOR__)
inline constexpr int compiled_toolkit = __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__;
#elif defined(CUDA_VERSION)
inline constexpr int compiled_toolkit =
    CUDA_VERSION >= 13000 ? 1300 : CUDA_VERSION / 1000 * 100 + CUDA_VERSION % 1000 / 10;
#else
inline constexpr int compiled_toolkit = 0;
#endif
/// Threads that fit on a multiprocessor at a time, as ptxas limits `.minnctapersm`.
inline constexpr unsigned resident_threads =
    compiled_architecture == 75 || compiled_architecture == 107 ? 1024
    : compiled_architecture == 70 || compiled_architecture == 72 || compiled_architecture == 80 ||
            compiled_architecture == 90 || compiled_architecture == 100 ||
            compiled_architecture == 103
        ? 2048
        : 1536;
/// Whether `fence.acquire` and `fence.release` exist: from sm_90 on, in the PTX of CUDA 12.8 and
/// newer. ptxas 13.0 accepts them for older chips and generates no instruction.
inline constexpr bool has_one_way_fences = compiled_architecture >= 90 && compiled_toolkit >= 1208;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda
