// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// An engine for tests: a network within one process, whose operations have the least of them.

#include <diatomic/remote/support.hpp>

namespace diatomic::engines::delayed {

using namespace tables;

inline constexpr bool has_network = true;

inline constexpr remote_rule table[] = {
    {any_of(op::load), {word_kinds.bits | narrow_kinds.bits}, remote_support::engine},
    {any_of(op::store, op::exchange, op::compare_exchange), word_kinds, remote_support::engine},
    {sums, integers, remote_support::engine},
    {bitwise, integers, remote_support::engine},
};

}  // namespace diatomic::engines::delayed
