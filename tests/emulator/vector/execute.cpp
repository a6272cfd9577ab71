// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Vector instructions: operands with their modifiers, the operation on all lanes, and write-back.

#include "vector/table.hpp"

namespace hip_emulator {
namespace {
inline void fix32(const source_operand& s, element_type t, u32* x, int n) {
  if (s.sel < 4) {
    int sh = 8 * s.sel;
    for (int l = 0; l < n; ++l) x[l] = s.sext ? u32(i32(i8(x[l] >> sh))) : x[l] >> sh & 255;
  } else if (s.sel < 6) {
    int sh = 16 * (s.sel - 4);
    for (int l = 0; l < n; ++l) x[l] = s.sext ? u32(i32(i16(x[l] >> sh))) : x[l] >> sh & 0xffff;
  }
  u32 sign = t == type_f16 || t == type_b16 ? 0x8000u : 0x80000000u;
  switch (t) {
    case type_pkf16:
    case type_pkb16: {
      u32 x0 = s.neg ? 0x8000u : 0, x1 = s.neg_hi ? 0x80000000u : 0;
      for (int l = 0; l < n; ++l) {
        u32 v = x[l];
        x[l] = ((s.hi ? v >> 16 : v & 0xffff) | (s.selh ? v & 0xffff0000u : v << 16)) ^ x0 ^ x1;
      }
      return;
    }
    case type_mix:
      if (s.selh)
        for (int l = 0; l < n; ++l) x[l] = bits_as<u32>(h2f(u16(s.hi ? x[l] >> 16 : x[l])));
      break;
    default:
      if (s.hi)
        for (int l = 0; l < n; ++l) x[l] >>= 16;
  }
  if (s.abs)
    for (int l = 0; l < n; ++l) x[l] &= ~sign;
  if (s.neg)
    for (int l = 0; l < n; ++l) x[l] ^= sign;
}
inline void fix64(const source_operand& s, element_type t, u64* x, int n) {
  if (t == type_pkf32) {
    u64 m = (s.neg ? 0x80000000ull : 0) | (s.neg_hi ? 1ull << 63 : 0);
    for (int l = 0; l < n; ++l) {
      u64 v = x[l];
      x[l] = ((s.hi ? v >> 32 : v & 0xffffffff) | (s.selh ? v & ~0xffffffffull : v << 32)) ^ m;
    }
    return;
  }
  if (s.abs)
    for (int l = 0; l < n; ++l) x[l] &= ~0ull >> 1;
  if (s.neg)
    for (int l = 0; l < n; ++l) x[l] ^= 1ull << 63;
}
template <int WS>
inline const void* fetch(const wave_state& w, const source_operand& s, element_type t, u64* buf,
                         const lane_shuffle* dpp, u64 ex) {
  const bool wide = t == type_b64 || t == type_f64 || t == type_pkf32;
  const int reg = s.reg;
  if (wide) {
    if (s.kind == operand_vector) {
      const u32 *lo = w.v + reg * WS, *hi = lo + WS;
      if (!dpp)
        for (int l = 0; l < WS; ++l) buf[l] = lo[l] | u64(hi[l]) << 32;
      else
        for (int l = 0; l < WS; ++l) {
          int f = dpp->from[l];
          buf[l] = f >= 0 && (dpp->fi || (ex >> f & 1)) ? lo[f] | u64(hi[f]) << 32 : 0;
        }
    } else {
      u64 x = sread(w, s, true);
      for (int l = 0; l < WS; ++l) buf[l] = x;
    }
    if (!s.plain) fix64(s, t, buf, WS);
    return buf;
  }
  u32* b = (u32*)buf;
  if (s.kind == operand_vector) {
    const u32* p = w.v + reg * WS;
    if (s.plain && !dpp) return p;
    if (!dpp)
      memcpy(b, p, 4 * WS);
    else
      for (int l = 0; l < WS; ++l) {
        int f = dpp->from[l];
        b[l] = f >= 0 && (dpp->fi || (ex >> f & 1)) ? p[f] : 0;
      }
  } else {
    u32 x = u32(sread(w, s, false));
    for (int l = 0; l < WS; ++l) b[l] = x;
  }
  if (!s.plain) fix32(s, t, b, WS);
  return b;
}
template <int WS>
inline void commit32(u32* d, const u32* s, u64 m) {
  if (m == (WS == 64 ? ~0ull : 0xffffffffull)) {
    memcpy(d, s, 4 * WS);
    return;
  }
  const __m256i bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  for (int i = 0; i < WS; i += 8) {
    __m256i k =
        _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(int(m >> i & 255)), bit), bit);
    _mm256_maskstore_epi32((int*)d + i, k, _mm256_load_si256((const __m256i*)(s + i)));
  }
}
template <int WS>
inline u64 pack(const u32* x) {
  u64 m = 0;
  for (int i = 0; i < WS; i += 8)
    m |= u64(u32(_mm256_movemask_ps(_mm256_castsi256_ps(
             _mm256_slli_epi32(_mm256_load_si256((const __m256i*)(x + i)), 31)))))
         << i;
  return m;
}
template <class F>
F clamp01(F x) {
  return x != x ? F(0) : x < 0 ? F(0) : x > 1 ? F(1) : x;
}
void postfloat(const instruction& o, element_type t, void* d, int n) {
  if (t == type_f32 || t == type_mix) {
    float *f = (float*)d, k = o.omod == 1 ? 2.f : o.omod == 2 ? 4.f : o.omod == 3 ? .5f : 1.f;
    for (int l = 0; l < n; ++l) {
      f[l] *= k;
      if (o.clamp) f[l] = clamp01(f[l]);
    }
  } else if (t == type_f64) {
    double *f = (double*)d, k = o.omod == 1 ? 2. : o.omod == 2 ? 4. : o.omod == 3 ? .5 : 1.;
    for (int l = 0; l < n; ++l) {
      f[l] *= k;
      if (o.clamp) f[l] = clamp01(f[l]);
    }
  } else if (t == type_f16) {
    u32* f = (u32*)d;
    float k = o.omod == 1 ? 2.f : o.omod == 2 ? 4.f : o.omod == 3 ? .5f : 1.f;
    for (int l = 0; l < n; ++l) {
      float x = h2f(u16(f[l])) * k;
      f[l] = f2h(o.clamp ? clamp01(x) : x);
    }
  } else if (t == type_pkf16) {
    u32* f = (u32*)d;
    for (int l = 0; l < n; ++l)
      f[l] = f2h(clamp01(h2f(u16(f[l])))) | u32(f2h(clamp01(h2f(u16(f[l] >> 16))))) << 16;
  } else if (t == type_pkf32) {
    float* f = (float*)d;
    for (int l = 0; l < 2 * n; ++l) f[l] = clamp01(f[l]);
  }
}
template <int WS>
inline void mask_out(wave_state& w, int r, u64 m) {
  w.s[r] = u32(m);
  if (WS == 64) w.s[r + 1] = u32(m >> 32);
}

