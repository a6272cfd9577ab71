// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The native operations of NVIDIA chips, by compute capability (75 is sm_75). Sources: PTX ISA
/// 9.0, `atom` and `red`, and 9.4 for `.noftz.f32`; the SASS that ptxas 13.0 generates for each
/// form, 12.9 for sm_70, and 13.4 and 13.5 for `.noftz.f32`.

#include <diatomic/core/support.hpp>

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

using namespace tables;

inline constexpr architecture architectures[] = {
    {70, "sm_70"},   {75, "sm_75"},   {80, "sm_80"},   {86, "sm_86"},
    {89, "sm_89"},   {90, "sm_90"},   {100, "sm_100"}, {103, "sm_103"},
    {107, "sm_107"}, {110, "sm_110"}, {120, "sm_120"}, {121, "sm_121"},
};

inline constexpr condition global{memory_space::global};
inline constexpr condition shared{memory_space::shared};
inline constexpr condition anywhere{};
inline constexpr condition global_array{memory_space::global, hint::in_array};
inline constexpr condition global_keeping{memory_space::global, hint::keep_denormals};
/// PTX ISA 9.4, which CUDA 13.4 brought, has `.noftz.f32`.
inline constexpr condition global_keeping_by_13_4{memory_space::global, hint::keep_denormals, false,
                                                  memory_scope::system, 1304};

/// PTX ISA 8.1, which CUDA 12.1 brought, has sums of float vectors. PTX ISA 8.3, which CUDA 12.3
/// brought, has 16-byte words; before 12.4 none at system scope.
inline constexpr condition global_by_12_1{memory_space::global, hint::none, false,
                                          memory_scope::system, 1201};
inline constexpr condition by_12_4{memory_space::unspecified, hint::none, false,
                                   memory_scope::system, 1204};

inline constexpr rule table[] = {
    {reads_and_writes, word_kinds, {70}, anywhere, native_instruction},
    {any_of(op::load, op::store), narrow_kinds, {70}, anywhere, native_instruction},
    {any_of(op::load, op::store), wide_kinds, {70}, by_12_4, native_instruction},
    {reads_and_writes, wide_kinds, {90}, by_12_4, native_instruction},
    {bitwise, narrow_integers, {70}, anywhere, native_on_word},
    {arithmetic, integers32, {70}, anywhere, native_instruction},
    {arithmetic, integers64, {70}, global, native_instruction},
    {counts, any_of(kind::u32), {70}, anywhere, native_instruction},
    {sums,
     any_of(kind::f32, kind::f32x2, kind::f32x4),
     {90},
     global_keeping_by_13_4,
     native_instruction},
    {sums, any_of(kind::f32), {70}, global_keeping, loop_of_cas},
    {sums, any_of(kind::f32x2, kind::f32x4), {70}, global_keeping, loop_by_element},
    {sums, floats, {70}, global, native_instruction},
    {sums, any_of(kind::f16x2), {70}, global, native_instruction},
    {sums, any_of(kind::bf16x2), {90}, global, native_instruction},
    {sums, any_of(kind::f16), {70}, global_array, native_in_pair},
    {sums, any_of(kind::bf16), {90}, global_array, native_in_pair},
    // ptxas adds a single 16-bit float in a CAS loop on its word, shorter than C++ can express.
    {sums, any_of(kind::f16), {70}, anywhere, loop_in_instruction},
    {sums, any_of(kind::bf16), {90}, anywhere, loop_in_instruction},
    {sums,
     any_of(kind::f32x2, kind::f32x4, kind::f16x4, kind::bf16x4),
     {90},
     global_by_12_1,
     native_instruction},
    {extrema, any_of(kind::f32), {70}, anywhere, native_by_sign_bit},
    {extrema, any_of(kind::f64), {70}, global, native_by_sign_bit},
    // The instruction for the shared memory of a cluster's blocks, the block's own included.
    {sums, integers64, {90}, shared, native_instruction},
    // Shared memory has no other 64-bit integer unit and no float unit: ptxas emits a CAS loop.
    {arithmetic, integers64, {70}, shared, loop_in_instruction},
    {sums, floats, {70}, shared, loop_in_instruction},
    {extrema, any_of(kind::f64), {70}, shared, {support::loop, method::sign_bit}},
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda
