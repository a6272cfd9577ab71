// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Forward declarations of this layer's classes that other classes befriend.

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

/// The number of signal words per part of an array: see `peer_signals`. The second-to-last word
/// counts blocks, and shares its 8 bytes with no signal.
DIATOMIC_CONSTEXPR std::size_t signal_words(int pes) {
  return 2 * static_cast<std::size_t>(pes) + 2;
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail
