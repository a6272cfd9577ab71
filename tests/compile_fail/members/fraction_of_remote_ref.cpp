// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: convert_the_floating_point_value_which_would_lose_its_fraction
// errors: 1

#include <diatomic/remote/remote_ref.hpp>

#if defined(MUST_NOT_COMPILE)
void call(diatomic::remote_ref<int> r) { r.store(1.5); }
#else
void call(diatomic::remote_ref<int> r) { r.store(1u); }
#endif
