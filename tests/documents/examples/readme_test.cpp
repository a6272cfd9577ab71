// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Runs the program of README.md.

#include <gtest/gtest.h>

#include "blocks/README.hpp"

namespace {

TEST(readme, a_program) {
  testing::internal::CaptureStdout();
  const int status = readme_a_program::main();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "2 positive, largest 2\n");
  EXPECT_EQ(status, 0);
}

}  // namespace
