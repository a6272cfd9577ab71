// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Calls of libraries that need more stack than a fiber has.

#include <diatomic/host/fibers/block_scheduler.hpp>
#include <diatomic/host/fibers/position.hpp>

namespace diatomic::backends::host {

/// Calls `f()`; in a kernel on the stack of the pool thread, while the fiber waits.
template <class F>
void on_thread_stack(F f) {
  if (here.scheduler == nullptr) {
    f();
  } else {
    here.scheduler->call_on_thread(f);
  }
}

}  // namespace diatomic::backends::host
