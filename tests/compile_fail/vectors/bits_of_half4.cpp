// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: use_an_integer_for_bit_operations_mod_and_shifts

#include <diatomic/diatomic.hpp>

using half4 = diatomic::detail::pack<diatomic::detail::float16<diatomic::kind::f16>, 4>;

#if defined(MUST_NOT_COMPILE)
void call(half4* p, half4 v) { diatomic::fetch_or(p, v); }
#else
void call(half4* p, half4 v) { diatomic::fetch_max(p, v); }
#endif
