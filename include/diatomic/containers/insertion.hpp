// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What a map says of keys that were to be inserted.

#include <cstdint>

#include <diatomic/core/version.hpp>

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// What became of a key that was to be inserted, and of its value.
enum class insertion : std::uint8_t {
  added,    ///< the key was not there, and is now, with this value
  found,    ///< the key was there
  full,     ///< no slot was left in the key's reach: nothing has changed
  refused,  ///< the key or the value is the one that means "none": nothing has changed
};

/// How many keys a map's calls on arrays have left out since the map was made or cleared.
struct map_failures {
  unsigned long long full;     ///< keys in whose reach no slot was left
  unsigned long long refused;  ///< keys that were, or whose values were, the one for "none"
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic
