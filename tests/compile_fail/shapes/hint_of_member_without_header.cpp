// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: include <diatomic/atomics/warp_aggregation.hpp> for this hint

#include <diatomic/diatomic.hpp>

using few_addresses = diatomic::tag<diatomic::hint::few_addresses>;

#if defined(MUST_NOT_COMPILE)
void call(float& x) { diatomic::atomic_ref<float, few_addresses>(x).store_add(1.0f); }
#else
void call(float& x) { diatomic::atomic_ref<float, diatomic::monotone_t>(x).store_add(1.0f); }
#endif
