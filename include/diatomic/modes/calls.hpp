// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What a mode does around each call: overloads of the functions of `dispatch/` for operands that
/// carry a call site. They continue with plain values.

#include <diatomic/modes/call_sites.hpp>
#if DIATOMIC_CHECKED
#include <diatomic/modes/checked.hpp>
#elif DIATOMIC_PROFILED
#include <diatomic/modes/profiled.hpp>
#endif