struct vector_result {
  alignas(32) u64 d[64];
  u64 wm, cout;
};
template <int WS>
inline void compute(wave_state& w, const instruction& o, u64 ex, vector_result& out) {
  alignas(32) u64 a[64], b[64], c[64];
  const vector_operation& vi = *o.vi;
  vector_arguments k;
  k.d = out.d;
  k.n = WS;
  k.cin = 0;
  k.cout = 0;
  k.b = k.c = nullptr;
  out.wm = ex;
  const lane_shuffle* dp = o.dpp.get();
  if (dp) {
    u64 m = dp->rows;
    if (!dp->bound)
      for (int l = 0; l < WS; ++l) {
        int f = dp->from[l];
        if (f < 0 || !(dp->fi || (ex >> f & 1))) m &= ~(1ull << l);
      }
    out.wm &= m;
  }
  k.a = fetch<WS>(w, o.s[0], vi.st[0], a, dp, ex);
  if (o.nsrc > 1) k.b = fetch<WS>(w, o.s[1], vi.st[1], b, nullptr, ex);
  if (o.nsrc > 2) k.c = fetch<WS>(w, o.s[2], vi.st[2], c, nullptr, ex);
  if (vi.flags & vector_cin)
    k.cin = WS == 64 ? w.s64(o.cin) : w.s[o.cin];
  else if (vi.flags & vector_imm)
    k.cin = o.lit;
  if (__builtin_expect((vi.flags & vector_f32) && (w.mode >> 4 & 3) != 3, 0)) {
    _mm_setcsr(w.mxcsr0 | 0x8040);
    vi.k(k);
    _mm_setcsr(w.mxcsr0);
  } else
    vi.k(k);
  if (o.clamp || o.omod) postfloat(o, vi.d, out.d, WS);
  out.cout = k.cout;
}
template <int WS>
inline void commit(wave_state& w, const instruction& o, u64 ex, vector_result& out) {
  const vector_operation& vi = *o.vi;
  const u64 m = out.wm;
  if (vi.flags & vector_cmp) {
    u64 r = pack<WS>((const u32*)out.d) & m;
    if (o.sdst >= 0) mask_out<WS>(w, o.sdst, r);
    if (vi.flags & vector_cmpx) mask_out<WS>(w, reg_exec, r);
    return;
  }
  if (vi.flags & vector_cout && o.sdst >= 0) mask_out<WS>(w, o.sdst, out.cout & ex);
  if (o.vdst < 0) return;
  u32* d = w.v + o.vdst * WS;
  switch (vi.d) {
    case type_b64:
    case type_f64:
    case type_pkf32: {
      alignas(32) u32 lo[64], hi[64];
      for (int l = 0; l < WS; ++l) {
        lo[l] = u32(out.d[l]);
        hi[l] = u32(out.d[l] >> 32);
      }
      commit32<WS>(d, lo, m);
      commit32<WS>(d + WS, hi, m);
      return;
    }
    case type_b16:
    case type_f16: {
      u32* x = (u32*)out.d;
      if (o.dst_hi)
        for (int l = 0; l < WS; ++l) x[l] = (d[l] & 0xffff) | x[l] << 16;
      else if (o.keep_hi)
        for (int l = 0; l < WS; ++l) x[l] = (d[l] & 0xffff0000u) | (x[l] & 0xffff);
      else
        for (int l = 0; l < WS; ++l) x[l] &= 0xffff;
      [[fallthrough]];
    }
    default: {
      u32* x = (u32*)out.d;
      if (o.dsel < 6) {
        int sh = o.dsel < 4 ? 8 * o.dsel : 16 * (o.dsel - 4);
        u32 mk = (o.dsel < 4 ? 0xffu : 0xffffu) << sh;
        for (int l = 0; l < WS; ++l) {
          u32 v = x[l] << sh & mk;
          if (o.dunused == 2)
            v |= d[l] & ~mk;
          else if (o.dunused == 1)
            v = u32(o.dsel < 4 ? i32(i8(x[l])) : i32(i16(x[l]))) << sh;
          x[l] = v;
        }
      }
      commit32<WS>(d, x, m);
    }
  }
}
template <int WS>
void valu_t(wave_state& w, const instruction& o, u64 ex) {
  vector_result out;
  compute<WS>(w, o, ex, out);
  commit<WS>(w, o, ex, out);
}
template <int WS>
void vopd_t(wave_state& w, const instruction& o, u64 ex) {
  vector_result x, y;
  compute<WS>(w, o, ex, x);
  compute<WS>(w, *o.second, ex, y);
  commit<WS>(w, o, ex, x);
  commit<WS>(w, *o.second, ex, y);
}
}  // namespace

