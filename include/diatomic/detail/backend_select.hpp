// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The backend of this translation unit, and the compiler's own words for what it needs.
///
/// `DIATOMIC_BACKEND` names a folder of `backends/`. CMake's targets set it; without CMake the
/// compiler at hand decides. This is the one place outside the backends that knows a vendor.

#if !defined(DIATOMIC_BACKEND)
#if defined(__HIP__)
#define DIATOMIC_BACKEND hip
#elif defined(__CUDACC__)
#define DIATOMIC_BACKEND cuda
#else
#define DIATOMIC_BACKEND host
#endif
#endif

/// 1: every cell of the support table that is not a plain load, store, exchange or
/// compare-exchange takes the compare-exchange loop. For tests of that loop.
#if !defined(DIATOMIC_FORCE_LOOP)
#define DIATOMIC_FORCE_LOOP 0
#endif

#define DIATOMIC_DETAIL_TEXT_OF(text) #text
#define DIATOMIC_DETAIL_TEXT(text) DIATOMIC_DETAIL_TEXT_OF(text)
#define DIATOMIC_DETAIL_JOIN_OF(a, b) a##b
#define DIATOMIC_DETAIL_JOIN(a, b) DIATOMIC_DETAIL_JOIN_OF(a, b)

/// The header `file` of this translation unit's backend, for `#include`.
// clang-format off: a blank beside a slash would become part of the name.
#define DIATOMIC_BACKEND_HEADER(file) DIATOMIC_DETAIL_TEXT(diatomic/DIATOMIC_BACKEND/file)
// clang-format on

/// Everything whose meaning depends on the backend, or on the macro above, lives in this inline
/// namespace, so that objects compiled for different backends share one program without clashes.
#if DIATOMIC_FORCE_LOOP
#define DIATOMIC_BACKEND_NS \
  DIATOMIC_DETAIL_JOIN(DIATOMIC_DETAIL_JOIN(on_, DIATOMIC_BACKEND), _by_loops)
#else
#define DIATOMIC_BACKEND_NS DIATOMIC_DETAIL_JOIN(on_, DIATOMIC_BACKEND)
#endif

// Defines DIATOMIC_FUNCTION, DIATOMIC_DEVICE, DIATOMIC_DEVICE_PASS and the architecture.
#include DIATOMIC_BACKEND_HEADER(platform.hpp)
