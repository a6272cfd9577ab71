// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// CUDA's warp functions: every shuffle at every width, votes, masks of some lanes, lanes that part
/// and that end, for masks of 32 bits (CUDA's warps) and of 64 (the chip's).

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/atomics/wait.hpp>
#include <diatomic/compat/cuda_warps.hpp>
#include <diatomic/compat/detail/warp_lanes.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "warp_launches.hpp"

namespace {

using diatomic::cuda_names::__activemask;
using diatomic::cuda_names::__all_sync;
using diatomic::cuda_names::__any_sync;
using diatomic::cuda_names::__ballot_sync;
using diatomic::cuda_names::__shfl_down_sync;
using diatomic::cuda_names::__shfl_sync;
using diatomic::cuda_names::__shfl_up_sync;
using diatomic::cuda_names::__shfl_xor_sync;
using diatomic::cuda_names::__syncthreads;
using diatomic::cuda_names::__syncwarp;

constexpr unsigned threads = 128;

using test::lanes_of;
using test::refusal;
template <class Kernel, class... Params>
void run(Kernel kernel, Params... params) {
  test::run_blocks(1, threads, kernel, params...);
}

enum class shuffle : unsigned { to, up, down, across };
struct question {
  shuffle how;
  int argument;
  int width;  ///< 0: not said
};

/// A thread's value. Its bytes differ from those of all other threads of the warp.
template <class T>
DIATOMIC_FUNCTION T value_of(unsigned thread) {
  if constexpr (sizeof(T) == 8 && !std::is_class_v<T>) {
    return static_cast<T>(thread) * static_cast<T>(0x100000003ull) + static_cast<T>(7);
  } else {
    return static_cast<T>(static_cast<float>(thread));
  }
}

template <class Mask, class T>
DIATOMIC_DEVICE T ask(const question& q, T v) {
  constexpr Mask all = static_cast<Mask>(~Mask{0});
  const auto distance = static_cast<unsigned>(q.argument);
  if (q.width == 0) {
    if (q.how == shuffle::to) return __shfl_sync(all, v, q.argument);
    if (q.how == shuffle::up) return __shfl_up_sync(all, v, distance);
    if (q.how == shuffle::down) return __shfl_down_sync(all, v, distance);
    return __shfl_xor_sync(all, v, q.argument);
  }
  if (q.how == shuffle::to) return __shfl_sync(all, v, q.argument, q.width);
  if (q.how == shuffle::up) return __shfl_up_sync(all, v, distance, q.width);
  if (q.how == shuffle::down) return __shfl_down_sync(all, v, distance, q.width);
  return __shfl_xor_sync(all, v, q.argument, q.width);
}
template <class Mask, class T>
struct ask_all {
  DIATOMIC_DEVICE void operator()(const question* questions, unsigned n, T* answers) const {
    const unsigned thread = diatomic::thread_index();
    for (unsigned i = 0; i < n; ++i) {
      answers[i * threads + thread] = ask<Mask>(questions[i], value_of<T>(thread));
    }
  }
};

/// The thread whose value the thread reads, by CUDA's documents.
unsigned source_of(const question& q, unsigned thread, unsigned lanes) {
  const int width = q.width == 0 ? static_cast<int>(lanes) : q.width;
  const int lane = static_cast<int>(thread % lanes);
  const int first = lane / width * width;
  int from = lane;
  if (q.how == shuffle::to) from = first + ((q.argument % width) + width) % width;
  if (q.how == shuffle::up && lane - q.argument >= first) from = lane - q.argument;
  if (q.how == shuffle::down && lane + q.argument < first + width) from = lane + q.argument;
  if (q.how == shuffle::across && (lane ^ q.argument) < first + width) from = lane ^ q.argument;
  return thread - static_cast<unsigned>(lane) + static_cast<unsigned>(from);
}

template <class Mask, class T>
void expect_shuffles() {
  const unsigned lanes = lanes_of<Mask>();
  std::vector<question> questions;
  for (const shuffle how : {shuffle::to, shuffle::up, shuffle::down, shuffle::across}) {
    for (int width = 1; width <= static_cast<int>(lanes); width *= 2) {
      for (const int argument : {0, 1, 2, 3, 8, 15, 16, 31}) {
        questions.push_back({how, argument, width == 1 && argument % 2 == 0 ? 0 : width});
      }
    }
  }
  questions.push_back({shuffle::to, 33, 16});
  questions.push_back({shuffle::to, -1, 8});
  if (lanes == 64) questions.push_back({shuffle::across, 32, 0});
  diatomic::device_array<question> asked(questions.size());
  asked.upload(questions);
  diatomic::device_array<T> answers(questions.size() * threads);
  run(ask_all<Mask, T>{}, static_cast<const question*>(asked.data()),
      static_cast<unsigned>(questions.size()), answers.data());
  const std::vector<T> found = answers.download();
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const question& q = questions[i];
    for (unsigned thread = 0; thread < threads; ++thread) {
      const T want = value_of<T>(source_of(q, thread, lanes));
      ASSERT_TRUE(diatomic::detail::same_bits(found[i * threads + thread], want))
          << "shuffle " << static_cast<unsigned>(q.how) << ", argument " << q.argument << ", width "
          << q.width << ", thread " << thread;
    }
  }
}

