// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Launches: run a kernel in a grid of blocks.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/stream.hpp>

#if !DIATOMIC_HAS_KERNELS
#error \
    "diatomic: this source is compiled without kernels; launch from one of the language CUDA or HIP"
#endif

#include DIATOMIC_BACKEND_HEADER(launch.hpp)

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Whether a kernel or an argument can be copied to the device by its bytes. nvcc's stand-ins for
/// lambdas can, whatever their type says.
template <class T>
inline constexpr bool is_launchable_v =
    std::is_trivially_copyable_v<T> || DIATOMIC_IS_DEVICE_LAMBDA(T) || DIATOMIC_IS_SHARED_LAMBDA(T);

template <class Kernel, class... Args>
void check_launchable() {
  static_assert(is_launchable_v<Kernel>,
                "launch: a kernel is copied to the device, so it must be trivially copyable");
  static_assert((is_launchable_v<Args> && ...),
                "launch: arguments are copied to the device, so they must be trivially copyable; "
                "of a device_array pass its data()");
}

/// Throws where the current device cannot run such a launch.
inline void check_geometry(unsigned grid, unsigned block, std::size_t shared_bytes) {
  const auto refuse = [](const std::string& why) {
    throw runtime_error("launch", driver::invalid_configuration, why);
  };
  if (grid == 0) refuse("a grid needs at least one block");
  if (block == 0) refuse("a block needs at least one thread");
  const driver::launch_limits most = driver::limits();
  if (block > most.threads_per_block) {
    refuse("a block of " + std::to_string(block) + " threads, and the device allows " +
           std::to_string(most.threads_per_block));
  }
  if (shared_bytes > most.shared_bytes) {
    refuse(std::to_string(shared_bytes) + " bytes of shared memory in a block, and the device " +
           "allows " + std::to_string(most.shared_bytes));
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Runs `kernel(args...)` in each of `block` threads of each of `grid` blocks.
///
/// `shared_bytes` of shared memory go to each block. GPUs run it later, in the stream's order, and
/// report what goes wrong in the kernel at the next call that waits. The host runs it before
/// `launch` returns; what the kernel throws, `launch` throws, and blocks not yet begun are left
/// out. A launch that the device cannot run throws `runtime_error` at once: no blocks, no threads,
/// a larger block or more shared memory than the device has.
template <class Kernel, class... Args>
void launch(unsigned grid, unsigned block, std::size_t shared_bytes, stream_view on, Kernel kernel,
            Args... args) {
  detail::check_launchable<Kernel, Args...>();
  detail::check_geometry(grid, block, shared_bytes);
  detail::driver::start(grid, block, shared_bytes, on.native_handle(), kernel, args...);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
