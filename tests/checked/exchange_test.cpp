// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Calls of `exchange` in checked mode that `std::exchange` would take too: it would exchange the
/// pointer.

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {

struct exchange_beside_std {
  DIATOMIC_DEVICE void operator()(void** words, unsigned* right) const {
    using namespace std;
    using namespace diatomic;
    void** q = words;
    exchange(q, q + 1);
    right[0] = q == words && *q == words + 1 ? 1u : 0u;
    exchange(q, nullptr, acq_rel);
    right[1] = q == words && *q == nullptr ? 1u : 0u;
  }
};

TEST(checked_exchange, is_ours_beside_std) {
  diatomic::stream on;
  diatomic::device_array<void*> words(2);
  diatomic::device_array<unsigned> right(2);
  diatomic::launch(1, 1, 0, on, exchange_beside_std{}, words.data(), right.data());
  EXPECT_EQ(right.download(), (std::vector<unsigned>{1, 1}));
}

}  // namespace
