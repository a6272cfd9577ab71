// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: use_another_order_loads_do_not_release_and_stores_do_not_acquire

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(unsigned* p) { diatomic::store(p, 1u, diatomic::acq_rel); }
#else
void call(unsigned* p) { diatomic::store(p, 1u, diatomic::release); }
#endif
