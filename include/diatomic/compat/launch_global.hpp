// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Launches of `__global__` functions, with the same spelling on every backend.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <type_traits>

#include <diatomic/core/types.hpp>
#include <diatomic/runtime/launch.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Runs the `__global__` function `kernel` in `grid` blocks of `block` threads each, like
/// `kernel<<<grid, block, shared_bytes, on>>>(args...)` in CUDA and HIP. Sizes are numbers, or have
/// up to three dimensions, like `dim3`.
///
/// The arguments convert to the kernel's parameters. Specify all template arguments of a kernel
/// template: `launch_global(sum<float>, ...)`. Limits, exceptions, and the time at which the host
/// runs the kernel are as for `launch`. Static shared memory counts in addition to `shared_bytes`.
template <class... Params>
void launch_global(void (*kernel)(Params...), extent3 grid, extent3 block, std::size_t shared_bytes,
                   stream_view stream, typename detail::identity<Params>::type... args) {
  detail::check_launchable<void (*)(Params...), std::decay_t<Params>...>();
  detail::check_function(kernel, "launch_global", "the kernel");
  detail::check_sizes(grid, block, shared_bytes, detail::any_block);
  detail::runtime_api::start_function(grid, block, shared_bytes, stream.native_handle(), kernel,
                                      args...);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
