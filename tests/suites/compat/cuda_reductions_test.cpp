// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// CUDA's matches and reductions of lanes, its barriers that count, and its sleep: every type,
/// whole warps, parts of them and single lanes, in one call and in branches, lanes that are not
/// there or have ended, blocks of any shape, for masks of 32 bits (CUDA's warps) and of 64 (the
/// chip's).

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/compat/cuda_warps.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "warp_launches.hpp"

namespace {

using diatomic::cuda_names::__ballot_sync;
using diatomic::cuda_names::__match_all_sync;
using diatomic::cuda_names::__match_any_sync;
using diatomic::cuda_names::__nanosleep;
using diatomic::cuda_names::__reduce_add_sync;
using diatomic::cuda_names::__reduce_and_sync;
using diatomic::cuda_names::__reduce_max_sync;
using diatomic::cuda_names::__reduce_min_sync;
using diatomic::cuda_names::__reduce_or_sync;
using diatomic::cuda_names::__reduce_xor_sync;
using diatomic::cuda_names::__syncthreads;
using diatomic::cuda_names::__syncthreads_and;
using diatomic::cuda_names::__syncthreads_count;
using diatomic::cuda_names::__syncthreads_or;
using test::lanes_of;
using test::refusal;
using test::run_blocks;

using wide = unsigned long long;

// ---- Matches and reductions: each warp is divided into groups, which call with separate masks.

/// The arguments of a thread, and the number of its group in the warp.
template <class Mask, class T>
struct passed {
  Mask mask;
  unsigned group;
  T value;
};

/// A block for each trial. The groups make one call, or one call each in separate branches.
template <class Call, class Mask, class T>
struct call_in_groups {
  DIATOMIC_DEVICE void operator()(const passed<Mask, T>* own, bool in_branches,
                                  typename Call::template answer<Mask, T>* answers) const {
    const unsigned i = diatomic::global_index();
    if (!in_branches) {
      answers[i] = Call::of(own[i].mask, own[i].value);
      return;
    }
    for (unsigned group = 0; group < 8 * sizeof(Mask); ++group) {
      if (own[i].group == group) answers[i] = Call::of(own[i].mask, own[i].value);
    }
  }
};

constexpr unsigned ways_to_part = 6;
/// The group of a lane: of the whole warp, halves, lanes in turn, thirds, no two in a row, itself.
unsigned group_of(unsigned way, unsigned lane, unsigned lanes) {
  if (way == 0) return 0;
  if (way == 1) return 2 * lane / lanes;
  if (way == 2) return lane % 2;
  if (way == 3) return lane * 3 / lanes;
  if (way == 4) return lane * 11 % 7 % 4;
  return lane;
}

/// The trials of blocks of `threads` threads. `value_of` makes each value from
/// `number(thread, group, round)`. Masks include lanes that the block's last warp lacks.
template <class Mask, class T, class Number>
std::vector<passed<Mask, T>> trials_of(unsigned threads, unsigned rounds, Number number) {
  const unsigned lanes = lanes_of<Mask>();
  std::vector<passed<Mask, T>> trials;
  for (unsigned trial = 0; trial < ways_to_part * rounds; ++trial) {
    for (unsigned thread = 0; thread < threads; ++thread) {
      const unsigned way = trial % ways_to_part;
      const unsigned group = group_of(way, thread % lanes, lanes);
      Mask mask = 0;
      for (unsigned lane = 0; lane < lanes; ++lane) {
        if (group_of(way, lane, lanes) == group) mask |= Mask{1} << lane;
      }
      trials.push_back({mask, group, number(thread, group, trial / ways_to_part)});
    }
  }
  return trials;
}

/// Compares what each thread is told with `Call::expected` of its group: of the values of the lanes
/// that are there, and of their numbers.
template <class Call, class Mask, class T, class Number>
void expect_answers(unsigned rounds, Number number) {
  using answer = typename Call::template answer<Mask, T>;
  const unsigned lanes = lanes_of<Mask>();
  for (const unsigned threads : {128u, 80u, 33u, 1u}) {
    const auto trials = trials_of<Mask, T>(threads, rounds, number);
    diatomic::device_array<passed<Mask, T>> own(trials.size());
    own.upload(trials);
    for (const bool in_branches : {false, true}) {
      diatomic::device_array<answer> answers(trials.size());
      answers.fill_bytes(0x5a);
      run_blocks(ways_to_part * rounds, threads, call_in_groups<Call, Mask, T>{},
                 static_cast<const passed<Mask, T>*>(own.data()), in_branches, answers.data());
      const std::vector<answer> found = answers.download();
      for (std::size_t i = 0; i < trials.size(); ++i) {
        const std::size_t first = i - i % threads % lanes;
        std::vector<unsigned> members;
        std::vector<T> values;
        for (unsigned lane = 0; lane < lanes && first % threads + lane < threads; ++lane) {
          if ((trials[i].mask >> lane & 1) == 0) continue;
          members.push_back(lane);
          values.push_back(trials[first + lane].value);
        }
        ASSERT_EQ(found[i], (Call::template expected<Mask>(trials[i].value, members, values)))
            << "thread " << i % threads << " of " << threads << ", trial " << i / threads
            << (in_branches ? ", in branches" : "");
      }
    }
  }
}

// ---- Matches

/// The values that lanes compare. Floats include both zeros and two NaNs; 8-byte values differ only
/// in the upper half.
template <class T>
T value_of(unsigned number) {
  using diatomic::detail::bits_as;
  if constexpr (std::is_same_v<T, float>) {
    constexpr std::uint32_t bits[] = {0, 0x80000000, 0x7fc00000, 0x7fc00001};
    return bits_as<float>(number < 4 ? bits[number] : 0x3f800000u + number);
  } else if constexpr (std::is_same_v<T, double>) {
    constexpr std::uint64_t bits[] = {0, 1ull << 63, 0x7ff8000000000000, 0x7ff8000100000000};
    return bits_as<double>(number < 4 ? bits[number] : std::uint64_t{0x3ff00000u + number} << 32);
  } else if constexpr (sizeof(T) == 8) {
    return static_cast<T>((std::uint64_t{0x80000000u + number} << 32) + 7);
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(0x80000000u + number);
  } else {
    return bits_as<T>(static_cast<std::uint16_t>(0x8000u + number));
  }
}
/// Equal values in round 0: all lanes of a warp; then all lanes of a group; all lanes but one;
/// lanes with one of four values; no two lanes.
constexpr unsigned rounds_of_matches = 5;
template <class T>
T value_to_match(unsigned thread, unsigned group, unsigned round) {
  if (round == 0) return value_of<T>(1);
  if (round == 1) return value_of<T>(group % 5);
  if (round == 2) return value_of<T>(thread % 32 == 14 ? 0 : 1);
  if (round == 3) return value_of<T>(thread * 7 % 11 % 4);
  return value_of<T>(thread);
}

struct match_any {
  template <class Mask, class T>
  using answer = Mask;
  template <class Mask, class T>
  static DIATOMIC_DEVICE Mask of(Mask mask, T v) {
    return __match_any_sync(mask, v);
  }
  template <class Mask, class T>
  static Mask expected(T own, const std::vector<unsigned>& lanes, const std::vector<T>& values) {
    Mask same = 0;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      if (diatomic::detail::same_bits(values[i], own)) same |= Mask{1} << lanes[i];
    }
    return same;
  }
};

template <class Mask>
struct agreement {
  Mask lanes;
  int all;

  friend bool operator==(const agreement& a, const agreement& b) {
    return a.lanes == b.lanes && a.all == b.all;
  }
  friend std::ostream& operator<<(std::ostream& out, const agreement& a) {
    return out << std::hex << a.lanes << std::dec << ", " << a.all;
  }
};
struct match_all {
  template <class Mask, class T>
  using answer = agreement<Mask>;
  template <class Mask, class T>
  static DIATOMIC_DEVICE agreement<Mask> of(Mask mask, T v) {
    int all = -1;
    const Mask lanes = __match_all_sync(mask, v, &all);
    return {lanes, all};
  }
  template <class Mask, class T>
  static agreement<Mask> expected(T own, const std::vector<unsigned>& lanes,
                                  const std::vector<T>& values) {
    const Mask same = match_any::expected<Mask>(own, lanes, values);
    Mask present = 0;
    for (const unsigned lane : lanes) present |= Mask{1} << lane;
    return same == present ? agreement<Mask>{present, 1} : agreement<Mask>{0, 0};
  }
};

template <class T>
struct matches : testing::Test {};
using matched = testing::Types<int, unsigned, long, unsigned long, long long, unsigned long long,
                               float, double, std::uint8_t, diatomic::half>;
TYPED_TEST_SUITE(matches, matched, );

TYPED_TEST(matches, any) {
  expect_answers<match_any, unsigned, TypeParam>(rounds_of_matches, value_to_match<TypeParam>);
  expect_answers<match_any, wide, TypeParam>(rounds_of_matches, value_to_match<TypeParam>);
}
TYPED_TEST(matches, all) {
  expect_answers<match_all, unsigned, TypeParam>(rounds_of_matches, value_to_match<TypeParam>);
  expect_answers<match_all, wide, TypeParam>(rounds_of_matches, value_to_match<TypeParam>);
}

// ---- Reductions

template <diatomic::op Op>
struct reduction {
  static constexpr bool is_bitwise =
      Op == diatomic::op::bit_and || Op == diatomic::op::bit_or || Op == diatomic::op::bit_xor;
  template <class T>
  using promoted = decltype(+T{});
  template <class Mask, class T>
  using answer = typename std::conditional_t<is_bitwise, std::make_unsigned<promoted<T>>,
                                             std::common_type<promoted<T>>>::type;

  template <class Mask, class T>
  static DIATOMIC_DEVICE answer<Mask, T> of(Mask mask, T v) {
    using diatomic::op;
    if constexpr (Op == op::add) return said<Mask, T>(__reduce_add_sync(mask, v));
    if constexpr (Op == op::min) return said<Mask, T>(__reduce_min_sync(mask, v));
    if constexpr (Op == op::max) return said<Mask, T>(__reduce_max_sync(mask, v));
    if constexpr (Op == op::bit_and) return said<Mask, T>(__reduce_and_sync(mask, v));
    if constexpr (Op == op::bit_or) return said<Mask, T>(__reduce_or_sync(mask, v));
    if constexpr (Op == op::bit_xor) return said<Mask, T>(__reduce_xor_sync(mask, v));
  }
  /// The type is CUDA's, where CUDA has the function.
  template <class Mask, class T, class R>
  static DIATOMIC_DEVICE R said(R result) {
    static_assert(sizeof(R) == 8 || std::is_same_v<R, answer<Mask, T>>);
    static_assert(sizeof(R) == sizeof(answer<Mask, T>));
    static_assert(std::is_signed_v<R> == std::is_signed_v<answer<Mask, T>>);
    return result;
  }

  template <class Mask, class T>
  static answer<Mask, T> expected(T, const std::vector<unsigned>&, const std::vector<T>& values) {
    using result = answer<Mask, T>;
    using word = std::make_unsigned_t<result>;
    auto total = static_cast<result>(values[0]);
    for (std::size_t i = 1; i < values.size(); ++i) {
      const auto v = static_cast<result>(values[i]);
      const auto a = static_cast<word>(total);
      const auto b = static_cast<word>(v);
      using diatomic::op;
      if (Op == op::add) total = static_cast<result>(a + b);
      if (Op == op::min && v < total) total = v;
      if (Op == op::max && v > total) total = v;
      if (Op == op::bit_and) total = static_cast<result>(a & b);
      if (Op == op::bit_or) total = static_cast<result>(a | b);
      if (Op == op::bit_xor) total = static_cast<result>(a ^ b);
    }
    return total;
  }
};

/// Any values, whose sums wrap; and values with few bits unset, or few set, in other places.
constexpr unsigned rounds_of_reductions = 3;
template <class T>
T value_to_reduce(unsigned thread, unsigned, unsigned round) {
  std::minstd_rand random(thread * 3 + round + 1);
  random.discard(3);
  const std::uint64_t bits =
      std::uint64_t{random()} << 33 ^ std::uint64_t{random()} << 12 ^ random();
  const std::uint64_t bit = std::uint64_t{1} << bits % (8 * sizeof(T));
  return static_cast<T>(round == 0 ? bits : round == 1 ? ~bit : bit);
}

