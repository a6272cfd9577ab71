// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// CUDA's names on the CPU, beyond what GPUs define: types convert, rounding modes stay, lanes that
/// wait elsewhere, and the errors of wrong calls.

#include <array>
#include <cfenv>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "warp_launches.hpp"

#include <diatomic/compat/cooperative_groups.hpp>
#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

// --- Each macro means the name that it has.
#define EXPECT_NAME(name) EXPECT_STREQ(DIATOMIC_DETAIL_TEXT(name), "diatomic::cuda_names::" #name)
#define EXPECT_NAMES(name)                                                                   \
  EXPECT_STREQ(DIATOMIC_DETAIL_TEXT(name), "diatomic::cuda_names::" #name);                  \
  EXPECT_STREQ(DIATOMIC_DETAIL_TEXT(name##_block), "diatomic::cuda_names::" #name "_block"); \
  EXPECT_STREQ(DIATOMIC_DETAIL_TEXT(name##_system), "diatomic::cuda_names::" #name "_system")
TEST(cuda_on_host, macros_mean_their_names) {
  EXPECT_NAMES(atomicAdd);
  EXPECT_NAMES(atomicSub);
  EXPECT_NAMES(atomicExch);
  EXPECT_NAMES(atomicMin);
  EXPECT_NAMES(atomicMax);
  EXPECT_NAMES(atomicInc);
  EXPECT_NAMES(atomicDec);
  EXPECT_NAMES(atomicCAS);
  EXPECT_NAMES(atomicAnd);
  EXPECT_NAMES(atomicOr);
  EXPECT_NAMES(atomicXor);
  EXPECT_NAMES(__threadfence);
  EXPECT_NAME(__syncthreads);
  EXPECT_NAME(__syncthreads_count);
  EXPECT_NAME(__syncthreads_and);
  EXPECT_NAME(__syncthreads_or);
  EXPECT_NAME(__syncwarp);
  EXPECT_NAME(__activemask);
  EXPECT_NAME(__ballot_sync);
  EXPECT_NAME(__any_sync);
  EXPECT_NAME(__all_sync);
  EXPECT_NAME(__shfl_sync);
  EXPECT_NAME(__shfl_up_sync);
  EXPECT_NAME(__shfl_down_sync);
  EXPECT_NAME(__shfl_xor_sync);
  EXPECT_NAME(__match_any_sync);
  EXPECT_NAME(__match_all_sync);
  EXPECT_NAME(__reduce_add_sync);
  EXPECT_NAME(__reduce_min_sync);
  EXPECT_NAME(__reduce_max_sync);
  EXPECT_NAME(__reduce_and_sync);
  EXPECT_NAME(__reduce_or_sync);
  EXPECT_NAME(__reduce_xor_sync);
  EXPECT_NAME(__nanosleep);
}
#undef EXPECT_NAME
#undef EXPECT_NAMES

// --- Numbers

template <class Wanted, class Found>
constexpr bool is(Found found, Wanted wanted) {
  return std::is_same_v<Found, Wanted> && found == wanted;
}
static_assert(is(min(1, 2), 1) && is(min(2, 1), 1) && is(max(1, 2), 2) && is(max(2, 1), 2));
static_assert(is(min(-1, 1u), 1u) && is(max(-1, 1u), ~0u));
static_assert(is(min(-1, 1ll), -1ll) && is(max(1ull, -1), ~0ull));
static_assert(is(min(1.5f, 2), 1.5f) && is(max(2, 1.5f), 2.0f));
static_assert(is(min(1.5f, 2.5), 1.5) && is(max(1.5f, 2.5), 2.5));
static_assert(is(min(short{3}, short{4}), short{3}));

constexpr bool is_extent(uint3 found, unsigned x, unsigned y, unsigned z) {
  return found.x == x && found.y == y && found.z == z;
}
static_assert(is_extent(dim3(), 1, 1, 1) && is_extent(dim3(2), 2, 1, 1) &&
              is_extent(dim3(2, 3), 2, 3, 1) && is_extent(dim3(2, 3, 4), 2, 3, 4) &&
              is_extent(dim3(make_uint3(5, 6, 7)), 5, 6, 7));
static_assert(warpSize == 32);

/// The results have the types of CUDA's functions.
static_assert(std::is_same_v<decltype(rsqrt(1.0f)), float> &&
              std::is_same_v<decltype(rsqrt(1.0)), double> &&
              std::is_same_v<decltype(rsqrt(1)), double> &&
              std::is_same_v<decltype(rsqrtf(1.0)), float>);
static_assert(std::is_same_v<decltype(__fadd_rn(1, 1)), float> &&
              std::is_same_v<decltype(__dadd_rn(1, 1)), double> &&
              std::is_same_v<decltype(__double2float_rn(1)), float> &&
              std::is_same_v<decltype(__ll2double_rn(1)), double>);

TEST(cuda_on_host, computes_with_other_types) {
  EXPECT_EQ(rsqrt(4), 0.5);
  EXPECT_EQ(rsqrt(0.25f), 2.0f);
  EXPECT_EQ(rsqrtf(16), 0.25f);
  EXPECT_EQ(rsqrt(3.0), 1 / std::sqrt(3.0));  // not through a float
  using diatomic::bfloat16;
  EXPECT_EQ(static_cast<float>(__hadd(half(1.5f), half(2.25f))), 3.75f);
  EXPECT_EQ(static_cast<float>(__hadd(bfloat16(1.5f), bfloat16(2.25f))), 3.75f);
  const int values[] = {4, 5};
  EXPECT_EQ(__ldg(values + 1), 5);
  const long long before = clock64();
  const auto nanoseconds = std::chrono::steady_clock::now().time_since_epoch();
  EXPECT_LT(std::chrono::duration_cast<std::chrono::nanoseconds>(nanoseconds).count() - before,
            60'000'000'000);
  EXPECT_GE(std::chrono::duration_cast<std::chrono::nanoseconds>(nanoseconds).count() - before, 0);
}

/// Each function in its four directions, of numbers whose result is not exact.
#define DIRECTIONS(name, ...)                                                                    \
  std::array<double, 4> {                                                                        \
    static_cast<double>(name##_rn(__VA_ARGS__)), static_cast<double>(name##_rz(__VA_ARGS__)),    \
        static_cast<double>(name##_ru(__VA_ARGS__)), static_cast<double>(name##_rd(__VA_ARGS__)) \
  }
std::vector<std::array<double, 4>> call_all_directions() {
  const float third = 1.0f / 3;
  const double d = 1.0 / 3;
  const long long odd = 0x7fffffffffffff01;
  return {DIRECTIONS(__fadd, 1.0f, -third),
          DIRECTIONS(__fsub, 1.0f, third),
          DIRECTIONS(__fmul, third, -third),
          DIRECTIONS(__fdiv, -third, 7.0f),
          DIRECTIONS(__frcp, -3.0f),
          DIRECTIONS(__fsqrt, 2.0f),
          DIRECTIONS(__fmaf, third, third, -1.0f),
          DIRECTIONS(__dadd, 1.0, -d),
          DIRECTIONS(__dsub, 1.0, d),
          DIRECTIONS(__dmul, d, -d),
          DIRECTIONS(__ddiv, -d, 7.0),
          DIRECTIONS(__drcp, -3.0),
          DIRECTIONS(__dsqrt, 2.0),
          DIRECTIONS(__fma, d, d, -1.0),
          DIRECTIONS(__int2float, 0x7fffff81),
          DIRECTIONS(__uint2float, 0xffffff81u),
          DIRECTIONS(__ll2float, -odd),
          DIRECTIONS(__ull2float, static_cast<unsigned long long>(odd)),
          DIRECTIONS(__double2float, -d),
          DIRECTIONS(__ll2double, -odd),
          DIRECTIONS(__ull2double, static_cast<unsigned long long>(odd))};
}
#undef DIRECTIONS

/// The program's own rounding mode has no effect on them, nor they on it.
TEST(cuda_on_host, leaves_the_rounding_mode) {
  const auto expected = call_all_directions();
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST}) {
    ASSERT_EQ(std::fesetround(mode), 0);
    const auto found = call_all_directions();
    const int after = std::fegetround();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(after, mode);
    EXPECT_EQ(found, expected) << "in mode " << mode;
  }
}
template <class Call>
void expect_mode_left(Call call, const char* name) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST}) {
    std::fesetround(mode);
    static_cast<void>(call());
    const int after = std::fegetround();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(after, mode) << name;
  }
}
TEST(cuda_on_host, leaves_the_rounding_mode_after_each_direction) {
  expect_mode_left([] { return __fadd_rn(1, 2); }, "rn");
  expect_mode_left([] { return __fadd_rz(1, 2); }, "rz");
  expect_mode_left([] { return __fadd_ru(1, 2); }, "ru");
  expect_mode_left([] { return __fadd_rd(1, 2); }, "rd");
}

// --- Lanes and barriers

/// The message of the exception that the call throws.
struct refusal_of {
  std::string call, name, text;
};
template <class Kernel>
refusal_of refused(Kernel kernel, unsigned threads) {
  try {
    diatomic::stream stream;
    diatomic::launch(1, threads, 0, stream, kernel);
  } catch (const diatomic::runtime_error& error) {
    return {error.call(), error.name(), error.text()};
  }
  return {};
}
TEST(cuda_on_host, names_what_is_wrong_with_a_call) {
  const auto expect = [](const refusal_of& found, const char* name, const char* text) {
    EXPECT_EQ(found.call, "warp function");
    EXPECT_EQ(found.name, name);
    EXPECT_EQ(found.text, text);
  };
  const std::function<void()> without_caller[] = {[] { __ballot_sync(~1u << threadIdx.x, 1); },
                                                  [] { __any_sync(2u, threadIdx.x == 5); },
                                                  [] { __all_sync(2u, 1); },
                                                  [] { __syncwarp(2u); },
                                                  [] { __shfl_sync(2u, 1, 0); },
                                                  [] { __shfl_up_sync(2u, 1, 1); },
                                                  [] { __shfl_down_sync(2u, 1, 1); },
                                                  [] { __shfl_xor_sync(2u, 1, 1); },
                                                  [] { __match_any_sync(2u, 1); },
                                                  [] { __reduce_min_sync(2u, 1); }};
  for (const auto& call : without_caller) {
    expect(refused([&call] { call(); }, 1), "lane_not_in_mask",
           "the mask of a warp function must include the calling thread's lane");
  }
  expect(refused(
             [] {
               if (threadIdx.x == 3) {
                 __syncthreads();
               } else {
                 __ballot_sync(~0u, 1);
               }
             },
             32),
         "warp_function_not_reached",
         "a warp function is not reached by all lanes of its mask: others wait at the block's "
         "barrier");
  try {
    __syncthreads_or(1);
    ADD_FAILURE() << "outside a kernel";
  } catch (const diatomic::runtime_error& error) {
    EXPECT_EQ(error.call(), "warp function");
    EXPECT_EQ(error.name(), "invalid_configuration");
  }
  const refusal_of trap = refused([] { __trap(); }, 1);
  EXPECT_EQ(trap.call + " " + trap.name + " " + trap.text, "__trap trapped called by a kernel");
}

/// Lanes that wait at the block's barrier do not matter to a mask without them.
TEST(cuda_on_host, lets_other_lanes_wait_at_the_barrier) {
  for (const unsigned waiting : {0x0000ffffu, 0xffff0000u, 0x55555555u, 0x00000001u, 0x80000000u}) {
    std::vector<unsigned> ballots(64, 0);
    unsigned* const to = ballots.data();
    diatomic::stream stream;
    diatomic::launch(1, 64, 0, stream, [=] {
      const unsigned lane = threadIdx.x % 32;
      if ((waiting >> lane & 1) == 0) {
        for (unsigned round = 0; round < 3; ++round) {
          to[threadIdx.x] += __ballot_sync(~waiting, lane % 3 == round);
        }
      }
      __syncthreads();
      to[threadIdx.x] ^= __ballot_sync(~0u, 1);
    });
    for (unsigned i = 0; i < 64; ++i) {
      EXPECT_EQ(ballots[i], (waiting >> i % 32 & 1) == 0 ? waiting : ~0u) << i;
    }
  }
}

TEST(cuda_on_host, reads_no_lane_outside_the_mask) {
  std::vector<unsigned> found(40, 0);
  unsigned* const to = found.data();
  diatomic::stream stream;
  diatomic::launch(1, 40, 0, stream, [=] {
    const unsigned lane = threadIdx.x % 32;
    if (lane == 0) {
      to[threadIdx.x] = __shfl_sync(0x1u, 7u, 1);
    } else if (lane < 4) {
      to[threadIdx.x] = __shfl_sync(0xeu, threadIdx.x, lane % 2 == 0 ? 1 : 9);
    } else if (threadIdx.x > 32) {
      to[threadIdx.x] = __shfl_sync(~0u, threadIdx.x, 9);  // which this warp lacks
    }
    if (__activemask() != 1u << lane) to[threadIdx.x] = 1;
  });
  EXPECT_EQ(found[0], 0xcdcdcdcdu);
  EXPECT_EQ(found[1], 0xcdcdcdcdu);
  EXPECT_EQ(found[2], 1u);
  EXPECT_EQ(found[3], 0xcdcdcdcdu);
  for (unsigned i = 36; i < 40; ++i) EXPECT_EQ(found[i], 0xcdcdcdcdu) << i;
}

/// Values of several words.
struct three_words {
  std::uint32_t at[3];
};
struct four_words {
  std::uint32_t at[4];
};
template <class T, unsigned N>
void expect_words_shuffled() {
  unsigned wrong = 0;
  diatomic::stream stream;
  diatomic::launch(1, 32, 0, stream, [&wrong] {
    T own{};
    for (unsigned k = 0; k < N; ++k) own.at[k] = 100 * threadIdx.x + k;
    const T found = __shfl_xor_sync(~0u, own, 5);
    for (unsigned k = 0; k < N; ++k) wrong += found.at[k] != 100 * (threadIdx.x ^ 5) + k ? 1 : 0;
  });
  EXPECT_EQ(wrong, 0u);
}
TEST(cuda_on_host, shuffles_all_words_of_a_value) {
  expect_words_shuffled<three_words, 3>();
  expect_words_shuffled<four_words, 4>();
}

TEST(cuda_on_host, refuses_what_groups_cannot_do) {
  EXPECT_EQ(test::refusal([](unsigned*) { cooperative_groups::this_grid().sync(); }),
            "grid_group::sync failed: the launch is not cooperative; start the kernel by "
            "cudaLaunchCooperativeKernel or launch_cooperative (invalid_configuration)");
  for (const unsigned size : {0u, 3u, 64u}) {
    EXPECT_EQ(
        test::refusal([=](unsigned*) {
          cooperative_groups::tiled_partition(cooperative_groups::this_thread_block(), size);
        }),
        "tiled_partition failed: " + std::to_string(size) +
            " threads in a tile, which has 1, 2, 4, 8, 16 or 32 of them (invalid_configuration)");
  }
}

TEST(cuda_on_host, knows_whether_a_grid_can_synchronize) {
  std::vector<int> found(2, 7);
  int* const to = found.data();
  diatomic::stream stream;
  diatomic::launch(1, 1, 0, stream, [=] { to[0] = cooperative_groups::this_grid().is_valid(); });
  diatomic::launch_cooperative(1, 1, 0, stream,
                               [=] { to[1] = cooperative_groups::this_grid().is_valid(); });
  EXPECT_EQ(found, (std::vector<int>{0, 1}));
}

}  // namespace
