// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The library's header, or desul's with the macro `DESUL`, unused.

#if defined(DESUL)
#include <desul/atomics.hpp>
#else
#include <diatomic/diatomic.hpp>
#endif
