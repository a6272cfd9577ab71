// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What the links between the devices and the host carry, and access to another device's memory. A
/// part of the runtime.

#include <diatomic/core/detail/host_code.hpp>

#include <string>

#include <diatomic/runtime/detail/link_types.hpp>
#include <diatomic/runtime/device.hpp>
#include <diatomic/runtime/error.hpp>

// Defines what of `detail::driver` this file builds on.
#include DIATOMIC_RUNTIME_HEADER(links.hpp)

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {

/// Throws where `peer` is no other device than `device`.
inline void check_peer(int device, int peer, const char* call) {
  check_device_number(peer, call);
  if (device != peer) return;
  throw runtime_error(call, driver::invalid_device,
                      "device " + std::to_string(device) + " is no peer of its own");
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_RUNTIME_NS {

/// What the runtime says of a device's atomics on the host's memory.
inline link_atomics host_link(int device) {
  detail::check_device_number(device, "host_link");
  return detail::driver::host_link(device);
}

/// What the runtime says of a device's atomics on the memory of another one, `peer`.
///
/// An error if the two are one device. Nothing is switched on: before kernels may use the peer's
/// memory, `enable_peer_access` must have been called.
inline link_atomics peer_link(int device, int peer) {
  detail::check_device_number(device, "peer_link");
  detail::check_peer(device, peer, "peer_link");
  return detail::driver::peer_link(device, peer);
}

/// Lets kernels of the current device use the memory of another one, `peer`; no error if they may
/// already. `peer_link()` says whether the two can.
inline void enable_peer_access(int peer) {
  detail::check_peer(current_device(), peer, "enable_peer_access");
  detail::driver::enable_peer_access(peer);
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic
