// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A minimal runtime to run one kernel source on every backend.
///
/// A kernel is a function object. It gets its data as arguments, and queries its position:
///
///     struct doubled {
///       DIATOMIC_DEVICE void operator()(unsigned* values, unsigned n) const {
///         const unsigned i = diatomic::global_index();
///         if (i < n) values[i] *= 2;
///       }
///     };
///     diatomic::launch(4, 256, 0, stream, doubled{}, array.data(), 1000u);
///
/// This header includes all of the runtime but `pinned_array.hpp`, `links.hpp` and `profile.hpp`.
/// Failures throw `runtime_error`. The atomics do not need the runtime.
///
/// In a CMake target that links `diatomic::runtime`, a plain C++ source next to CUDA or HIP sources
/// gets all but `kernel.hpp`, `launch.hpp` and `fill.hpp`: it creates streams, events and arrays,
/// and passes them to the sources with kernels. A source that NVRTC or hipRTC compiles gets only
/// `kernel.hpp` and `extent3.hpp`.

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
