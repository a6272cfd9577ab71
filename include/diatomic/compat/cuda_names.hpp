// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's names for atomics and fences, on every backend: `diatomic::cuda_names::atomicAdd`.
///
/// Each function is an object, so a using-declaration in your namespace
/// (`using diatomic::cuda_names::atomicAdd;`) hides the vendor's function of this name, even for
/// the vendor's number types. At file scope the two names would be ambiguous, a compile error:
/// there, include `<diatomic/compat/cuda_names_everywhere.hpp>` instead.
///
/// All functions are relaxed, at device scope; `_block` functions at block scope, `_system`
/// functions at system scope. `p` is a pointer to any type for which the operation is meaningful,
/// even if the vendor does not support it: 8- to 64-bit integers, `float`, `double`, halves,
/// bfloat16, their pairs, `float2`, `float4`, `double2`, pointers. The operand converts to this
/// type. All return the old value, which may be ignored. They work in host code too.

#include <type_traits>

#include <diatomic/atomics/access.hpp>
#include <diatomic/atomics/detail/calls.hpp>
#include <diatomic/core/detail/operands.hpp>
#include <diatomic/core/vocabulary.hpp>

// The functions' types, one for each scope.
namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_calls {

template <op Op, class Scope>
struct update_call {
  template <class T>
  DIATOMIC_FUNCTION T
  operator()(T* p, std::conditional_t<sums.has(Op), difference<T>, value<T>> v) const {
    return detail::fetch_with_tags<Op>(p, v, Scope{});
  }
};
template <class Scope>
struct cas_call {
  template <class T>
  DIATOMIC_FUNCTION T operator()(T* p, value<T> compare, value<T> v) const {
    return diatomic::compare_exchange(p, compare, v, Scope{});
  }
};
template <class Scope>
struct fence_call {
  DIATOMIC_FUNCTION void operator()() const { diatomic::fence(seq_cst, Scope{}); }
};

}  // namespace cuda_calls
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {

/// `*p += v`. Pointers move by `v` elements. All types but enums and structs.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::add, device_scope_t> atomicAdd{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::add, block_scope_t> atomicAdd_block{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::add, system_scope_t> atomicAdd_system{};
///@}

/// `*p -= v`. Pointers move back by `v` elements. All types but enums and structs.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::sub, device_scope_t> atomicSub{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::sub, block_scope_t> atomicSub_block{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::sub, system_scope_t> atomicSub_system{};
///@}

/// `*p = v`. All types; 16-byte objects on chips with a 16-byte exchange.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::exchange, device_scope_t> atomicExch{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::exchange, block_scope_t> atomicExch_block{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::exchange, system_scope_t> atomicExch_system{};
///@}

/// `*p` becomes the lesser of `*p` and `v`; floats in totalOrder, like `fetch_min`. Integers and
/// floats.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::min, device_scope_t> atomicMin{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::min, block_scope_t> atomicMin_block{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::min, system_scope_t> atomicMin_system{};
///@}

/// `*p` becomes the greater of `*p` and `v`; floats in totalOrder, like `fetch_max`. Integers and
/// floats.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::max, device_scope_t> atomicMax{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::max, block_scope_t> atomicMax_block{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::max, system_scope_t> atomicMax_system{};
///@}

/// `*p = *p >= v ? 0 : *p + 1`. Unsigned integers.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::inc_wrap, device_scope_t> atomicInc{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::inc_wrap, block_scope_t> atomicInc_block{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::inc_wrap, system_scope_t> atomicInc_system{};
///@}

/// `*p = *p == 0 || *p > v ? v : *p - 1`. Unsigned integers.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::dec_wrap, device_scope_t> atomicDec{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::dec_wrap, block_scope_t> atomicDec_block{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::dec_wrap, system_scope_t> atomicDec_system{};
///@}

/// `*p &= v`. Integers, enums, `bool`.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::bit_and, device_scope_t> atomicAnd{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::bit_and, block_scope_t> atomicAnd_block{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::bit_and, system_scope_t> atomicAnd_system{};
///@}

/// `*p |= v`. Integers, enums, `bool`.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::bit_or, device_scope_t> atomicOr{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::bit_or, block_scope_t> atomicOr_block{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::bit_or, system_scope_t> atomicOr_system{};
///@}

/// `*p ^= v`. Integers, enums, `bool`.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::bit_xor, device_scope_t> atomicXor{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::bit_xor, block_scope_t> atomicXor_block{};
DIATOMIC_CALLABLE detail::cuda_calls::update_call<op::bit_xor, system_scope_t> atomicXor_system{};
///@}

/// `*p = v` if `*p` has the bits of `compare`: `atomicCAS(p, compare, v)`. All types; 16-byte
/// objects on chips with a 16-byte compare-exchange.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::cas_call<device_scope_t> atomicCAS{};
DIATOMIC_CALLABLE detail::cuda_calls::cas_call<block_scope_t> atomicCAS_block{};
DIATOMIC_CALLABLE detail::cuda_calls::cas_call<system_scope_t> atomicCAS_system{};
///@}

/// A seq_cst fence at device scope, block scope, or system scope (all devices and the host).
///@{
DIATOMIC_CALLABLE detail::cuda_calls::fence_call<device_scope_t> __threadfence{};
DIATOMIC_CALLABLE detail::cuda_calls::fence_call<block_scope_t> __threadfence_block{};
DIATOMIC_CALLABLE detail::cuda_calls::fence_call<system_scope_t> __threadfence_system{};
///@}

}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
