// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The process's pool of threads.

#include <pthread.h>

#include <atomic>
#include <memory>

#include <diatomic/host/pause.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

template <class Pool>
std::atomic<Pool*>& current_pool() {
  static std::atomic<Pool*> pool{nullptr};
  return pool;
}
template <class Pool>
Pool& pool_of_process() {
  // After fork() the child has no pool threads, so it makes its own pool.
  [[maybe_unused]] static const int of_children = ::pthread_atfork(nullptr, nullptr, [] {
    host::current_pool<Pool>().store(nullptr);
    turn_now = 0;
    aged_turns = 0;
  });
  Pool* pool = host::current_pool<Pool>().load();
  if (pool == nullptr) {
    // Never destroyed, so that a destructor of a static object can still launch.
    auto made = std::make_unique<Pool>();
    if (host::current_pool<Pool>().compare_exchange_strong(pool, made.get())) pool = made.release();
  }
  return *pool;
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
