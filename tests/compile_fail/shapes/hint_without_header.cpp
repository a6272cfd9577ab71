// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: include <diatomic/atomics/warp_aggregation.hpp> for this hint

#include <diatomic/diatomic.hpp>

// The hint spelt as a value, whose tag the missing header has.
using same_address = diatomic::tag<diatomic::hint::same_address>;

#if defined(MUST_NOT_COMPILE)
unsigned call(unsigned* p) { return diatomic::fetch_add(p, 1u, same_address{}); }
#else
unsigned call(unsigned* p) { return diatomic::fetch_add(p, 1u, diatomic::monotone); }
#endif
