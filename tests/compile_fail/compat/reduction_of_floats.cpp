// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: a warp reduction needs an integer of up to 64 bits
// errors: 1

#include <diatomic/compat/cuda_warps.hpp>

#if defined(MUST_NOT_COMPILE)
using number = float;
#else
using number = int;
#endif
DIATOMIC_DEVICE number call(number v) { return diatomic::cuda_names::__reduce_add_sync(~0u, v); }
