// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Declarations that the generated test kernels need besides the library.

#define KERNEL extern "C" void

inline unsigned lane() { return 0; }

extern unsigned long long block_words[];
template <class T>
T* shared_words() {
  return reinterpret_cast<T*>(block_words);
}
