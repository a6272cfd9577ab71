// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Whether work that is queued right after an upload sees all of it.

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/scale.hpp"

namespace test {

/// Adds to `wrong` how many of the values differ from `expected`; from the end on, which is copied
/// last.
struct count_other_values {
  DIATOMIC_DEVICE void operator()(const unsigned* values, std::size_t n, unsigned expected,
                                  unsigned* wrong) const {
    unsigned found = 0;
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      if (values[n - 1 - i] != expected) ++found;
    }
    if (found != 0) diatomic::store_add(wrong, found);
  }
};

/// Uploads arrays of sizes that drivers copy in different ways, and has each read at once.
///
/// \param start `start(grid, block, kernel, args...)` queues a launch on the stream in question.
/// \param synchronize waits for that stream.
template <class Start, class Synchronize>
void expect_uploads_to_be_seen(Start start, Synchronize synchronize) {
  constexpr std::size_t staged = 64 * 1024 / sizeof(unsigned);  // CUDA copies less in another way
  diatomic::device_array<unsigned> wrong(1);
  wrong.fill_bytes(0);
  for (const std::size_t n : {std::size_t{1}, std::size_t{1000}, staged - 1, staged, staged + 1,
                              16 * staged, scaled(512 * staged, 17 * staged)}) {
    diatomic::device_array<unsigned> array(n);
    for (unsigned round = 1; round <= 5; ++round) {
      array.upload(std::vector<unsigned>(n, round));
      start(64u, 256u, count_other_values{}, static_cast<const unsigned*>(array.data()), n, round,
            wrong.data());
      synchronize();
    }
    EXPECT_EQ(wrong.download()[0], 0u) << n << " words";
  }
}

}  // namespace test
