// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The table of the profile's call sites, with those inside the library's objects too.

#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <diatomic/atomics/warp_aggregation.hpp>
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

/// The distinct operations in `call()` of files whose path contains `part`, in the order of the
/// alphabet, each with what differs from an operation at `scope` without hints.
inline std::string operations_in(const char* part, diatomic::memory_scope scope,
                                 const std::function<void()>& call) {
  using diatomic::hint;
  diatomic::profile::clear();
  call();
  std::set<std::string> distinct;
  const auto inside =
      entries_of([&](const profile_entry& e) { return !e.is_object && is_in(e, part); });
  for (const profile_entry* const e : inside) {
    std::string text = std::string(e->call) + ' ' + name_of(e->order);
    if (e->scope != scope) text += std::string(" at scope ") + name_of(e->scope);
    const bool is_known = e->hints == hint::few_addresses || e->hints == hint::none ||
                          e->hints == hint::coarse_grained;
    if (e->hints == hint::few_addresses) text += " few_addresses";
    if (e->hints == hint::coarse_grained) text += " coarse_grained";
    if (!is_known) text += " other hints";
    distinct.insert(text);
  }
  std::string all;
  for (const std::string& text : distinct) all += (all.empty() ? "" : ", ") + text;
  return all;
}

}  // namespace test
