// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: use_add_or_sub_or_align_the_type_to_its_size_for_fetch_update
// message: complex<float>

#include <complex>

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(std::complex<float>* p) { diatomic::fetch_mul(p, std::complex<float>(1, 2)); }
#else
void call(std::complex<float>* p) { diatomic::fetch_add(p, std::complex<float>(1, 2)); }
#endif
