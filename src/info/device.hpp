// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The device that a command works on.

#include <stdexcept>

#include <diatomic/runtime/runtime.hpp>

namespace program {

/// There is no GPU, or no driver for it. Its text names the vendor's reason and the way out.
struct no_device_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The number of devices, at least 1. Throws `no_device_error`.
int count_devices();

/// Makes the device the current one. Throws `no_device_error`, or `std::out_of_range` with a text
/// that says which devices there are.
diatomic::device_properties choose_device(int device);

}  // namespace program
