// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// The table of scalar operations by name.
#pragma once

#include <type_traits>

#include "isa/arithmetic.hpp"

namespace hip_emulator {
/// Adds an operation under each of the names "name|alias". Widths are in bytes: of the result, and
/// of the first and second operand (0: there is none).
void add_scalar(const std::string& names, int dw, int aw, int bw, u64 (*f)(scalar_arguments&),
                int flags = 0);
/// Each adds its operations to the table.
void add_scalar_compares();
void add_scalar_logic();
void add_scalar_integers();
void add_scalar_floats();

/// The 16-bit float in the lower half of a register; a float to compute with.
struct scalar_half {};

template <class T>
auto operand(u64 bits) {
  if constexpr (std::is_same_v<T, scalar_half>)
    return h2f(u16(bits));
  else if constexpr (std::is_same_v<T, float>)
    return bits_as<float>(u32(bits));
  else
    return T(bits);
}
template <class T, class V>
u64 result_bits(V v) {
  if constexpr (std::is_same_v<T, scalar_half>)
    return f2h(v);
  else if constexpr (std::is_same_v<T, float>)
    return bits_as<u32>(v);
  else
    return std::make_unsigned_t<T>(v);
}
template <class T>
constexpr int scalar_width = sizeof(T) == 8 ? 8 : 4;

/// Adds `f`, without captures, of operands of the types A and B and with a result of the type R.
/// With `scc` SCC becomes whether the result is not 0.
template <class R, class A, class B, bool Scc, class F>
void scalar_binary(const std::string& names, F) {
  add_scalar(names, scalar_width<R>, scalar_width<A>, scalar_width<B>, [](scalar_arguments& x) {
    const u64 r = result_bits<R>(F()(operand<A>(x.a), operand<B>(x.b)));
    if (Scc) x.scc = r != 0;
    return r;
  });
}
template <class R, class A, bool Scc, class F>
void scalar_unary(const std::string& names, F) {
  add_scalar(names, scalar_width<R>, scalar_width<A>, 0, [](scalar_arguments& x) {
    const u64 r = result_bits<R>(F()(operand<A>(x.a)));
    if (Scc) x.scc = r != 0;
    return r;
  });
}
constexpr bool sets_scc = true, keeps_scc = false;
/// Adds a comparison of two Ts, which sets SCC.
template <class T, class F>
void scalar_compare(const std::string& names, F, int flags = scalar_no_result) {
  add_scalar(
      names, 0, scalar_width<T>, scalar_width<T>,
      [](scalar_arguments& x) -> u64 {
        x.scc = F()(operand<T>(x.a), operand<T>(x.b));
        return 0;
      },
      flags);
}
}  // namespace hip_emulator
