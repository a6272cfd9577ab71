// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// The table of scalar operations by name.
#pragma once

#include "isa/arithmetic.hpp"

namespace hip_emulator {
/// Adds an operation under each of the names "name|alias". Widths are in bytes: of the result, and
/// of the first and second operand (0: there is none).
void add_scalar(const char* names, int dw, int aw, int bw, u64 (*f)(scalar_arguments&),
                int flags = 0);
/// Each adds its operations to the table.
void add_scalar_compares();
void add_scalar_logic();
void add_scalar_integers();
void add_scalar_floats();
inline i32 si(u64 v) { return i32(u32(v)); }
inline float sf(u64 v) { return bits_as<float>(u32(v)); }
inline u64 fs(float f) { return bits_as<u32>(f); }
inline float sh(u64 v) { return h2f(u16(v)); }
}  // namespace hip_emulator
