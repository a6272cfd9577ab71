// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Selects the backend of this translation unit, and includes its definitions of the compiler's
/// keywords.
///
/// `DIATOMIC_BACKEND` names a folder of `backends/`. The compiler's own macros select it, even if
/// the C++ compiler is a wrapper around a GPU compiler. Outside the backends, only this header
/// knows the vendors.

#include <diatomic/core/version.hpp>

#if __cplusplus < 201703L
#error "diatomic: this source is compiled as an older C++ than C++17; compile it with -std=c++17"
#endif

/// The backend of this translation unit: `cuda`, `hip` or `host`.
#if !defined(DIATOMIC_BACKEND)
#if defined(__NVCC__) && !defined(__CUDACC__) && !defined(DIATOMIC_RUNTIME_BACKEND)
#error \
    "diatomic: nvcc compiles this source as C++ for the CPU; add -x cu, or -DDIATOMIC_BACKEND=host"
#endif
#if defined(__HIP__)
#define DIATOMIC_BACKEND hip
#elif defined(__CUDACC__)
#define DIATOMIC_BACKEND cuda
#else
#define DIATOMIC_BACKEND host
#endif
#endif

/// The backend whose streams, events and arrays this translation unit uses. CMake's
/// `diatomic::runtime` defines it for the C++ sources of a CUDA or HIP project, so that they use
/// the same types as the sources with kernels.
#if !defined(DIATOMIC_RUNTIME_BACKEND)
#define DIATOMIC_RUNTIME_BACKEND DIATOMIC_BACKEND
/// 1 if this translation unit compiles kernels of the runtime's backend, and so can launch them.
#define DIATOMIC_HAS_KERNELS 1
#else
#define DIATOMIC_HAS_KERNELS 0
#endif

/// 1: all updates of the support table are CAS loops. For tests of that loop.
#if !defined(DIATOMIC_FORCE_LOOP)
#define DIATOMIC_FORCE_LOOP 0
#endif

/// 1: each call at device scope or narrower has the hint `coarse_grained`. 0: only with the tag.
#if !defined(DIATOMIC_COARSE_GRAINED)
#define DIATOMIC_COARSE_GRAINED 0
#endif

/// 1: checked mode. Each call checks its pointer and its operand. If one is wrong, the call prints
/// file and line, operation and type, and ends the program or the kernel. 2: the same without the
/// text, for device code that cannot print. 0: no checks.
#if !defined(DIATOMIC_CHECKED)
#define DIATOMIC_CHECKED 0
#endif

/// 1: each call counts what it does, for the contention profile (docs/tools/profile.md). 0: none.
#if !defined(DIATOMIC_PROFILED)
#define DIATOMIC_PROFILED 0
#endif

#define DIATOMIC_DETAIL_TEXT_OF(text) #text
#define DIATOMIC_DETAIL_TEXT(text) DIATOMIC_DETAIL_TEXT_OF(text)
#define DIATOMIC_DETAIL_JOIN_OF(a, b) a##b
#define DIATOMIC_DETAIL_JOIN(a, b) DIATOMIC_DETAIL_JOIN_OF(a, b)

// clang-format off: a blank next to a slash would become part of the name.
/// The header `file` of this translation unit's backend, for `#include`.
#define DIATOMIC_BACKEND_HEADER(file) DIATOMIC_DETAIL_TEXT(diatomic/DIATOMIC_BACKEND/file)
/// The header `file` of the backend whose runtime this translation unit uses, for `#include`.
#define DIATOMIC_RUNTIME_HEADER(file) DIATOMIC_DETAIL_TEXT(diatomic/DIATOMIC_RUNTIME_BACKEND/file)
// clang-format on

