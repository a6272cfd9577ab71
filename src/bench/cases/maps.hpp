// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Hash maps as contenders.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <diatomic/runtime/runtime.hpp>

namespace bench {

/// A map of n keys. The calls run on the context's stream, and own their memory.
template <class Key>
struct map_calls {
  std::string role;
  std::string implementation;
  std::function<void()> clear;
  /// Inserts all keys of the case.
  std::function<void()> insert;
  /// Writes the values of n keys, or -1.
  std::function<void(const Key* keys, Key* found)> find;
};

/// A backend without baseline maps.
struct no_map_baselines {
  /// Maps for the n keys and their values, none of which is -1.
  template <class Key>
  static std::vector<map_calls<Key>> maps(diatomic::stream&, const Key*, const Key*, std::size_t,
                                          double) {
    return {};
  }
};

}  // namespace bench
