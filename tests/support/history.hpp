// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Judges what atomic operations on one word returned, whatever order they took place in.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

namespace test {

/// The bits of `v`; of 16 bytes a number that few other values share.
template <class T>
std::uint64_t bits_of(T v) {
  std::uint64_t bits[2] = {0, 0};
  static_assert(sizeof(T) <= sizeof(bits), "no more than 16 bytes");
  std::memcpy(bits, &v, sizeof(T));
  return bits[0] ^ bits[1] * 0x9e3779b97f4a7c15u;
}

/// One operation as it was seen: the value that it found and the value that it left.
struct step {
  std::uint64_t before;
  std::uint64_t after;
};

/// Whether `steps` can be put into one order that leads from `initial` to `final`, each step
/// finding what the one before it left: an Euler path through the values. Exactly then no update
/// was lost, doubled or torn. Empty if so, else what is wrong.
inline std::string explain_impossible(std::uint64_t initial, std::uint64_t final,
                                      const std::vector<step>& steps) {
  std::vector<std::uint64_t> values = {initial, final};
  for (const step& s : steps) values.insert(values.end(), {s.before, s.after});
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  const auto place_of = [&values](std::uint64_t v) {
    return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), v) -
                                    values.begin());
  };
  // One element for each value:
  std::vector<long> balance(values.size());        // times left less times found
  std::vector<std::size_t> parent(values.size());  // values joined by steps
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&parent](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  const std::size_t start = place_of(initial);
  const std::size_t end = place_of(final);
  balance[start] += 1;
  balance[end] -= 1;
  for (const step& s : steps) {
    const std::size_t before = place_of(s.before);
    const std::size_t after = place_of(s.after);
    balance[after] += 1;
    balance[before] -= 1;
    parent[root(before)] = root(after);
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (balance[i] != 0) {
      return "the bits " + std::to_string(values[i]) + " were left in the word " +
             std::to_string(balance[i]) + " times more often than found there";
    }
  }
  // Each value but the end is found by a step, and the steps are all that joins values.
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (root(i) != root(start)) return "steps that no path from the start reaches";
  }
  return "";
}

}  // namespace test
