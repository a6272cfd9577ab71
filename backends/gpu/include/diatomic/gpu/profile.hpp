// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Copies the contention profile's tables of GPUs to the host. Host code.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <diatomic/core/detail/profile_report.hpp>

namespace diatomic::backends::gpu {
inline namespace DIATOMIC_VERSION_NS {

/// Calls `use(device, address)` for the copy of `symbol` on each device that this process uses.
/// `Api` has the vendor's functions, which return true on success.
template <class Api, class Use>
void for_each_copy(const void* symbol, const Use& use) {
  int count = 0;
  int current = 0;
  if (!Api::device_count(&count) || !Api::get_device(&current)) return;
  for (int device = 0; device < count; ++device) {
    void* address = nullptr;
    if (Api::is_in_use(device) && Api::set_device(device) && Api::synchronize() &&
        Api::symbol_address(&address, symbol)) {
      use(device, address);
    }
  }
  Api::set_device(current);
}

/// Writes the table `symbol` of each device. A table that several source files share is written
/// once.
template <class Api>
void write_profile_counts(const void* symbol, detail::profile_writer& to) {
  const auto copy = std::make_unique<detail::profile_table>();
  for_each_copy<Api>(symbol, [&](int device, void* address) {
    if (!to.is_first(device, address)) return;
    if (Api::copy_to_host(copy.get(), address, sizeof *copy)) {
      to.table({Api::name(device), Api::backend, Api::warp_lanes(device)}, *copy);
    }
  });
}

template <class Api>
void clear_profile_counts(const void* symbol) {
  for_each_copy<Api>(
      symbol, [](int, void* address) { Api::set_to_zero(address, sizeof(detail::profile_table)); });
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::gpu