template <class T>
struct reductions : testing::Test {};
// CUDA's two types, then ours: the promoted types and the 64-bit types.
using reduced = testing::Types<int, unsigned, short, long long, unsigned long>;
TYPED_TEST_SUITE(reductions, reduced, );

template <diatomic::op Op, class T>
void expect_reductions() {
  expect_answers<reduction<Op>, unsigned, T>(rounds_of_reductions, value_to_reduce<T>);
  expect_answers<reduction<Op>, wide, T>(rounds_of_reductions, value_to_reduce<T>);
}
TYPED_TEST(reductions, add) { expect_reductions<diatomic::op::add, TypeParam>(); }
TYPED_TEST(reductions, min) { expect_reductions<diatomic::op::min, TypeParam>(); }
TYPED_TEST(reductions, max) { expect_reductions<diatomic::op::max, TypeParam>(); }
TYPED_TEST(reductions, bit_and) { expect_reductions<diatomic::op::bit_and, TypeParam>(); }
TYPED_TEST(reductions, bit_or) { expect_reductions<diatomic::op::bit_or, TypeParam>(); }
TYPED_TEST(reductions, bit_xor) { expect_reductions<diatomic::op::bit_xor, TypeParam>(); }

enum color { red, green = 5 };
/// An enum and a predicate are promoted too, and masks may be signed.
struct reduce_promoted {
  DIATOMIC_DEVICE void operator()(int* most, unsigned* any) const {
    const unsigned i = diatomic::thread_index();
    most[i] = __reduce_max_sync(-1, i % 32 == 9 ? green : red);
    any[i] = __reduce_or_sync(~0u, i == 40);
  }
};
TEST(cuda_reductions, promote) {
  diatomic::device_array<int> most(64);
  diatomic::device_array<unsigned> any(64);
  run_blocks(1, 64, reduce_promoted{}, most.data(), any.data());
  for (unsigned i = 0; i < 64; ++i) {
    EXPECT_EQ(most.download()[i], 5) << i;
    EXPECT_EQ(any.download()[i], i / 32) << i;
  }
}

/// Lanes that have ended take no part, though the masks have them.
struct end_some {
  DIATOMIC_DEVICE void operator()(unsigned* sums, unsigned* same, unsigned* all) const {
    const unsigned i = diatomic::thread_index();
    if (i % 4 == 3) return;
    sums[i] = __reduce_add_sync(~0u, i % 32) + static_cast<unsigned>(__reduce_add_sync(~0u, 1ull));
    same[i] = __match_any_sync(~0u, i % 4 == 0);
    int agree = 0;
    all[i] = __match_all_sync(~0u, 7, &agree);
    if (agree == 0) all[i] = 0;
  }
};
TEST(cuda_reductions, leave_out_lanes_that_have_ended) {
  diatomic::device_array<unsigned> sums(64);
  diatomic::device_array<unsigned> same(64);
  diatomic::device_array<unsigned> all(64);
  run_blocks(1, 64, end_some{}, sums.data(), same.data(), all.data());
  for (unsigned i = 0; i < 64; ++i) {
    if (i % 4 == 3) continue;
    EXPECT_EQ(sums.download()[i], 496u - 8 * 17 + 24) << i;
    EXPECT_EQ(same.download()[i], i % 4 == 0 ? 0x11111111u : 0x66666666u) << i;
    EXPECT_EQ(all.download()[i], 0x77777777u) << i;
  }
}

/// The first lanes of each mask have ended.
struct end_the_first {
  DIATOMIC_DEVICE void operator()(unsigned* sums, unsigned* least, unsigned* all) const {
    const unsigned i = diatomic::thread_index();
    if (i % 32 < 5) return;
    sums[i] = static_cast<unsigned>(__reduce_add_sync(~0u, wide{i}));
    least[i] = static_cast<unsigned>(__reduce_min_sync(~0u, wide{i})) + __reduce_min_sync(~0u, i);
    int agree = 0;
    all[i] = __match_all_sync(~0u, 3, &agree);
    if (agree == 0) all[i] = 0;
  }
};
TEST(cuda_reductions, leave_out_first_lanes_that_have_ended) {
  diatomic::device_array<unsigned> sums(64);
  diatomic::device_array<unsigned> least(64);
  diatomic::device_array<unsigned> all(64);
  run_blocks(1, 64, end_the_first{}, sums.data(), least.data(), all.data());
  for (unsigned i = 0; i < 64; ++i) {
    if (i % 32 < 5) continue;
    const unsigned first = i / 32 * 32;
    EXPECT_EQ(sums.download()[i], 27 * first + 31 * 32 / 2 - 10) << i;
    EXPECT_EQ(least.download()[i], 2 * (first + 5)) << i;
    EXPECT_EQ(all.download()[i], ~0u << 5) << i;
  }
}

