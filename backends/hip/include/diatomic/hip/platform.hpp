// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// clang and its AMD target. Only this file reads the compiler's macros.

#include <diatomic/core/version.hpp>

#if !defined(__HIP__)
#error "diatomic: DIATOMIC_BACKEND=hip is for HIP compilers; leave it out, or clang needs -x hip"
#endif
#if defined(__clang_major__) && __clang_major__ < 17
#error "diatomic: needs clang 17 or newer (ROCm 6.0), also in hipRTC"
#endif

/// Qualifiers of a public function: callable from kernels and from host code.
#define DIATOMIC_FUNCTION inline __attribute__((host, device, always_inline))
/// The same, but not inline, so that programs compile faster.
#define DIATOMIC_OUTLINED_FUNCTION inline __attribute__((host, device, noinline))
/// Qualifiers of a function that only kernels call.
#define DIATOMIC_DEVICE __attribute__((device))
/// Qualifiers of a device variable that a header defines: one per program with relocatable device
/// code (`-fgpu-rdc`), else one per source. Host code has no such variable.
#if defined(__CLANG_RDC__)
#define DIATOMIC_DEVICE_VARIABLE inline __attribute__((device))
#else
#define DIATOMIC_DEVICE_VARIABLE static __attribute__((device))
#endif
/// Annotations, after the captures, of a lambda passed to a call on arrays.
#define DIATOMIC_LAMBDA __attribute__((host, device))
/// Whether `T` is a placeholder type for a lambda, which nvcc has and clang has not.
#define DIATOMIC_IS_DEVICE_LAMBDA(T) false
#define DIATOMIC_IS_SHARED_LAMBDA(T) false

/// 0 for hipRTC, which compiles kernels at run time and no host code; else 1.
#if defined(__HIPCC_RTC__)
#define DIATOMIC_HAS_HOST_CODE 0
#else
#define DIATOMIC_HAS_HOST_CODE 1
#endif

/// `constexpr` of a function that device code evaluates at compile time (NVRTC needs more).
#define DIATOMIC_CONSTEXPR constexpr
/// Qualifiers of a constant function object that kernels and host code call (nvcc needs more).
#define DIATOMIC_CALLABLE inline constexpr
/// 1: the compiler has 128-bit integers.
#define DIATOMIC_HAS_INT128 1

/// Goes before a template that calls its argument (only nvcc needs a pragma there).
#define DIATOMIC_EXEC_CHECK_DISABLE

/// Empty: each device runs code for its architecture, or for its family's generic target.
#define DIATOMIC_KERNEL_ARCHITECTURES

#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#define DIATOMIC_DEVICE_PASS 1
#else
#define DIATOMIC_DEVICE_PASS 0
#endif
/// 1 in the host pass over a source with kernels, which sees the kernels' calls too.
#define DIATOMIC_IN_HOST_HALF !DIATOMIC_DEVICE_PASS

/// Whether clang is older than LLVM's release N. AMD's own compilers report N.0: they branched from
/// LLVM some time before LLVM's first release of that number, N.1.
#define DIATOMIC_HIP_CLANG_BEFORE(n) \
  (__clang_major__ < (n) || (__clang_major__ == (n) && __clang_minor__ == 0))

/// 1: the compiler accepts memory hints (clang 21 and newer). Native forms then use
/// `__scoped_atomic_*`, which carry order and scope, in a block with the hints.
///
/// 0: native forms use `__hip_atomic_*` and, for float adds, the instructions' own builtins. The
/// orders of clang 19's builtins cover only their own address space ("one-as",
/// llvm/llvm-project#120095), so fences carry the order.
#if __has_cpp_attribute(clang::atomic)
#define DIATOMIC_HIP_MEMORY_HINTS 1
#else
#define DIATOMIC_HIP_MEMORY_HINTS 0
#endif

/// 1: `__scoped_atomic_*` has wrapping counters (clang 22 and newer). 0: other builtins between
/// fences.
#if DIATOMIC_HIP_MEMORY_HINTS && __has_builtin(__scoped_atomic_fetch_uinc)
#define DIATOMIC_HIP_SCOPED_COUNTS 1
#else
#define DIATOMIC_HIP_SCOPED_COUNTS 0
#endif

