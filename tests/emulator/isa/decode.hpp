// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// The parts of the decoder. Each returns false for an instruction without an implementation.
#pragma once

#include "isa/text.hpp"

namespace hip_emulator {
bool vector_op(const instruction_text& t, instruction& o, chip_family family, int ws);
bool scalar_op(const instruction_text& t, instruction& o, u32 raw);
/// Branches, barriers, waits, cache control, moves between lanes.
bool control(const instruction_text& t, instruction& o, u32 raw, const u8* b, chip_family family);
bool vmem(const instruction_text& t, instruction& o);
bool ds(const instruction_text& t, instruction& o, u32 raw);
bool smem(const instruction_text& t, instruction& o);
/// Which caches an access goes past.
u8 policy(const instruction_text& t, chip_family family, const std::string& arch);
}  // namespace hip_emulator
