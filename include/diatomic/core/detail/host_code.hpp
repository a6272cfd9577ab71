// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The first include of a header that is host code through and through: what compiles at run time
/// says so in one sentence, before it misses a header of the C++ library.

#include <diatomic/core/detail/backend_select.hpp>

#if !DIATOMIC_HAS_HOST_CODE
#error "diatomic: this header is host code; at run time include <diatomic/runtime/kernel.hpp>"
#endif
