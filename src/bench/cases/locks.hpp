// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Locks as contenders: a type `lock`, `make` to construct it, and `with(lock, f)` to call `f`
/// under the lock.

#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/mutex.hpp>

namespace bench {

/// A baseline that the backend lacks.
struct no_lock {};

template <class Mutex>
struct by_with_lock {
  using lock = Mutex;
  static constexpr const char* name = "";
  static DIATOMIC_DEVICE void make(lock* l) { *l = lock{}; }
  template <class F>
  static DIATOMIC_DEVICE void with(lock& l, F f) {
    diatomic::with_lock(l, f);
  }
};
using spin = by_with_lock<diatomic::spin_mutex<>>;
using ticket = by_with_lock<diatomic::ticket_mutex<>>;

template <class Contender>
struct make_locks {
  DIATOMIC_DEVICE void operator()(typename Contender::lock* locks, unsigned count) const {
    for (unsigned i = diatomic::global_index(); i < count; i += diatomic::global_size()) {
      Contender::make(locks + i);
    }
  }
};

}  // namespace bench
