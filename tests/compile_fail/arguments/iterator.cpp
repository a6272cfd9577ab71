// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: pass_a_pointer_to_the_object_such_as_its_address_or_get_or_data
// errors: 1

#include <vector>

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
int call(std::vector<int>& v) { return diatomic::load(v.begin()); }
#else
int call(std::vector<int>& v) { return diatomic::load(&*v.begin()); }
#endif