// ---- Barriers that count

constexpr unsigned ways_to_vote = 7;
DIATOMIC_FUNCTION int vote_of(unsigned way, unsigned thread, unsigned threads, unsigned block) {
  if (way == 0) return 0;
  if (way == 1) return -1;
  if (way == 2) return thread == threads - 1 ? 256 : 0;  // not in the lowest bit
  if (way == 3) return thread != 0;
  if (way == 4) return thread % 3 == block;
  if (way == 5) return thread == 0 ? 2 : 0;
  return thread % 64 < 32;
}
struct verdicts {
  int count, all, any;
};
/// No other barrier parts the rounds. The second barrier of each takes another predicate.
struct vote_in_blocks {
  DIATOMIC_DEVICE void operator()(verdicts* told) const {
    const unsigned i = diatomic::thread_index();
    const unsigned n = diatomic::block_size();
    for (unsigned way = 0; way < ways_to_vote; ++way) {
      const int vote = vote_of(way, i, n, diatomic::block_index());
      verdicts& own = told[way * diatomic::global_size() + diatomic::global_index()];
      own.count = __syncthreads_count(vote);
      own.all = __syncthreads_and(vote) != 0;
      own.any = __syncthreads_or(vote) != 0;
    }
  }
};
TEST(cuda_reductions, count_threads_of_blocks) {
  using diatomic::extent3;
  for (const extent3 shape :
       {extent3(1), extent3(31), extent3(32), extent3(33), extent3(64), extent3(80), extent3(200),
        extent3(1024), extent3(2, 40), extent3(5, 5, 5), extent3(8, 4, 3), extent3(1, 1, 40)}) {
    const unsigned threads = shape.x * shape.y * shape.z;
    const unsigned blocks = 3;
    diatomic::device_array<verdicts> told(ways_to_vote * blocks * threads);
    told.fill_bytes(0x5a);
    run_blocks(blocks, shape, vote_in_blocks{}, told.data());
    const std::vector<verdicts> found = told.download();
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto way = static_cast<unsigned>(i / (blocks * threads));
      const auto block = static_cast<unsigned>(i / threads % blocks);
      int count = 0;
      for (unsigned t = 0; t < threads; ++t) count += vote_of(way, t, threads, block) != 0;
      ASSERT_EQ(found[i].count, count) << threads << " threads, round " << way;
      ASSERT_EQ(found[i].all, count == static_cast<int>(threads)) << threads << ", " << way;
      ASSERT_EQ(found[i].any, count != 0) << threads << " threads, round " << way;
    }
  }
}

/// They are barriers: what all threads wrote before, all of them see after.
struct pass_on_in_blocks {
  DIATOMIC_DEVICE void operator()(unsigned* words) const {
    const unsigned i = diatomic::thread_index();
    const unsigned n = diatomic::block_size();
    unsigned* const own = words + diatomic::block_index() * n;
    for (unsigned round = 0; round < 5; ++round) {
      const unsigned next = own[(i + 67) % n];
      const int some = round % 2 == 0 ? __syncthreads_count(1) : __syncthreads_or(1);
      own[i] = next + (some != 0 ? 0 : 1000);
      if (__syncthreads_and(some) == 0) own[i] = 2000;
    }
  }
};
TEST(cuda_reductions, counting_orders_memory) {
  for (const unsigned threads : {32u, 160u, 256u}) {
    std::vector<unsigned> words(2 * threads);
    for (unsigned i = 0; i < words.size(); ++i) words[i] = i;
    diatomic::device_array<unsigned> array(words.size());
    array.upload(words);
    run_blocks(2, threads, pass_on_in_blocks{}, array.data());
    const std::vector<unsigned> found = array.download();
    for (unsigned i = 0; i < words.size(); ++i) {
      EXPECT_EQ(found[i], i / threads * threads + (i % threads + 5 * 67) % threads) << i;
    }
  }
}

/// GPUs do not wait for threads that have ended, some of a wave or all of it.
struct count_those_that_stay {
  DIATOMIC_DEVICE void operator()(int* counts) const {
    const unsigned i = diatomic::thread_index();
    if (i < 64 || i >= 200) return;
    counts[i] = 1000 * __syncthreads_count(i % 2 == 0) + __syncthreads_count(i != 70);
  }
};
TEST(cuda_reductions, count_those_that_stay) {
  diatomic::device_array<int> counts(256);
  run_blocks(1, 256, count_those_that_stay{}, counts.data());
  for (unsigned i = 64; i < 200; ++i) EXPECT_EQ(counts.download()[i], 68135) << i;
}

// ---- Sleep

struct poll_and_sleep {
  DIATOMIC_DEVICE void operator()(unsigned* flag, unsigned* polls) const {
    if (diatomic::thread_index() == 0) {
      for (; diatomic::load(flag, diatomic::acquire) == 0; ++*polls) __nanosleep(100);
    } else if (diatomic::thread_index() == diatomic::block_size() - 1) {
      diatomic::store(flag, 1u, diatomic::release);
    }
  }
};
TEST(cuda_reductions, sleeping_lets_others_run) {
  diatomic::device_array<unsigned> flag(1);
  diatomic::device_array<unsigned> polls(1);
  flag.fill_bytes(0);
  polls.fill_bytes(0);
  run_blocks(1, 128, poll_and_sleep{}, flag.data(), polls.data());
  EXPECT_EQ(flag.download()[0], 1u);
  // On the host each thread that sleeps gives its turn to all others.
  if (diatomic::detail::runtime_api::threads_yield) {
    EXPECT_LE(polls.download()[0], 1u);
  }
}
struct sleep_as_long_as_it_gets {
  DIATOMIC_DEVICE void operator()(unsigned* slept) const {
    __nanosleep(0);
    __nanosleep(~0u);
    diatomic::store_add(slept, 1u);
  }
};
TEST(cuda_reductions, sleep_ends_after_a_millisecond) {
  diatomic::device_array<unsigned> slept(1);
  slept.fill_bytes(0);
  const auto start = std::chrono::steady_clock::now();
  run_blocks(1, 64, sleep_as_long_as_it_gets{}, slept.data());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(slept.download()[0], 64u);
  EXPECT_LT(seconds.count(), 2);  // 4.3 s by the number
}

// ---- Mistakes that are undefined behaviour on GPUs.

struct match_without_the_caller {
  DIATOMIC_DEVICE void operator()(unsigned* out) const { *out = __match_any_sync(2u, 1); }
};
struct agree_without_the_caller {
  DIATOMIC_DEVICE void operator()(unsigned* out) const {
    int all = 0;
    *out = __match_all_sync(2u, 1.0, &all);
  }
};
struct reduce_without_the_caller {
  DIATOMIC_DEVICE void operator()(unsigned* out) const { *out = __reduce_add_sync(2u, 1u); }
};
struct wait_at_two_places {
  DIATOMIC_DEVICE void operator()(unsigned* out) const {
    *out = diatomic::thread_index() == 5 ? static_cast<unsigned>(__syncthreads_count(1))
                                         : __reduce_max_sync(~0u, 1u);
  }
};
TEST(cuda_reductions, say_on_the_host_what_is_wrong) {
  if (!diatomic::detail::runtime_api::threads_yield) GTEST_SKIP() << "GPUs do not tell";
  const std::string no_lane = "must include the calling thread's lane";
  EXPECT_NE(refusal(match_without_the_caller{}, 1).find(no_lane), std::string::npos);
  EXPECT_NE(refusal(agree_without_the_caller{}, 1).find(no_lane), std::string::npos);
  EXPECT_NE(refusal(reduce_without_the_caller{}, 1).find(no_lane), std::string::npos);
  EXPECT_NE(refusal(wait_at_two_places{}).find("others wait at the block's barrier"),
            std::string::npos);
}

}  // namespace
