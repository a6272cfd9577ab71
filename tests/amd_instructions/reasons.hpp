// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Why the library and the code generator differ where they do.

#include <sstream>
#include <string>

#include "entries.hpp"

namespace amd_instructions {

/// Explains the differences that all its fields match; the first reason that matches is taken.
struct reason {
  set_of<op> ops;
  const char* kinds;    ///< names; those that the library does not know are passed over
  bool is_native_here;  ///< here and not in the code generator, or the other way round
  const char* text;
  architecture_range on = {};
  memory_space space = memory_space::unspecified;  ///< unspecified: either
  const char* compiler = "";                       ///< empty: any

  bool is_about(const char* kind_name) const {
    std::istringstream in(kinds);
    for (std::string word; in >> word;) {
      if (word == kind_name) return true;
    }
    return false;
  }
  /// Whether the library knows any of the kinds.
  bool can_be_needed() const {
    std::istringstream in(kinds);
    for (std::string word; in >> word;) {
      if (kind_named(word.c_str()) != kind::unknown) return true;
    }
    return false;
  }
};

inline const reason reasons[] = {
    {extrema, "f32 f64", true,
     "an integer minimum or maximum, chosen by the sign bit: exact, and the same NaN and -0 on all "
     "chips"},
    {sums,
     "f16x2",
     false,
     "no builtin of either compiler reaches gfx908's, which has no result",
     {0x908, 0x908}},
    {sums, "f16 bf16", true, "the packed-pair instruction, which adds -0.0 to the neighbour"},
};

inline bool explains(const reason& r, const subject& s, int chip, const compiler& c,
                     bool is_native_here) {
  return r.ops.has(s.o.operation) && r.is_about(s.k.name) && r.on.first <= chip &&
         chip <= r.on.last && (r.space == memory_space::unspecified || r.space == s.space) &&
         (r.compiler[0] == '\0' || std::string(r.compiler) == c.name) &&
         r.is_native_here == is_native_here;
}

}  // namespace amd_instructions
