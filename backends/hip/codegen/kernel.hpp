// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Declarations that the generated test kernels need besides the library. No HIP headers, so that
/// any clang can compile the kernels.

#define KERNEL extern "C" __attribute__((global)) void

__attribute__((device)) inline unsigned lane() { return __builtin_amdgcn_workitem_id_x(); }

extern __attribute__((shared)) unsigned long long block_words[];
/// The block's dynamic shared memory as an array of T.
template <class T>
__attribute__((device)) T* shared_words() {
  return reinterpret_cast<T*>(block_words);
}

__attribute__((device)) inline void block_barrier() {
  diatomic::detail::device_ops::sync_threads();
}
