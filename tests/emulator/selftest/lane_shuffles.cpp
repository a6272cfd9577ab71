// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lane permutations: DPP (in place, with masks and inactive lanes), DPP8, permlane, readlane /
// writelane, swizzle.

#include "check.hpp"
#if defined(__GFX9__)
#define NEW_ONLY(x)
#define OLD_ONLY(x) x
#else
#define NEW_ONLY(x) x
#define OLD_ONLY(x)
#endif
__global__ void k(int* o, float* f) {
  int t = int(threadIdx.x), x = t * 3 + 1;
  int n = 0;
  auto out = [&](int v) { o[64 * n++ + t] = v; };
  x += __builtin_amdgcn_update_dpp(0, x, 0x111, 0xf, 0xf, false);
  x += __builtin_amdgcn_update_dpp(0, x, 0x112, 0xf, 0xf, false);
  out(x);  // scan steps, in place
  out(__builtin_amdgcn_update_dpp(-5, x, 0x11f, 0x5, 0x3, false));
  out(__builtin_amdgcn_update_dpp(-5, x, 0x104, 0xf, 0xf, true));
  out(__builtin_amdgcn_update_dpp(-5, x, 0x1b, 0xf, 0xe, false));
  out(__builtin_amdgcn_update_dpp(-5, x, 0x128, 0xf, 0xf, false));
  out(__builtin_amdgcn_update_dpp(-5, x, 0x140, 0xf, 0xf, false));
  out(__builtin_amdgcn_update_dpp(-5, x, 0x141, 0xf, 0xf, false));
  int y = -9;
  if (t & 1) y = __builtin_amdgcn_update_dpp(-7, x, 0x111, 0xf, 0xf, false);
  out(y);
  y = -9;
  if (t & 1) y = __builtin_amdgcn_update_dpp(-7, x, 0x112, 0xf, 0xf, true);
  out(y);
  out(__builtin_amdgcn_readlane(x, 7) + __builtin_amdgcn_readfirstlane(x));
  out(__builtin_amdgcn_ds_swizzle(x, 0x041f));
  out(__builtin_amdgcn_ds_bpermute((t ^ 9) * 4, x));
  out(__builtin_amdgcn_ds_permute((t ^ 9) * 4, x));
  OLD_ONLY(out(__builtin_amdgcn_update_dpp(-5, x, 0x138, 0xf, 0xf, false));
           out(__builtin_amdgcn_update_dpp(-5, x, 0x142, 0xa, 0xf, false));
           out(__builtin_amdgcn_update_dpp(-5, x, 0x143, 0xc, 0xf, false));)
  NEW_ONLY(out(__builtin_amdgcn_mov_dpp8(x, 07654321 | 0));
           x = __builtin_amdgcn_permlane16(x, x, 0x76543210, 0x01234567, false, false); out(x);
           x = __builtin_amdgcn_permlanex16(x, x, 0x76543210, 0xfedcba98, false, false); out(x);
           out(__builtin_amdgcn_update_dpp(-5, x, 0x153, 0xf, 0xf, false));
           out(__builtin_amdgcn_update_dpp(-5, x, 0x163, 0xf, 0xf, false));)
  float z = float(t);
  z = fmaf(-__builtin_bit_cast(float, __builtin_amdgcn_update_dpp(0, __builtin_bit_cast(int, z),
                                                                  0xb1, 0xf, 0xf, true)),
           2.f, z);
  f[t] = fabsf(z);
}
static int W;
static std::vector<int> dpp(const std::vector<int>& x, int old, int c, int rm, int bm, bool bc,
                            uint64_t ex = ~0ull, int inactive = 0) {
  std::vector<int> r(64);
  for (int l = 0; l < 64; ++l) {
    int b = l / W * W, q = l % W, i = q & 15, row = q & ~15, s = -1, k = c & 15;
    if (c < 0x100)
      s = (q & ~3) | (c >> (2 * (q & 3)) & 3);
    else if (c < 0x110)
      s = i + k < 16 ? q + k : -1;
    else if (c < 0x120)
      s = i >= k ? q - k : -1;
    else if (c < 0x130)
      s = row | ((i - k) & 15);
    else if (c == 0x138)
      s = q - 1;
    else if (c == 0x140)
      s = row | (15 - i);
    else if (c == 0x141)
      s = (q & ~7) | (7 - (q & 7));
    else if (c == 0x142)
      s = row - 1;
    else if (c == 0x143)
      s = q >= 32 ? 31 : -1;
    else if (c < 0x160)
      s = row | k;
    else
      s = row | (i ^ k);
    bool on = (rm >> (q / 16) & 1) && (bm >> (i / 4) & 1), v = s >= 0 && (ex >> (b + s) & 1);
    r[l] = !(ex >> l & 1) ? inactive : !on ? old : v ? x[b + s] : bc ? 0 : old;
  }
  return r;
}
int main() {
  hipDeviceProp_t p;
  HIP(hipGetDeviceProperties(&p, 0));
  W = p.warpSize;
  buffer<int> o(64 * 24);
  buffer<float> f(64);
  k<<<1, 64>>>(o.d, f.d);
  HIP(hipDeviceSynchronize());
  o.get();
  f.get();
  int n = 0;
  std::vector<int> x(64), t(64);
  auto chk = [&](const std::vector<int>& w) {
    for (int l = 0; l < 64; ++l)
      if (o.h[64 * n + l] != w[l]) {
        if (++g_bad < 12)
          printf("FAIL case %d lane %d: %d, expected %d\n", n, l, o.h[64 * n + l], w[l]);
        break;
      }
    ++n;
  };
  auto map = [&](auto fn) {
    std::vector<int> r(64);
    for (int l = 0; l < 64; ++l) r[l] = fn(l, l / W * W, l % W);
    return r;
  };
  for (int l = 0; l < 64; ++l) x[l] = 3 * l + 1;
  for (int c : {0x111, 0x112}) {
    t = dpp(x, 0, c, 15, 15, false);
    for (int l = 0; l < 64; ++l) x[l] += t[l];
  }
  chk(x);
  chk(dpp(x, -5, 0x11f, 5, 3, false));
  chk(dpp(x, -5, 0x104, 15, 15, true));
  chk(dpp(x, -5, 0x1b, 15, 14, false));
  chk(dpp(x, -5, 0x128, 15, 15, false));
  chk(dpp(x, -5, 0x140, 15, 15, false));
  chk(dpp(x, -5, 0x141, 15, 15, false));
  uint64_t odd = 0xaaaaaaaaaaaaaaaaull;
  chk(dpp(x, -7, 0x111, 15, 15, false, odd, -9));
  chk(dpp(x, -7, 0x112, 15, 15, true, odd, -9));
  chk(map([&](int, int b, int) { return x[b + 7] + x[b]; }));
  chk(map([&](int, int b, int q) { return x[b + ((q & ~31) | ((q & 31) ^ 1))]; }));
  chk(map([&](int, int b, int q) { return x[b + (q ^ 9)]; }));
  chk(map([&](int, int b, int q) { return x[b + (q ^ 9)]; }));
  if (W == 64) {
    chk(dpp(x, -5, 0x138, 15, 15, false));
    chk(dpp(x, -5, 0x142, 10, 15, false));
    chk(dpp(x, -5, 0x143, 12, 15, false));
  } else {
    chk(map(
        [&](int, int b, int q) { return x[b + ((q & ~7) | (07654321 >> (3 * (q & 7)) & 7))]; }));
    unsigned long long s1 = 0x0123456776543210ull, s2 = 0xfedcba9876543210ull;
    x = map([&](int, int b, int q) { return x[b + ((q & ~15) | int(s1 >> (4 * (q & 15)) & 15))]; });
    chk(x);
    x = map([&](int, int b, int q) {
      return x[b + (((q & ~15) ^ 16) | int(s2 >> (4 * (q & 15)) & 15))];
    });
    chk(x);
    chk(dpp(x, -5, 0x153, 15, 15, false));
    chk(dpp(x, -5, 0x163, 15, 15, false));
  }
  for (int l = 0; l < 64; ++l) CHECK_EQ(f.h[l], fabsf(float(l) - 2.f * float(l ^ 1)));
  return done("lane_shuffles");
}