TEST(cuda_warps, shuffle_words) { expect_shuffles<unsigned, int>(); }
TEST(cuda_warps, shuffle_long_words) { expect_shuffles<unsigned, unsigned long long>(); }
TEST(cuda_warps, shuffle_doubles) { expect_shuffles<int, double>(); }
TEST(cuda_warps, shuffle_halves) { expect_shuffles<unsigned, diatomic::half>(); }
TEST(cuda_warps, shuffle_bytes) { expect_shuffles<unsigned, std::uint8_t>(); }
TEST(cuda_warps, shuffle_by_masks_of_64_bits) {
  expect_shuffles<unsigned long long, float>();
  expect_shuffles<std::uint64_t, long long>();
}

struct vote {
  DIATOMIC_DEVICE void operator()(unsigned* ballots, std::uint64_t* wide_ballots,
                                  unsigned* verdicts) const {
    const unsigned i = diatomic::thread_index();
    const bool is_third = i % 3 == 0;
    ballots[i] = __ballot_sync(0xffffffffu, is_third);
    wide_ballots[i] = __ballot_sync(~std::uint64_t{0}, i % 5);
    const unsigned warp = i / 32;
    verdicts[i] = static_cast<unsigned>(__any_sync(~0u, warp == 1 && i % 32 == 31)) |
                  static_cast<unsigned>(__all_sync(~0u, warp != 2 || i % 32 != 0)) << 1 |
                  static_cast<unsigned>(__all_sync(~0u, 0)) << 2 |
                  (__activemask() >> i % 32 & 1) << 3;
  }
};
TEST(cuda_warps, vote) {
  diatomic::device_array<unsigned> ballots(threads);
  diatomic::device_array<std::uint64_t> wide(threads);
  diatomic::device_array<unsigned> verdicts(threads);
  run(vote{}, ballots.data(), wide.data(), verdicts.data());
  const unsigned lanes = lanes_of<std::uint64_t>();
  for (unsigned i = 0; i < threads; ++i) {
    unsigned ballot = 0;
    std::uint64_t wide_ballot = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
      ballot |= (i / 32 * 32 + lane) % 3 == 0 ? 1u << lane : 0;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      wide_ballot |= std::uint64_t{(i / lanes * lanes + lane) % 5 != 0} << lane;
    }
    EXPECT_EQ(ballots.download()[i], ballot) << i;
    EXPECT_EQ(wide.download()[i], wide_ballot) << i;
    EXPECT_EQ(verdicts.download()[i], (i / 32 == 1) + (i / 32 != 2 ? 2u : 0u) + 8) << i;
  }
}

/// Lanes diverge, each branch with a separate mask. Then some lanes end, and the others continue
/// with a mask that excludes the ended lanes, and with one that includes them.
struct part {
  DIATOMIC_DEVICE void operator()(int* sums, unsigned* handed_on) const {
    const unsigned i = diatomic::thread_index();
    const int own = static_cast<int>(i);
    int sum = own;
    if (i % 32 < 16) {
      for (int bits = 1; bits < 16; bits *= 2) sum += __shfl_xor_sync(0xffffu, sum, bits);
    } else {
      for (int bits = 8; bits > 0; bits /= 2) sum += __shfl_xor_sync(0xffff0000u, sum, bits);
      sum = -sum;
    }
    sums[i] = sum;
    __syncwarp();
    if (i % 4 == 3) return;
    handed_on[i] = __shfl_down_sync(0x77777777u, i, 1, 2);
    if (i % 4 == 2) return;
    handed_on[i] += 1000 * __popc_of(__ballot_sync(~0u, i % 2 == 0));
  }
  DIATOMIC_DEVICE static unsigned __popc_of(unsigned v) {
    unsigned count = 0;
    for (; v != 0; v &= v - 1) ++count;
    return count;
  }
};
TEST(cuda_warps, part_and_end) {
  diatomic::device_array<int> sums(threads);
  diatomic::device_array<unsigned> handed_on(threads);
  handed_on.fill_bytes(0);
  run(part{}, sums.data(), handed_on.data());
  for (unsigned i = 0; i < threads; ++i) {
    const int sum = static_cast<int>(i / 16 * 16 * 16 + 120);
    EXPECT_EQ(sums.download()[i], i % 32 < 16 ? sum : -sum) << i;
    if (i % 4 > 1) continue;  // read one that has ended, or have ended themselves
    EXPECT_EQ(handed_on.download()[i], (i % 2 == 0 ? i + 1 : i) + 8000) << i;
  }
}

/// Lanes read after `__syncwarp` what other lanes of the warp wrote to memory.
struct pass_on {
  DIATOMIC_DEVICE void operator()(unsigned* words) const {
    const unsigned i = diatomic::thread_index();
    for (unsigned round = 0; round < 5; ++round) {
      const unsigned next = words[i / 32 * 32 + (i + 1) % 32];
      __syncwarp();
      words[i] = next;
      __syncwarp(~0u);
    }
    __syncthreads();
  }
};
TEST(cuda_warps, synchronise) {
  std::vector<unsigned> words(threads);
  for (unsigned i = 0; i < threads; ++i) words[i] = i;
  diatomic::device_array<unsigned> array(threads);
  array.upload(words);
  run(pass_on{}, array.data());
  for (unsigned i = 0; i < threads; ++i) {
    EXPECT_EQ(array.download()[i], i / 32 * 32 + (i + 5) % 32) << i;
  }
}

// Mistakes that are undefined behaviour on GPUs.
struct leave_out_the_caller {
  DIATOMIC_DEVICE void operator()(unsigned* out) const {
    *out = __ballot_sync(2u, 1) + static_cast<unsigned>(__shfl_sync(2u, 1, 0));
  }
};
struct wait_at_two_places {
  DIATOMIC_DEVICE void operator()(unsigned* out) const {
    if (diatomic::thread_index() == 5) {
      __syncthreads();
    } else {
      *out = __ballot_sync(~0u, 1);
    }
  }
};
TEST(cuda_warps, say_on_the_host_what_is_wrong) {
  if (!diatomic::detail::runtime_api::threads_yield) GTEST_SKIP() << "GPUs do not tell";
  EXPECT_NE(refusal(leave_out_the_caller{}).find("must include the calling thread's lane"),
            std::string::npos);
  EXPECT_NE(refusal(wait_at_two_places{}).find("others wait at the block's barrier"),
            std::string::npos);
}

constexpr int far_bits[] = {32, 33, 63, -1, -32, 1 << 30};
/// Only the bits that name a lane count, as in CUDA.
struct shuffle_across_far {
  DIATOMIC_DEVICE void operator()(unsigned* answers) const {
    const unsigned i = diatomic::thread_index();
    constexpr int bits[] = {32, 33, 63, -1, -32, 1 << 30};
    for (unsigned k = 0; k < 6; ++k) answers[k * threads + i] = __shfl_xor_sync(~0u, i, bits[k]);
  }
};
TEST(cuda_warps, shuffle_by_the_bits_that_name_a_lane) {
  diatomic::device_array<unsigned> answers(6 * threads);
  run(shuffle_across_far{}, answers.data());
  const std::vector<unsigned> found = answers.download();
  for (unsigned k = 0; k < 6; ++k) {
    for (unsigned i = 0; i < threads; ++i) {
      const unsigned lane = i % 32 ^ (static_cast<unsigned>(far_bits[k]) & 31);
      EXPECT_EQ(found[k * threads + i], i / 32 * 32 + lane) << far_bits[k] << ", thread " << i;
    }
  }
}

