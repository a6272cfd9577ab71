// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is particular to HIP: streams that do not wait for the null stream; and what only AMD's
// waves do: hand-written locks hang, where a lane waits for another one of its wave. That is shown
// on an emulator, which ends kernels that run for too long; a GPU would not. So those tests are
// skipped on GPUs.

#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/mutex.hpp>

#include "support/uploads.hpp"

namespace {

// Names of chips, and of generic targets, which count as the first chip of their family.
static_assert(diatomic::backends::hip::architecture_number("gfx906") == 0x906);
static_assert(diatomic::backends::hip::architecture_number("gfx90a") == 0x90a);
static_assert(diatomic::backends::hip::architecture_number("gfx1100") == 0x1100);
static_assert(diatomic::backends::hip::architecture_number("gfx1250") == 0x1250);
static_assert(diatomic::backends::hip::architecture_number("gfx9-generic") == 0x900);
static_assert(diatomic::backends::hip::architecture_number("gfx9-4-generic") == 0x940);
static_assert(diatomic::backends::hip::architecture_number("gfx10-3-generic") == 0x1030);
static_assert(diatomic::backends::hip::architecture_number("gfx11-generic") == 0x1100);

TEST(hip, non_blocking_streams_see_uploads) {
  hipStream_t stream = nullptr;
  ASSERT_EQ(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking), hipSuccess);
  test::expect_uploads_to_be_seen(
      [stream](unsigned grid, unsigned block, auto kernel, auto... args) {
        diatomic::detail::runtime_api::start(grid, block, 0, stream, kernel, args...);
      },
      [stream] { EXPECT_EQ(hipStreamSynchronize(stream), hipSuccess); });
  EXPECT_EQ(hipStreamDestroy(stream), hipSuccess);
}

/// As many instructions of waves as a kernel may run: thousands of times what it needs.
constexpr const char* budget = "2000000";

class lock_in_a_wave : public testing::Test {
 protected:
  void SetUp() override {
    const diatomic::device_properties device = diatomic::properties(diatomic::current_device());
    if (device.name.rfind("emulated", 0) != 0) GTEST_SKIP() << "it would hang the GPU";
    lanes_ = static_cast<unsigned>(device.warp_size);
    setenv("HIP_EMU_MAX_INSTS", budget, 1);
    setenv("HIP_EMU_EXIT", "0", 1);  // The exit status is the tests', whatever became of kernels.
  }

  /// Launches one wave, each lane of which counts under one lock; returns the count.
  template <class Kernel>
  unsigned count_in_a_wave(Kernel kernel) {
    diatomic::stream stream;
    diatomic::device_array<unsigned> words(2);
    words.fill_bytes(0);
    diatomic::launch(1, lanes_, 0, stream, kernel, words.data(), words.data() + 1);
    stream.synchronize();
    return words.download()[1];
  }

  template <class Kernel>
  void expect_hang(Kernel kernel) {
    try {
      const unsigned count = count_in_a_wave(kernel);
      FAIL() << "it came to an end, and counted " << count;
    } catch (const diatomic::runtime_error& error) {
      EXPECT_EQ(error.name(), "hipErrorLaunchTimeOut") << error.what();
    }
  }

  unsigned lanes_ = 0;
};

struct spin_in_each_lane {
  DIATOMIC_DEVICE void operator()(unsigned* lock, unsigned* count) const {
    while (diatomic::compare_exchange(lock, 0u, 1u, diatomic::acquire) != 0) {
    }
    *count += 1;
    diatomic::store(lock, 0u, diatomic::release);
  }
};

TEST_F(lock_in_a_wave, hangs_if_each_lane_spins) { expect_hang(spin_in_each_lane{}); }

/// What guides teach since NVIDIA's Volta: the release stands inside the loop, and compilers move
/// it out.
struct release_in_the_loop {
  DIATOMIC_DEVICE void operator()(unsigned* lock, unsigned* count) const {
    bool done = false;
    while (!done) {
      if (diatomic::compare_exchange(lock, 0u, 1u, diatomic::acquire) == 0) {
        *count += 1;
        diatomic::store(lock, 0u, diatomic::release);
        done = true;
      }
    }
  }
};

TEST_F(lock_in_a_wave, hangs_if_the_release_is_in_the_loop) { expect_hang(release_in_the_loop{}); }

struct count_with_lock {
  DIATOMIC_DEVICE void operator()(unsigned* lock, unsigned* count) const {
    diatomic::with_lock(*reinterpret_cast<diatomic::spin_mutex<>*>(lock), [&] { *count += 1; });
  }
};

TEST_F(lock_in_a_wave, does_not_hang_with_lock) {
  EXPECT_EQ(count_in_a_wave(count_with_lock{}), lanes_);
}

}  // namespace
