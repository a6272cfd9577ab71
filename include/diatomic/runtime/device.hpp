// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Devices: their number, their properties, the current one of a host thread, and whose code they
/// run.

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

#if DIATOMIC_HAS_KERNELS
namespace diatomic {
namespace detail {
inline namespace DIATOMIC_VERSION_NS {

/// The architectures that kernels are compiled for, in ascending order, as the compiler's numbers:
/// ten times an architecture's. None: each device runs code of its own architecture.
template <int... Numbers>
struct architecture_list {
  static constexpr int newest_for(int chip) {
    int newest = sizeof...(Numbers) == 0 ? chip : 0;
    ((newest = Numbers / 10 <= chip ? Numbers / 10 : newest), ...);
    return newest;
  }
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace detail

inline namespace DIATOMIC_RUNTIME_NS {

/// The architecture for which the kernels of this source that run on the device were compiled:
/// `support_of` with this number says what is compiled into them. Not always the device's own: a
/// program compiled for sm_80 and sm_90 runs the code for sm_90 on sm_100. nvcc does not tell of
/// which architectures it writes PTX: each is taken to have some, and sm_90a counts as sm_90. 0 for
/// devices older than all of them. The device's own with clang, which does not tell for which
/// NVIDIA GPUs it compiles, and on AMD GPUs, also if the code is for a family (a generic target).
template <class Compiled = detail::architecture_list<DIATOMIC_KERNEL_ARCHITECTURES>>
int kernel_architecture(int device) {
  return Compiled::newest_for(properties(device).architecture_number);
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic
#endif