/// Any number but 0 is true.
struct vote_by_numbers {
  DIATOMIC_DEVICE void operator()(unsigned* verdicts) const {
    const unsigned i = diatomic::thread_index();
    constexpr int numbers[] = {1, 2, 256, -1, static_cast<int>(0x80000000u)};
    unsigned right = 0;
    for (unsigned k = 0; k < 5; ++k) {
      const int one = i % 32 == 7 ? numbers[k] : 0;
      if (__any_sync(~0u, one) == 1 && __all_sync(~0u, numbers[k]) == 1 &&
          __all_sync(~0u, one) == 0 && __ballot_sync(~0u, one) == 1u << 7) {
        right |= 1u << k;
      }
    }
    verdicts[i] = right;
  }
};
TEST(cuda_warps, vote_by_any_number_but_zero) {
  diatomic::device_array<unsigned> verdicts(threads);
  run(vote_by_numbers{}, verdicts.data());
  EXPECT_EQ(verdicts.download(), std::vector<unsigned>(threads, 31));
}

struct find_lanes_far_away {
  DIATOMIC_DEVICE void operator()(unsigned* wrong) const {
    using namespace diatomic::detail;
    const unsigned own = diatomic::thread_index() % 32;
    for (int width = 1; width <= 32; width *= 2) {
      for (const unsigned delta : {32u, 33u, 0x7fffffffu, 0x80000000u, ~0u - 31, ~0u}) {
        if (find_lane<source_lane::above>(own, delta, width, 32) != own ||
            find_lane<source_lane::below>(own, delta, width, 32) != own) {
          diatomic::store_add(wrong, 1u);
        }
      }
    }
  }
};
TEST(cuda_warps, find_no_lane_far_away) {
  diatomic::device_array<unsigned> wrong(1);
  wrong.fill_bytes(0);
  run(find_lanes_far_away{}, wrong.data());
  EXPECT_EQ(wrong.download()[0], 0u);
}

/// The last lane of each warp reaches a vote before the others have ended.
struct end_after_the_last_lane {
  DIATOMIC_DEVICE void operator()(unsigned* ballots) const {
    const unsigned i = diatomic::thread_index();
    if (i % 32 != 31) {
      for (int k = 0; k < 3; ++k) diatomic::pause();
      return;
    }
    ballots[i / 32] = __ballot_sync(~0u, 1);
  }
};
TEST(cuda_warps, the_last_lane_goes_on_when_the_others_have_ended) {
  diatomic::device_array<unsigned> ballots(threads / 32);
  ballots.fill_bytes(0);
  run(end_after_the_last_lane{}, ballots.data());
  EXPECT_EQ(ballots.download(), std::vector<unsigned>(threads / 32, 1u << 31));
}

struct vote_after_a_failure {
  DIATOMIC_DEVICE void operator()(unsigned* out) const {
    if (__ballot_sync(~0u, 1) != ~0u) *out = 1;
    __syncthreads();
    if (__shfl_sync(~0u, diatomic::thread_index(), 5) % 32 != 5) *out = 2;
  }
};
TEST(cuda_warps, work_after_launches_that_failed) {
  if (!diatomic::detail::runtime_api::threads_yield) GTEST_SKIP() << "GPUs do not tell";
  diatomic::device_array<unsigned> out(1);
  out.fill_bytes(0);
  for (int round = 0; round < 20; ++round) {
    // As many blocks as there are threads of the pool, several times.
    EXPECT_THROW(test::run_blocks(64, threads, wait_at_two_places{}, out.data()),
                 diatomic::runtime_error);
    EXPECT_NE(refusal(leave_out_the_caller{}), "");
    out.fill_bytes(0);
    EXPECT_NO_THROW(test::run_blocks(64, threads, vote_after_a_failure{}, out.data()));
    EXPECT_EQ(out.download()[0], 0u);
  }
}

}  // namespace
