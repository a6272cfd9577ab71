// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What OpenSHMEM's atomic operations do to objects in symmetric memory. All of them here are on
/// unsigned integers of 8 bytes, whatever T is: OpenSHMEM promises that operations are atomic among
/// each other only where they name one type, and not every library has a compare-swap of 4 bytes.

#include <diatomic/remote/support.hpp>

namespace diatomic::transports::openshmem {
inline namespace DIATOMIC_VERSION_NS {

using namespace tables;

inline constexpr bool has_network = true;

/// The kinds of 8 bytes.
inline constexpr auto kinds64 = any_of(kind::i64, kind::u64, kind::f64, kind::f32x2);

inline constexpr remote_rule table[] = {
    // shmem_atomic_fetch; of a narrower object the word that holds it.
    {any_of(op::load), {word_kinds.bits | narrow_kinds.bits}, remote_support::transport},
    // shmem_atomic_swap, shmem_atomic_compare_swap.
    {any_of(op::store, op::exchange, op::compare_exchange), kinds64, remote_support::transport},
    // shmem_atomic_fetch_add.
    {sums, integers64, remote_support::transport},
    // Not shmem_atomic_fetch_and, _or and _xor: Open MPI 4.1 leaves wrong values. Minima and maxima
    // there are none.
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::transports::openshmem
