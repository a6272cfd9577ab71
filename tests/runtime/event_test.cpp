// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Events: they happen in the stream's order, and the time between them is that of the work.

#include <chrono>
#include <ratio>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include <diatomic/runtime/runtime.hpp>

namespace {

using milliseconds = std::chrono::duration<float, std::milli>;

// A device's clock and the host's need not run at quite the same speed.
constexpr float clocks_differ = 1.01f;

// Work that no compiler can leave out: the result depends on every step.
struct spin {
  DIATOMIC_DEVICE void operator()(unsigned* result, unsigned steps) const {
    unsigned state = *result;
    for (unsigned i = 0; i < steps; ++i) state = state * 1664525u + 1013904223u + (state >> 13);
    *result = state;
  }
};

// Both bounds hold however busy the machine is: the host's clock has run at least as long, and no
// processor takes a million steps, each of which needs the one before it, in a tenth of a
// millisecond.
TEST(event, measures_work) {
  diatomic::device_array<unsigned> result(1);
  result.upload({1});
  diatomic::stream stream;
  diatomic::launch(1, 1, 0, stream, spin{}, result.data(), 1u);  // The first launch loads it.
  diatomic::event start;
  diatomic::event stop;
  const auto before = std::chrono::steady_clock::now();
  start.record(stream);
  diatomic::launch(1, 1, 0, stream, spin{}, result.data(), 1000000u);
  stop.record(stream);
  const float elapsed = diatomic::elapsed_ms(start, stop);
  const milliseconds around = std::chrono::steady_clock::now() - before;
  EXPECT_GE(elapsed, 0.1f);
  EXPECT_LE(elapsed, around.count() * clocks_differ);
}

// The unit is seen: the host sleeps between the two for a time that it knows.
TEST(event, measures_milliseconds) {
  diatomic::stream stream;
  diatomic::event start;
  diatomic::event stop;
  start.record(stream);
  start.synchronize();
  std::this_thread::sleep_for(milliseconds(20));
  stop.record(stream);
  EXPECT_GE(diatomic::elapsed_ms(start, stop) * clocks_differ, 20.0f);
}

struct store {
  DIATOMIC_DEVICE void operator()(unsigned* to, unsigned value) const { *to = value; }
};

TEST(event, is_over_after_the_work_before_it) {
  diatomic::device_array<unsigned> result(2);
  result.upload({1, 0});
  diatomic::stream stream;
  diatomic::event done;
  diatomic::launch(1, 1, 0, stream, spin{}, result.data(), 20000u);
  diatomic::launch(1, 1, 0, stream, store{}, result.data() + 1, 7u);
  done.record(stream);
  done.synchronize();
  EXPECT_EQ(result.download().at(1), 7u);
}

TEST(event, that_was_not_recorded_is_not_waited_for) {
  const diatomic::event never;
  EXPECT_NO_THROW(never.synchronize());
}

TEST(event, that_was_not_recorded_has_no_time) {
  diatomic::stream stream;
  diatomic::event recorded;
  const diatomic::event never;
  recorded.record(stream);
  EXPECT_THROW(diatomic::elapsed_ms(recorded, never), diatomic::runtime_error);
  EXPECT_THROW(diatomic::elapsed_ms(never, recorded), diatomic::runtime_error);
}

TEST(event, moves_and_can_be_recorded_again) {
  diatomic::stream stream;
  diatomic::event first;
  first.record(stream);
  diatomic::event moved(std::move(first));
  EXPECT_THROW(first.record(stream), diatomic::runtime_error);
  EXPECT_THROW(diatomic::elapsed_ms(first, moved), diatomic::runtime_error);
  diatomic::event last;
  last.record(stream);
  EXPECT_GE(diatomic::elapsed_ms(moved, last), 0.0f);
  moved.record(stream);
  EXPECT_LE(diatomic::elapsed_ms(moved, last), 0.0f);
}

}  // namespace
