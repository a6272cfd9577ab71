// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// A CUDA source, compiled as it is, has the same results on every backend: those of serial loops.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/collectives/warp.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/guarded_array.hpp"

#include <diatomic/compat/cuda_names_everywhere.hpp>

#include "cuda_source.hpp"

namespace {

// Every name is Diatomic's object from here on, and no function of the vendor's; `::` changes
// nothing.
template <class... Names>
constexpr bool are_objects = (std::is_class_v<Names> && ...);
static_assert(
    are_objects<
        decltype(::atomicAdd), decltype(::atomicAdd_block), decltype(::atomicAdd_system),
        decltype(::atomicSub), decltype(::atomicSub_block), decltype(::atomicSub_system),
        decltype(::atomicExch), decltype(::atomicExch_block), decltype(::atomicExch_system),
        decltype(::atomicMin), decltype(::atomicMin_block), decltype(::atomicMin_system),
        decltype(::atomicMax), decltype(::atomicMax_block), decltype(::atomicMax_system),
        decltype(::atomicInc), decltype(::atomicInc_block), decltype(::atomicInc_system),
        decltype(::atomicDec), decltype(::atomicDec_block), decltype(::atomicDec_system),
        decltype(::atomicCAS), decltype(::atomicCAS_block), decltype(::atomicCAS_system),
        decltype(::atomicAnd), decltype(::atomicAnd_block), decltype(::atomicAnd_system),
        decltype(::atomicOr), decltype(::atomicOr_block), decltype(::atomicOr_system),
        decltype(::atomicXor), decltype(::atomicXor_block), decltype(::atomicXor_system),
        decltype(__threadfence), decltype(__threadfence_block), decltype(__threadfence_system),
        decltype(__syncthreads), decltype(__syncthreads_count), decltype(__syncthreads_and),
        decltype(__syncthreads_or), decltype(__nanosleep), decltype(__syncwarp),
        decltype(__activemask), decltype(__ballot_sync), decltype(__any_sync), decltype(__all_sync),
        decltype(__shfl_sync), decltype(__shfl_up_sync), decltype(__shfl_down_sync),
        decltype(__shfl_xor_sync), decltype(__match_any_sync), decltype(__match_all_sync),
        decltype(__reduce_add_sync), decltype(__reduce_min_sync), decltype(__reduce_max_sync),
        decltype(__reduce_and_sync), decltype(__reduce_or_sync), decltype(__reduce_xor_sync)>);

template <class T>
using array = test::guarded_array<T>;

/// What `mix` of the source gives, computed here.
unsigned mixed(unsigned v) {
  constexpr unsigned factors[4] = {2, 3, 5, 7};
  v ^= v >> 16;
  v *= 0x7feb352du;
  v ^= v >> 15;
  return v * factors[v & 3];
}

std::vector<unsigned> random_words(unsigned n) {
  std::vector<unsigned> words(n);
  for (unsigned i = 0; i < n; ++i) words[i] = mixed(i * 77 + 5);
  return words;
}

TEST(cuda_source, counts_in_shared_memory) {
  std::vector<unsigned char> values;
  for (const unsigned v : random_words(5000)) values.push_back(static_cast<unsigned char>(v % 251));
  std::vector<unsigned long long> expected(256, 0);
  for (const unsigned char v : values) ++expected[v];
  const array<unsigned char> input(values);
  array<unsigned long long> bins(std::vector<unsigned long long>(256, 0));
  diatomic::stream stream;
  diatomic::launch_global(count_values, 6, 128, 0, stream, input.data(), 5000, bins.data());
  stream.synchronize();
  EXPECT_EQ(bins.download(), expected);
}

template <class T>
void expect_sum() {
  std::vector<T> values;
  for (const unsigned v : random_words(3000)) values.push_back(static_cast<T>(v % 64));
  const array<T> input(values);
  array<T> parts(9);
  array<unsigned> done(std::vector<unsigned>{0});
  array<T> total(1);
  diatomic::stream stream;
  for (int repeated = 0; repeated < 2; ++repeated) {  // the counter is 0 again after each launch
    total.fill_bytes(0);
    diatomic::launch_global(sum_all<T>, 9, 96, 0, stream, input.data(), 3000, parts.data(),
                            done.data(), total.data());
    stream.synchronize();
    EXPECT_EQ(total.download()[0], std::accumulate(values.begin(), values.end(), T{0}));
    EXPECT_EQ(done.download()[0], 0u);
  }
}
TEST(cuda_source, sums_by_shuffles_and_a_last_block) {
  expect_sum<float>();
  expect_sum<double>();
  expect_sum<int>();
  expect_sum<unsigned long long>();
}

TEST(cuda_source, compacts_by_ballots) {
  const std::vector<unsigned> values = random_words(1000);
  std::vector<unsigned> expected;
  for (const unsigned v : values) {
    if (v % 2 != 0) expected.push_back(v);
  }
  const array<unsigned> input(values);
  array<unsigned> kept(expected.size());
  array<unsigned> count(std::vector<unsigned>{0});
  diatomic::stream stream;
  diatomic::launch_global(keep_odd, 8, 128, 0, stream, input.data(), 1000, kept.data(),
                          count.data());
  stream.synchronize();
  EXPECT_EQ(count.download()[0], expected.size());
  std::vector<unsigned> found = kept.download();
  std::sort(found.begin(), found.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(found, expected);
}

TEST(cuda_source, counts_by_peers) {
  constexpr unsigned blocks = 4;
  constexpr unsigned threads = 80;
  constexpr unsigned n = 3 * threads + 21;
  std::vector<unsigned char> values;
  std::vector<unsigned> expected(256, 0);
  for (const unsigned v : random_words(n)) {
    values.push_back(static_cast<unsigned char>(v % 16 * (v % 5)));
    ++expected[values.back()];
  }
  const array<unsigned char> input(values);
  array<unsigned> bins(std::vector<unsigned>(256, 0));
  array<int> counted(blocks);
  diatomic::stream stream;
  diatomic::launch_global(count_by_peers, blocks, threads, 0, stream, input.data(),
                          static_cast<int>(n), bins.data(), counted.data());
  stream.synchronize();
  EXPECT_EQ(bins.download(), expected);
  EXPECT_EQ(counted.download(), (std::vector<int>{80, 80, 80, 21}));
}

/// The words of `update_words`, and one thread's updates of them.
struct words {
  std::vector<int> i32{0, 0, 0x7fffffff, -0x7fffffff - 1};
  std::vector<unsigned> u32{~0u, 0, ~0u, 0, 0, 998, 2};
  std::vector<unsigned long long> u64{0, 0, 0, 1};
  std::vector<float> f32{0};
  std::vector<double> f64{0};

  void update(unsigned r) {
    const auto wrapped = [](int a, unsigned b) { return static_cast<int>(unsigned(a) + b); };
    const int s = static_cast<int>(r);
    i32[0] = wrapped(i32[0], r);
    i32[1] = wrapped(i32[1], 0u - r);
    i32[2] = std::min(i32[2], s);
    i32[3] = std::max(i32[3], s);
    u32[0] = std::min(u32[0], r);
    u32[1] = std::max(u32[1], r);
    u32[2] &= r | 0x00ff00ffu;
    u32[3] |= r & 0x0f0f0f0fu;
    u32[4] ^= r;
    u32[5] = u32[5] >= 1000 ? 0 : u32[5] + 1;
    u32[6] = u32[6] == 0 || u32[6] > 1000 ? 1000 : u32[6] - 1;
    const unsigned long long twice = 0x100000001ull * r;
    u64[0] += twice;
    u64[1] = std::max(u64[1], twice);
    u64[2] ^= twice;
    u64[3] *= r | 1;
    f32[0] += static_cast<float>(r % 8);
    f64[0] += static_cast<double>(r);
  }
};

TEST(cuda_source, updates_words_by_every_operation) {
  constexpr unsigned blocks = 5;
  constexpr unsigned threads = 96;
  words expected;
  array<int> i32(expected.i32);
  array<unsigned> u32(expected.u32);
  array<unsigned long long> u64(expected.u64);
  array<float> f32(expected.f32);
  array<double> f64(expected.f64);
  diatomic::stream stream;
  diatomic::launch_global(update_words, blocks, threads, 0, stream, i32.data(), u32.data(),
                          u64.data(), f32.data(), f64.data());
  stream.synchronize();
  for (unsigned i = 0; i < blocks * threads; ++i) expected.update(mixed(i));
  EXPECT_EQ(i32.download(), expected.i32);
  EXPECT_EQ(u32.download(), expected.u32);
  EXPECT_EQ(u64.download(), expected.u64);
  EXPECT_EQ(f32.download(), expected.f32);
  EXPECT_EQ(f64.download(), expected.f64);
}

TEST(cuda_source, pushes_and_shuffles_in_halves_of_warps) {
  constexpr unsigned blocks = 3;
  constexpr unsigned threads = 64;
  constexpr unsigned all = blocks * threads;
  array<int> head(std::vector<int>{-1});
  array<int> next(all);
  array<int> sums(all / 16);
  diatomic::stream stream;
  diatomic::launch_global(push_all, blocks, threads, 0, stream, head.data(), next.data(),
                          sums.data());
  stream.synchronize();
  const std::vector<int> links = next.download();
  std::vector<int> seen(all, 0);
  unsigned count = 0;
  for (int i = head.download()[0]; i != -1 && count < all; ++count) {
    ASSERT_EQ(seen[static_cast<unsigned>(i)]++, 0);
    i = links[static_cast<unsigned>(i)];
  }
  EXPECT_EQ(count, all);
  for (unsigned half = 0; half < all / 16; ++half) {
    EXPECT_EQ(sums.download()[half], static_cast<int>(16 * 16 * half + 120)) << half;
  }
}

TEST(cuda_source, has_three_dimensions) {
  const dim3 grid(3, 2, 2);
  const dim3 block(8, 4, 2);
  array<uint3> threads(12 * 64);
  array<uint3> blocks(12 * 64);
  diatomic::stream stream;
  diatomic::launch_global(mark_places, grid, block, 0, stream, threads.data(), blocks.data());
  stream.synchronize();
  const std::vector<uint3> of_threads = threads.download();
  const std::vector<uint3> of_blocks = blocks.download();
  for (unsigned i = 0; i < 12 * 64; ++i) {
    const unsigned t = i % 64;
    const unsigned b = i / 64;
    EXPECT_EQ(of_threads[i].x, t % 8) << i;
    EXPECT_EQ(of_threads[i].y, t / 8 % 4) << i;
    EXPECT_EQ(of_threads[i].z, t / 32) << i;
    EXPECT_EQ(of_blocks[i].x, b % 3) << i;
    EXPECT_EQ(of_blocks[i].y, b / 3 % 2) << i;
    EXPECT_EQ(of_blocks[i].z, b / 6) << i;
  }
}

TEST(cuda_source, refuses_what_launch_refuses) {
  array<unsigned> count(std::vector<unsigned>{0});
  diatomic::stream stream;
  const auto limits = diatomic::detail::runtime_api::max_extents();
  const auto launch = [&](auto kernel, dim3 grid, dim3 block) {
    diatomic::launch_global(kernel, grid, block, 0, stream, count.data(), 0, count.data(),
                            count.data());
  };
  try {
    launch(static_cast<decltype(&keep_odd)>(nullptr), dim3(1), dim3(32));
    ADD_FAILURE() << "a null kernel was launched";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "launch_global: the kernel is null");
  }
  EXPECT_THROW(launch(keep_odd, dim3(0), dim3(32)), diatomic::runtime_error);
  EXPECT_THROW(launch(keep_odd, dim3(1), dim3(32, 32, 2)), diatomic::runtime_error);
  EXPECT_THROW(launch(keep_odd, dim3(1, 1, limits.grid[2] + 1), dim3(1)), diatomic::runtime_error);
  if (limits.block[2] < 1024) {
    EXPECT_THROW(launch(keep_odd, dim3(1), dim3(1, 1, limits.block[2] + 1)),
                 diatomic::runtime_error);
  }
  stream.synchronize();
  EXPECT_EQ(count.download()[0], 0u);
}

/// A bit-by-bit oracle for the lowest `width` bits: the number of ones, the position of the lowest
/// one (from 1), the zeros above the highest one, and the bits in reverse order.
struct bits_by_loops {
  int set = 0;
  int lowest = 0;
  int zeros = 0;
  unsigned long long reversed = 0;

  bits_by_loops(unsigned long long v, int width) {
    for (int bit = 0; bit < width; ++bit) {
      const bool is_set = (v >> bit & 1) != 0;
      set += is_set ? 1 : 0;
      if (is_set && lowest == 0) lowest = bit + 1;
      zeros = is_set ? 0 : zeros + 1;
      if (is_set) reversed |= 1ull << (width - 1 - bit);
    }
  }
};
TEST(cuda_source, counts_bits_from_end_to_end) {
  std::vector<unsigned long long> values = {0, ~0ull, 0xffffffff00000000ull, 0xffffffffull, 6, 12};
  for (int bit = 0; bit < 64; ++bit) {
    values.push_back(1ull << bit);
    values.push_back(~0ull << bit);
    values.push_back(~0ull >> bit);
  }
  const auto n = static_cast<int>(values.size());
  const array<unsigned long long> input(values);
  array<int> counts(6 * values.size());
  array<unsigned long long> reversed(2 * values.size());
  diatomic::stream stream;
  diatomic::launch_global(count_bits, 8, 32, 0, stream, input.data(), n, counts.data(),
                          reversed.data());
  stream.synchronize();
  const std::vector<int> found = counts.download();
  const std::vector<unsigned long long> turned = reversed.download();
  for (std::size_t i = 0; i < values.size(); ++i) {
    SCOPED_TRACE(testing::Message() << std::hex << values[i]);
    const bits_by_loops low(values[i], 32);
    const bits_by_loops all(values[i], 64);
    EXPECT_EQ(found[6 * i], low.set);
    EXPECT_EQ(found[6 * i + 1], all.set);
    EXPECT_EQ(found[6 * i + 2], low.lowest);
    EXPECT_EQ(found[6 * i + 3], all.lowest);
    EXPECT_EQ(found[6 * i + 4], low.zeros);
    EXPECT_EQ(found[6 * i + 5], all.zeros);
    EXPECT_EQ(turned[2 * i], low.reversed);
    EXPECT_EQ(turned[2 * i + 1], all.reversed);
  }
}

template <class T>
void expect_extrema(const std::vector<T>& values, const std::vector<T>& found) {
  const std::size_t n = values.size();
  for (std::size_t i = 0; i < n * n; ++i) {
    const T a = values[i / n];
    const T b = values[i % n];
    const T least = std::fmin(a, b);
    const T greatest = std::fmax(a, b);
    SCOPED_TRACE(testing::Message() << a << " and " << b);
    EXPECT_TRUE(found[2 * i] == least || (std::isnan(found[2 * i]) && std::isnan(least)));
    EXPECT_TRUE(found[2 * i + 1] == greatest ||
                (std::isnan(found[2 * i + 1]) && std::isnan(greatest)));
  }
}
/// Passes the built-in variables themselves, which some releases of HIP define as objects of empty
/// classes. Counts wrong results.
__global__ void pass_variables(unsigned* words, unsigned* wrong) {
  const unsigned i = threadIdx.x;
  const unsigned lane = i % 32;
  const unsigned first = i - lane;
  const unsigned n = blockDim.x;
  const auto expect = [wrong](unsigned got, unsigned expected) {
    if (got != expected) atomicAdd(wrong, 1u);
  };
  expect(__shfl_sync(FULL_MASK, threadIdx.x, 5), first + 5);
  expect(__shfl_sync(FULL_MASK, blockDim.x, threadIdx.x), n);
  expect(__shfl_up_sync(FULL_MASK, threadIdx.x, 1), lane == 0 ? i : i - 1);
  expect(__shfl_down_sync(FULL_MASK, threadIdx.x, 1), lane == 31 ? i : i + 1);
  expect(__shfl_xor_sync(FULL_MASK, threadIdx.x, 3), i ^ 3);
  expect(__match_any_sync(FULL_MASK, threadIdx.x), 1u << lane);
  expect(__match_any_sync(FULL_MASK, blockDim.x), FULL_MASK);
  int all = 0;
  expect(__match_all_sync(FULL_MASK, blockDim.x, &all), FULL_MASK);
  expect(__match_all_sync(FULL_MASK, threadIdx.x, &all), 0);
  expect(__reduce_add_sync(FULL_MASK, threadIdx.x), 32 * first + 496);
  expect(__reduce_max_sync(FULL_MASK, threadIdx.x), first + 31);
  expect(__reduce_xor_sync(FULL_MASK, blockDim.x), 0);
  expect(__ballot_sync(FULL_MASK, threadIdx.x), first == 0 ? ~1u : ~0u);
  expect(static_cast<unsigned>(__syncthreads_count(threadIdx.x)), n - 1);
  atomicAdd(&words[0], threadIdx.x);
  atomicMax(&words[1], blockDim.x);

  const auto lanes = diatomic::first_lanes(diatomic::warp_size());
  expect(diatomic::shuffle(lanes, threadIdx.x, diatomic::lane_index()), i);
  expect(diatomic::shuffle(lanes, blockDim.x, 0), n);
  expect(diatomic::shuffle_down(lanes, threadIdx.x, 0), i);
  expect(diatomic::shuffle_xor(lanes, threadIdx.x, 0), i);
  diatomic::store_add(&words[2], threadIdx.x);
  diatomic::store_add_at(words, threadIdx.x, blockDim.x, blockDim.x);
  __syncthreads();
  expect(diatomic::max_fetch(&words[1], blockDim.x), 2 * n);
  diatomic::atomic_ref<unsigned>(words[3]) += threadIdx.x;
}

TEST(cuda_source, passes_variables_as_arguments) {
  constexpr unsigned n = 64;
  array<unsigned> words(std::vector<unsigned>(n, 0));
  array<unsigned> wrong(std::vector<unsigned>(1, 0));
  diatomic::stream stream;
  diatomic::launch_global(pass_variables, 1, n, 0, stream, words.data(), wrong.data());
  stream.synchronize();
  EXPECT_EQ(wrong.download()[0], 0u);
  std::vector<unsigned> expected(n, n);
  for (const unsigned word : {0, 2, 3}) expected[word] += n * (n - 1) / 2;
  expected[1] = 2 * n;
  EXPECT_EQ(words.download(), expected);
}

TEST(cuda_source, extrema_give_the_number_beside_a_nan) {
  using limits = std::numeric_limits<double>;
  const std::vector<double> doubles = {
      1, -2, 0, limits::infinity(), -limits::infinity(), limits::quiet_NaN()};
  const std::vector<float> floats(doubles.begin(), doubles.end());
  const auto n = static_cast<int>(doubles.size());
  const array<float> a(floats);
  const array<double> b(doubles);
  array<float> of_floats(2 * doubles.size() * doubles.size());
  array<double> of_doubles(of_floats.size());
  diatomic::stream stream;
  diatomic::launch_global(take_extrema, 1, 1, 0, stream, a.data(), b.data(), n, of_floats.data(),
                          of_doubles.data());
  stream.synchronize();
  expect_extrema(floats, of_floats.download());
  expect_extrema(doubles, of_doubles.download());
}

TEST(cuda_source, clocks_run_and_traps_end_the_kernel) {
  array<long long> passed(std::vector<long long>(32, -1));
  diatomic::stream stream;
  diatomic::launch_global(read_clocks, 1, 32, 0, stream, 0, passed.data());
  stream.synchronize();
  for (const long long clocks : passed.download()) EXPECT_GE(clocks, 0);
#if !defined(__CUDACC__) && !defined(__HIP__)  // where no later call would work
  try {
    diatomic::launch_global(read_clocks, 1, 32, 0, stream, 1, passed.data());
    stream.synchronize();
    ADD_FAILURE() << "the kernel went on";
  } catch (const diatomic::runtime_error& error) {
    EXPECT_EQ(error.call(), "__trap");
    EXPECT_EQ(error.name(), "trapped");
  }
#endif
}

/// Fills the static and the dynamic shared memory of a block. All instances have one function type,
/// and differ in their static shared memory.
template <unsigned Words>
__global__ void fill_both(unsigned* wrong, unsigned words) {
  __shared__ unsigned own[Words];
  unsigned* const shared = diatomic::shared_array<unsigned>();
  for (unsigned i = threadIdx.x; i < Words; i += blockDim.x) own[i] = i;
  for (unsigned i = threadIdx.x; i < words; i += blockDim.x) shared[i] = ~i;
  __syncthreads();
  unsigned found = 0;
  for (unsigned i = threadIdx.x + 1; i < Words; i += blockDim.x) found += own[i] != i ? 1 : 0;
  for (unsigned i = threadIdx.x + 1; i < words; i += blockDim.x) found += shared[i] != ~i ? 1 : 0;
  if (found != 0) atomicAdd(wrong, found);
}
template <unsigned Words>
void expect_room(unsigned bytes, array<unsigned>& wrong) {
  diatomic::stream stream;
  diatomic::launch_global(fill_both<Words>, 2, 64, bytes, stream, wrong.data(),
                          bytes / static_cast<unsigned>(sizeof(unsigned)));
  stream.synchronize();
  EXPECT_EQ(wrong.download()[0], 0u) << Words << " words and " << bytes << " bytes";
}
TEST(cuda_source, functions_of_one_type_may_have_other_static_shared_memory) {
  const auto most = static_cast<unsigned>(
      diatomic::properties(diatomic::current_device()).shared_bytes_per_block);
  array<unsigned> wrong(std::vector<unsigned>{0});
  for (int round = 0; round < 2; ++round) {
    expect_room<16>(most - 64, wrong);
    expect_room<4096>(most - 16384, wrong);
    expect_room<16>(48 * 1024 - 64, wrong);
    expect_room<4096>(48 * 1024 - 16384 + 16, wrong);
    expect_room<16>(most - 64, wrong);
  }
}

}  // namespace
