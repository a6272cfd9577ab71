// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's own atomic functions, for objects whose space no tag names. The compiler infers the space
/// after inlining, and else writes one instruction for any space. Device code only.

#include <type_traits>

#include <diatomic/core/detail/tag_fold.hpp>
#include <diatomic/cuda/platform.hpp>
#include <diatomic/cuda/support.hpp>

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

/// Whether a call is CUDA's function if no tag names the space, and else our instruction after a
/// test of the pointer. CUDA's functions are relaxed and have no cluster scope, and clang orders
/// them. On an H200 the calls here are 1.01 to 1.06 times as fast so in a chain of calls on
/// pointers from global memory, and 0.97 to 1.56 times in shared memory. The others are slower:
/// sums without a result, 0.77, are no RED behind a fence; in shared memory bitwise operations and
/// extrema of 8 bytes reach 0.95, and pairs of 16-bit floats 0.49.
template <op Op, class Access, class T>
inline constexpr bool is_cuda_function_v =
    !DIATOMIC_CUDA_CONSTANT_ASM && Access::space == memory_space::unspecified &&
    Access::order == memory_order::relaxed && Access::scope != memory_scope::cluster &&
    (Op == op::exchange || Op == op::compare_exchange ? sizeof(T) <= 8
     : Access::value.result == result_use::unused     ? false
     : std::is_floating_point_v<T> ? sums.has(Op) && !detail::keeps_denormals_v<Access>
                                   : detail::is_integer_v<T> && (sizeof(T) == 4 || sums.has(Op)));

/// The same address. If the compiler knows that it is in shared memory, it forgets that; ptxas sees
/// that no address is replaced.
template <class T>
__device__ __forceinline__ T* perhaps_global(T* p) {
  unsigned is_p;
  asm("mov.b32 %0, 1;" : "=r"(is_p));
  return is_p != 0 ? p : static_cast<T*>(__cvta_global_to_generic(0));
}

/// The old value. `v`: the operand, of a subtraction the negated one; of a compare-exchange two.
template <op Op, memory_scope Scope, class T, class... Operands>
__device__ __forceinline__ auto call_cuda_function(T* p, Operands... v) {
  constexpr bool is_kept = std::is_floating_point_v<T> || Op == op::min || Op == op::max;
  using word = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;
  using number = std::conditional_t<is_kept, T, word>;
  auto* at = reinterpret_cast<number*>(p);
  // A sum known to be in shared memory would be a CAS loop: adds_as_in_cluster_v.
  constexpr bool is_sum = Op == op::add || Op == op::sub;
  if constexpr (is_sum && sizeof(T) == 8 && !is_kept && compiled_architecture >= 90) {
    at = cuda::perhaps_global(at);
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
