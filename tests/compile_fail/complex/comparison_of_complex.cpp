// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: define_the_type_with_alignas_of_its_size
// message: complex<float>

#include <complex>

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(std::complex<float>* p) { diatomic::compare_exchange(p, {}, std::complex<float>(1, 2)); }
#else
void call(std::complex<float>* p) { diatomic::exchange(p, std::complex<float>(1, 2)); }
#endif
