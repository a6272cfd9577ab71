// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The asm statements for nvcc and NVRTC before CUDA 12.5, which take no text and no operand that
/// is assembled at compile time: one statement for each instruction, order, scope and space. Which
/// one a call needs is decided by its name, the one that newer compilers pass as an operand. A name
/// without a statement is a compile error. Device code only.

#include <cstddef>
#include <cstdint>

#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>
#include <diatomic/cuda/platform.hpp>
#include <diatomic/cuda/ptx/names.hpp>

#if DIATOMIC_CUDA_LITERAL_ASM
namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

__host__ __device__ constexpr bool is_spelled(const spelling& name, const char* text) {
  std::size_t i = 0;
  while (text[i] != '\0' && name.text[i] == text[i]) ++i;
  return text[i] == '\0' && i == name.length;
}
template <class>
inline constexpr bool has_statement_v = false;
// By space: the address as an operand, the operand `number` in the text, and the suffix.
#define DIATOMIC_CUDA_ADDRESS_global "l"(at.p)
#define DIATOMIC_CUDA_ADDRESS_shared "r"(static_cast<std::uint32_t>(__cvta_generic_to_shared(at.p)))
#define DIATOMIC_CUDA_ADDRESS_unspecified "l"(at.p)
#define DIATOMIC_CUDA_TEXT_global(number, before, after) \
  "{ .reg .b64 dia_p; cvta.to.global.u64 dia_p, %" #number "; " before "[dia_p]" after " }"
#define DIATOMIC_CUDA_TEXT_shared(number, before, after) before "[%" #number "]" after
#define DIATOMIC_CUDA_TEXT_unspecified DIATOMIC_CUDA_TEXT_shared
#define DIATOMIC_CUDA_SUFFIX_global ".global"
#define DIATOMIC_CUDA_SUFFIX_shared ".shared"
#define DIATOMIC_CUDA_SUFFIX_unspecified ""

// The statements, by operand signature. `v`: the constraint letter.
#define DIATOMIC_CUDA_ASM(space, text, output, ...) \
  asm volatile(text : output : DIATOMIC_CUDA_ADDRESS_##space, __VA_ARGS__ : "memory");
#define DIATOMIC_CUDA_STORE(space, v, name) \
  DIATOMIC_CUDA_ASM(space, DIATOMIC_CUDA_TEXT_##space(0, name " ", ", %1;"), , #v(value))
#define DIATOMIC_CUDA_LOAD(space, v, name) \
  DIATOMIC_CUDA_ASM(space, DIATOMIC_CUDA_TEXT_##space(1, name " %0, ", ";"), "=" #v(value), "n"(0))
#define DIATOMIC_CUDA_FETCH(space, v, name)                                                   \
  DIATOMIC_CUDA_ASM(space, DIATOMIC_CUDA_TEXT_##space(1, name " %0, ", ", %2;"), "=" #v(old), \
                    #v(value))
#define DIATOMIC_CUDA_CAS(space, v, name)                                                         \
  DIATOMIC_CUDA_ASM(space, DIATOMIC_CUDA_TEXT_##space(1, name " %0, ", ", %2, %3;"), "=" #v(old), \
                    #v(expected), #v(desired))
// 16-byte words: one register in PTX, two in C++.
#define DIATOMIC_CUDA_HALVES(v) "l"(low_of(v)), "l"(high_of(v))
#define DIATOMIC_CUDA_RESULTS "=l"(low), "=l"(high)
#define DIATOMIC_CUDA_WIDE_RESULT(space, to, before, after, ...)                               \
  DIATOMIC_CUDA_ASM(space,                                                                     \
                    DIATOMIC_CUDA_TEXT_##space(2, "{ .reg .b128 v, w, o; " before " " to ", ", \
                                               after "; mov.b128 {%0, %1}, " to "; }"),        \
                    DIATOMIC_CUDA_RESULTS, __VA_ARGS__)
#define DIATOMIC_CUDA_STORE_WIDE(space, v, name)                                                  \
  DIATOMIC_CUDA_ASM(                                                                              \
      space,                                                                                      \
      DIATOMIC_CUDA_TEXT_##space(0, "{ .reg .b128 v; mov.b128 v, {%1, %2}; " name " ", ", v; }"), \
      , DIATOMIC_CUDA_HALVES(value))
#define DIATOMIC_CUDA_LOAD_WIDE(space, v, name) \
  DIATOMIC_CUDA_WIDE_RESULT(space, "v", name, "", "n"(0))
#define DIATOMIC_CUDA_FETCH_WIDE(space, v, name)                              \
  DIATOMIC_CUDA_WIDE_RESULT(space, "o", "mov.b128 v, {%3, %4}; " name, ", v", \
                            DIATOMIC_CUDA_HALVES(value))
#define DIATOMIC_CUDA_CAS_WIDE(space, v, name)                                               \
  DIATOMIC_CUDA_WIDE_RESULT(space, "o", "mov.b128 v, {%3, %4}; mov.b128 w, {%5, %6}; " name, \
                            ", v, w", DIATOMIC_CUDA_HALVES(expected),                        \
                            DIATOMIC_CUDA_HALVES(desired))
#define DIATOMIC_CUDA_TWO(f, v, i) f(v.at[i]), f(v.at[i + 1])
#define DIATOMIC_CUDA_FOUR(f, v) DIATOMIC_CUDA_TWO(f, v, 0), DIATOMIC_CUDA_TWO(f, v, 2)
#define DIATOMIC_CUDA_STORE_2(space, v, name)                                       \
  DIATOMIC_CUDA_ASM(space, DIATOMIC_CUDA_TEXT_global(0, name " ", ", {%1, %2};"), , \
                    DIATOMIC_CUDA_TWO(#v, value, 0))
#define DIATOMIC_CUDA_STORE_4(space, v, name)                                               \
  DIATOMIC_CUDA_ASM(space, DIATOMIC_CUDA_TEXT_global(0, name " ", ", {%1, %2, %3, %4};"), , \
                    DIATOMIC_CUDA_FOUR(#v, value))
#define DIATOMIC_CUDA_FETCH_2(space, v, name)                                               \
  DIATOMIC_CUDA_ASM(space, DIATOMIC_CUDA_TEXT_global(2, name " {%0, %1}, ", ", {%3, %4};"), \
                    DIATOMIC_CUDA_TWO("=" #v, old, 0), DIATOMIC_CUDA_TWO(#v, value, 0))
#define DIATOMIC_CUDA_FETCH_4(space, v, name)                                                 \
  DIATOMIC_CUDA_ASM(                                                                          \
      space, DIATOMIC_CUDA_TEXT_global(4, name " {%0, %1, %2, %3}, ", ", {%5, %6, %7, %8};"), \
      DIATOMIC_CUDA_FOUR("=" #v, old), DIATOMIC_CUDA_FOUR(#v, value))

// The name chooses the statement: first its tail, the operation, then its head. Each `IF` ends with
// `else`, so that `REFUSED` is what is left.
#define DIATOMIC_CUDA_IF(part, text) if constexpr (cuda::is_spelled(L::part::name, text))
#define DIATOMIC_CUDA_REFUSED \
  static_assert(has_statement_v<L>, "diatomic: no statement for this instruction");
#define DIATOMIC_CUDA_SCOPE(statement, space, v, head_, tail_)    \
  DIATOMIC_CUDA_IF(head, head_ DIATOMIC_CUDA_SUFFIX_##space) {    \
    statement(space, v, head_ DIATOMIC_CUDA_SUFFIX_##space tail_) \
  }                                                               \
  else
#define DIATOMIC_CUDA_ORDER(statement, space, v, head_, tail_)      \
  DIATOMIC_CUDA_SCOPE(statement, space, v, head_ ".cta", tail_)     \
  DIATOMIC_CUDA_SCOPE(statement, space, v, head_ ".cluster", tail_) \
  DIATOMIC_CUDA_SCOPE(statement, space, v, head_ ".gpu", tail_)     \
  DIATOMIC_CUDA_SCOPE(statement, space, v, head_ ".sys", tail_)
#define DIATOMIC_CUDA_WRITE(statement, space, v, verb, tail_)        \
  DIATOMIC_CUDA_IF(tail, tail_) {                                    \
    DIATOMIC_CUDA_ORDER(statement, space, v, verb ".relaxed", tail_) \
    DIATOMIC_CUDA_ORDER(statement, space, v, verb ".release", tail_) \
    DIATOMIC_CUDA_REFUSED                                            \
  }                                                                  \
  else
#define DIATOMIC_CUDA_ST(statement, space, v, tail_) \
  DIATOMIC_CUDA_WRITE(statement, space, v, "st", tail_)
#define DIATOMIC_CUDA_RED(statement, space, v, tail_) \
  DIATOMIC_CUDA_WRITE(statement, space, v, "red", tail_)
#define DIATOMIC_CUDA_LD(statement, space, v, tail_)              \
  DIATOMIC_CUDA_IF(tail, tail_) {                                 \
    DIATOMIC_CUDA_ORDER(statement, space, v, "ld.relaxed", tail_) \
    DIATOMIC_CUDA_ORDER(statement, space, v, "ld.acquire", tail_) \
    DIATOMIC_CUDA_REFUSED                                         \
  }                                                               \
  else
#define DIATOMIC_CUDA_ATOM(statement, space, v, tail_)              \
  DIATOMIC_CUDA_IF(tail, tail_) {                                   \
    DIATOMIC_CUDA_ORDER(statement, space, v, "atom.relaxed", tail_) \
    DIATOMIC_CUDA_ORDER(statement, space, v, "atom.acquire", tail_) \
    DIATOMIC_CUDA_ORDER(statement, space, v, "atom.release", tail_) \
    DIATOMIC_CUDA_ORDER(statement, space, v, "atom.acq_rel", tail_) \
    DIATOMIC_CUDA_REFUSED                                           \
  }                                                                 \
  else
// The tails for each constraint letter: of updates, of loads and stores, of exchanges.
#define DIATOMIC_CUDA_INTEGERS(row, statement, space, v, bits)                            \
  row(statement, space, v, ".add.u" bits) row(statement, space, v, ".and.b" bits)         \
      row(statement, space, v, ".or.b" bits) row(statement, space, v, ".xor.b" bits)      \
          row(statement, space, v, ".min.s" bits) row(statement, space, v, ".min.u" bits) \
              row(statement, space, v, ".max.s" bits) row(statement, space, v, ".max.u" bits)
#define DIATOMIC_CUDA_UPDATES_r(row, statement, space)                      \
  DIATOMIC_CUDA_INTEGERS(row, statement, space, r, "32")                    \
  row(statement, space, r, ".inc.u32") row(statement, space, r, ".dec.u32") \
      row(statement, space, r, ".add.noftz.f16x2") row(statement, space, r, ".add.noftz.bf16x2")
#define DIATOMIC_CUDA_UPDATES_l(row, statement, space) \
  DIATOMIC_CUDA_INTEGERS(row, statement, space, l, "64")
#define DIATOMIC_CUDA_UPDATES_h(row, statement, space) \
  row(statement, space, h, ".add.noftz.f16") row(statement, space, h, ".add.noftz.bf16")
#define DIATOMIC_CUDA_UPDATES_f(row, statement, space) row(statement, space, f, ".add.f32")
#define DIATOMIC_CUDA_UPDATES_d(row, statement, space) row(statement, space, d, ".add.f64")
#define DIATOMIC_CUDA_UPDATES_f_2(row, statement, space) row(statement, space, f, ".add.v2.f32")
#define DIATOMIC_CUDA_UPDATES_f_4(row, statement, space) row(statement, space, f, ".add.v4.f32")
#define DIATOMIC_CUDA_UPDATES_r_2(row, statement, space) \
  row(statement, space, r, ".add.noftz.v2.f16x2") row(statement, space, r, ".add.noftz.v2.bf16x2")
#define DIATOMIC_CUDA_WORDS_r(row, statement, space) \
  row(statement, space, r, ".b32") row(statement, space, r, ".u16") row(statement, space, r, ".u8")
#define DIATOMIC_CUDA_WORDS_l(row, statement, space) row(statement, space, l, ".b64")

#define DIATOMIC_CUDA_FUNCTION(name, space, ...) \
  template <class L>                             \
  __device__ __forceinline__ void name(place<memory_space::space> at, __VA_ARGS__)
#define DIATOMIC_CUDA_WORD(space, type, v, bits)                                                   \
  DIATOMIC_CUDA_FUNCTION(emit_store, space, type value){                                           \
      DIATOMIC_CUDA_WORDS_##v(DIATOMIC_CUDA_ST, DIATOMIC_CUDA_STORE, space)                        \
          DIATOMIC_CUDA_UPDATES_##v(DIATOMIC_CUDA_RED, DIATOMIC_CUDA_STORE, space)                 \
              DIATOMIC_CUDA_REFUSED} DIATOMIC_CUDA_FUNCTION(emit_load, space, type& value){        \
      DIATOMIC_CUDA_WORDS_##v(DIATOMIC_CUDA_LD, DIATOMIC_CUDA_LOAD, space)                         \
          DIATOMIC_CUDA_REFUSED} DIATOMIC_CUDA_FUNCTION(emit_fetch, space, type value, type& old){ \
      DIATOMIC_CUDA_UPDATES_##v(DIATOMIC_CUDA_ATOM, DIATOMIC_CUDA_FETCH, space)                    \
          DIATOMIC_CUDA_ATOM(DIATOMIC_CUDA_FETCH, space, v, ".exch.b" bits)                        \
              DIATOMIC_CUDA_REFUSED} DIATOMIC_CUDA_FUNCTION(emit_cas, space, type expected,        \
                                                            type desired, type& old) {             \
    DIATOMIC_CUDA_ATOM(DIATOMIC_CUDA_CAS, space, v, ".cas.b" bits)                                 \
    DIATOMIC_CUDA_REFUSED                                                                          \
  }
#define DIATOMIC_CUDA_NUMBER(space, v, count, ...)                                            \
  DIATOMIC_CUDA_FUNCTION(emit_store, space, __VA_ARGS__ value){                               \
      DIATOMIC_CUDA_UPDATES_##v##count(DIATOMIC_CUDA_RED, DIATOMIC_CUDA_STORE##count, space)  \
          DIATOMIC_CUDA_REFUSED} DIATOMIC_CUDA_FUNCTION(emit_fetch, space, __VA_ARGS__ value, \
                                                        __VA_ARGS__& old) {                   \
    DIATOMIC_CUDA_UPDATES_##v##count(DIATOMIC_CUDA_ATOM, DIATOMIC_CUDA_FETCH##count, space)   \
        DIATOMIC_CUDA_REFUSED                                                                 \
  }
#if DIATOMIC_HAS_INT128
#define DIATOMIC_CUDA_WIDE(space)                                                            \
  DIATOMIC_CUDA_FUNCTION(emit_store, space, detail::uint128 value){                          \
      DIATOMIC_CUDA_ST(DIATOMIC_CUDA_STORE_WIDE, space, , ".b128")                           \
          DIATOMIC_CUDA_REFUSED} DIATOMIC_CUDA_FUNCTION(emit_load, space,                    \
                                                        detail::uint128& value) {            \
    std::uint64_t low, high;                                                                 \
    DIATOMIC_CUDA_LD(DIATOMIC_CUDA_LOAD_WIDE, space, , ".b128")                              \
    DIATOMIC_CUDA_REFUSED                                                                    \
    value = joined(low, high);                                                               \
  }                                                                                          \
  DIATOMIC_CUDA_FUNCTION(emit_fetch, space, detail::uint128 value, detail::uint128& old) {   \
    std::uint64_t low, high;                                                                 \
    DIATOMIC_CUDA_ATOM(DIATOMIC_CUDA_FETCH_WIDE, space, , ".exch.b128")                      \
    DIATOMIC_CUDA_REFUSED                                                                    \
    old = joined(low, high);                                                                 \
  }                                                                                          \
  DIATOMIC_CUDA_FUNCTION(emit_cas, space, detail::uint128 expected, detail::uint128 desired, \
                         detail::uint128& old) {                                             \
    std::uint64_t low, high;                                                                 \
    DIATOMIC_CUDA_ATOM(DIATOMIC_CUDA_CAS_WIDE, space, , ".cas.b128")                         \
    DIATOMIC_CUDA_REFUSED                                                                    \
    old = joined(low, high);                                                                 \
  }
#else
#define DIATOMIC_CUDA_WIDE(space)
#endif
#define DIATOMIC_CUDA_EMIT(space)                   \
  DIATOMIC_CUDA_WORD(space, std::uint32_t, r, "32") \
  DIATOMIC_CUDA_WORD(space, std::uint64_t, l, "64") \
  DIATOMIC_CUDA_NUMBER(space, h, , std::uint16_t)   \
  DIATOMIC_CUDA_NUMBER(space, f, , float)           \
  DIATOMIC_CUDA_NUMBER(space, d, , double)          \
  DIATOMIC_CUDA_WIDE(space)
DIATOMIC_CUDA_EMIT(global)
DIATOMIC_CUDA_EMIT(shared)
DIATOMIC_CUDA_EMIT(unspecified)
// Vectors, whose adds exist in global memory only: of floats, and of pairs of 16-bit floats.
DIATOMIC_CUDA_NUMBER(global, f, _2, detail::pack<float, 2>)
DIATOMIC_CUDA_NUMBER(global, f, _4, detail::pack<float, 4>)
DIATOMIC_CUDA_NUMBER(global, r, _2, detail::pack<std::uint32_t, 2>)

#define DIATOMIC_CUDA_FENCE(order, scope)                                               \
  if constexpr (is_spelled(L::head::name, order) && is_spelled(L::tail::name, scope)) { \
    asm volatile(order scope ";" ::: "memory");                                         \
  } else
#define DIATOMIC_CUDA_FENCES(scope) \
  DIATOMIC_CUDA_FENCE("fence.acq_rel", scope) DIATOMIC_CUDA_FENCE("fence.sc", scope)
template <class L>
__device__ __forceinline__ void emit_fence() {
  DIATOMIC_CUDA_FENCES(".cta")
  DIATOMIC_CUDA_FENCES(".cluster")
  DIATOMIC_CUDA_FENCES(".gpu")
  DIATOMIC_CUDA_FENCES(".sys")
  DIATOMIC_CUDA_REFUSED
}

#undef DIATOMIC_CUDA_ADDRESS_global
#undef DIATOMIC_CUDA_ADDRESS_shared
#undef DIATOMIC_CUDA_ADDRESS_unspecified
#undef DIATOMIC_CUDA_TEXT_global
#undef DIATOMIC_CUDA_TEXT_shared
#undef DIATOMIC_CUDA_TEXT_unspecified
#undef DIATOMIC_CUDA_SUFFIX_global
#undef DIATOMIC_CUDA_SUFFIX_shared
#undef DIATOMIC_CUDA_SUFFIX_unspecified
#undef DIATOMIC_CUDA_ASM
#undef DIATOMIC_CUDA_STORE
#undef DIATOMIC_CUDA_LOAD
#undef DIATOMIC_CUDA_FETCH
#undef DIATOMIC_CUDA_CAS
#undef DIATOMIC_CUDA_HALVES
#undef DIATOMIC_CUDA_RESULTS
#undef DIATOMIC_CUDA_WIDE_RESULT
#undef DIATOMIC_CUDA_STORE_WIDE
#undef DIATOMIC_CUDA_LOAD_WIDE
#undef DIATOMIC_CUDA_FETCH_WIDE
#undef DIATOMIC_CUDA_CAS_WIDE
#undef DIATOMIC_CUDA_TWO
#undef DIATOMIC_CUDA_FOUR
#undef DIATOMIC_CUDA_STORE_2
#undef DIATOMIC_CUDA_STORE_4
#undef DIATOMIC_CUDA_FETCH_2
#undef DIATOMIC_CUDA_FETCH_4
#undef DIATOMIC_CUDA_IF
#undef DIATOMIC_CUDA_REFUSED
#undef DIATOMIC_CUDA_SCOPE
#undef DIATOMIC_CUDA_ORDER
#undef DIATOMIC_CUDA_WRITE
#undef DIATOMIC_CUDA_ST
#undef DIATOMIC_CUDA_RED
#undef DIATOMIC_CUDA_LD
#undef DIATOMIC_CUDA_ATOM
#undef DIATOMIC_CUDA_INTEGERS
#undef DIATOMIC_CUDA_UPDATES_r
#undef DIATOMIC_CUDA_UPDATES_l
#undef DIATOMIC_CUDA_UPDATES_h
#undef DIATOMIC_CUDA_UPDATES_f
#undef DIATOMIC_CUDA_UPDATES_d
#undef DIATOMIC_CUDA_UPDATES_f_2
#undef DIATOMIC_CUDA_UPDATES_f_4
#undef DIATOMIC_CUDA_UPDATES_r_2
#undef DIATOMIC_CUDA_WORDS_r
#undef DIATOMIC_CUDA_WORDS_l
#undef DIATOMIC_CUDA_FUNCTION
#undef DIATOMIC_CUDA_WORD
#undef DIATOMIC_CUDA_NUMBER
#undef DIATOMIC_CUDA_WIDE
#undef DIATOMIC_CUDA_EMIT
#undef DIATOMIC_CUDA_FENCE
#undef DIATOMIC_CUDA_FENCES

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda
#endif
