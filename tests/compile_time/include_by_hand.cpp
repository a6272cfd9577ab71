// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The headers that by_hand.cpp needs: libcu++ with nvcc, else none.

#if defined(__NVCC__)
#include <cuda/atomic>
#endif
