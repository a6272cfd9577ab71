// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The remote operations of MPI's one-sided communication. All use 4-byte and 8-byte unsigned
/// integers, whatever T is: MPI guarantees mutual atomicity only for operations with the same type.

#include <diatomic/remote/support.hpp>

namespace diatomic::transports::mpi {
inline namespace DIATOMIC_VERSION_NS {

using namespace tables;

inline constexpr bool has_network = true;

inline constexpr remote_rule table[] = {
    // MPI_Fetch_and_op with MPI_NO_OP; for a narrow object, on its enclosing word.
    {any_of(op::load), {word_kinds.bits | narrow_kinds.bits}, remote_support::transport},
    // MPI_REPLACE, MPI_Compare_and_swap.
    {any_of(op::store, op::exchange, op::compare_exchange), word_kinds, remote_support::transport},
    // MPI_SUM, MPI_BAND, MPI_BOR, MPI_BXOR.
    {sums, integers, remote_support::transport},
    {bitwise, integers, remote_support::transport},
    // Not MPI_MIN and MPI_MAX: for signed integers and floats they would need another type, and
    // MPICH 4.0 compares unsigned integers as signed.
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::transports::mpi
