// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Classes and functions of this layer that others name as their friends.

#include <cstddef>

#include <diatomic/remote/detail/transport_select.hpp>

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

template <class T>
class symmetric_array;
template <class T, class... Tags>
class remote_ref;

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

class peer_signals;
struct world_access;

/// Words for the signals of an array's kernels, in each part: see `peer_signals`. The last but one
/// counts blocks, and shares 8 bytes with no signal.
DIATOMIC_CONSTEXPR std::size_t signal_words(int pes) {
  return 2 * static_cast<std::size_t>(pes) + 2;
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail
