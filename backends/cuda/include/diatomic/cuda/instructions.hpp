// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The asm statements, one per operand signature, and the calls of CUDA's own functions. An
/// instruction's name is two strings assembled at compile time: nvcc takes them as constant
/// operands (`"C"`), clang as part of the asm statement's text. Before CUDA 12.5 the statements are
/// in `ptx/literals.hpp`. Device code only.

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>
#include <diatomic/cuda/platform.hpp>
#include <diatomic/cuda/ptx/names.hpp>
#if DIATOMIC_CUDA_LITERAL_ASM
#include <diatomic/cuda/ptx/literals.hpp>
#endif

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

#if !DIATOMIC_CUDA_LITERAL_ASM
/// The character array of exact length that a `"C"` operand needs.
template <class Part, class = std::make_index_sequence<Part::name.size()>>
struct literal;
template <class Part, std::size_t... At>
struct literal<Part, std::index_sequence<At...>> {
  static constexpr char text[] = {Part::name.text[At]..., '\0'};
};

// The text of an asm statement whose operands `number` and `number + 1`, DIATOMIC_CUDA_NAME, are
// the parts of the name of instruction L. If the text can be a constant, it contains the name, and
// the operands are dummies that keep the numbering.
#if DIATOMIC_CUDA_CONSTANT_ASM
#define DIATOMIC_CUDA_TEXT(pattern, number) (L::in(pattern, number))
#define DIATOMIC_CUDA_NAME "n"(0), "n"(0)
#else
#define DIATOMIC_CUDA_TEXT(pattern, number) pattern
#define DIATOMIC_CUDA_NAME \
  "C"(literal<typename L::head>::text), "C"(literal<typename L::tail>::text)
#endif

template <class L>
__device__ __forceinline__ void emit_fence() {
  asm volatile(DIATOMIC_CUDA_TEXT("%0%1;", 0)::DIATOMIC_CUDA_NAME : "memory");
}

// An instruction, with its address between `before` and `after`, as text. The asm statement
// converts an address in global memory itself: the compiler would move `__cvta_generic_to_global`
// away from it and keep more addresses in registers. ptxas crashes on a kernel of that name.
#define DIATOMIC_CUDA_IN_GLOBAL(number, before, after) \
  "{ .reg .b64 dia_p; cvta.to.global.u64 dia_p, %" #number "; " before "[dia_p]" after " }"
#define DIATOMIC_CUDA_AS_GIVEN(number, before, after) before "[%" #number "]" after

// One asm statement per operand signature and space (32 bits for shared memory), since a
// constraint letter cannot be a template parameter. The name's operands start at `number`. The
// clobber keeps the compiler from moving plain accesses to the same word across the statement.
#define DIATOMIC_CUDA_STATEMENT(function, parameters, number, text, output, ...) \
  template <class L>                                                             \
  __device__ __forceinline__ void function parameters {                          \
    asm volatile(DIATOMIC_CUDA_TEXT(text, number)                                \
                 : output                                                        \
                 : DIATOMIC_CUDA_NAME, __VA_ARGS__                               \
                 : "memory");                                                    \
  }
#define DIATOMIC_CUDA_VALUE(space, text, address, type, v)                                         \
  DIATOMIC_CUDA_STATEMENT(emit_store, (place<space> at, type value), 0, text(2, "%0%1 ", ", %3;"), \
                          , address, v(value))                                                     \
  DIATOMIC_CUDA_STATEMENT(emit_fetch, (place<space> at, type value, type & old), 1,                \
                          text(3, "%1%2 %0, ", ", %4;"), "=" v(old), address, v(value))
#define DIATOMIC_CUDA_WORD(space, text, address, type, v)                                          \
  DIATOMIC_CUDA_VALUE(space, text, address, type, v)                                               \
  DIATOMIC_CUDA_STATEMENT(emit_load, (place<space> at, type & value), 1,                           \
                          text(3, "%1%2 %0, ", ";"), "=" v(value), address)                        \
  DIATOMIC_CUDA_STATEMENT(emit_cas, (place<space> at, type expected, type desired, type & old), 1, \
                          text(3, "%1%2 %0, ", ", %4, %5;"), "=" v(old), address, v(expected),     \
                          v(desired))
#if DIATOMIC_HAS_INT128
/// 16-byte words: one register in PTX, two in C++.
#define DIATOMIC_CUDA_HALVES(v) "l"(low_of(v)), "l"(high_of(v))
#define DIATOMIC_CUDA_WIDE_RESULT(function, parameters, result, text, ...) \
  template <class L>                                                       \
  __device__ __forceinline__ void function parameters {                    \
    std::uint64_t low, high;                                               \
    asm volatile(DIATOMIC_CUDA_TEXT(text, 2)                               \
                 : "=l"(low), "=l"(high)                                   \
                 : DIATOMIC_CUDA_NAME, __VA_ARGS__                         \
                 : "memory");                                              \
    result = joined(low, high);                                            \
  }
#define DIATOMIC_CUDA_WIDE(space, text, address)                                                   \
  DIATOMIC_CUDA_STATEMENT(emit_store, (place<space> at, detail::uint128 value), 0,                 \
                          text(2, "{ .reg .b128 v; mov.b128 v, {%3, %4}; %0%1 ", ", v; }"), ,      \
                          address, DIATOMIC_CUDA_HALVES(value))                                    \
  DIATOMIC_CUDA_WIDE_RESULT(emit_load, (place<space> at, detail::uint128 & value), value,          \
                            text(4, "{ .reg .b128 v; %2%3 v, ", "; mov.b128 {%0, %1}, v; }"),      \
                            address)                                                               \
  DIATOMIC_CUDA_WIDE_RESULT(emit_fetch,                                                            \
                            (place<space> at, detail::uint128 value, detail::uint128 & old), old,  \
                            text(4, "{ .reg .b128 v, o; mov.b128 v, {%5, %6}; %2%3 o, ",           \
                                 ", v; mov.b128 {%0, %1}, o; }"),                                  \
                            address, DIATOMIC_CUDA_HALVES(value))                                  \
  DIATOMIC_CUDA_WIDE_RESULT(                                                                       \
      emit_cas,                                                                                    \
      (place<space> at, detail::uint128 expected, detail::uint128 desired, detail::uint128 & old), \
      old,                                                                                         \
      text(4, "{ .reg .b128 e, d, o; mov.b128 e, {%5, %6}; mov.b128 d, {%7, %8}; %2%3 o, ",        \
           ", e, d; mov.b128 {%0, %1}, o; }"),                                                     \
      address, DIATOMIC_CUDA_HALVES(expected), DIATOMIC_CUDA_HALVES(desired))
#else
#define DIATOMIC_CUDA_WIDE(space, text, address)
#endif
#define DIATOMIC_CUDA_EMIT(space, text, address)                \
  DIATOMIC_CUDA_WORD(space, text, address, std::uint32_t, "r")  \
  DIATOMIC_CUDA_WORD(space, text, address, std::uint64_t, "l")  \
  DIATOMIC_CUDA_VALUE(space, text, address, std::uint16_t, "h") \
  DIATOMIC_CUDA_VALUE(space, text, address, float, "f")         \
  DIATOMIC_CUDA_VALUE(space, text, address, double, "d")        \
  DIATOMIC_CUDA_WIDE(space, text, address)

DIATOMIC_CUDA_EMIT(memory_space::global, DIATOMIC_CUDA_IN_GLOBAL, "l"(at.p))
DIATOMIC_CUDA_EMIT(memory_space::shared, DIATOMIC_CUDA_AS_GIVEN,
                   "r"(static_cast<std::uint32_t>(__cvta_generic_to_shared(at.p))))
DIATOMIC_CUDA_EMIT(memory_space::unspecified, DIATOMIC_CUDA_AS_GIVEN, "l"(at.p))

#undef DIATOMIC_CUDA_EMIT
#undef DIATOMIC_CUDA_WIDE
#undef DIATOMIC_CUDA_WIDE_RESULT
#undef DIATOMIC_CUDA_HALVES
#undef DIATOMIC_CUDA_WORD
#undef DIATOMIC_CUDA_VALUE
#undef DIATOMIC_CUDA_AS_GIVEN

// Vectors, whose adds exist in global memory only: of floats, and of pairs of 16-bit floats.
#define DIATOMIC_CUDA_TWO(f, v, i) f(v.at[i]), f(v.at[i + 1])
#define DIATOMIC_CUDA_FOUR(f, v) DIATOMIC_CUDA_TWO(f, v, 0), DIATOMIC_CUDA_TWO(f, v, 2)
#define DIATOMIC_CUDA_PAIR(type, f)                                                              \
  DIATOMIC_CUDA_STATEMENT(emit_store, (place<memory_space::global> at, detail::pack<type, 2> v), \
                          0, DIATOMIC_CUDA_IN_GLOBAL(2, "%0%1 ", ", {%3, %4};"), , "l"(at.p),    \
                          DIATOMIC_CUDA_TWO(f, v, 0))                                            \
  DIATOMIC_CUDA_STATEMENT(                                                                       \
      emit_fetch,                                                                                \
      (place<memory_space::global> at, detail::pack<type, 2> v, detail::pack<type, 2> & old), 2, \
      DIATOMIC_CUDA_IN_GLOBAL(4, "%2%3 {%0, %1}, ", ", {%5, %6};"),                              \
      DIATOMIC_CUDA_TWO("=" f, old, 0), "l"(at.p), DIATOMIC_CUDA_TWO(f, v, 0))
DIATOMIC_CUDA_PAIR(float, "f")
DIATOMIC_CUDA_PAIR(std::uint32_t, "r")
DIATOMIC_CUDA_STATEMENT(emit_store, (place<memory_space::global> at, detail::pack<float, 4> v), 0,
                        DIATOMIC_CUDA_IN_GLOBAL(2, "%0%1 ", ", {%3, %4, %5, %6};"), , "l"(at.p),
                        DIATOMIC_CUDA_FOUR("f", v))
DIATOMIC_CUDA_STATEMENT(
    emit_fetch,
    (place<memory_space::global> at, detail::pack<float, 4> v, detail::pack<float, 4>& old), 4,
    DIATOMIC_CUDA_IN_GLOBAL(6, "%4%5 {%0, %1, %2, %3}, ", ", {%7, %8, %9, %10};"),
    DIATOMIC_CUDA_FOUR("=f", old), "l"(at.p), DIATOMIC_CUDA_FOUR("f", v))

#undef DIATOMIC_CUDA_PAIR
#undef DIATOMIC_CUDA_FOUR
#undef DIATOMIC_CUDA_TWO
#undef DIATOMIC_CUDA_STATEMENT
#undef DIATOMIC_CUDA_IN_GLOBAL
#undef DIATOMIC_CUDA_NAME
#undef DIATOMIC_CUDA_TEXT
#endif

/// The old value. `v`: the operand, of a subtraction the negated one; of a compare-exchange two.
template <op Op, memory_scope Scope, class T, class... Operands>
__device__ __forceinline__ auto call_cuda_function(T* p, Operands... v) {
  constexpr bool is_kept = std::is_floating_point_v<T> || Op == op::min || Op == op::max;
  using word = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;
  using number = std::conditional_t<is_kept, T, word>;
  auto* at = reinterpret_cast<number*>(p);
  // In known shared memory the sum would be a CAS loop (adds_as_in_cluster_v). The compiler cannot
  // see that the address stays the same, unlike ptxas; only a global address stays known.
  constexpr bool is_sum = Op == op::add || Op == op::sub;
  if constexpr (is_sum && sizeof(T) == 8 && !is_kept && compiled_architecture >= 90) {
    unsigned is_same;
    asm("mov.b32 %0, 1;" : "=r"(is_same));
    if (is_same == 0) at = static_cast<number*>(__cvta_global_to_generic(0));
  }
#define DIATOMIC_CUDA_CALL(function)                           \
  if constexpr (Scope == memory_scope::system) {               \
    return ::function##_system(at, static_cast<number>(v)...); \
  } else if constexpr (Scope == memory_scope::device) {        \
    return ::function(at, static_cast<number>(v)...);          \
  } else {                                                     \
    return ::function##_block(at, static_cast<number>(v)...);  \
  }
#define DIATOMIC_CUDA_CALL_FOR(operation, function) \
  if constexpr (Op == op::operation) {              \
    DIATOMIC_CUDA_CALL(function)                    \
  } else
  DIATOMIC_CUDA_CALL_FOR(compare_exchange, atomicCAS)
  DIATOMIC_CUDA_CALL_FOR(exchange, atomicExch)
  DIATOMIC_CUDA_CALL_FOR(bit_and, atomicAnd)
  DIATOMIC_CUDA_CALL_FOR(bit_or, atomicOr)
  DIATOMIC_CUDA_CALL_FOR(bit_xor, atomicXor)
  DIATOMIC_CUDA_CALL_FOR(min, atomicMin)
  DIATOMIC_CUDA_CALL_FOR(max, atomicMax)
  DIATOMIC_CUDA_CALL_FOR(inc_wrap, atomicInc)
  DIATOMIC_CUDA_CALL_FOR(dec_wrap, atomicDec)
  DIATOMIC_CUDA_CALL(atomicAdd)
#undef DIATOMIC_CUDA_CALL_FOR
#undef DIATOMIC_CUDA_CALL
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda
