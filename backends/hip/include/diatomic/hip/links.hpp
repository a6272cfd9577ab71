// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Links to other devices and processes, on HIP. The public functions are documented in
/// `<diatomic/runtime/links.hpp>`.

#include <hip/hip_runtime_api.h>

#include <diatomic/gpu/links.hpp>
#include <diatomic/runtime/detail/link_types.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {
namespace runtime_api {

// A nonzero attribute means `some`: HIP does not report which operations, and PCIe has only add,
// exchange and compare-exchange.
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

/// The PCI bus ID, because processes may number devices differently (HIP_VISIBLE_DEVICES).
inline device_id identify(int device) {
  device_id id{};
  check(hipDeviceGetPCIBusId(id.data(), static_cast<int>(id.size()), device),
        "hipDeviceGetPCIBusId");
  return id;
}

}  // namespace runtime_api
}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail
