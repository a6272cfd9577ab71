// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Calls of libraries that need more stack than a fiber has.

#include <exception>

#include <diatomic/host/fibers/block_scheduler.hpp>
#include <diatomic/host/fibers/position.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Calls `f()`; in a kernel on the stack of the pool thread, while the fiber waits. Not where that
/// fiber handles an exception, since its stack cannot be left then.
template <class F>
void on_thread_stack(F f) {
  if (here.scheduler == nullptr || std::uncaught_exceptions() != 0 || std::current_exception()) {
    f();
  } else {
    here.scheduler->call_on_thread(f);
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
