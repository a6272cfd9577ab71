// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A code base's header of atomics for CUDA, HIP and the CPU, on Diatomic. Copy the file, rename
/// its namespace and functions to yours, and delete what you do not use.
///
/// Each function takes every type that has the operation: integers of 8 to 64 bits, `float`,
/// `double`, halves and bfloat16, vectors, complex numbers, pointers. `p` points to global or
/// shared memory. Calls are relaxed at device scope unless the name says more.

#include <cstddef>

#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/compat/cuda_names.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/sync/mutex.hpp>

namespace portable {

/// CUDA's and HIP's names, which return the old value. `_block` and `_system` are scopes.
using diatomic::cuda_names::atomicAdd, diatomic::cuda_names::atomicAdd_block,
    diatomic::cuda_names::atomicAdd_system, diatomic::cuda_names::atomicSub,
    diatomic::cuda_names::atomicMin, diatomic::cuda_names::atomicMin_block,
    diatomic::cuda_names::atomicMin_system, diatomic::cuda_names::atomicMax,
    diatomic::cuda_names::atomicMax_block, diatomic::cuda_names::atomicMax_system,
    diatomic::cuda_names::atomicAnd, diatomic::cuda_names::atomicOr,
    diatomic::cuda_names::atomicXor, diatomic::cuda_names::atomicExch,
    diatomic::cuda_names::atomicCAS, diatomic::cuda_names::atomicCAS_block,
    diatomic::cuda_names::atomicCAS_system, diatomic::cuda_names::atomicInc,
    diatomic::cuda_names::atomicDec;

/// HIP's two additions, which return the old value. Memory for `unsafeAtomicAdd`: `hipMalloc`, or
/// the block's shared memory.
template <class T, class V>
DIATOMIC_FUNCTION T unsafeAtomicAdd(T* p, V v) {
  return diatomic::fetch_add(p, v, diatomic::coarse_grained, diatomic::ignore_denormals);
}
template <class T, class V>
DIATOMIC_FUNCTION T safeAtomicAdd(T* p, V v) {
  return diatomic::fetch_add(p, v);
}

/// The free functions of desul and Kokkos: `atomic_NAME` returns nothing and is the fastest form,
/// `atomic_fetch_NAME` returns the old value, `atomic_NAME_fetch` the new value.
#define PORTABLE_UPDATE(NAME, OP)                        \
  template <class T, class V>                            \
  DIATOMIC_FUNCTION void atomic_##NAME(T* p, V v) {      \
    diatomic::store_##OP(p, v);                          \
  }                                                      \
  template <class T, class V>                            \
  DIATOMIC_FUNCTION T atomic_fetch_##NAME(T* p, V v) {   \
    return diatomic::fetch_##OP(p, v);                   \
  }                                                      \
  template <class T, class V>                            \
  DIATOMIC_FUNCTION T atomic_##NAME##_fetch(T* p, V v) { \
    return diatomic::OP##_fetch(p, v);                   \
  }
PORTABLE_UPDATE(add, add)
PORTABLE_UPDATE(sub, sub)
PORTABLE_UPDATE(mul, mul)
PORTABLE_UPDATE(div, div)
PORTABLE_UPDATE(mod, mod)
PORTABLE_UPDATE(and, and)
PORTABLE_UPDATE(or, or)
PORTABLE_UPDATE(xor, xor)
PORTABLE_UPDATE(nand, nand)
PORTABLE_UPDATE(lshift, shl)
PORTABLE_UPDATE(rshift, shr)
PORTABLE_UPDATE(min, min)  // floats in totalOrder
PORTABLE_UPDATE(max, max)
PORTABLE_UPDATE(min_ignoring_nan, fminimum_num)  // as std::fmin
PORTABLE_UPDATE(max_ignoring_nan, fmaximum_num)
PORTABLE_UPDATE(min_or_nan, fminimum)  // a NaN stays
PORTABLE_UPDATE(max_or_nan, fmaximum)
PORTABLE_UPDATE(inc_wrap, inc_wrap)  // as atomicInc
PORTABLE_UPDATE(dec_wrap, dec_wrap)
#undef PORTABLE_UPDATE

template <class T>
DIATOMIC_FUNCTION void atomic_inc(T* p) {
  diatomic::store_add(p, 1);
}
template <class T>
DIATOMIC_FUNCTION void atomic_dec(T* p) {
  diatomic::store_sub(p, 1);
}

/// `*p = f(*p)`, which replaces each hand-written compare-exchange loop. Returns the old value.
template <class T, class F>
DIATOMIC_FUNCTION T atomic_fetch_apply(T* p, F f) {
  return diatomic::fetch_update(p, f);
}

/// Loads, stores and exchanges.
template <class T>
DIATOMIC_FUNCTION T atomic_load(const T* p) {
  return diatomic::load(p);
}
template <class T>
DIATOMIC_FUNCTION T atomic_load_acquire(const T* p) {
  return diatomic::load(p, diatomic::acquire);
}
template <class T, class V>
DIATOMIC_FUNCTION void atomic_store(T* p, V v) {
  diatomic::store(p, v);
}
template <class T, class V>
DIATOMIC_FUNCTION void atomic_store_release(T* p, V v) {
  diatomic::store(p, v, diatomic::release);
}
template <class T, class V>
DIATOMIC_FUNCTION T atomic_exchange(T* p, V v) {
  return diatomic::exchange(p, v);
}
template <class T, class V>
DIATOMIC_FUNCTION T atomic_compare_exchange(T* p, V expected, V desired) {
  return diatomic::compare_exchange(p, expected, desired);
}
template <class T>
DIATOMIC_FUNCTION bool atomic_compare_exchange_strong(T* p, T& expected, T desired) {
  return diatomic::compare_exchange_strong(p, expected, desired);
}
template <class T>
DIATOMIC_FUNCTION bool atomic_test_and_set(T* flag) {
  return diatomic::exchange(flag, T{1}, diatomic::acquire) != T{0};
}

/// Forms for callers that know the memory.
template <class T, class V>
DIATOMIC_FUNCTION void atomic_add_shared(T* p, V v) {  // in the block's shared memory
  diatomic::store_add(p, v, diatomic::in_shared, diatomic::block_scope);
}
template <class T, class V>
DIATOMIC_FUNCTION void atomic_max_shared(T* p, V v) {
  diatomic::store_max(p, v, diatomic::in_shared, diatomic::block_scope);
}
template <class T, class V>
DIATOMIC_FUNCTION void atomic_add_device(T* p, V v) {  // from cudaMalloc or hipMalloc
  diatomic::store_add(p, v, diatomic::in_global, diatomic::coarse_grained,
                      diatomic::ignore_denormals);
}
template <class T, class V>
DIATOMIC_FUNCTION void atomic_add_in_array(T* base, std::size_t i, std::size_t length, V v) {
  diatomic::store_add_at(base, i, length, v);  // pairs of halves where the chip adds pairs
}

/// Forms for memory that the host or another device accesses at the same time.
template <class T, class V>
DIATOMIC_FUNCTION void atomic_add_system(T* p, V v) {
  diatomic::store_add(p, v, diatomic::system_scope);
}
template <class T>
DIATOMIC_FUNCTION T atomic_load_system(const T* p) {
  return diatomic::load(p, diatomic::acquire, diatomic::system_scope);
}
template <class T, class V>
DIATOMIC_FUNCTION void atomic_store_system(T* p, V v) {
  diatomic::store(p, v, diatomic::release, diatomic::system_scope);
}

/// One atomic per warp instead of one per lane.
template <class T, class V>
DIATOMIC_FUNCTION void atomic_add_warp(T* p, V v) {  // all lanes of the call pass the same p
  diatomic::store_add(p, v, diatomic::same_address);
}
template <class T>
DIATOMIC_FUNCTION T atomic_next_slot(T* counter) {
  return diatomic::claim_slot(counter);
}

/// `__threadfence()` and its relatives.
DIATOMIC_FUNCTION void thread_fence() { diatomic::fence(diatomic::seq_cst); }
DIATOMIC_FUNCTION void thread_fence_block() {
  diatomic::fence(diatomic::seq_cst, diatomic::block_scope);
}
DIATOMIC_FUNCTION void thread_fence_system() {
  diatomic::fence(diatomic::seq_cst, diatomic::system_scope);
}

/// 4 bytes of zeroed memory. A loop on `atomicCAS` as a lock hangs on AMD; this lock does not.
using spin_lock = diatomic::spin_mutex<>;
template <class F>
DIATOMIC_FUNCTION void with_lock(spin_lock& lock, F f) {
  diatomic::with_lock(lock, f);
}

/// Two words that change together: a minimum and where it is.
struct alignas(8) placed_float {
  float value;
  unsigned place;
};

}  // namespace portable

template <>
inline constexpr bool diatomic::has_no_padding_v<portable::placed_float> = true;

namespace portable {

DIATOMIC_FUNCTION void atomic_min_placed(placed_float* p, placed_float v) {
  diatomic::try_update(p, [v](placed_float& least) {
    const bool is_less = v.value < least.value;
    if (is_less) least = v;
    return is_less;
  });
}

}  // namespace portable
