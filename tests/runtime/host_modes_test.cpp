// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Kernels that call functions of another object of the program, which is compiled in checked mode,
/// and of a library that hides its symbols: they are in the same block (checked_part.cpp).

#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

unsigned checked_thread();
void checked_meeting(unsigned* words, unsigned* sum);
void checked_poll(unsigned* flag);
unsigned checked_shuffle(unsigned v);

namespace {

struct call_other_object {
  DIATOMIC_DEVICE void operator()(unsigned* threads, unsigned* words, unsigned* sum) const {
    const unsigned own = diatomic::thread_index();
    threads[own] = checked_thread();
    checked_meeting(words, sum);
    checked_poll(words + 4);
    threads[own + 4] = checked_shuffle(own);
  }
};
TEST(modes, threads_are_the_same_in_every_object) {
  static_assert(DIATOMIC_CHECKED == 0);
  diatomic::stream on;
  diatomic::device_array<unsigned> threads(8), words(5), sum(1);
  words.fill_bytes(0);
  sum.fill_bytes(0);
  diatomic::launch(1, 4, 0, on, call_other_object{}, threads.data(), words.data(), sum.data());
  EXPECT_EQ(threads.download(), (std::vector<unsigned>{0, 1, 2, 3, 1, 0, 3, 2}));
  EXPECT_EQ(sum.download()[0], 16u);
}

}  // namespace
