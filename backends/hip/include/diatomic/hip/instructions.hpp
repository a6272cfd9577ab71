// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// One name for each instruction's builtin: clang renamed the builtins, and the newer ones accept
/// memory hints. Device code only.

#include <type_traits>

#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>
#include <diatomic/hip/orders.hpp>
#include <diatomic/hip/platform.hpp>
#include <diatomic/hip/support.hpp>

namespace diatomic::backends::hip {
inline namespace DIATOMIC_VERSION_NS {

#if DIATOMIC_HIP_MEMORY_HINTS

#define DIATOMIC_HIP_LOAD(p, order, scope) __scoped_atomic_load_n(p, order, scope)
#define DIATOMIC_HIP_STORE(p, v, order, scope) __scoped_atomic_store_n(p, v, order, scope)
#define DIATOMIC_HIP_EXCHANGE(p, v, order, scope) __scoped_atomic_exchange_n(p, v, order, scope)
#define DIATOMIC_HIP_CAS(p, expected, v, order, failure, scope) \
  __scoped_atomic_compare_exchange_n(p, expected, v, false, order, failure, scope)
#define DIATOMIC_HIP_FETCH(name, p, v, order, scope) \
  __scoped_atomic_fetch_##name(p, v, order, scope)
#define DIATOMIC_HIP_NATIVE \
  [[clang::atomic(no_remote_memory, no_fine_grained_memory, ignore_denormal_mode)]]
#define DIATOMIC_HIP_ANYWHERE [[clang::atomic(remote_memory, fine_grained_memory)]]

#else

#define DIATOMIC_HIP_LOAD(p, order, scope) __hip_atomic_load(p, order, scope)
#define DIATOMIC_HIP_STORE(p, v, order, scope) __hip_atomic_store(p, v, order, scope)
#define DIATOMIC_HIP_EXCHANGE(p, v, order, scope) __hip_atomic_exchange(p, v, order, scope)
#define DIATOMIC_HIP_CAS(p, expected, v, order, failure, scope) \
  __hip_atomic_compare_exchange_strong(p, expected, v, order, failure, scope)
#define DIATOMIC_HIP_FETCH(name, p, v, order, scope) __hip_atomic_fetch_##name(p, v, order, scope)
#define DIATOMIC_HIP_NATIVE
#define DIATOMIC_HIP_ANYWHERE

#endif

#if DIATOMIC_HIP_SCOPED_COUNTS

#define DIATOMIC_HIP_COUNT(name, p, v, order, scope) \
  __scoped_atomic_fetch_u##name(p, v, order, scope)

#else

// The builtin needs its scope as a literal. For a relaxed count the scope only selects the cache.
#define DIATOMIC_HIP_COUNT(name, p, v, order, scope) count_##name(p, v)

template <class Pointer, class T>
DIATOMIC_DEVICE inline T count_inc(Pointer p, T v) {
  if constexpr (sizeof(T) == 8) {
    return __builtin_amdgcn_atomic_inc64(p, v, __ATOMIC_RELAXED, "agent");
  } else {
    return __builtin_amdgcn_atomic_inc32(p, v, __ATOMIC_RELAXED, "agent");
  }
}
template <class Pointer, class T>
DIATOMIC_DEVICE inline T count_dec(Pointer p, T v) {
  if constexpr (sizeof(T) == 8) {
    return __builtin_amdgcn_atomic_dec64(p, v, __ATOMIC_RELAXED, "agent");
  } else {
    return __builtin_amdgcn_atomic_dec32(p, v, __ATOMIC_RELAXED, "agent");
  }
}

#endif

#if !DIATOMIC_HIP_MEMORY_HINTS

/// Prefix on gfx9 of assembly that reads registers. An operand may come from a matrix instruction,
/// whose result takes up to 20 cycles (gfx90a), and the compiler does not handle this hazard for
/// inline assembly.
#define DIATOMIC_HIP_MATRIX_WAIT "s_nop 7\n\ts_nop 7\n\ts_nop 7\n\t"

template <class T>
using global_pointer = __attribute__((address_space(1))) T*;

#if DIATOMIC_HIP_OLD_FLOAT_ADDITION
/// gfx908's add has no result, but clang's builtin for the instruction returns one.
extern "C" DIATOMIC_DEVICE float diatomic_hip_global_fadd_f32(global_pointer<float>, float) __asm(
    "llvm.amdgcn.global.atomic.fadd.f32.p1.f32");
#endif

/// The instruction's own builtin, at device scope. This is enough at system scope too, for which
/// the table requires this device's memory.
template <class T>
DIATOMIC_DEVICE inline T add_float_to_memory(global_pointer<T> p, T v) {
  if constexpr (sizeof(T) == 8) {
    return __builtin_amdgcn_global_atomic_fadd_f64(p, v);
  } else {
#if DIATOMIC_HIP_OLD_FLOAT_ADDITION
    return hip::diatomic_hip_global_fadd_f32(p, v);
#else
    if constexpr (compiles_for(gfx908)) {
      // No builtin emits this instruction. The assembly waits, since the compiler's wait counts do
      // not include accesses in inline assembly.
      asm volatile(DIATOMIC_HIP_MATRIX_WAIT
                   "global_atomic_add_f32 %0, %1, off\n\ts_waitcnt vmcnt(0)" ::"v"(p),
                   "v"(v)
                   : "memory");
      return v;  // the table allows only calls that do not use the result
    } else {
      return __builtin_amdgcn_global_atomic_fadd_f32(p, v);
    }
#endif
  }
}

#endif

#if DIATOMIC_HIP_INTEGERS_BY_ASSEMBLY

#define DIATOMIC_HIP_FETCH_BY_ASSEMBLY(before, name, after)           \
  asm volatile(before "global_atomic_" name " %0, %1, %2, off " after \
               : "=&v"(old)                                           \
               : "v"(p), "v"(v)                                       \
               : "memory")
#define DIATOMIC_HIP_REDUCE_BY_ASSEMBLY(before, name, after) \
  asm volatile(before "global_atomic_" name " %0, %1, off" after ::"v"(p), "v"(v) : "memory")

/// The result flag and the wait, by generation: one counter for all of a wave's accesses (gfx9), a
/// separate counter for stores (gfx10, gfx11), or a wait instruction per counter (gfx12).
#define DIATOMIC_HIP_ASSEMBLY(name)                                                                \
  if constexpr (Result == result_use::used) {                                                      \
    if constexpr (compiles_for(gfx12)) {                                                           \
      DIATOMIC_HIP_FETCH_BY_ASSEMBLY("", name,                                                     \
                                     "th:TH_ATOMIC_RETURN scope:SCOPE_DEV\n\ts_wait_loadcnt 0x0"); \
    } else if constexpr (compiles_for(gfx940)) {                                                   \
      DIATOMIC_HIP_FETCH_BY_ASSEMBLY(DIATOMIC_HIP_MATRIX_WAIT, name, "sc0\n\ts_waitcnt vmcnt(0)"); \
    } else if constexpr (compiles_for(gfx9)) {                                                     \
      DIATOMIC_HIP_FETCH_BY_ASSEMBLY(DIATOMIC_HIP_MATRIX_WAIT, name, "glc\n\ts_waitcnt vmcnt(0)"); \
    } else {                                                                                       \
      DIATOMIC_HIP_FETCH_BY_ASSEMBLY("", name, "glc\n\ts_waitcnt vmcnt(0)");                       \
    }                                                                                              \
  } else if constexpr (compiles_for(gfx12)) {                                                      \
    DIATOMIC_HIP_REDUCE_BY_ASSEMBLY("", name, " scope:SCOPE_DEV\n\ts_wait_storecnt 0x0");          \
  } else if constexpr (compiles_for(gfx9)) {                                                       \
    DIATOMIC_HIP_REDUCE_BY_ASSEMBLY(DIATOMIC_HIP_MATRIX_WAIT, name, "\n\ts_waitcnt vmcnt(0)");     \
  } else {                                                                                         \
    DIATOMIC_HIP_REDUCE_BY_ASSEMBLY("", name, "\n\ts_waitcnt_vscnt null, 0x0");                    \
  }
/// gfx11 renamed the instructions.
#define DIATOMIC_HIP_ASSEMBLY_OF_SIZES(old_name, new_name, letter) \
  if constexpr (compiled_architecture >= 0x1100) {                 \
    if constexpr (sizeof(T) == 8) {                                \
      DIATOMIC_HIP_ASSEMBLY(new_name "_" letter "64")              \
    } else {                                                       \
      DIATOMIC_HIP_ASSEMBLY(new_name "_" letter "32")              \
    }                                                              \
  } else if constexpr (sizeof(T) == 8) {                           \
    DIATOMIC_HIP_ASSEMBLY(old_name "_x2")                          \
  } else {                                                         \
    DIATOMIC_HIP_ASSEMBLY(old_name)                                \
  }

/// Integer bitwise operations, minima and maxima in global memory, at device scope. The assembly
/// waits, since the compiler's wait counts do not include accesses in inline assembly. Unless the
/// result is used, the return value is unspecified.
///
/// The pointer is not cast to global: in a branch that is never taken the compiler may know that
/// the pointer has another space, and such a cast is then an error.
template <op Op, result_use Result, class T>
DIATOMIC_DEVICE inline T fetch_by_assembly(T* p, T v) {
  T old{};
  if constexpr (Op == op::bit_and) {
    DIATOMIC_HIP_ASSEMBLY_OF_SIZES("and", "and", "b")
  } else if constexpr (Op == op::bit_or) {
    DIATOMIC_HIP_ASSEMBLY_OF_SIZES("or", "or", "b")
  } else if constexpr (Op == op::bit_xor) {
    DIATOMIC_HIP_ASSEMBLY_OF_SIZES("xor", "xor", "b")
  } else if constexpr (Op == op::min && std::is_signed_v<T>) {
    DIATOMIC_HIP_ASSEMBLY_OF_SIZES("smin", "min", "i")
  } else if constexpr (Op == op::min) {
    DIATOMIC_HIP_ASSEMBLY_OF_SIZES("umin", "min", "u")
  } else if constexpr (std::is_signed_v<T>) {
    DIATOMIC_HIP_ASSEMBLY_OF_SIZES("smax", "max", "i")
  } else {
    DIATOMIC_HIP_ASSEMBLY_OF_SIZES("umax", "max", "u")
  }
  return old;
}

#undef DIATOMIC_HIP_ASSEMBLY_OF_SIZES
#undef DIATOMIC_HIP_ASSEMBLY
#undef DIATOMIC_HIP_REDUCE_BY_ASSEMBLY
#undef DIATOMIC_HIP_FETCH_BY_ASSEMBLY

#endif

#undef DIATOMIC_HIP_MATRIX_WAIT

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::hip
