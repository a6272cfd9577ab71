// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: convert_the_number_to_the_type_of_the_enum
// errors: 1

#include <diatomic/diatomic.hpp>

enum class flags : unsigned { one = 1 };

#if defined(MUST_NOT_COMPILE)
void call(diatomic::atomic_ref<flags> r) { r.fetch_or(1); }
#else
void call(diatomic::atomic_ref<flags> r) { r.fetch_or(flags::one); }
#endif
