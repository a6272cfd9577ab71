// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// `diatomic info`: the backend, its devices, and their native operations.

#include <string>
#include <vector>

namespace program {

enum class info_format { text, json, markdown };

struct info_options {
  info_format format = info_format::text;
  int device = -1;  ///< -1: every device
  /// Architectures to print instead of the devices': names as compilers spell them, of any backend,
  /// or "all". Needs no device.
  std::vector<std::string> architectures;
  /// The release of the CUDA toolkit to tell of, such as "12.4"; "": this build's, else the newest.
  std::string toolkit;
  /// Print all properties of the devices and the support tables: text without it is a summary.
  bool tables = false;
  /// Print the support of operations on other processing elements instead.
  bool links = false;
};

/// Prints to stdout. Throws `no_device_error`, `std::out_of_range` for a device that does not
/// exist, and `std::invalid_argument` for an architecture that no backend lists or an unknown
/// toolkit.
void run_info(const info_options& options);

}  // namespace program
