// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The contention profile's table of calls in kernels, one per source file and device; in host
/// code, the host's table too.

#include <diatomic/core/detail/backend_select.hpp>
#if !DIATOMIC_DEVICE_PASS
#include <diatomic/host/modes/profiled.hpp>
#endif
#include <diatomic/gpu/modes/profiled.hpp>