/// 1: clang turns a minimum or maximum at system scope into a CAS loop, whatever the memory hints.
#if DIATOMIC_HIP_CLANG_BEFORE(22)
#define DIATOMIC_HIP_LOOPS_AT_SYSTEM_SCOPE 1
#else
#define DIATOMIC_HIP_LOOPS_AT_SYSTEM_SCOPE 0
#endif

/// 1: AMD's own clang 20 (ROCm 7.0 and 7.1; LLVM's releases are 20.1 and newer). It accepts no
/// hints and turns integer bitwise operations, minima and maxima on memory that may be fine-grained
/// into CAS loops. So these operations are in assembly.
#if __clang_major__ == 20 && __clang_minor__ == 0 && !DIATOMIC_HIP_MEMORY_HINTS
#define DIATOMIC_HIP_INTEGERS_BY_ASSEMBLY 1
#else
#define DIATOMIC_HIP_INTEGERS_BY_ASSEMBLY 0
#endif

/// 1: LLVM still has the intrinsic of gfx908's float add, which has no result.
#if __clang_major__ < 20
#define DIATOMIC_HIP_OLD_FLOAT_ADDITION 1
#else
#define DIATOMIC_HIP_OLD_FLOAT_ADDITION 0
#endif

/// 1: the compiler has the scope of a work-group cluster, which gfx1250 supports.
#if defined(__MEMORY_SCOPE_CLUSTR)
#define DIATOMIC_HIP_CLUSTER_SCOPE 1
#else
#define DIATOMIC_HIP_CLUSTER_SCOPE 0
#endif

/// 1: clang does not wait for gfx12's `global_wb` (llvm/llvm-project#135340).
#if DIATOMIC_HIP_CLANG_BEFORE(21)
#define DIATOMIC_HIP_OLD_WRITE_BACK 1
#else
#define DIATOMIC_HIP_OLD_WRITE_BACK 0
#endif

/// 1: clang turns an add of a negated operand into a subtract.
#if __clang_major__ >= 23
#define DIATOMIC_HIP_ADDITIONS_TURN 1
#else
#define DIATOMIC_HIP_ADDITIONS_TURN 0
#endif

/// 1: clang still declares the device functions that HIP 5's `hip_fp16.h` calls.
#if __clang_major__ < 20
#define DIATOMIC_HIP_OLD_HALF_FUNCTIONS 1
#else
#define DIATOMIC_HIP_OLD_HALF_FUNCTIONS 0
#endif

/// 1: work-groups of gfx10 and newer chips run on one compute unit (`-mcumode`), and the compiler
/// is too old to wait in a release at block scope in that mode (llvm/llvm-project#161638).
#if defined(__AMDGCN_CUMODE__) && DIATOMIC_HIP_CLANG_BEFORE(22)
#define DIATOMIC_HIP_OLD_CU_MODE (__AMDGCN_CUMODE__ != 0)
#else
#define DIATOMIC_HIP_OLD_CU_MODE 0
#endif

/// 1: waves have 64 lanes. 0: waves have 32 lanes, for which alone `ballot_w32` exists.
#if __has_builtin(__builtin_amdgcn_ballot_w32)
#define DIATOMIC_HIP_WAVE_OF_64 0
#else
#define DIATOMIC_HIP_WAVE_OF_64 1
#endif

namespace diatomic::backends::hip {
inline namespace DIATOMIC_VERSION_NS {

/// The number after "gfx", read as hexadecimal (`gfx90a` is 0x90a, `gfx1100` is 0x1100), so that
/// newer generations have larger numbers. A generic target counts as the first chip of its family
/// (`gfx11_generic` is 0x1100).
constexpr int architecture_number(const char* name) {
  int number = 0;
  int digits = 0;
  const char first = name[3];
  for (name += 3; *name != '\0' && *name != 'g'; ++name) {
    if (*name != '_' && *name != '-') {
      number = number * 16 + (*name <= '9' ? *name - '0' : *name - 'a' + 10);
      ++digits;
    }
  }
  for (; digits < (first == '1' ? 4 : 3); ++digits) number *= 16;
  return number;
}

/// The architecture being compiled; 0 in host code.
#if DIATOMIC_DEVICE_PASS
inline constexpr int compiled_architecture = architecture_number(__amdgcn_processor__);
#else
inline constexpr int compiled_architecture = 0;
#endif
/// The support table does not depend on the compiler's release.
inline constexpr int compiled_toolkit = 0;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::hip
