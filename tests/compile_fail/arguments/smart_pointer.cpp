// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: pass_a_pointer_to_the_object_such_as_its_address_or_get_or_data
// errors: 1

#include <memory>

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(const std::unique_ptr<int>& p) { diatomic::store(p, 1); }
#else
void call(const std::unique_ptr<int>& p) { diatomic::store(p.get(), 1); }
#endif
