// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The table of the profile's call sites, with those inside the library's objects too.

#include <cstring>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/profile.hpp>

namespace test {

using diatomic::detail::profile_entry;

/// The entries of the profile's table for which `wanted(entry)` holds.
template <class Wanted>
std::vector<const profile_entry*> entries_of(Wanted wanted) {
  std::vector<const profile_entry*> found;
  for (const profile_entry& e : diatomic::detail::device_ops::profile_counts().entries) {
    if (e.key != 0 && wanted(e)) found.push_back(&e);
  }
  return found;
}
/// Whether `part` is in the path of the call's file.
inline bool is_in(const profile_entry& e, const char* part) {
  return std::strstr(e.file, part) != nullptr;
}

}  // namespace test
