// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Names that CUDA predefines and a C++ compiler lacks: qualifiers, `threadIdx` and similar
/// variables, types, and functions.

#include <math.h>  // CUDA declares C's functions at file scope
#include <time.h>  // clock

#include <chrono>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/compat/cuda_warps.hpp>
#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/compat/floats.hpp>
#include <diatomic/host/compat/functions.hpp>
#include <diatomic/host/compat/halves.hpp>
#include <diatomic/host/compat/integers.hpp>
#include <diatomic/host/compat/vectors.hpp>
#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {

inline namespace at_file_scope {

using backends::host::of_cuda::blockDim;
using backends::host::of_cuda::blockIdx;
using backends::host::of_cuda::gridDim;
using backends::host::of_cuda::threadIdx;

using diatomic::half;
using diatomic::half2;
using __half = half;
using __half2 = half2;
using __nv_bfloat16 = bfloat16;
using __nv_bfloat162 = bfloat162;

/// `*p`, which no thread writes during the kernel.
template <class T>
T __ldg(const T* p) {
  return *p;
}

/// A counter that all threads share, in nanoseconds.
inline long long clock64() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// Ends the launch with an error.
[[noreturn]] inline void __trap() {
  throw runtime_error("__trap", "trapped", "called by a kernel");
}

/// CUDA removed these names: the error names the function to call instead.
///@{
#define DIATOMIC_REMOVED(name)                                                             \
  template <class T, class... More>                                                        \
  T name(T v, More...) {                                                                   \
    static_assert(sizeof(T) == 0, "diatomic: CUDA removed " #name "; call " #name          \
                                  "_sync, whose first argument is the mask of the lanes"); \
    return v;                                                                              \
  }
DIATOMIC_REMOVED(__shfl)
DIATOMIC_REMOVED(__shfl_up)
DIATOMIC_REMOVED(__shfl_down)
DIATOMIC_REMOVED(__shfl_xor)
DIATOMIC_REMOVED(__ballot)
DIATOMIC_REMOVED(__any)
DIATOMIC_REMOVED(__all)
#undef DIATOMIC_REMOVED
///@}

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

// CUDA declares these at file scope. A directive, since a source may overload them there.
using namespace diatomic::cuda_names::at_file_scope;
using diatomic::cuda_names::warpSize;

// Macros, because glibc declares functions of these names, which it does not export.
#define __sinf diatomic::cuda_names::__sinf
#define __cosf diatomic::cuda_names::__cosf
#define __tanf diatomic::cuda_names::__tanf
#define __sincosf diatomic::cuda_names::__sincosf
#define __expf diatomic::cuda_names::__expf
#define __exp10f diatomic::cuda_names::__exp10f
#define __logf diatomic::cuda_names::__logf
#define __log2f diatomic::cuda_names::__log2f
#define __log10f diatomic::cuda_names::__log10f
#define __powf diatomic::cuda_names::__powf

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
// A block's threads are fibers of one OS thread, which runs one block at a time.
#define __shared__ static thread_local
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))
// Empty, because C++ libraries use `__attribute__((__noinline__))`.
#define __noinline__
