// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: use_fetch_update_or_cast_to_a_number_type_or_specialise_number_kind_v
// message: complex_of_ints

// A sum as one integer would carry from one part into the other.

#include <diatomic/diatomic.hpp>

struct alignas(8) complex_of_ints {
  using value_type = int;
  int re, im;
  int real() const { return re; }
  int imag() const { return im; }
};

#if defined(MUST_NOT_COMPILE)
void call(complex_of_ints* p) { diatomic::store_add(p, complex_of_ints{1, 2}); }
#else
void call(complex_of_ints* p) { diatomic::store(p, complex_of_ints{1, 2}); }
#endif