#if DIATOMIC_FORCE_LOOP == 0
#define DIATOMIC_DETAIL_LOOPS
#elif DIATOMIC_FORCE_LOOP == 1
#define DIATOMIC_DETAIL_LOOPS _by_loops
#else
#error "diatomic: DIATOMIC_FORCE_LOOP is 0 or 1"
#endif
#if DIATOMIC_COARSE_GRAINED == 0
#define DIATOMIC_DETAIL_MEMORY DIATOMIC_DETAIL_LOOPS
#elif DIATOMIC_COARSE_GRAINED == 1
#define DIATOMIC_DETAIL_MEMORY DIATOMIC_DETAIL_JOIN(_coarse, DIATOMIC_DETAIL_LOOPS)
#else
#error "diatomic: DIATOMIC_COARSE_GRAINED is 0 or 1"
#endif
#if DIATOMIC_CHECKED == 0
#define DIATOMIC_DETAIL_CHECKS
#elif DIATOMIC_CHECKED == 1
#define DIATOMIC_DETAIL_CHECKS _checked
#elif DIATOMIC_CHECKED == 2
#define DIATOMIC_DETAIL_CHECKS _checked_silently
#else
#error "diatomic: DIATOMIC_CHECKED is 0, 1, or 2 (checks without text)"
#endif
#if DIATOMIC_PROFILED == 0
#define DIATOMIC_DETAIL_COUNTS
#elif DIATOMIC_PROFILED == 1 && !DIATOMIC_CHECKED && !DIATOMIC_RACE_CHECK
#define DIATOMIC_DETAIL_COUNTS _profiled
#else
#error "diatomic: DIATOMIC_PROFILED is 0 or 1; 1 excludes checked mode and the race check"
#endif
/// Whether each call captures its file and line.
#define DIATOMIC_HAS_CALL_SITES (DIATOMIC_CHECKED || DIATOMIC_PROFILED)
/// 1 if a refused call has no viable overload. nvcc 13 captures the place of an expression that it
/// evaluates to choose an overload, so there a call with a call site has no conditions, and its
/// function refuses it.
#if DIATOMIC_HAS_CALL_SITES && (defined(__NVCC__) || defined(__CUDACC_RTC__))
#define DIATOMIC_HAS_CONDITIONS 0
#else
#define DIATOMIC_HAS_CONDITIONS 1
#endif
#define DIATOMIC_DETAIL_MODE_OF_RELEASE                                     \
  DIATOMIC_DETAIL_JOIN(                                                     \
      DIATOMIC_DETAIL_JOIN(DIATOMIC_DETAIL_MEMORY, DIATOMIC_DETAIL_CHECKS), \
      DIATOMIC_DETAIL_JOIN(DIATOMIC_DETAIL_COUNTS, DIATOMIC_DETAIL_JOIN(_, DIATOMIC_VERSION_NS)))

/// This inline namespace holds everything whose meaning depends on the backend or on the macros
/// above; `DIATOMIC_VERSION_NS` holds the rest. Objects compiled for different backends or with
/// different releases can then share one program without clashes.
#define DIATOMIC_BACKEND_NS \
  DIATOMIC_DETAIL_JOIN(DIATOMIC_DETAIL_JOIN(on_, DIATOMIC_BACKEND), DIATOMIC_DETAIL_MODE_OF_RELEASE)
/// The inline namespace of the runtime's host half. Differs from `DIATOMIC_BACKEND_NS` only in a
/// source that compiles no kernels.
#define DIATOMIC_RUNTIME_NS                                                 \
  DIATOMIC_DETAIL_JOIN(DIATOMIC_DETAIL_JOIN(on_, DIATOMIC_RUNTIME_BACKEND), \
                       DIATOMIC_DETAIL_MODE_OF_RELEASE)

// A single header includes no files; run-time compilers may have theirs in memory.
#if !defined(DIATOMIC_SINGLE_HEADER) && !defined(__CUDACC_RTC__) && !defined(__HIPCC_RTC__)
#if !__has_include(DIATOMIC_BACKEND_HEADER(platform.hpp))
#error "diatomic: no headers of this backend; link diatomic::<name>, or -I backends/<name>/include"
#endif
#endif
// Defines DIATOMIC_FUNCTION, DIATOMIC_DEVICE, DIATOMIC_DEVICE_PASS and the architecture.
#include DIATOMIC_BACKEND_HEADER(platform.hpp)

/// `DIATOMIC_FUNCTION`, for members of classes in `DIATOMIC_VERSION_NS` whose code depends on the
/// backend or the mode: the symbol names both. Member templates have `detail::code` instead, since
/// nvcc warns of this attribute on them.
#define DIATOMIC_DETAIL_MEMBER \
  __attribute__((abi_tag(DIATOMIC_DETAIL_TEXT(DIATOMIC_BACKEND_NS)))) DIATOMIC_FUNCTION
