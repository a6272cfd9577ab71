// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The main function of every suite. Its exit status is 0 only if tests ran and all of them passed;
// 77 says that none could run, and why stands on stderr. Where a GPU must be there, set
// DIATOMIC_REQUIRE_DEVICE=1 in the environment: then its absence is a failure.

#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>

#include <gtest/gtest.h>

#include <diatomic/runtime/runtime.hpp>

#include "support/scale.hpp"

namespace {

constexpr int skipped = 77;

int without_device() {
  std::cerr << "no device: " << diatomic::no_device_reason() << '\n';
  const char* required = std::getenv("DIATOMIC_REQUIRE_DEVICE");
  return required != nullptr && std::strcmp(required, "1") == 0 ? EXIT_FAILURE : skipped;
}

int run() {
  if (diatomic::device_count() == 0) return without_device();
  test::scale();  // A wrong value is an error even where no test asks for it.
  const int status = RUN_ALL_TESTS();
  const testing::UnitTest& results = *testing::UnitTest::GetInstance();
  if (status != 0 || results.successful_test_count() != 0) return status;
  if (results.skipped_test_count() != 0) return skipped;
  std::cerr << "no test ran: does the filter match none?\n";
  return EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
  try {
    return run();
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
