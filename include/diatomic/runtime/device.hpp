// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Devices: how many there are, what they are, and which one a host thread uses.

#include <diatomic/core/detail/host_code.hpp>

#include <string>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/device_properties.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic {
inline namespace DIATOMIC_RUNTIME_NS {

/// Number of devices. It is 0, and no error, where there is no GPU or no driver; 1 on the host.
int device_count();

/// Why `device_count()` is 0, in the vendor's words; empty where there is a device.
std::string no_device_reason();

/// The device that this host thread allocates on and launches to.
int current_device();

/// Chooses the device of this host thread.
void use_device(int device);

/// What the runtime knows of a device.
device_properties properties(int device);

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic

// Defines the functions declared above, and `detail::driver`, on which the runtime builds the rest.
#include DIATOMIC_RUNTIME_HEADER(runtime.hpp)

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {

/// Throws where there is no device of that number.
inline void check_device_number(int device, const char* call) {
  const int count = device_count();
  if (device >= 0 && device < count) return;
  throw runtime_error(call, driver::invalid_device,
                      "there is no device " + std::to_string(device) +
                          ", the number of devices is " + std::to_string(count));
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail
