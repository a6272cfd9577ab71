// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Calls of libraries that need more stack than a fiber has.

#include <diatomic/host/fibers/block_scheduler.hpp>
#include <diatomic/host/fibers/position.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// Calls `f()`; in a kernel on the stack of the pool thread, while the fiber waits.
template <class F>
void on_thread_stack(F f) {
  // Not inlined: a fiber's stack has no room for f's frame.
  const auto apart = [&f]() __attribute__((noinline)) { f(); };
  if (here.scheduler == nullptr) {
    apart();
  } else {
    here.scheduler->call_on_thread(apart);
  }
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
