// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: ambiguous
// backends: cuda hip

#include <diatomic/compat/cuda_names.hpp>
#include <diatomic/runtime/kernel.hpp>

// The vendor's function must not be chosen unseen.
#if defined(MUST_NOT_COMPILE)
using namespace diatomic::cuda_names;
#else
namespace mine {
using diatomic::cuda_names::atomicAdd;
#endif
__global__ void count(unsigned* p) { atomicAdd(p, 1u); }
#if !defined(MUST_NOT_COMPILE)
}  // namespace mine
#endif
