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

/// Calls `use(device, address)` for the copy of `symbol` on each device that this process uses; the
/// address is null if the device does not answer, as after a failed kernel. `Api` has the vendor's
/// functions, which return true on success.
template <class Api, class Use>
void for_each_copy(const void* symbol, const Use& use) {
  int count = 0;
  int current = 0;
  if (!Api::device_count(&count) || !Api::get_device(&current)) return;
  bool has_switched = false;
  for (int device = 0; device < count; ++device) {
    if (!Api::is_in_use(device)) continue;
    has_switched = true;
    void* address = nullptr;
    const bool answers =
        Api::set_device(device) && Api::synchronize() && Api::symbol_address(&address, symbol);
    use(device, answers ? address : nullptr);
  }
  if (has_switched) Api::set_device(current);  // else this would create a context
}

/// Writes the table `symbol` of each device. A table that several source files share is written
/// once.
template <class Api>
void write_profile_counts(const void* symbol, detail::profile_writer& to) {
  const auto copy = std::make_unique<detail::profile_table>();
  for_each_copy<Api>(symbol, [&](int device, void* address) {
    if (address != nullptr && !to.is_first(device, address)) return;
    const bool is_lost =
        address == nullptr || !Api::copy_to_host(copy.get(), address, sizeof *copy);
    if (is_lost) *copy = {};
    to.table({Api::name(device), Api::backend, Api::warp_lanes(device)}, *copy, is_lost);
  });
}

template <class Api>
void clear_profile_counts(const void* symbol) {
  for_each_copy<Api>(symbol, [](int, void* address) {
    if (address == nullptr) return;
    Api::set_to_zero(address, sizeof(detail::profile_table));
    Api::synchronize();
  });
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::gpu
