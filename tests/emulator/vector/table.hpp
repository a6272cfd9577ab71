// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// The table of vector operations. Names are those that all generations share:
/// `each<result, operands...>("name|alias", function)` adds one, which runs on all lanes.
#pragma once

#include "isa/arithmetic.hpp"

#include <type_traits>
#include <unordered_map>
#include <utility>

namespace hip_emulator {
struct h16 {};
struct pf16 {};
struct pb16 {};
struct pf32 {};
struct mix {};
template <class T>
struct element;
template <class T, element_type Type>
struct word_element {
  using memory = T;
  using value = T;
  static constexpr element_type ty = Type;
  static value ld(const memory* p, int i) { return p[i]; }
  static void st(memory* p, int i, value v) { p[i] = v; }
};
template <>
struct element<u32> : word_element<u32, type_b32> {};
template <>
struct element<i32> : word_element<i32, type_b32> {};
template <>
struct element<float> : word_element<float, type_f32> {};
template <>
struct element<u64> : word_element<u64, type_b64> {};
template <>
struct element<i64> : word_element<i64, type_b64> {};
template <>
struct element<double> : word_element<double, type_f64> {};
template <>
struct element<pf16> : word_element<u32, type_pkf16> {};
template <>
struct element<pb16> : word_element<u32, type_pkb16> {};
template <>
struct element<pf32> : word_element<u64, type_pkf32> {};
template <>
struct element<mix> : word_element<float, type_mix> {};
template <>
struct element<u16> {
  using memory = u32;
  using value = u16;
  static constexpr element_type ty = type_b16;
  static value ld(const memory* p, int i) { return value(p[i]); }
  static void st(memory* p, int i, value v) { p[i] = v; }
};
template <>
struct element<i16> {
  using memory = u32;
  using value = i16;
  static constexpr element_type ty = type_b16;
  static value ld(const memory* p, int i) { return value(p[i]); }
  static void st(memory* p, int i, value v) { p[i] = u16(v); }
};
template <>
struct element<h16> {
  using memory = u32;
  using value = float;
  static constexpr element_type ty = type_f16;
  static value ld(const memory* p, int i) { return h2f(u16(p[i])); }
  static void st(memory* p, int i, value v) { p[i] = f2h(v); }
};

using operation_table = std::unordered_map<std::string, vector_operation>;
operation_table& vector_operations();
inline void add_operation(const char* names, vector_operation v) {
  for (const char* p = names; *p;) {
    const char* e = p;
    while (*e && *e != '|') ++e;
    v.name.assign(p, size_t(e - p));
    vector_operations()[v.name] = v;
    p = *e ? e + 1 : e;
  }
}
#define LANES \
  for (int i0 = 0; i0 < k.n; i0 += 32) _Pragma("GCC ivdep") for (int i = i0; i < i0 + 32; ++i)
// D(F(S...)) of each lane.
template <class D, class F, class... S>
struct each_lane {
  static void run(vector_arguments& k) { run(k, std::index_sequence_for<S...>()); }
  template <size_t... I>
  static void run(vector_arguments& k, std::index_sequence<I...>) {
    const void* const sources[] = {k.a, k.b, k.c};
    loop(k, (typename element<D>::memory*)k.d, (const typename element<S>::memory*)sources[I]...);
  }
  static void loop(vector_arguments& k, typename element<D>::memory* __restrict d,
                   const typename element<S>::memory*... s) {
    LANES element<D>::st(d, i, typename element<D>::value(F{}(element<S>::ld(s, i)...)));
  }
};
// An operation that takes the lane's number.
template <class F>
struct indexed_lanes {
  static void run(vector_arguments& k) {
    auto* __restrict d = (u32*)k.d;
    auto* a = (const u32*)k.a;
    auto* b = (const u32*)k.b;
    LANES d[i] = F{}(a[i], b[i], u32(i));
  }
};
// With carry in and out: F(a, b, carry in, carry out&).
template <class F>
struct carry_lanes {
  static void run(vector_arguments& k) {
    auto* __restrict d = (u32*)k.d;
    auto* a = (const u32*)k.a;
    auto* b = (const u32*)k.b;
    u64 in = k.cin, out = 0;
    alignas(32) u32 co[64];
    LANES {
      u32 c = 0;
      d[i] = F{}(a[i], b[i], u32(in >> i & 1), c);
      co[i] = c;
    }
    for (int i = 0; i < k.n; i += 8)
      out |= u64(u32(_mm256_movemask_ps(_mm256_castsi256_ps(
                 _mm256_slli_epi32(_mm256_load_si256((const __m256i*)(co + i)), 31)))))
             << i;
    k.cout = out;
  }
};
// Three operands, with a mask of lanes in, out or both.
template <class D, class A, class B, class C, class F>
struct masked_lanes {
  static void run(vector_arguments& k) {
    auto* __restrict d = (typename element<D>::memory*)k.d;
    auto* a = (const typename element<A>::memory*)k.a;
    auto* b = (const typename element<B>::memory*)k.b;
    auto* c = (const typename element<C>::memory*)k.c;
    u64 out = 0;
    for (int i = 0; i < k.n; ++i) {
      bool o = false;
      element<D>::st(d, i,
                     F{}(element<A>::ld(a, i), element<B>::ld(b, i), element<C>::ld(c, i),
                         bool(k.cin >> i & 1), o));
      out |= u64(o) << i;
    }
    k.cout = out;
  }
};

template <class T>
constexpr u16 f32flag() {
  return std::is_same_v<T, float> || std::is_same_v<T, mix> || std::is_same_v<T, pf32> ? vector_f32
                                                                                       : 0;
}
/// Adds the operation that computes a D of each lane by `f`, without captures, of its sources S.
template <class D, class A, class... S, class F>
void each(const char* n, F, u16 fl = 0) {
  add_operation(n, {"",
                    each_lane<D, F, A, S...>::run,
                    1 + sizeof...(S),
                    element<D>::ty,
                    {element<A>::ty, element<S>::ty...},
                    u16(fl | f32flag<D>() | f32flag<A>())});
}
template <class F>
void indexed(const char* n, F) {
  add_operation(n, {"", indexed_lanes<F>::run, 2, type_b32, {type_b32, type_b32}, 0});
}
template <class F>
void carry(const char* n, u16 fl, F) {
  add_operation(n, {"", carry_lanes<F>::run, 2, type_b32, {type_b32, type_b32}, fl});
}
template <class D, class A, class B, class C, class F>
void masked(const char* n, u16 fl, F) {
  add_operation(n, {"",
                    masked_lanes<D, A, B, C, F>::run,
                    3,
                    element<D>::ty,
                    {element<A>::ty, element<B>::ty, element<C>::ty},
                    u16(fl | f32flag<D>())});
}
template <class A, class B, class F>
void comparison(const std::string& op, F f) {
  each<u32, A, B>(("v_cmp_" + op).c_str(), f, vector_cmp);
  each<u32, A, B>(("v_cmpx_" + op).c_str(), f, vector_cmp | vector_cmpx);
}

/// Each adds its operations to the table.
void add_moves_and_bits();
void add_vector_integers();
void add_vector_floats();
void add_vector_conversions();
void add_vector_compares();
}  // namespace hip_emulator