operation_table& vector_operations() {
  static operation_table t;
  return t;
}
const vector_operation* find_valu(const std::string& n) {
  static bool done = false;
  if (!done) {
    done = true;
    add_moves_and_bits();
    add_vector_integers();
    add_vector_floats();
    add_vector_conversions();
    add_vector_compares();
  }
  auto i = vector_operations().find(n);
  return i == vector_operations().end() ? nullptr : &i->second;
}
void valu(wave_state& w, const instruction& o, int ws, u64 ex) {
  if (ws == 64)
    valu_t<64>(w, o, ex);
  else
    valu_t<32>(w, o, ex);
}
void vopd(wave_state& w, const instruction& o, int ws, u64 ex) {
  if (ws == 64)
    vopd_t<64>(w, o, ex);
  else
    vopd_t<32>(w, o, ex);
}
void vscalar(wave_state& w, const instruction& o) {
  alignas(32) u64 a[64];
  vector_result out;
  vector_arguments k;
  k.d = out.d;
  k.n = 32;
  k.b = k.c = nullptr;
  k.cin = 0;
  k.a = fetch<32>(w, o.s[0], o.vi->st[0], a, nullptr, 1);
  o.vi->k(k);
  if (o.clamp || o.omod) postfloat(o, o.vi->d, out.d, 1);
  if (o.sdst >= 0) w.s[o.sdst] = u32(out.d[0]);
}
}  // namespace hip_emulator
