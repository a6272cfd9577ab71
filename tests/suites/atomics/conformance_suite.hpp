// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The tests of each entry, for the suites that name entries.

#include "suites/atomics/conformance.hpp"

namespace conformance_tests {

/// A suite of entries: INSTANTIATE_TEST_SUITE_P names them.
class conformance : public testing::TestWithParam<entry> {
 protected:
  void SetUp() override {
    if (GetParam().exists && !GetParam().exists())
      GTEST_SKIP() << "this device has no such operation";
  }
};

TEST_P(conformance, global_memory) { GetParam().on_global(); }
TEST_P(conformance, shared_memory) { GetParam().on_shared(); }
TEST_P(conformance, space_known_at_run_time) { GetParam().on_either(); }

}  // namespace conformance_tests
