// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The remote operations of NVSHMEM in kernels. All use 4-byte and 8-byte unsigned integers,
/// whatever T is.

#include <diatomic/remote/support.hpp>

namespace diatomic::transports::nvshmem_network {
inline namespace DIATOMIC_VERSION_NS {

using namespace tables;

inline constexpr bool has_network = true;

inline constexpr remote_rule table[] = {
    // atomic_fetch; for a narrow object, on its enclosing word.
    {tables::any_of(op::load), {word_kinds.bits | narrow_kinds.bits}, remote_support::transport},
    // atomic_set, atomic_swap, atomic_compare_swap.
    {tables::any_of(op::store, op::exchange, op::compare_exchange), word_kinds,
     remote_support::transport},
    // atomic_add; for sub, of the negated operand.
    {sums, integers, remote_support::transport},
    // atomic_and, atomic_or, atomic_xor.
    {bitwise, integers, remote_support::transport},
    // NVSHMEM has no minimum or maximum; its float sums work only over NVLink and one transport.
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::transports::nvshmem_network
