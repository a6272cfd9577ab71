// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Devices: their number, their properties, and the current one of a host thread.

#include <diatomic/core/detail/host_code.hpp>

#include <string>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/device_properties.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic {
inline namespace DIATOMIC_RUNTIME_NS {

/// Number of devices: 0 (not an error) without a GPU or driver; 1 on the host.
int device_count();

/// The vendor's reason why `device_count()` is 0; empty if there is a device.
std::string no_device_reason();

/// The device on which this host thread allocates and launches.
int current_device();

/// Sets this host thread's device.
void use_device(int device);

/// The properties of a device.
device_properties properties(int device);

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic

// Defines the functions declared above, and `detail::runtime_api`, on which the runtime builds the
// rest.
#include DIATOMIC_RUNTIME_HEADER(runtime.hpp)

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {

/// Throws if no device has that number.
inline void check_device_number(int device, const char* call) {
  const int count = device_count();
  if (device >= 0 && device < count) return;
  throw runtime_error(call, runtime_api::invalid_device,
                      "there is no device " + std::to_string(device) +
                          ", the number of devices is " + std::to_string(count));
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail
