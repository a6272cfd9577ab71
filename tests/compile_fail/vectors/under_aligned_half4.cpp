// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: define_the_type_with_alignas_of_its_size

#include <diatomic/diatomic.hpp>

using half = diatomic::detail::float16<diatomic::kind::f16>;
#if defined(MUST_NOT_COMPILE)
struct four_halves {
  half x, y, z, w;
};
#else
struct alignas(8) four_halves {
  half x, y, z, w;
};
#endif
template <>
inline constexpr diatomic::kind diatomic::number_kind_v<four_halves> = diatomic::kind::f16x4;

void call(four_halves* p, four_halves v) { diatomic::store_add(p, v); }
