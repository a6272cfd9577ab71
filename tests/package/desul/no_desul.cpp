// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// desul's header is only there for who links desul_atomics.

#include <diatomic/diatomic.hpp>

#if __has_include(<desul/atomics.hpp>)
#error "the target diatomic::diatomic shows the header of desul"
#endif
