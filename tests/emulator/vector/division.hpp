// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// The steps of a division.
#pragma once

#include "vector/math.hpp"

namespace hip_emulator {
template <class F>
F div_scale(F s0, F den, F num, bool& vcc) {
  constexpr bool d = sizeof(F) == 8;
  constexpr int big = d ? 768 : 96, step = d ? 128 : 64, tiny = d ? 53 : 23,
                emin = d ? -1022 : -126;
  F r = s0;
  vcc = false;
  auto sc = [&](int n) { return F(std::ldexp(s0, n)); };
  if (num == 0 || den == 0) return std::numeric_limits<F>::quiet_NaN();
  if (num != num || den != den) return s0;
  auto small = [&](long double q) {
    q = fabsl(q);
    return q != 0 && q < ldexpl(1, emin);
  };
  bool inv = small(1.0L / den), quo = small((long double)num / den);
  if (expo(num) - expo(den) >= big) {
    vcc = true;
    if (s0 == den) r = sc(step);
  } else if (denorm(den))
    r = sc(step);
  else if (inv && quo) {
    vcc = true;
    if (s0 == den) r = sc(-step);
  } else if (inv)
    r = sc(-step);
  else if (quo) {
    vcc = true;
    if (s0 == num) r = sc(step);
  } else if (expo(num) <= tiny)
    r = sc(step);
  return r;
}
template <class F>
F div_fmas(F a, F b, F c, bool vcc) {
  if (!vcc) return std::fma(a, b, c);
  __float128 x = (__float128)a * b + c;
  constexpr bool d = sizeof(F) == 8;
  __float128 k = d ? (__float128)0x1p128 : (__float128)0x1p64;
  return expo(c) > (d ? 1023 : 127) ? F(x * k) : F(x / k);
}
template <class F>
F div_fixup(F q, F den, F num) {
  bool neg = std::signbit(den) != std::signbit(num);
  F inf = std::numeric_limits<F>::infinity();
  constexpr bool d = sizeof(F) == 8;
  auto sg = [&](F x) { return neg ? -x : x; };
  if (num != num) return quiet(num);
  if (den != den) return quiet(den);
  if ((den == 0 && num == 0) || (std::isinf(den) && std::isinf(num)))
    return -std::numeric_limits<F>::quiet_NaN();
  if (den == 0 || std::isinf(num)) return sg(inf);
  if (std::isinf(den) || num == 0) return sg(F(0));
  if (expo(num) - expo(den) < (d ? -1075 : -150)) return sg(F(0));
  if (q != q) return sg(inf);  // the iteration overflowed
  return sg(std::fabs(q));
}
}  // namespace hip_emulator
