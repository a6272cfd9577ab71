// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Collective calls whose kernels wait for each other: an agreement before the kernels start, and
/// termination of the others if a processing element fails in between.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <diatomic/remote/world.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

/// Identifies a call: the same number on all processing elements if they make the same call.
constexpr std::uint64_t call_number(std::uint64_t function, std::uint64_t array,
                                    std::uint64_t step = 0) {
  // Never 0, which identifies calls that the program itself makes.
  return ((function * 0x9e3779b97f4a7c15u ^ array) * 0xbf58476d1ce4e5b9u ^ step) | 1u << 31;
}
/// Function numbers. A merge adds 2 per operation, and 1 if its result goes to all parts.
enum : std::uint64_t { joint_send = 1, joint_merge = 2 };

/// A processing element's announcement before a call. Trivially copyable, without padding.
struct joint_call {
  std::uint64_t n;         ///< items of this processing element
  std::uint32_t meets;     ///< whether kernels of different processing elements may wait
  std::uint32_t is_whole;  ///< whether no exception has ended an earlier call on the array
};

/// Functions of `world` that only this layer calls.
struct world_access {
  /// Combines the announcements of all: the maximum `n`, and the flags that are set on all. Waits
  /// for all others. Throws `other_call` on all if their call numbers differ.
  static joint_call agree(world& w, std::uint64_t number, std::size_t n, bool is_whole) {
    const joint_call own{n, w.kernels_meet() ? 1u : 0u, is_whole ? 1u : 0u};
    const std::vector<unsigned char> all = w.session_.gather(&own, sizeof(own), number);
    joint_call result = own;
    for (int pe = 0; pe < w.pes(); ++pe) {
      joint_call c{};
      std::memcpy(&c, all.data() + static_cast<std::size_t>(pe) * sizeof(c), sizeof(c));
      if (c.n > result.n) result.n = c.n;
      result.meets &= c.meets;
      result.is_whole &= c.is_whole;
    }
    return result;
  }
  /// `world::barrier` within the call with this number.
  static void barrier(world& w, std::uint64_t number) { w.session_.barrier(number); }
  /// Ends the world for the others. Called in an exception handler.
  static void abandon(world& w) { w.session_.abandon(); }
};

/// Calls `f()`. With `meets`, `f` starts kernels that other processing elements' kernels wait for:
/// an exception then ends the world for the others at once, before destructors that may wait for
/// these kernels. A world of one has no others, and continues.
template <class F>
void with_others(world& w, bool meets, F f) {
  if (!meets || w.pes() == 1) return f();
  try {
    f();
  } catch (...) {
    world_access::abandon(w);
    throw;
  }
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail
