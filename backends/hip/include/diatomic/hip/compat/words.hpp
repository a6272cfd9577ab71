// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Names that CUDA predefines and that HIP lacks or computes otherwise. The vendor's headers that
/// declare atomics come first.

#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>

#include <diatomic/compat/cuda_warps.hpp>
#include <diatomic/compat/detail/cuda_functions.hpp>
#include <diatomic/core/detail/bits.hpp>

#if DIATOMIC_HAS_HOST_CODE
#include <diatomic/atomics/number_types.hpp>

/// CUDA's names of bfloat16.
///@{
using __nv_bfloat16 = diatomic::bfloat16;
using __nv_bfloat162 = diatomic::bfloat162;
///@}
#endif

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {

// HIP's sum of 16-bit floats.
template <class T, class = std::enable_if_t<!std::is_integral_v<T>>>
__device__ inline auto __hadd(T x, T y) {
  return ::__hadd(x, y);
}
/// HIP's function takes an `int`.
__device__ inline double __uint2double_rn(unsigned v) { return v; }

/// The sum of the products of four bytes, plus `z`.
///@{
__device__ inline int __dp4a(char4 x, char4 y, int z) {
  return __dp4a(detail::bits_as<int>(x), detail::bits_as<int>(y), z);
}
__device__ inline unsigned __dp4a(uchar4 x, uchar4 y, unsigned z) {
  return __dp4a(detail::bits_as<unsigned>(x), detail::bits_as<unsigned>(y), z);
}
///@}

/// Ends the kernel with an error.
__device__ inline void __trap() { __builtin_trap(); }

}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

// CUDA's functions that HIP has for halves only, or lacks.
using diatomic::cuda_names::__fns;
using diatomic::cuda_names::__ldca;
using diatomic::cuda_names::__ldcg;
using diatomic::cuda_names::__ldcs;
using diatomic::cuda_names::__ldcv;
using diatomic::cuda_names::__ldlu;
using diatomic::cuda_names::__stcg;
using diatomic::cuda_names::__stcs;
using diatomic::cuda_names::__stwb;
using diatomic::cuda_names::__stwt;
using diatomic::cuda_names::llmax;
using diatomic::cuda_names::llmin;
using diatomic::cuda_names::ullmax;
using diatomic::cuda_names::ullmin;
using diatomic::cuda_names::umax;
using diatomic::cuda_names::umin;

#define __hadd diatomic::cuda_names::__hadd
#define __rhadd diatomic::cuda_names::__rhadd
#define __uhadd diatomic::cuda_names::__uhadd
#define __urhadd diatomic::cuda_names::__urhadd
#define __sad diatomic::cuda_names::__sad
#define __saturatef diatomic::cuda_names::__saturatef
#define __uint2double_rn diatomic::cuda_names::__uint2double_rn
#define __dp4a diatomic::cuda_names::__dp4a
#define __trap diatomic::cuda_names::__trap

// HIP's own warpSize is 64 on some chips, but CUDA sources rely on 32. A macro, because HIP's
// warpSize is a variable in this scope.
#undef warpSize
#define warpSize diatomic::cuda_names::warpSize
