// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The native operations of AMD chips, by gfx number read as hexadecimal (0x90a is gfx90a).
/// Sources: LLVM's AMDGPU user guide; the code that clang 19 to 23 generate; AMD's table of atomics
/// on fine-grained memory (ROCm documentation, "GPU atomics operation").

#include <diatomic/core/support.hpp>

namespace diatomic::backends::hip {
inline namespace DIATOMIC_VERSION_NS {

using namespace tables;

inline constexpr architecture architectures[] = {
    {0x906, "gfx906"},   {0x908, "gfx908"},   {0x90a, "gfx90a"},   {0x942, "gfx942"},
    {0x950, "gfx950"},   {0x1030, "gfx1030"}, {0x1100, "gfx1100"}, {0x1151, "gfx1151"},
    {0x1201, "gfx1201"}, {0x1250, "gfx1250"},
};

inline constexpr architecture_range gfx908{0x908, 0x908};
inline constexpr architecture_range gfx90a{0x90a, 0x90a};
inline constexpr architecture_range gfx940{0x940, 0x9ff};  // gfx942 and gfx950
inline constexpr architecture_range gfx11{0x1100, 0x11ff};
inline constexpr architecture_range gfx12{0x1200, 0x12ff};
inline constexpr architecture_range gfx1250{0x1250, 0x12ff};

inline constexpr condition anywhere{};
inline constexpr condition in_lds{memory_space::shared};
inline constexpr condition in_global_memory{memory_space::global};
inline constexpr condition for_this_device{memory_space::global, hint::none, false,
                                           memory_scope::device};
inline constexpr condition coarse{memory_space::global, hint::coarse_grained};
inline constexpr condition coarse_flushing{memory_space::global,
                                           hint::coarse_grained | hint::ignore_denormals};
inline constexpr condition coarse_flushing_blind{
    memory_space::global, hint::coarse_grained | hint::ignore_denormals, true};

inline constexpr condition coarse_array{memory_space::global,
                                        hint::coarse_grained | hint::in_array};
inline constexpr condition device_array{memory_space::global, hint::in_array, false,
                                        memory_scope::device};
inline constexpr condition lds_array{memory_space::shared, hint::in_array};

/// Both kinds of 16-bit float pairs. gfx90a adds only f16x2.
inline constexpr auto pairs = any_of(kind::f16x2, kind::bf16x2);
inline constexpr auto float16s = any_of(kind::f16, kind::bf16);

inline constexpr rule table[] = {
    // No chip has atomic 16-byte accesses.
    {reads_and_writes, word_kinds, {}, anywhere, native_instruction},
    {any_of(op::load, op::store), narrow_kinds, {}, anywhere, native_instruction},

    {arithmetic, integers, {}, in_lds, native_instruction},
    {bitwise, narrow_integers, {}, in_lds, native_on_word},
    {counts, unsigned_integers, {}, in_lds, native_instruction},
    {extrema, floats, {}, in_lds, native_by_sign_bit},
    {sums, any_of(kind::f32), {}, in_lds, native_instruction},
    {sums, any_of(kind::f64), gfx90a, in_lds, native_instruction},
    {sums, any_of(kind::f64), gfx940, in_lds, native_instruction},
    {sums, any_of(kind::f64), gfx1250, in_lds, native_instruction},

    {sums, pairs, gfx940, in_lds, native_instruction},
    {sums, pairs, gfx12, in_lds, native_instruction},
    {sums, float16s, gfx940, lds_array, native_in_pair},
    {sums, float16s, gfx12, lds_array, native_in_pair},

    // PCIe has fetch-and-add, swap and compare-and-swap. On off-device memory chips drop any other
    // operation at system scope (gfx906-gfx90a, gfx10, gfx11), or the operation is not atomic with
    // the host's.
    {sums, integers, {}, in_global_memory, native_instruction},
    {arithmetic, integers, {}, for_this_device, native_instruction},
    {arithmetic, integers, {}, coarse, native_instruction},
    {bitwise, narrow_integers, {}, for_this_device, native_on_word},
    {bitwise, narrow_integers, {}, coarse, native_on_word},
    {counts, unsigned_integers, {}, for_this_device, native_instruction},
    {counts, unsigned_integers, {}, coarse, native_instruction},
    {extrema, floats, {}, for_this_device, native_by_sign_bit},
    {extrema, floats, {}, coarse, native_by_sign_bit},

    {sums, any_of(kind::f32), gfx908, coarse_flushing_blind, native_instruction},
    {sums, any_of(kind::f32), gfx90a, coarse_flushing, native_instruction},
    {sums, any_of(kind::f32), gfx940, for_this_device, native_instruction},
    {sums, any_of(kind::f32), gfx940, coarse, native_instruction},
    {sums, any_of(kind::f32), gfx11, coarse, native_instruction},
    {sums, any_of(kind::f32), gfx12, for_this_device, native_instruction},
    {sums, any_of(kind::f32), gfx12, coarse, native_instruction},
    {sums, any_of(kind::f64), gfx90a, coarse, native_instruction},
    {sums, any_of(kind::f64), gfx940, for_this_device, native_instruction},
    {sums, any_of(kind::f64), gfx940, coarse, native_instruction},
    {sums, any_of(kind::f64), gfx1250, for_this_device, native_instruction},
    {sums, any_of(kind::f64), gfx1250, coarse, native_instruction},
    {sums, any_of(kind::f16x2), gfx90a, coarse, native_instruction},
    {sums, pairs, gfx940, for_this_device, native_instruction},
    {sums, pairs, gfx940, coarse, native_instruction},
    {sums, pairs, gfx12, for_this_device, native_instruction},
    {sums, pairs, gfx12, coarse, native_instruction},
    {sums, any_of(kind::f16), gfx90a, coarse_array, native_in_pair},
    {sums, float16s, gfx940, device_array, native_in_pair},
    {sums, float16s, gfx940, coarse_array, native_in_pair},
    {sums, float16s, gfx12, device_array, native_in_pair},
    {sums, float16s, gfx12, coarse_array, native_in_pair},
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::hip
