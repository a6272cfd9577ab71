// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// `diatomic info`: the backend, its devices, and what they do natively.

#include <string>
#include <vector>

namespace program {

enum class info_format { text, json, markdown };

struct info_options {
  info_format format = info_format::text;
  int device = -1;  ///< -1: every device
  /// Support tables of these instead of the devices' own: names as compilers spell them, of any
  /// backend, or "all". Asks for no device.
  std::vector<std::string> architectures;
  /// Instead of support tables what carries operations to other processing elements.
  bool links = false;
};

/// Prints to stdout. Throws `no_device_error`, `std::out_of_range` for a device that is not there,
/// and `std::invalid_argument` for an architecture that no backend lists.
void run_info(const info_options& options);

}  // namespace program
