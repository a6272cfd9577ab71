// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// unit.cpp, compiled without (0) and with (1) DIATOMIC_COARSE_GRAINED. Pointers cross between the
/// units and the test, since streams and arrays have another name in each.

#include <diatomic/core/support.hpp>

namespace coarse_grained {

/// The number of threads of a call, each of which adds 1 once.
inline constexpr unsigned threads = 128;
/// The objects of a call: one sum of each type, which starts at 0.
struct sums {
  double real;
  float flushed;  ///< with `ignore_denormals`
  unsigned integer;
};

/// Adds to `*to` at device scope, or at system scope, and returns when all threads are done.
template <int Ordinary>
void add(sums* to, bool at_system_scope);
template <>
void add<0>(sums* to, bool at_system_scope);
template <>
void add<1>(sums* to, bool at_system_scope);

/// The unit's answer for sums of doubles at device scope, on the architecture `number`.
template <int Ordinary>
diatomic::support support_of_sums(int number);
template <>
diatomic::support support_of_sums<0>(int number);
template <>
diatomic::support support_of_sums<1>(int number);

}  // namespace coarse_grained
