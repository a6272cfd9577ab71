// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The choice of a command's device.

#include <stdexcept>

#include <diatomic/runtime/runtime.hpp>

namespace program {

/// There is no GPU, or no driver for it. The message has the vendor's reason and a remedy.
struct no_device_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The number of devices, at least 1. Throws `no_device_error`.
int count_devices();

/// Makes the device current. Throws `no_device_error`, or `std::out_of_range` with a message that
/// names the existing devices.
diatomic::device_properties choose_device(int device);

}  // namespace program
