// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: a mutex has no lock()
// errors: 1

#include <mutex>

#include <diatomic/sync/mutex.hpp>

#if defined(MUST_NOT_COMPILE)
void call(diatomic::spin_mutex<>& m, int& n) {
  const std::lock_guard<diatomic::spin_mutex<>> guard(m);
  ++n;
}
#else
void call(diatomic::spin_mutex<>& m, int& n) {
  diatomic::with_lock(m, [&] { ++n; });
}
#endif
