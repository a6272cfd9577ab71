// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: the type does not support this operation
// message: complex<float>

#include <complex>

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(std::complex<float>* p) { diatomic::fetch_mul(p, std::complex<float>(1, 2)); }
#else
void call(std::complex<float>* p) { diatomic::fetch_add(p, std::complex<float>(1, 2)); }
#endif
