// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: the first argument must be a pointer to the object: &counter for a variable
// errors: 1

#include <memory>

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(const std::unique_ptr<int>& p) { diatomic::store(p, 1); }
#else
void call(const std::unique_ptr<int>& p) { diatomic::store(p.get(), 1); }
#endif
