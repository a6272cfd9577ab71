// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The remote operations of the transport `peer`: none, because it has no network.

#include <diatomic/remote/support.hpp>

namespace diatomic::transports::peer {
inline namespace DIATOMIC_VERSION_NS {

inline constexpr bool has_network = false;

inline constexpr tables::remote_rule table[] = {
    {{~0u}, {~0u}, remote_support::none},
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::transports::peer
