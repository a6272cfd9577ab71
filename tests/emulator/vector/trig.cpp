// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "vector/math.hpp"

#include <vector>

namespace hip_emulator {
// 53 bits of 2/pi for the reduction of large angles
double trig_preop(double x, u32 k) {
  constexpr int words = 48;
  using fraction = std::vector<u32>;  // one word of integer part, then `words` of fraction
  static const std::vector<bool> bit = [] {
    auto div = [](fraction& a, u32 d) {
      u64 r = 0;
      bool nz = false;
      for (auto& w : a) {
        r = r << 32 | w;
        w = u32(r / d);
        r %= d;
        nz |= w != 0;
      }
      return nz;
    };
    auto add = [](fraction& a, const fraction& b, bool sub) {
      i64 c = 0;
      for (int i = words; i >= 0; --i) {
        c += sub ? i64(a[size_t(i)]) - b[size_t(i)] : i64(a[size_t(i)]) + b[size_t(i)];
        a[size_t(i)] = u32(c);
        c >>= 32;
      }
    };
    auto atan = [&](u32 mul, u32 q) {
      fraction sum(words + 1), t(words + 1);
      t[0] = mul;
      div(t, q);
      for (u32 n = 1;; n += 2) {
        fraction u = t;
        if (!div(u, n)) break;
        add(sum, u, n & 2);
        div(t, q);
        div(t, q);
      }
      return sum;
    };
    fraction pi = atan(16, 5), r(words + 1);
    add(pi, atan(4, 239), true);
    r[0] = 2;
    std::vector<bool> b;
    for (int i = 0; i < 1400; ++i) {
      u32 c = 0;
      for (int j = words; j >= 0; --j) {
        u32 n = r[size_t(j)] >> 31;
        r[size_t(j)] = r[size_t(j)] << 1 | c;
        c = n;
      }
      bool ge = r >= pi;
      if (ge) add(r, pi, true);
      b.push_back(ge);
    }
    return b;
  }();
  int e = expo(x), shift = int(k & 31) * 53 + (e > 1077 ? e - 1077 : 0),
      scale = -53 - shift + (e >= 1968 ? 128 : 0);
  u64 v = 0;
  for (int i = 0; i < 53; ++i) v = v << 1 | (shift + i < 1201 ? bit[size_t(shift + i)] : false);
  return std::ldexp(double(v), scale);
}
}  // namespace hip_emulator
