// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The common part of CUDA's and HIP's `links.hpp`. The public functions are documented in
/// `<diatomic/runtime/links.hpp>`.
#include <algorithm>
#include <array>
#include <cstddef>

#include <diatomic/core/detail/backend_select.hpp>

#include DIATOMIC_RUNTIME_HEADER(runtime.hpp)

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {
namespace runtime_api {

inline void enable_peer_access(int peer) {
  const auto result = api::enable_peer_access(peer, 0);
  if (result.status == api::peer_access_already_enabled) {
    errors::forget();
  } else {
    runtime_api::check(result);
  }
}

/// Kernels of several processes time-share a device.
inline constexpr bool processes_run_together = false;

using device_id = std::array<char, 32>;
using shared_handle = api::memory_handle;

/// Does nothing: the vendor's runtime reports a lack of memory.
inline void check_memory(std::size_t, int) {}

/// Allocates a multiple of 2 MiB: cudaMalloc may put several small allocations into one block, and
/// a process that opens one of them can access them all (CUDA Programming Guide, "Interprocess
/// Communication").
inline void* allocate_for_processes(std::size_t bytes) {
  constexpr std::size_t piece = std::size_t{2} << 20;
  // `max` covers an overflow of the sum.
  return runtime_api::allocate_for_peers(std::max(bytes, (bytes + piece - 1) / piece * piece));
}
inline void release_for_processes(void* memory) noexcept { release(memory); }

inline shared_handle share_memory(void* memory) {
  shared_handle handle;
  runtime_api::check(api::ipc_get_handle(&handle, memory));
  return handle;
}
inline void* open_memory(const shared_handle& handle) {
  void* memory = nullptr;
  runtime_api::check(api::ipc_open_handle(&memory, handle, api::ipc_flags));
  return memory;
}
inline void close_memory(void* memory) noexcept { (void)api::ipc_close_handle(memory); }

}  // namespace runtime_api
}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail
