// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The results of inserting keys into a map.

#include <cstdint>

#include <diatomic/core/version.hpp>

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// The result of inserting a key with its value.
enum class insertion : std::uint8_t {
  added,    ///< the key was absent, and now has this value
  found,    ///< the key was present
  full,     ///< no free slot within the key's reach: nothing changed
  refused,  ///< the key or the value is the empty one: nothing changed
};

/// The number of keys that a map's array calls rejected since the map was created or cleared.
struct map_failures {
  unsigned long long full;     ///< keys without a free slot within reach
  unsigned long long refused;  ///< keys that were the empty key, or came with the empty value
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic
