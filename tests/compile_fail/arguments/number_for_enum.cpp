// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: convert_the_number_to_the_type_of_the_enum
// errors: 1

#include <diatomic/diatomic.hpp>

enum class flags : unsigned { none, ready };

#if defined(MUST_NOT_COMPILE)
flags call(flags* p) { return diatomic::fetch_or(p, 1u); }
#else
flags call(flags* p) { return diatomic::fetch_or(p, flags::ready); }
#endif
