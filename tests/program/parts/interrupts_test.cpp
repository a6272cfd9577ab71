// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <csignal>

#include <gtest/gtest.h>

#include "support/interrupts.hpp"

namespace program_test {
namespace {

TEST(interrupts, are_noted_once_and_only_while_somebody_asks) {
  for (const int signal : {SIGINT, SIGTERM}) {
    {
      const program::interrupts stops;
      EXPECT_FALSE(stops.any());
      std::raise(signal);
      EXPECT_TRUE(stops.any());
    }
    const program::interrupts others;
    EXPECT_FALSE(others.any());
  }
}

TEST(interrupts_death, a_second_one_ends_the_program) {
  const auto two = [] {
    const program::interrupts stops;
    std::raise(SIGINT);
    std::raise(SIGINT);
  };
  EXPECT_EXIT(two(), testing::KilledBySignal(SIGINT), "");
}

TEST(interrupts_death, afterwards_the_first_one_ends_it_again) {
  const auto afterwards = [] {
    {
      const program::interrupts stops;
    }
    std::raise(SIGTERM);
  };
  EXPECT_EXIT(afterwards(), testing::KilledBySignal(SIGTERM), "");
}

}  // namespace
}  // namespace program_test
