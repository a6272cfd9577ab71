// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "info/device.hpp"

#include <fmt/format.h>

#include "info/build.hpp"

namespace program {

int count_devices() {
  const int count = diatomic::device_count();
  if (count > 0) return count;
  throw no_device_error(
      fmt::format("no GPU for the {} backend: {}; to run on the CPU, configure the build with "
                  "-DDIATOMIC_BACKEND=host",
                  backend_name(), diatomic::no_device_reason()));
}

diatomic::device_properties choose_device(int device) {
  const int count = count_devices();
  if (device < 0 || device >= count) {
    const std::string there_is =
        count == 1 ? "one device, number 0" : fmt::format("devices 0 to {}", count - 1);
    throw std::out_of_range(fmt::format("--device {}: no such device; the {} backend found {}",
                                        device, backend_name(), there_is));
  }
  diatomic::use_device(device);
  return diatomic::properties(device);
}

}  // namespace program
