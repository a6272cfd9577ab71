// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Judges what atomic operations on one word returned, whatever order they took place in.

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <utility>
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
  std::map<std::uint64_t, long> balance;          // times left less times found
  std::map<std::uint64_t, std::uint64_t> parent;  // values joined by steps
  const auto root = [&parent](std::uint64_t v) {
    parent.emplace(v, v);
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  balance[initial] += 1;
  balance[final] -= 1;
  for (const step& s : steps) {
    balance[s.after] += 1;
    balance[s.before] -= 1;
    const std::uint64_t a = root(s.before);
    parent[a] = root(s.after);
  }
  for (const auto& [value, surplus] : balance) {
    if (surplus != 0) {
      return "the bits " + std::to_string(value) + " were left in the word " +
             std::to_string(surplus) + " times more often than found there";
    }
  }
  for (const step& s : steps) {
    if (root(s.before) != root(initial)) return "steps that no path from the start reaches";
  }
  return root(final) == root(initial) ? "" : "no path from the start to the end";
}

}  // namespace test
