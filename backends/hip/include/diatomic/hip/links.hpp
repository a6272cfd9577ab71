// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Links on HIP, to other devices and to other processes. The public functions are documented in
/// `<diatomic/runtime/links.hpp>`.

#include <algorithm>
#include <array>
#include <cstddef>

#include <hip/hip_runtime_api.h>

#include <diatomic/hip/runtime.hpp>
#include <diatomic/runtime/detail/link_types.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {
namespace driver {

// A yes is `some`: HIP does not say which operations, and over PCIe it is add, exchange and
// compare-exchange alone.
inline link_support link_support_of(hipError_t status, int value) {
  if (!is_answered(status)) return link_support::unknown;
  return value != 0 ? link_support::some : link_support::none;
}

inline link_atomics host_link(int device) {
  link_atomics link;
  link.access = attribute(hipDeviceAttributeCanMapHostMemory, device) != 0;
  int value = 0;
  const hipError_t status =
      hipDeviceGetAttribute(&value, hipDeviceAttributeHostNativeAtomicSupported, device);
  link.native = link_support_of(status, value);
  return link;
}

inline link_atomics peer_link(int device, int peer) {
  link_atomics link;
  int value = 0;
  check(hipDeviceCanAccessPeer(&value, device, peer), "hipDeviceCanAccessPeer");
  link.access = value != 0;
  link.native = link_support::none;
  if (!link.access) return link;
  const hipError_t status =
      hipDeviceGetP2PAttribute(&value, hipDevP2PAttrNativeAtomicSupported, device, peer);
  link.native = link_support_of(status, value);
  return link;
}

inline void enable_peer_access(int peer) {
  const hipError_t status = hipDeviceEnablePeerAccess(peer, 0);
  if (status == hipErrorPeerAccessAlreadyEnabled) {
    (void)hipGetLastError();
  } else {
    check(status, "hipDeviceEnablePeerAccess");
  }
}

/// Kernels of several processes share a device in turns.
inline constexpr bool processes_run_together = false;

using device_id = std::array<char, 32>;
/// By the PCI bus: each process may number the devices in its own way (HIP_VISIBLE_DEVICES).
inline device_id identify(int device) {
  device_id id{};
  check(hipDeviceGetPCIBusId(id.data(), static_cast<int>(id.size()), device),
        "hipDeviceGetPCIBusId");
  return id;
}

using shared_handle = hipIpcMemHandle_t;

/// Fine-grained, and in whole pieces of 2 MiB, so that no other allocation shares one.
inline void* allocate_for_processes(std::size_t bytes) {
  constexpr std::size_t piece = std::size_t{2} << 20;
  // The sum may overflow.
  return allocate_for_peers(std::max(bytes, (bytes + piece - 1) / piece * piece));
}
inline void release_for_processes(void* memory) noexcept { release(memory); }

inline shared_handle share_memory(void* memory) {
  shared_handle handle;
  check(hipIpcGetMemHandle(&handle, memory), "hipIpcGetMemHandle");
  return handle;
}
inline void* open_memory(const shared_handle& handle) {
  void* memory = nullptr;
  check(hipIpcOpenMemHandle(&memory, handle, hipIpcMemLazyEnablePeerAccess), "hipIpcOpenMemHandle");
  return memory;
}
inline void close_memory(void* memory) noexcept { (void)hipIpcCloseMemHandle(memory); }

}  // namespace driver
}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail
