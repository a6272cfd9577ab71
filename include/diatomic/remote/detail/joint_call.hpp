// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Steps that fail on all processing elements if they fail on some; and collective calls whose
/// kernels wait for each other: an agreement before the kernels start, and termination of the
/// others if a processing element fails in between.

#include <diatomic/core/detail/host_code.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <diatomic/remote/detail/collective_call.hpp>
#include <diatomic/remote/world.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

/// The result of `f()`. If `f` throws on some processing elements, all throw: the others throw
/// `runtime_error` with the text of the first failure. A collective call, named `call` in errors.
template <class F>
auto together(world& w, const char* call, F f) {
  std::optional<decltype(f())> result;
  std::exception_ptr thrown;
  // Empty after success; after a failure '!' and the message, which may be empty.
  std::array<char, 200> text{};
  const auto fail = [&](const std::string& message) {
    thrown = std::current_exception();
    text[0] = '!';
    message.copy(text.data() + 1, text.size() - 2);
  };
  try {
    result.emplace(f());
  } catch (const std::exception& error) {
    fail(error.what());
  } catch (...) {
    fail("an exception that is not a std::exception");
  }
  const std::vector<std::array<char, 200>> texts = w.gather(&text, 1);
  if (thrown != nullptr) std::rethrow_exception(thrown);
  for (std::size_t pe = 0; pe < texts.size(); ++pe) {
    if (texts[pe][0] == '\0') continue;
    throw runtime_error(call, pe_failed,
                        "processing element " + std::to_string(pe) + ": " + (texts[pe].data() + 1));
  }
  return std::move(*result);
}

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
  std::uint64_t shift;     ///< of the plan by which it would partition them; 0: none
  std::uint32_t meets;     ///< whether kernels of different processing elements may wait
  std::uint32_t is_whole;  ///< whether no exception has ended an earlier call on the array
};

/// Functions of `world` that only this layer calls.
struct world_access {
  /// Combines the announcements of all: the maximum `n`, the `shift` if it is the same on all, and
  /// the flags that are set on all. Waits for all others. Throws `other_call` on all if their call
  /// numbers differ.
  static joint_call agree(world& w, std::uint64_t number, std::size_t n, bool is_whole,
                          unsigned shift = 0) {
    const joint_call own{n, shift, w.kernels_meet() ? 1u : 0u, is_whole ? 1u : 0u};
    const std::vector<unsigned char> all = w.session_.gather(&own, sizeof(own), number);
    joint_call result = own;
    for (int pe = 0; pe < w.pes(); ++pe) {
      joint_call c{};
      std::memcpy(&c, all.data() + static_cast<std::size_t>(pe) * sizeof(c), sizeof(c));
      if (c.n > result.n) result.n = c.n;
      if (c.shift != own.shift) result.shift = 0;
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
