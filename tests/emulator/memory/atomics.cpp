// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memory/atomics.hpp"

#include "memory/fine_grained.hpp"

namespace hip_emulator {
namespace {
template <class T, class F>
inline T rmw(void* p, F f) {
  T o = __atomic_load_n((T*)p, __ATOMIC_SEQ_CST);
  for (;;) {
    T n = f(o);
    if (__atomic_compare_exchange_n((T*)p, &o, n, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      return o;
  }
}

template <class U, class S, class FL>
inline U do_atomic(int a, void* p, U d, U c) {
  switch (a) {
    case atomic_swap:
      return __atomic_exchange_n((U*)p, d, __ATOMIC_SEQ_CST);
    case atomic_cmpswap: {
      U e = c;
      __atomic_compare_exchange_n((U*)p, &e, d, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
      return e;
    }
    case atomic_add:
      return __atomic_fetch_add((U*)p, d, __ATOMIC_SEQ_CST);
    case atomic_sub:
      return __atomic_fetch_sub((U*)p, d, __ATOMIC_SEQ_CST);
    case atomic_rsub:
      return rmw<U>(p, [&](U o) { return U(d - o); });
    case atomic_sub_clamp:
      return rmw<U>(p, [&](U o) { return o > d ? U(o - d) : U(0); });
    case atomic_cond_sub:
      return rmw<U>(p, [&](U o) { return o >= d ? U(o - d) : o; });
    case atomic_and:
      return __atomic_fetch_and((U*)p, d, __ATOMIC_SEQ_CST);
    case atomic_or:
      return __atomic_fetch_or((U*)p, d, __ATOMIC_SEQ_CST);
    case atomic_xor:
      return __atomic_fetch_xor((U*)p, d, __ATOMIC_SEQ_CST);
    case atomic_inc:
      return rmw<U>(p, [&](U o) { return o >= d ? U(0) : U(o + 1); });
    case atomic_dec:
      return rmw<U>(p, [&](U o) { return (o == 0 || o > d) ? d : U(o - 1); });
    case atomic_mskor:
      return rmw<U>(p, [&](U o) { return U((o & ~d) | c); });
    case atomic_wrap:
      return rmw<U>(p, [&](U o) { return o >= d ? U(o - d) : U(o + c); });
    case atomic_smin:
      return rmw<U>(p, [&](U o) { return S(d) < S(o) ? d : o; });
    case atomic_umin:
      return rmw<U>(p, [&](U o) { return d < o ? d : o; });
    case atomic_smax:
      return rmw<U>(p, [&](U o) { return S(d) > S(o) ? d : o; });
    case atomic_umax:
      return rmw<U>(p, [&](U o) { return d > o ? d : o; });
    case atomic_fadd:
      return rmw<U>(p, [&](U o) { return bits_as<U>(FL(bits_as<FL>(o) + bits_as<FL>(d))); });
    case atomic_fmin:
      return rmw<U>(p, [&](U o) { return bits_as<U>(num_min(bits_as<FL>(o), bits_as<FL>(d))); });
    case atomic_fmax:
      return rmw<U>(p, [&](U o) { return bits_as<U>(num_max(bits_as<FL>(o), bits_as<FL>(d))); });
    case atomic_fcmpswap:
      return rmw<U>(p, [&](U o) { return bits_as<FL>(o) == bits_as<FL>(c) ? d : o; });
    case atomic_pkf16:
      return rmw<U>(p, [&](U o) {
        return U(f2h(h2f(uint16_t(o)) + h2f(uint16_t(d))) |
                 uint32_t(f2h(h2f(uint16_t(o >> 16)) + h2f(uint16_t(d >> 16)))) << 16);
      });
    case atomic_pkbf16:
      return rmw<U>(p, [&](U o) {
        return U(f2b(b2f(uint16_t(o)) + b2f(uint16_t(d))) |
                 uint32_t(f2b(b2f(uint16_t(o >> 16)) + b2f(uint16_t(d >> 16)))) << 16);
      });
  }
  fault("atomic %d not implemented", a);
}

}  // namespace

u64 memory_atomic(int a, unsigned n, void* p, u64 d, u64 c) {
  if (fine().drops(a, n) && fine().has(p)) return 0;
  return n == 8 ? do_atomic<uint64_t, int64_t, double>(a, p, d, c)
                : do_atomic<uint32_t, int32_t, float>(a, p, uint32_t(d), uint32_t(c));
}
}  // namespace hip_emulator
