// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What clang says of itself and of its AMD target: the only file that reads its macros.

#include <diatomic/core/version.hpp>

#if defined(__clang_major__) && __clang_major__ < 17
#error "diatomic: needs clang 17 or newer (ROCm 6.0), also in hipRTC"
#endif

/// Qualifiers of a public function: callable from kernels and from host code.
#define DIATOMIC_FUNCTION inline __attribute__((host, device, always_inline))
/// Qualifiers of a function that only kernels call.
#define DIATOMIC_DEVICE __attribute__((device))
/// Qualifiers of a variable in the memory of the device that a header defines: one for the program
/// where device code is linked (`-fgpu-rdc`), else one for each source, and host code has none.
#if defined(__CLANG_RDC__)
#define DIATOMIC_DEVICE_VARIABLE inline __attribute__((device))
#else
#define DIATOMIC_DEVICE_VARIABLE static __attribute__((device))
#endif
/// Qualifiers of a lambda that is given to a call on arrays, after its captures.
#define DIATOMIC_LAMBDA __attribute__((host, device))
/// Whether `T` is a stand-in for a lambda, such as nvcc makes; clang makes none.
#define DIATOMIC_IS_DEVICE_LAMBDA(T) false
#define DIATOMIC_IS_SHARED_LAMBDA(T) false

/// 1 but for hipRTC, which compiles at run time: kernels and what they call, and no host code.
#if defined(__HIPCC_RTC__)
#define DIATOMIC_HAS_HOST_CODE 0
#else
#define DIATOMIC_HAS_HOST_CODE 1
#endif

/// `constexpr` of a function that kernels may call while they are compiled (NVRTC needs more).
#define DIATOMIC_CONSTEXPR constexpr
/// A constant function object that kernels call, and host code too (nvcc needs more).
#define DIATOMIC_CALLABLE inline constexpr
/// 1: there are integers of 16 bytes.
#define DIATOMIC_HAS_INT128 1

/// Before a template that calls what it is given (nvcc needs a word there).
#define DIATOMIC_EXEC_CHECK_DISABLE

#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#define DIATOMIC_DEVICE_PASS 1
#else
#define DIATOMIC_DEVICE_PASS 0
#endif
/// 1 in host code that is compiled beside kernels, and so sees their calls too.
#define DIATOMIC_IN_HOST_HALF !DIATOMIC_DEVICE_PASS

/// Whether clang is older than LLVM's release N. AMD's own compilers call themselves N.0: they left
/// LLVM's tree some time before LLVM's first release of that number, which is N.1.
#define DIATOMIC_HIP_CLANG_BEFORE(n) \
  (__clang_major__ < (n) || (__clang_major__ == (n) && __clang_minor__ == 0))

/// 1: the compiler takes hints about memory (clang 21 and newer). Native forms are then written
/// with `__scoped_atomic_*`, which carry order and scope, inside a block that has the hints.
///
/// 0: with `__hip_atomic_*` and, for float additions, the instructions' own builtins. The orders
/// of clang 19's builtins reach their own address space only ("one-as",
/// llvm/llvm-project#120095), so fences carry them.
#if __has_cpp_attribute(clang::atomic)
#define DIATOMIC_HIP_MEMORY_HINTS 1
#else
#define DIATOMIC_HIP_MEMORY_HINTS 0
#endif

/// 1: `__scoped_atomic_*` can count with a wrap (clang 22 and newer); else other builtins do,
/// between fences.
#if DIATOMIC_HIP_MEMORY_HINTS && __has_builtin(__scoped_atomic_fetch_uinc)
#define DIATOMIC_HIP_SCOPED_COUNTS 1
#else
#define DIATOMIC_HIP_SCOPED_COUNTS 0
#endif

/// 1: clang makes a loop of a minimum or maximum at system scope, whatever is known of the memory.
#if DIATOMIC_HIP_CLANG_BEFORE(22)
#define DIATOMIC_HIP_LOOPS_AT_SYSTEM_SCOPE 1
#else
#define DIATOMIC_HIP_LOOPS_AT_SYSTEM_SCOPE 0
#endif

/// 1: AMD's own clang 20 (ROCm 7.0 and 7.1; LLVM's releases are 20.1 and newer). It takes no hints,
/// and makes loops of the integers' bitwise operations, minima and maxima where the memory may be
/// fine-grained; so these are written in assembly.
#if __clang_major__ == 20 && __clang_minor__ == 0 && !DIATOMIC_HIP_MEMORY_HINTS
#define DIATOMIC_HIP_INTEGERS_BY_ASSEMBLY 1
#else
#define DIATOMIC_HIP_INTEGERS_BY_ASSEMBLY 0
#endif

/// 1: LLVM still has the intrinsic of gfx908's float addition, which has no result.
#if __clang_major__ < 20
#define DIATOMIC_HIP_OLD_FLOAT_ADDITION 1
#else
#define DIATOMIC_HIP_OLD_FLOAT_ADDITION 0
#endif

/// 1: the compiler knows the scope of a cluster of work-groups, which gfx1250 has.
#if defined(__MEMORY_SCOPE_CLUSTR)
#define DIATOMIC_HIP_CLUSTER_SCOPE 1
#else
#define DIATOMIC_HIP_CLUSTER_SCOPE 0
#endif

/// 1: clang does not know that `global_wb` of gfx12 takes time (llvm/llvm-project#135340).
#if DIATOMIC_HIP_CLANG_BEFORE(21)
#define DIATOMIC_HIP_OLD_WRITE_BACK 1
#else
#define DIATOMIC_HIP_OLD_WRITE_BACK 0
#endif

/// 1: clang turns the addition of a negated operand into a subtraction.
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
/// is older than the release at block scope that waits there (llvm/llvm-project#161638).
#if defined(__AMDGCN_CUMODE__) && DIATOMIC_HIP_CLANG_BEFORE(22)
#define DIATOMIC_HIP_OLD_CU_MODE (__AMDGCN_CUMODE__ != 0)
#else
#define DIATOMIC_HIP_OLD_CU_MODE 0
#endif

/// 1: waves have 64 lanes; else 32. Only then there is the vote of 32.
#if __has_builtin(__builtin_amdgcn_ballot_w32)
#define DIATOMIC_HIP_WAVE_OF_64 0
#else
#define DIATOMIC_HIP_WAVE_OF_64 1
#endif

namespace diatomic::backends::hip {
inline namespace DIATOMIC_VERSION_NS {

/// The number behind "gfx", read as hexadecimal (`gfx90a` is 0x90a, `gfx1100` is 0x1100), so that
/// numbers grow with the generations. A generic target counts as the first chip of its family
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

/// The architecture being compiled; 0 while host code is.
#if DIATOMIC_DEVICE_PASS
inline constexpr int compiled_architecture = architecture_number(__amdgcn_processor__);
#else
inline constexpr int compiled_architecture = 0;
#endif

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::hip
