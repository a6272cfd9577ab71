// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The little that one program needs to run one kernel on every backend.
///
/// A kernel is a function object. What it works on comes as arguments; where it is, it asks:
///
///     struct doubled {
///       DIATOMIC_DEVICE void operator()(unsigned* values, unsigned n) const {
///         const unsigned i = diatomic::global_index();
///         if (i < n) values[i] *= 2;
///       }
///     };
///     diatomic::launch(4, 256, 0, stream, doubled{}, array.data(), 1000u);
///
/// This header includes all of the runtime but `pinned_array.hpp` and `links.hpp`. Failures are
/// exceptions of the class `runtime_error`. The atomics need nothing of it.
///
/// A C++ source beside kernels of CUDA or HIP, in a CMake target that links `diatomic::runtime`,
/// gets all but `kernel.hpp`, `launch.hpp` and `fill.hpp`: it makes streams, events and arrays, and
/// hands them to the sources with kernels. A source that NVRTC or hipRTC compiles gets `kernel.hpp`
/// and `extent3.hpp` alone.

#include <diatomic/core/detail/backend_select.hpp>

#if DIATOMIC_HAS_HOST_CODE
#include <diatomic/runtime/device.hpp>
#include <diatomic/runtime/device_array.hpp>
#include <diatomic/runtime/device_properties.hpp>
#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/event.hpp>
#include <diatomic/runtime/memory.hpp>
#include <diatomic/runtime/stream.hpp>
#endif

#if DIATOMIC_HAS_KERNELS
#include <diatomic/runtime/extent3.hpp>
#include <diatomic/runtime/kernel.hpp>
#endif
#if DIATOMIC_HAS_KERNELS && DIATOMIC_HAS_HOST_CODE
#include <diatomic/runtime/fill.hpp>
#include <diatomic/runtime/launch.hpp>
#endif
