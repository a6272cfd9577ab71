// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Where the scopes of a form include the other threads, so that its orders order.

#include "litmus/forms.hpp"
#include "litmus/transport.hpp"

namespace litmus {

/// Whether roles at that place are within each other's scope. (A launch has no clusters: each block
/// is one.)
inline bool is_within(const form_description& f, placement where) {
  if (where == placement::same_cluster) {
    return f.first >= memory_scope::cluster && f.others >= memory_scope::cluster;
  }
  const auto reach_of = [](memory_scope s) {
    return s == memory_scope::cluster ? memory_scope::block : s;
  };
  const memory_scope first = reach_of(f.first);
  const memory_scope others = reach_of(f.others);
  switch (where) {
    case placement::same_warp:
      return true;
    case placement::same_block:
      return first >= memory_scope::block && others >= memory_scope::block;
    case placement::different_blocks:
      return first >= memory_scope::device && others >= memory_scope::device;
    case placement::two_and_one:
      return first >= memory_scope::block && others >= memory_scope::device;
    default:
      return first >= memory_scope::system && others >= memory_scope::system;
  }
}

}  // namespace litmus
