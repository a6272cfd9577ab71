// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Launches of `__global__` functions on the CPU.

#include <cstddef>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/launch.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace driver {

template <class... Params>
void start_function(extent3 grid, extent3 block, std::size_t shared_bytes, native_stream on,
                    void (*kernel)(Params...), Params... args) {
  start(grid, block, shared_bytes, on, kernel, args...);
}

}  // namespace driver
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
