// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What processors have. Facts: what g++ 12 and clang 14 make of their `__atomic` builtins.

#include <diatomic/core/support.hpp>
#include <diatomic/host/platform.hpp>

namespace diatomic::backends::host {

inline constexpr architecture architectures[] = {
    {x86_64, "x86-64"},
    {aarch64, "aarch64"},
};

inline constexpr condition always{};
inline constexpr condition without_result{memory_space::unspecified, hint::none, true};

inline constexpr set_of<kind> any_integers{integers.bits | narrow_integers.bits};

inline constexpr rule table[] = {
    {reads_and_writes, word_kinds, {}, always, native_instruction},
    {reads_and_writes, narrow_kinds, {}, always, native_instruction},
    // cmpxchg16b, which every x86-64 processor of this century has, loads too, but it writes.
    {any_of(op::compare_exchange), wide_kinds, {x86_64, x86_64}, always, native_instruction},
    {any_of(op::load), wide_kinds, {x86_64, x86_64}, always, loop_in_instruction},
    // Load-exclusive loops of two words; a load stores back what it found. No rule for other
    // processors: they have no 16 bytes.
    {any_of(op::compare_exchange, op::load),
     wide_kinds,
     {aarch64, aarch64},
     always,
     loop_in_instruction},
    {any_of(op::store, op::exchange), wide_kinds, {x86_64, aarch64}, always, loop_of_cas},
    {sums, any_integers, {x86_64, x86_64}, always, native_instruction},
    {bitwise, any_integers, {x86_64, x86_64}, without_result, native_instruction},
    // x86 returns no old value from and, or, xor: the compiler writes the loop.
    {bitwise, any_integers, {x86_64, x86_64}, always, loop_in_instruction},
    // Armv8.0 has load-exclusive loops; the Armv8.1 instructions depend on -march.
    {sums, any_integers, {aarch64}, always, loop_in_instruction},
    {bitwise, any_integers, {aarch64}, always, loop_in_instruction},
};

}  // namespace diatomic::backends::host
