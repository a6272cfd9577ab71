// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The lock from NVIDIA's guides, with the fences that it needs, and libcu++'s semaphore.

#include <new>

#include <cuda/semaphore>

#include "bench/cases/locks.hpp"

namespace bench {

/// Each lane takes the lock separately, which needs independent thread scheduling (since Volta).
struct lock_by_hand {
  static constexpr const char* name = "";
  using lock = unsigned;
  static DIATOMIC_DEVICE void make(lock* l) { *l = 0; }
  template <class F>
  static DIATOMIC_DEVICE void with(lock& l, F f) {
    bool done = false;
    while (!done) {
      if (atomicCAS(&l, 0u, 1u) == 0) {
        __threadfence();
        f();
        __threadfence();
        atomicExch(&l, 0u);
        done = true;
      }
    }
  }
};

struct library_lock {
  static constexpr const char* name = "libcu++";
  using lock = cuda::binary_semaphore<cuda::thread_scope_device>;
  static DIATOMIC_DEVICE void make(lock* l) { new (l) lock(1); }
  template <class F>
  static DIATOMIC_DEVICE void with(lock& l, F f) {
    l.acquire();
    f();
    l.release();
  }
};

}  // namespace bench
