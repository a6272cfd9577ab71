// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The CUDA runtime's names for host code, on every backend: `cudaMalloc`, `cudaMemcpy`, streams,
/// events, errors, launches.
///
/// On CUDA this is `<cuda_runtime.h>`. On HIP each name is HIP's. On the CPU the functions behave
/// as CUDA's documentation says, on one device, the CPU, with these differences:
///
/// - Work on a stream is done before the call that queues it returns. So a stream never has work
///   left, a query is never `cudaErrorNotReady`, and a kernel must not wait for its host.
/// - Fresh memory is filled with the byte 0xCD, so that no program relies on zeros.
/// - All memory is the host's: a kernel can read what the program allocated by `malloc`.
/// - An exception of a kernel becomes an error that each later call returns, as after a fault on a
///   GPU. Its text goes to stderr.
///
/// docs/tools/cuda_on_cpu.md lists the names. A name that is missing is a compile error.

#include <diatomic/core/detail/host_code.hpp>

#include <diatomic/core/detail/backend_select.hpp>

// clang-format off: a blank next to a slash would become part of the name.
#include DIATOMIC_BACKEND_HEADER(compat/cuda_runtime.hpp)
// clang-format on
