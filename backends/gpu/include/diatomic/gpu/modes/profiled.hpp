// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The contention profile's table of calls in kernels, one per source file and device, and its
/// copies on the host. The backend's `modes/profile_api.hpp` has the vendor's names.

#include <diatomic/core/detail/backend_select.hpp>
#if !DIATOMIC_HAS_HOST_CODE
#error "diatomic: DIATOMIC_PROFILED: kernels that are compiled at run time cannot be profiled"
#endif
#include <diatomic/modes/profile_table.hpp>

namespace diatomic::backends::DIATOMIC_BACKEND {
inline namespace DIATOMIC_VERSION_NS {

DIATOMIC_DEVICE_VARIABLE detail::profile_table own_profile_counts;

#if DIATOMIC_DEVICE_PASS
DIATOMIC_FUNCTION detail::profile_table& profile_counts() { return own_profile_counts; }
#endif

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::DIATOMIC_BACKEND

#if !DIATOMIC_DEVICE_PASS

#include <memory>

#include <diatomic/modes/profile_report.hpp>
// `profile_api`.
// clang-format off: a blank next to the slash would become part of the name.
#include DIATOMIC_BACKEND_HEADER(modes/profile_api.hpp)
// clang-format on

namespace diatomic::backends::DIATOMIC_BACKEND {
inline namespace DIATOMIC_VERSION_NS {

// Not shared: without relocatable device code each source file has its own table.
namespace {

/// Calls `use(device, address)` for this table's copy on each device that the process uses; the
/// address is null if the device does not answer, as after a failed kernel.
template <class Api = profile_api, class Use>
void for_each_profile_copy(const Use& use) {
  int count = 0;
  int current = 0;
  if (Api::get_device_count(&count) != Api::success || Api::get_device(&current) != Api::success) {
    return;
  }
  bool has_switched = false;
  for (int device = 0; device < count; ++device) {
    if (!Api::is_in_use(device)) continue;
    has_switched = true;
    void* address = nullptr;
    const bool answers = Api::set_device(device) == Api::success &&
                         Api::synchronize() == Api::success &&
                         Api::get_symbol_address(&address, &own_profile_counts) == Api::success;
    use(device, answers ? address : nullptr);
  }
  // Otherwise this would create a context.
  if (has_switched) (void)Api::set_device(current);
}

inline detail::profile_place profile_place_of(int device) {
  using api = profile_api;
  api::properties properties{};
  int lanes = 0;
  const bool is_known = api::get_properties(&properties, device) == api::success;
  (void)api::get_attribute(&lanes, api::warp_size, device);
  return {is_known ? properties.name : "?", api::backend, static_cast<unsigned>(lanes)};
}

/// A table that several source files share is written once.
inline void write_own_profile_counts(detail::profile_writer& to) {
  using api = profile_api;
  const auto copy = std::make_unique<detail::profile_table>();
  for_each_profile_copy([&](int device, void* address) {
    if (address != nullptr && !to.is_first(device, address)) return;
    const bool is_lost = address == nullptr ||
                         api::copy(copy.get(), address, sizeof *copy, api::to_host) != api::success;
    if (is_lost) *copy = {};
    to.table(profile_place_of(device), *copy, is_lost);
  });
}

inline void clear_own_profile_counts() {
  for_each_profile_copy([](int, void* address) {
    if (address == nullptr) return;
    (void)profile_api::fill_bytes(address, 0, sizeof(detail::profile_table));
    (void)profile_api::synchronize();
  });
}

[[maybe_unused]] const bool has_own_profile_counts = [] {
  // Loads the vendor's library, whose own function at exit must run after ours.
  int count = 0;
  if (profile_api::get_device_count(&count) != profile_api::success) {
    (void)profile_api::forget_error();
  }
  return detail::add_profile_source({write_own_profile_counts, clear_own_profile_counts});
}();

}  // namespace

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::DIATOMIC_BACKEND

#endif
