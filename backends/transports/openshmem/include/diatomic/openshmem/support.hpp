// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The remote operations of OpenSHMEM. All use 8-byte unsigned integers, whatever T is: OpenSHMEM
/// guarantees mutual atomicity only for operations with the same type, and not every library has a
/// working 4-byte compare-swap.

#include <diatomic/remote/support.hpp>

namespace diatomic::transports::openshmem {
inline namespace DIATOMIC_VERSION_NS {

using namespace tables;

inline constexpr bool has_network = true;

/// The 8-byte kinds.
inline constexpr auto kinds64 =
    any_of(kind::i64, kind::u64, kind::f64, kind::f32x2, kind::i32x2, kind::f16x4, kind::bf16x4);

inline constexpr remote_rule table[] = {
    // shmem_atomic_fetch; for a narrower object, on its enclosing word.
    {any_of(op::load), {word_kinds.bits | narrow_kinds.bits}, remote_support::transport},
    // shmem_atomic_swap, shmem_atomic_compare_swap.
    {any_of(op::store, op::exchange, op::compare_exchange), kinds64, remote_support::transport},
    // shmem_atomic_fetch_add.
    {sums, integers64, remote_support::transport},
    // Not shmem_atomic_fetch_and, _or and _xor: Open MPI 4.1 leaves wrong values. OpenSHMEM has no
    // minimum or maximum.
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::transports::openshmem
