// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The native operations of CPUs. Source: the code that g++ 12 and clang 14 generate for their
/// `__atomic` builtins.

#include <diatomic/core/support.hpp>
#include <diatomic/host/platform.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

using namespace tables;

inline constexpr architecture architectures[] = {
    {x86_64, "x86-64"},
    {aarch64, "aarch64"},
    {aarch64_lse, "aarch64-lse"},
};

inline constexpr condition always{};
inline constexpr condition without_result{memory_space::unspecified, hint::none, true};

inline constexpr set_of<kind> any_integers{integers.bits | narrow_integers.bits};
inline constexpr set_of<kind> up_to_8_bytes{word_kinds.bits | narrow_kinds.bits};

inline constexpr auto loads_and_stores = any_of(op::load, op::store);
inline constexpr auto exchanges = any_of(op::exchange, op::compare_exchange);

inline constexpr rule table[] = {
    {loads_and_stores, up_to_8_bytes, {}, always, native_instruction},
    {exchanges, up_to_8_bytes, {x86_64, x86_64}, always, native_instruction},
    {exchanges, up_to_8_bytes, {aarch64_lse, aarch64_lse}, always, native_instruction},
    // Armv8.0 has only load-exclusive loops. Other processors are unknown.
    {exchanges, up_to_8_bytes, {}, always, loop_in_instruction},
    // cmpxchg16b, which every x86-64 processor of this century has, and Armv8.1's casp also load,
    // but they write. Armv8.0's loop stores back the loaded value. No rule for other processors,
    // which do not support 16-byte objects.
    {any_of(op::compare_exchange), wide_kinds, {x86_64, x86_64}, always, native_instruction},
    {any_of(op::compare_exchange),
     wide_kinds,
     {aarch64_lse, aarch64_lse},
     always,
     native_instruction},
    {any_of(op::load, op::compare_exchange),
     wide_kinds,
     {x86_64, aarch64_lse},
     always,
     loop_in_instruction},
    {any_of(op::store, op::exchange), wide_kinds, {x86_64, aarch64_lse}, always, loop_of_cas},
    {sums, any_integers, {x86_64, x86_64}, always, native_instruction},
    {bitwise, any_integers, {x86_64, x86_64}, without_result, native_instruction},
    // x86's and, or and xor return no old value, so the compiler emits a CAS loop.
    {bitwise, any_integers, {x86_64, x86_64}, always, loop_in_instruction},
    {sums, any_integers, {aarch64_lse, aarch64_lse}, always, native_instruction},
    {bitwise, any_integers, {aarch64_lse, aarch64_lse}, always, native_instruction},
    {sums, any_integers, {aarch64}, always, loop_in_instruction},
    {bitwise, any_integers, {aarch64}, always, loop_in_instruction},
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
