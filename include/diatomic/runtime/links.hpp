// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Atomics over the links between devices and host, and access to another device's memory. A part
/// of the runtime.

#include <diatomic/core/detail/host_code.hpp>

#include <string>

#include <diatomic/runtime/detail/link_types.hpp>
#include <diatomic/runtime/device.hpp>
#include <diatomic/runtime/error.hpp>

// Defines the part of `detail::runtime_api` that this file uses.
#include DIATOMIC_RUNTIME_HEADER(links.hpp)

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {

/// Throws if `peer` is not a device, or is `device` itself.
inline void check_peer(int device, int peer, const char* call) {
  check_device_number(peer, call);
  if (device != peer) return;
  throw runtime_error(
      call, runtime_api::invalid_device,
      "device " + std::to_string(device) + " is not its own peer: pass two different devices");
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_RUNTIME_NS {

/// The runtime's report on a device's atomics on host memory.
inline link_atomics host_link(int device) {
  detail::check_device_number(device, "host_link");
  return detail::runtime_api::host_link(device);
}

/// The runtime's report on a device's atomics on the memory of another device, `peer`.
///
/// Throws if the two are the same device. Does not enable access: call `enable_peer_access` before
/// kernels use the peer's memory.
inline link_atomics peer_link(int device, int peer) {
  detail::check_device_number(device, "peer_link");
  detail::check_peer(device, peer, "peer_link");
  return detail::runtime_api::peer_link(device, peer);
}

/// Lets kernels of the current device access the memory of another device, `peer`; not an error if
/// already enabled. `peer_link()` tells whether access is possible.
inline void enable_peer_access(int peer) {
  detail::check_peer(current_device(), peer, "enable_peer_access");
  detail::runtime_api::enable_peer_access(peer);
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic
