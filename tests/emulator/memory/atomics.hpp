// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// Atomic operations on memory.
#pragma once

#include "isa/instruction.hpp"

namespace hip_emulator {
/// Performs an atomic operation on the `n` bytes at `p`, 4 or 8, with the operand `d` and, for a
/// compare-exchange, the comparand `c`. Returns the old value; 0 if the chip drops the operation
/// there.
u64 memory_atomic(int a, unsigned n, void* p, u64 d, u64 c);
}  // namespace hip_emulator
