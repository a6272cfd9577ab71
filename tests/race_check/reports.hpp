// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// For a program that makes races on purpose: it counts ThreadSanitizer's reports, repeated ones
/// too, and its exit status does not depend on them. One source file of the program includes this.

#include <diatomic/diatomic.hpp>

namespace test {

inline int reports_so_far = 0;
inline int reports() { return __atomic_load_n(&reports_so_far, __ATOMIC_RELAXED); }

}  // namespace test

// ThreadSanitizer calls these. It holds locks during a report, so its functions must not be called
// there, as instrumented code does.
extern "C" DIATOMIC_HOST_UNSEEN const char* __tsan_default_options() {
  return "exitcode=0:suppress_equal_stacks=0:suppress_equal_addresses=0";
}
extern "C" DIATOMIC_HOST_UNSEEN void __tsan_on_report(void*) {
  __atomic_fetch_add(&test::reports_so_far, 1, __ATOMIC_RELAXED);
}
