// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Checked mode for what is built of atomics: locks, semaphores, barriers.

#include <diatomic/core/detail/checks.hpp>
#include <diatomic/core/detail/operands.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Whether misuse is checked for at all.
inline constexpr bool checks_for_misuse = DIATOMIC_CHECKED != 0;

/// In checked mode, ends the program or the kernel if `is_wrong`, with the name of the call, of the
/// object and of the problem.
DIATOMIC_FUNCTION void refuse_if([[maybe_unused]] bool is_wrong, [[maybe_unused]] call_site at,
                                 [[maybe_unused]] const char* call,
                                 [[maybe_unused]] const char* object,
                                 [[maybe_unused]] const char* problem) {
#if DIATOMIC_CHECKED
  if (is_wrong) target::fail(failure{at.file, at.line, "", "", call, object, problem, false, 0});
#endif
}

/// In checked mode, refuses an object at the null pointer. Compilers take references and `this` to
/// be none, so that the address goes through a variable that they may assume nothing about.
DIATOMIC_FUNCTION void expect_object(const void* object, call_site at, const char* call,
                                     const char* name) {
  if constexpr (checks_for_misuse) {
    const void* volatile address = object;
    refuse_if(address == nullptr, at, call, name, "null pointer");
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
