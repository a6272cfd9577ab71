// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Calls in a process of the CPU backend that has little memory.

#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

#include <gtest/gtest.h>

#include <diatomic/runtime/runtime.hpp>

namespace test {

/// Whether such a process is possible: device memory is its own, no sanitizer maps more, and no
/// emulator ignores the limit.
inline bool can_have_little_memory() {
#if !defined(__x86_64__)
  constexpr bool is_unlimited = true;
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // g++
  constexpr bool is_unlimited = true;
#elif defined(__clang__)
  constexpr bool is_unlimited = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
  constexpr bool is_unlimited = false;
#endif
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  return !is_unlimited && !DIATOMIC_IN_HOST_HALF;
}

/// The error of `call()` in another process whose memory is limited to 1 GiB.
template <class Call>
[[noreturn]] void exit_with_error_of(Call call) {
  const rlimit limit{rlim_t{1} << 30, rlim_t{1} << 30};
  setrlimit(RLIMIT_AS, &limit);
  try {
    call();
    std::fprintf(stderr, "no error\n");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  std::_Exit(0);
}

}  // namespace test
