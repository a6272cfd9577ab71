// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The first include of every header that consists of host code. Run-time compilation then stops
/// with one clear error, before it misses a header of the C++ library.

#include <diatomic/core/detail/backend_select.hpp>

#if !DIATOMIC_HAS_HOST_CODE
#error "diatomic: this header is host code; at run time include <diatomic/runtime/kernel.hpp>"
#endif
