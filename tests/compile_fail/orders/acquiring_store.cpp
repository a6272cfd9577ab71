// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: the operation cannot have this order
// message: op::store

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(unsigned* p) { diatomic::store(p, 1u, diatomic::acq_rel); }
#else
void call(unsigned* p) { diatomic::store(p, 1u, diatomic::release); }
#endif
