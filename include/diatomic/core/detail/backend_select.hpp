// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The backend of this translation unit, and the compiler's keywords for what it needs.
///
/// `DIATOMIC_BACKEND` names a folder of `backends/`. The compiler at hand decides it, also where a
/// wrapper of a GPU's compiler stands for the C++ compiler. This is the one place outside the
/// backends that knows a vendor.

#include <diatomic/core/version.hpp>

#if __cplusplus < 201703L
#error "diatomic: this source is compiled as an older C++ than C++17; compile it with -std=c++17"
#endif

/// The backend of this translation unit: `cuda`, `hip` or `host`.
#if !defined(DIATOMIC_BACKEND)
#if defined(__HIP__)
#define DIATOMIC_BACKEND hip
#elif defined(__CUDACC__)
#define DIATOMIC_BACKEND cuda
#else
#define DIATOMIC_BACKEND host
#endif
#endif

/// The backend whose streams, events and arrays this translation unit names. CMake's
/// `diatomic::runtime` says it to the C++ sources of a CUDA or HIP project, so that they and the
/// sources with kernels mean the same types.
#if !defined(DIATOMIC_RUNTIME)
#define DIATOMIC_RUNTIME DIATOMIC_BACKEND
/// 1 where kernels of the runtime's backend are compiled, so that they can be launched.
#define DIATOMIC_HAS_KERNELS 1
#else
#define DIATOMIC_HAS_KERNELS 0
#endif

/// 1: every entry of the support table that is not a plain load, store, exchange or
/// compare-exchange takes the compare-exchange loop. For tests of that loop.
#if !defined(DIATOMIC_FORCE_LOOP)
#define DIATOMIC_FORCE_LOOP 0
#endif

/// 1: checked mode. Each call checks its pointer and its operand, and ends the program or the
/// kernel where they are wrong; file and line, operation and type are printed. 2: the same without
/// the text, for where device code cannot print. 0: nothing is checked.
#if !defined(DIATOMIC_CHECKED)
#define DIATOMIC_CHECKED 0
#endif

#define DIATOMIC_DETAIL_TEXT_OF(text) #text
#define DIATOMIC_DETAIL_TEXT(text) DIATOMIC_DETAIL_TEXT_OF(text)
#define DIATOMIC_DETAIL_JOIN_OF(a, b) a##b
#define DIATOMIC_DETAIL_JOIN(a, b) DIATOMIC_DETAIL_JOIN_OF(a, b)

// clang-format off: a blank beside a slash would become part of the name.
/// The header `file` of this translation unit's backend, for `#include`.
#define DIATOMIC_BACKEND_HEADER(file) DIATOMIC_DETAIL_TEXT(diatomic/DIATOMIC_BACKEND/file)
/// The header `file` of the backend whose runtime this translation unit uses, for `#include`.
#define DIATOMIC_RUNTIME_HEADER(file) DIATOMIC_DETAIL_TEXT(diatomic/DIATOMIC_RUNTIME/file)
// clang-format on

#if DIATOMIC_FORCE_LOOP
#define DIATOMIC_DETAIL_LOOPS _by_loops
#else
#define DIATOMIC_DETAIL_LOOPS
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
#define DIATOMIC_DETAIL_MODE DIATOMIC_DETAIL_JOIN(DIATOMIC_DETAIL_LOOPS, DIATOMIC_DETAIL_CHECKS)
#define DIATOMIC_DETAIL_MODE_OF_RELEASE \
  DIATOMIC_DETAIL_JOIN(DIATOMIC_DETAIL_MODE, DIATOMIC_DETAIL_JOIN(_, DIATOMIC_VERSION_NS))

/// Everything whose meaning depends on the backend, or on the macros above, is in this inline
/// namespace, and everything else in `DIATOMIC_VERSION_NS`, so that objects compiled for different
/// backends or with different releases share one program without clashes.
#define DIATOMIC_BACKEND_NS \
  DIATOMIC_DETAIL_JOIN(DIATOMIC_DETAIL_JOIN(on_, DIATOMIC_BACKEND), DIATOMIC_DETAIL_MODE_OF_RELEASE)
/// The inline namespace of the runtime's host half. Another one than `DIATOMIC_BACKEND_NS` only in
/// a source that compiles no kernels.
#define DIATOMIC_RUNTIME_NS \
  DIATOMIC_DETAIL_JOIN(DIATOMIC_DETAIL_JOIN(on_, DIATOMIC_RUNTIME), DIATOMIC_DETAIL_MODE_OF_RELEASE)

// Defines DIATOMIC_FUNCTION, DIATOMIC_DEVICE, DIATOMIC_DEVICE_PASS and the architecture.
#include DIATOMIC_BACKEND_HEADER(platform.hpp)
