// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The announcement that each processing element makes at the start of a collective call, so that
/// mismatched calls end with an error on all of them instead of a hang.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <diatomic/runtime/error.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {

/// The collective calls of a world.
enum class collective : std::uint32_t { barrier, gather, allocate, release, leave };

/// A collective call of one processing element. Trivially copyable, without padding.
struct collective_call {
  collective what = collective::barrier;
  /// Arrays that an exception has unwound since the last collective call. Their memory is released
  /// in this call, if all processing elements have unwound the same number.
  std::uint32_t unwound = 0;
  /// For `gather`: bytes per processing element. For `allocate`: bytes of the array.
  std::uint64_t bytes = 0;
  /// For `release`: the number of the array, in order of construction. For `barrier` and `gather`:
  /// the enclosing call; 0 if the program itself makes the call.
  std::uint64_t array = 0;
};

inline bool operator==(const collective_call& a, const collective_call& b) {
  return a.what == b.what && a.unwound == b.unwound && a.bytes == b.bytes && a.array == b.array;
}

/// The `array` of an invalid gather, of more than 2^31 - 1 bytes from each. It is announced with 0
/// bytes, so that the others learn why the call fails.
inline constexpr std::uint64_t too_large_gather = 1;

/// The names of the errors.
///@{
inline constexpr const char* pe_failed = "pe_failed";    ///< an exception left its world
inline constexpr const char* pe_left = "pe_left";        ///< it has left its world
inline constexpr const char* other_call = "other_call";  ///< it makes a different collective call
///@}

/// "is at a barrier", and so on.
inline std::string description_of(const collective_call& call) {
  switch (call.what) {
    case collective::barrier:
      return call.array == 0 ? "is at a barrier" : "is at a barrier within a call on arrays";
    case collective::gather:
      if (call.array == too_large_gather) return "gathers more than 2^31 - 1 bytes";
      return call.array == 0 ? "gathers " + std::to_string(call.bytes) + " bytes"
                             : "begins a call on arrays";
    case collective::allocate:
      return "allocates an array of " + std::to_string(call.bytes) + " bytes";
    case collective::release:
      return "releases array " + std::to_string(call.array);
    default:
      return "has left its world";
  }
}

/// The error of processing element `pe` if `calls`, one from each, differ; every processing element
/// then gets an error. An empty vector if they match.
inline std::vector<runtime_error> mismatch(const std::vector<collective_call>& calls, int pe) {
  const collective_call& own = calls[static_cast<std::size_t>(pe)];
  // Each error names the first that differs from processing element 0; that one names 0, as do all
  // if 0 has left.
  for (std::size_t other = 1; other < calls.size(); ++other) {
    if (calls[other] == calls[0]) continue;
    const std::size_t shown = static_cast<int>(other) == pe || calls[0].what == collective::leave
                                  ? std::size_t{0}
                                  : other;
    const collective_call& theirs = calls[shown];
    std::string text = "processing element " + std::to_string(shown) + " " + description_of(theirs);
    if (own.unwound != theirs.unwound) {
      text += ", and an exception has unwound " + std::to_string(theirs.unwound) +
              " of its arrays, here " + std::to_string(own.unwound);
    }
    if (!(own == theirs)) {
      text += "; processing element " + std::to_string(pe) + " " + description_of(own);
    }
    return {runtime_error("world", theirs.what == collective::leave ? pe_left : other_call, text)};
  }
  return {};
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::detail
