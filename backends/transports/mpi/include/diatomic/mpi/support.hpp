// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What MPI's one-sided operations do to objects in a window. All of them here are on unsigned
/// integers of 4 and 8 bytes, whatever T is: MPI promises that operations are atomic among each
/// other only where they name one type.

#include <diatomic/remote/support.hpp>

namespace diatomic::transports::mpi {
inline namespace DIATOMIC_VERSION_NS {

using namespace tables;

inline constexpr bool has_network = true;

inline constexpr remote_rule table[] = {
    // MPI_Fetch_and_op with MPI_NO_OP; of a narrow object the word that holds it.
    {any_of(op::load), {word_kinds.bits | narrow_kinds.bits}, remote_support::transport},
    // MPI_REPLACE, MPI_Compare_and_swap.
    {any_of(op::store, op::exchange, op::compare_exchange), word_kinds, remote_support::transport},
    // MPI_SUM, MPI_BAND, MPI_BOR, MPI_BXOR.
    {sums, integers, remote_support::transport},
    {bitwise, integers, remote_support::transport},
    // Not MPI_MIN and MPI_MAX: for signed integers and floats they would name another type, and
    // MPICH 4.0 takes unsigned ones for signed.
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::transports::mpi
