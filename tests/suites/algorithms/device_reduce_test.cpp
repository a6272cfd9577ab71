// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/collectives/block_reduce.hpp>
#include <diatomic/collectives/warp.hpp>

#include "support/history.hpp"
#include "support/kernel_run.hpp"
#include "support/loose_bytes.hpp"
#include "support/scale.hpp"
#include "support/total_order.hpp"

namespace {

using diatomic::determinism;
using diatomic::device_array;
using diatomic::indexed;
using diatomic::op;
using test::guarded_array;
using test::on_device;

/// Memory with nothing useful in it.
guarded_array<unsigned char> junk(std::size_t bytes, unsigned char value = 0xcd) {
  return on_device(std::vector<unsigned char>(bytes, value));
}

/// Elements whose address is `offset` elements off a multiple of 16.
template <class T>
guarded_array<T> placed(const std::vector<T>& values, std::size_t offset) {
  guarded_array<T> array(values, offset * sizeof(T) % 16);
  array.make_constant();
  return array;
}

template <op Op, class T>
T reduced(const std::vector<T>& input, std::size_t offset = 0,
          determinism wanted = determinism::fastest) {
  const auto values = placed(input, offset);
  auto result = on_device(std::vector<T>{T{99}});
  auto temp = junk(diatomic::reduce_temp_bytes(input.size()));
  diatomic::stream on;
  diatomic::reduce<Op>(on, values.data(), input.size(), result.data(), temp.data(), temp.size(),
                       wanted);
  on.synchronize();
  return result.download()[0];
}

template <op Op, class T>
indexed<T> searched(const std::vector<T>& input, std::size_t offset = 0) {
  const auto values = placed(input, offset);
  guarded_array<indexed<T>> result(1);
  auto temp = junk(diatomic::reduce_temp_bytes(input.size()));
  diatomic::stream on;
  if constexpr (Op == op::min) {
    diatomic::arg_min(on, values.data(), input.size(), result.data(), temp.data(), temp.size());
  } else {
    diatomic::arg_max(on, values.data(), input.size(), result.data(), temp.data(), temp.size());
  }
  on.synchronize();
  return result.download()[0];
}

template <class T>
bool same_bits(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

std::vector<std::size_t> sizes() {
  std::vector<std::size_t> all = {0, 1, 2, 3, 5, 31, 32, 33, 127, 1000, 4096, 4099};
  // What the threads of one block take at once, of 4 and of 8 bytes.
  for (const std::size_t batch : {4096, 8192}) {
    for (const std::size_t more : {-1, 1, 3, 5}) all.push_back(batch + more);
  }
  all.push_back(scaled(1u << 16, 5000) + 7);
  all.push_back(scaled(1u << 20, 9000));
  return all;
}

template <class T>
class device_reduce : public testing::Test {
 protected:
  /// Whole numbers, of both signs where T has them: their sums are exact in every T.
  static std::vector<T> whole_numbers(std::size_t n, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<T> values(n);
    for (T& v : values) {
      v = static_cast<T>(static_cast<int>(random() % 17) - (std::is_signed_v<T> ? 8 : 0));
    }
    return values;
  }
  /// All magnitudes, and equals among them.
  static std::vector<T> wild_numbers(std::size_t n, unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<T> values(n);
    for (T& v : values) {
      if constexpr (std::is_floating_point_v<T>) {
        const double m = static_cast<double>(random() % 4096) - 2048;
        v = static_cast<T>(std::ldexp(m, static_cast<int>(random() % 60) - 30));
      } else {
        v = static_cast<T>(random());
      }
    }
    return values;
  }
};

using numbers = testing::Types<int, unsigned, long, unsigned long, long long, unsigned long long,
                               float, double>;
TYPED_TEST_SUITE(device_reduce, numbers, test::type_names);

TYPED_TEST(device_reduce, sums) {
  for (const std::size_t n : sizes()) {
    for (const std::size_t offset : {0u, 1u, 2u, 3u}) {
      const std::vector<TypeParam> input = this->whole_numbers(n, static_cast<unsigned>(n));
      std::int64_t sum = 0;
      for (const TypeParam v : input) sum += static_cast<std::int64_t>(v);
      EXPECT_EQ(reduced<op::add>(input, offset), static_cast<TypeParam>(sum))
          << n << " elements, " << offset << " off";
    }
  }
}

TYPED_TEST(device_reduce, finds_extrema_and_where_they_are) {
  for (const std::size_t n : sizes()) {
    if (n == 0) continue;
    const std::size_t offset = n % 4;
    const std::vector<TypeParam> input = this->wild_numbers(n, static_cast<unsigned>(n));
    std::size_t least = 0;
    std::size_t most = 0;
    for (std::size_t i = 1; i < n; ++i) {
      if (input[i] < input[least]) least = i;
      if (input[i] > input[most]) most = i;
    }
    SCOPED_TRACE(n);
    EXPECT_EQ(reduced<op::min>(input, offset), input[least]);
    EXPECT_EQ(reduced<op::max>(input, offset), input[most]);
    const indexed<TypeParam> lowest = searched<op::min>(input, offset);
    const indexed<TypeParam> highest = searched<op::max>(input, offset);
    EXPECT_EQ(lowest.value, input[least]);
    EXPECT_EQ(lowest.index, least);
    EXPECT_EQ(highest.value, input[most]);
    EXPECT_EQ(highest.index, most);
  }
}

TYPED_TEST(device_reduce, finds_a_single_extreme_anywhere) {
  constexpr std::size_t n = 20011;
  for (const std::size_t place :
       {0u, 1u, 3u, 4u, 31u, 4095u, 4096u, 16383u, 16384u, 20007u, 20010u}) {
    std::vector<TypeParam> input(n, TypeParam{5});
    input[place] = TypeParam{1};
    EXPECT_EQ(reduced<op::min>(input, 1), TypeParam{1});
    EXPECT_EQ(searched<op::min>(input, 1).index, place);
    input[place] = TypeParam{9};
    EXPECT_EQ(reduced<op::max>(input, 1), TypeParam{9});
    EXPECT_EQ(searched<op::max>(input, 1).index, place);
  }
}

TYPED_TEST(device_reduce, takes_the_first_of_equals) {
  for (const std::size_t n : {std::size_t{50}, std::size_t{5000}, scaled(1u << 19, 20000)}) {
    const std::vector<TypeParam> same(n, TypeParam{3});
    EXPECT_EQ(searched<op::min>(same).index, 0u);
    EXPECT_EQ(searched<op::max>(same, 3).index, 0u);
    std::vector<TypeParam> ends(n, TypeParam{3});
    for (std::size_t i = n / 3; i < n; i += 5) ends[i] = TypeParam{7};
    EXPECT_EQ(searched<op::max>(ends, 1).index, n / 3);
  }
}

// Nothing but the values nearest to the identities.
TYPED_TEST(device_reduce, starts_from_a_value_that_changes_nothing) {
  constexpr TypeParam least = std::numeric_limits<TypeParam>::lowest();
  constexpr TypeParam most = std::numeric_limits<TypeParam>::max();
  EXPECT_EQ(reduced<op::max>(std::vector<TypeParam>(300, least), 1), least);
  EXPECT_EQ(reduced<op::min>(std::vector<TypeParam>(300, most), 1), most);
  EXPECT_EQ(searched<op::max>(std::vector<TypeParam>(300, least), 1).index, 0u);
  EXPECT_EQ(searched<op::min>(std::vector<TypeParam>(300, most), 1).index, 0u);
}

// The first and the last value of the type, among others.
TYPED_TEST(device_reduce, finds_the_ends_of_the_type) {
  const TypeParam least = test::least_in_order<TypeParam>();
  const TypeParam most = test::most_in_order<TypeParam>();
  for (const std::size_t more : {0u, 3u, 1000u}) {
    std::vector<TypeParam> input = {TypeParam{5}, least, TypeParam{0}, most, TypeParam{3}};
    input.insert(input.end(), more, TypeParam{1});
    EXPECT_EQ(test::bits_of(reduced<op::min>(input)), test::bits_of(least));
    EXPECT_EQ(test::bits_of(reduced<op::max>(input)), test::bits_of(most));
    EXPECT_EQ(searched<op::min>(input).index, 1u);
    EXPECT_EQ(searched<op::max>(input).index, 3u);
  }
}

// Elements that no element is worse than: also where they fill whole tiles, and some of the last.
TYPED_TEST(device_reduce, takes_the_first_where_none_is_better_than_the_worst) {
  for (const std::size_t n : sizes()) {
    if (n == 0) continue;
    for (const std::size_t offset : {0u, 1u, 3u}) {
      SCOPED_TRACE(testing::Message() << n << " elements, " << offset << " off");
      const TypeParam least = test::least_in_order<TypeParam>();
      const TypeParam most = test::most_in_order<TypeParam>();
      EXPECT_EQ(searched<op::max>(std::vector<TypeParam>(n, least), offset).index, 0u);
      EXPECT_EQ(searched<op::min>(std::vector<TypeParam>(n, most), offset).index, 0u);
    }
  }
}

/// The search by one-thread blocks, with rows counted by so few bits that a thread's rows are more:
/// its result.
template <op Op, class Row, class Policy, class T>
indexed<T> searched_by_few_bits(const std::vector<T>& input, unsigned grid, bool in_stretches) {
  using kernel = diatomic::detail::search_kernel<Op, T, Policy, indexed<T>, 1, false, Row>;
  const auto values = on_device(input);
  guarded_array<indexed<T>> result(1);
  guarded_array<unsigned char> temp(32 * grid);
  const diatomic::detail::walk_shares shares(static_cast<const T*>(values.data()), input.size(),
                                             {grid, 1, in_stretches},
                                             diatomic::detail::reduce_vectors);
  test::run({grid, 1}, 16, kernel{T{}}, static_cast<const T*>(values.data()), shares, result.data(),
            static_cast<void*>(temp.data()), diatomic::detail::next_signature());
  return result.download()[0];
}

// A thread of the host can have more rows of vectors than 32 bits count: 64 GiB of input. Here it
// has more than 8 bits count, which are 256.
TYPED_TEST(device_reduce, searches_more_rows_than_it_can_count) {
  constexpr std::size_t width = 16 / sizeof(TypeParam);
  using wide = diatomic::detail::search_policy;
  const TypeParam worst = test::most_in_order<TypeParam>();
  for (const std::size_t rows : {248u, 256u, 264u, 520u}) {
    const std::size_t n = rows * width * 3 + 1;  // for three threads
    for (const std::size_t place :
         {std::size_t{0}, n / 3 - 1, n / 2, n - 3 * 8 * width, n - 2, n - 1, n}) {
      std::vector<TypeParam> input(n, worst);
      if (place < n) input[place] = TypeParam{1};
      const std::size_t want = place < n ? place : 0;
      for (const unsigned grid : {1u, 3u}) {
        for (const bool in_stretches : {false, true}) {
          SCOPED_TRACE(testing::Message() << rows << " rows, place " << place << " of " << n << ", "
                                          << grid << " blocks, " << in_stretches);
          const auto found =
              searched_by_few_bits<op::min, std::uint8_t, wide>(input, grid, in_stretches);
          EXPECT_EQ(found.index, want);
          EXPECT_EQ(test::bits_of(found.value), test::bits_of(input[want]));
        }
      }
    }
  }
}

TYPED_TEST(device_reduce, of_nothing) {
  using limits = std::numeric_limits<TypeParam>;
  const std::vector<TypeParam> nothing;
  const TypeParam most = limits::has_infinity ? limits::infinity() : limits::max();
  const TypeParam least = limits::has_infinity ? -limits::infinity() : limits::lowest();
  EXPECT_EQ(reduced<op::add>(nothing), TypeParam{0});
  EXPECT_EQ(reduced<op::min>(nothing), most);
  EXPECT_EQ(reduced<op::max>(nothing), least);
  EXPECT_EQ(searched<op::min>(nothing).value, most);
  EXPECT_EQ(searched<op::min>(nothing).index, diatomic::no_index);
  EXPECT_EQ(searched<op::max>(nothing).value, least);
  guarded_array<TypeParam> result(1);
  auto temp = junk(diatomic::reduce_temp_bytes(0));
  diatomic::stream on;
  diatomic::reduce<op::add>(on, static_cast<const TypeParam*>(nullptr), 0, result.data(),
                            temp.data(), temp.size());
  on.synchronize();
  EXPECT_EQ(result.download()[0], TypeParam{0});
}

// One piece of temporary memory serves call after call, whatever it held.
TYPED_TEST(device_reduce, leaves_its_memory_fit_for_the_next_call) {
  const std::size_t n = scaled(1u << 18, 20000);
  const std::vector<TypeParam> ones(n, TypeParam{1});
  const auto values = on_device(ones);
  guarded_array<TypeParam> result(16);
  diatomic::stream on;
  for (const unsigned char filling : {0x00, 0xff, 0x80}) {
    auto temp = junk(diatomic::reduce_temp_bytes(n), filling);
    for (std::size_t i = 0; i < 16; ++i) {
      diatomic::reduce<op::add>(on, values.data(), n - i, result.data() + i, temp.data(),
                                temp.size());
    }
    on.synchronize();
    const std::vector<TypeParam> found = result.download();
    for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(found[i], static_cast<TypeParam>(n - i));
  }
}

// The same launches again, as a graph repeats them: with the same signature.
TYPED_TEST(device_reduce, can_be_repeated_as_it_was) {
  using diatomic::detail::reduce_block;
  using policy = diatomic::detail::sum_policy<TypeParam>;
  using kernel = diatomic::detail::reduce_kernel<TypeParam, policy, reduce_block, false>;
  const std::size_t n = 50021;
  const std::vector<TypeParam> ones(n, TypeParam{1});
  const auto values = on_device(ones);
  guarded_array<TypeParam> result(1);
  for (const unsigned grid : {1u, 2u, 7u, 40u}) {
    const diatomic::detail::walk_shares shares(
        static_cast<const TypeParam*>(values.data()), n,
        {grid, reduce_block, diatomic::detail::runtime_api::threads_yield},
        diatomic::detail::reduce_vectors);
    const std::uint64_t signature = diatomic::detail::next_signature();
    for (const unsigned char filling : {0x00, 0xff, 0xcd}) {
      auto temp = junk(32 * grid, filling);
      for (std::size_t i = 0; i < scaled(1000, 5); ++i) {
        result.upload({TypeParam{99}});
        test::run({grid, reduce_block}, 16 * diatomic::detail::reduce_warps, kernel{{}, {}},
                  static_cast<const TypeParam*>(values.data()), shares, result.data(),
                  static_cast<void*>(temp.data()), signature);
        ASSERT_EQ(result.download()[0], static_cast<TypeParam>(n)) << grid << " blocks, run " << i;
      }
    }
  }
}

// More blocks than one warp takes the values of: all threads of the last block take them.
TYPED_TEST(device_reduce, sums_of_hundreds_of_blocks) {
  using diatomic::detail::reduce_block;
  using policy = diatomic::detail::sum_policy<TypeParam>;
  using kernel = diatomic::detail::reduce_kernel<TypeParam, policy, reduce_block, false>;
  for (const unsigned grid : {66u, 130u, 300u, 1100u}) {
    // A batch for one thread of each block.
    const std::size_t n = grid * diatomic::detail::reduce_vectors * (16 / sizeof(TypeParam));
    const auto values = on_device(std::vector<TypeParam>(n, TypeParam{1}));
    const TypeParam* const first = values.data();
    guarded_array<TypeParam> result(1);
    auto temp = junk(32 * grid);
    const diatomic::detail::walk_shares shares(
        first, n, {grid, reduce_block, diatomic::detail::runtime_api::threads_yield},
        diatomic::detail::reduce_vectors);
    for (int run = 0; run < 2; ++run) {
      result.upload({TypeParam{99}});
      test::run({grid, reduce_block}, 16 * diatomic::detail::reduce_warps, kernel{{}, {}}, first,
                shares, result.data(), static_cast<void*>(temp.data()),
                diatomic::detail::next_signature());
      EXPECT_EQ(result.download()[0], static_cast<TypeParam>(n)) << grid << " blocks";
    }
  }
}

template <class T>
class float_device_reduce : public testing::Test {};
using floats = testing::Types<float, double>;
TYPED_TEST_SUITE(float_device_reduce, floats, test::type_names);

TYPED_TEST(float_device_reduce, sum_is_within_its_bound_and_the_same_every_run) {
  const std::size_t n = scaled(1u << 18, 30000);
  std::mt19937 random(4);
  std::uniform_real_distribution<TypeParam> draw(-1, 2);
  std::vector<TypeParam> input(n);
  long double sum = 0;
  long double magnitudes = 0;
  for (TypeParam& v : input) {
    v = draw(random);
    sum += v;
    magnitudes += std::abs(v);
  }
  const TypeParam first = reduced<op::add>(input, 1, determinism::run_to_run);
  const long double u = std::numeric_limits<TypeParam>::epsilon() / 2;
  const long double roundings = static_cast<long double>(n) * u;
  EXPECT_NEAR(first, static_cast<double>(sum),
              static_cast<double>(roundings / (1 - roundings) * magnitudes));
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(same_bits(reduced<op::add>(input, 1, determinism::run_to_run), first));
  }
}

TYPED_TEST(float_device_reduce, goes_by_total_order) {
  using limits = std::numeric_limits<TypeParam>;
  constexpr TypeParam inf = limits::infinity();
  const TypeParam nan = std::copysign(limits::quiet_NaN(), TypeParam{1});
  const std::vector<TypeParam> zeros = {TypeParam{0}, -TypeParam{0}, TypeParam{0}, -TypeParam{0}};
  EXPECT_TRUE(std::signbit(reduced<op::min>(zeros)));
  EXPECT_FALSE(std::signbit(reduced<op::max>(zeros)));
  EXPECT_EQ(searched<op::min>(zeros).index, 1u);
  EXPECT_EQ(searched<op::max>(zeros).index, 0u);
  const std::vector<TypeParam> ends = {1, -inf, 2, inf, limits::denorm_min()};
  EXPECT_EQ(reduced<op::min>(ends), -inf);
  EXPECT_EQ(reduced<op::max>(ends), inf);
  const std::vector<TypeParam> nans = {1, -nan, inf, nan, -inf, nan};
  EXPECT_TRUE(same_bits(reduced<op::min>(nans, 1), -nan));
  EXPECT_TRUE(same_bits(reduced<op::max>(nans, 1), nan));
  EXPECT_EQ(searched<op::min>(nans).index, 1u);
  EXPECT_EQ(searched<op::max>(nans).index, 3u);
  const std::vector<TypeParam> all_nans(40, nan);
  EXPECT_TRUE(same_bits(reduced<op::min>(all_nans), nan));
  EXPECT_EQ(searched<op::min>(all_nans).index, 0u);
  EXPECT_TRUE(std::isnan(reduced<op::add>(std::vector<TypeParam>{1, inf, -inf})));
}

struct pair_of_sums {
  double first;
  std::uint64_t second;
};
struct add_pairs {
  DIATOMIC_DEVICE pair_of_sums operator()(pair_of_sums a, pair_of_sums b) const {
    return {a.first + b.first, a.second + b.second};
  }
};
struct multiply_by_xor {
  unsigned mask;
  DIATOMIC_DEVICE unsigned operator()(unsigned a, unsigned b) const { return (a ^ b) & mask; }
};

TEST(device_reduce_by, an_operation_of_the_caller) {
  for (const std::size_t n : {0u, 1u, 33u, 1000u, 50001u}) {
    std::vector<pair_of_sums> input(n);
    std::vector<unsigned> words(n);
    std::uint64_t sum = 0;
    unsigned bits = 0;
    for (std::size_t i = 0; i < n; ++i) {
      input[i] = {static_cast<double>(i % 7), i};
      words[i] = static_cast<unsigned>(i * 2654435761u);
      sum += i;
      bits ^= words[i] & 0xffffu;
    }
    const auto values = on_device(input);
    const auto more = placed(words, 3);
    guarded_array<pair_of_sums> result(1);
    guarded_array<unsigned> other(1);
    auto temp = junk(diatomic::reduce_temp_bytes(n));
    diatomic::stream on;
    diatomic::reduce(on, values.data(), n, add_pairs{}, pair_of_sums{0, 0}, result.data(),
                     temp.data(), temp.size());
    diatomic::reduce(on, more.data(), n, multiply_by_xor{0xffffu}, 0u, other.data(), temp.data(),
                     temp.size());
    on.synchronize();
    EXPECT_EQ(result.download()[0].second, sum);
    EXPECT_EQ(other.download()[0], bits);
  }
}

/// Elements at every address that their type allows.
template <std::size_t Size, std::size_t Alignment>
void reduce_at_any_address() {
  using element = test::loose_bytes<Size, Alignment>;
  for (const std::size_t n :
       {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{1000}, scaled(200003, 5003)}) {
    const auto input = test::any_bytes<element>(n, static_cast<unsigned>(n));
    element expected{};
    for (const element& e : input) expected = test::xor_and_add{}(expected, e);
    for (std::size_t offset = 0; offset < 16; offset += Alignment) {
      guarded_array<element> values(input, offset);
      guarded_array<element> result(1, (16 - offset) % 16);
      guarded_array<unsigned char> temp(diatomic::reduce_temp_bytes(n));
      diatomic::stream on;
      diatomic::reduce(on, values.data(), n, test::xor_and_add{}, element{}, result.data(),
                       temp.data(), temp.size());
      on.synchronize();
      EXPECT_TRUE(same_bits(result.download()[0], expected))
          << n << " elements of " << Size << " bytes, " << offset << " bytes off";
    }
  }
}

TEST(device_reduce_by, elements_at_any_address_of_their_type) {
  reduce_at_any_address<4, 1>();
  reduce_at_any_address<4, 2>();
  reduce_at_any_address<8, 1>();
  reduce_at_any_address<8, 4>();
  reduce_at_any_address<16, 1>();
  reduce_at_any_address<16, 4>();
  reduce_at_any_address<16, 8>();
}

struct count_up {
  DIATOMIC_DEVICE void operator()(unsigned* values, std::size_t n) const {
    const std::size_t stride = diatomic::global_size();
    for (std::size_t i = diatomic::global_index(); i < n; i += stride) {
      values[i] = static_cast<unsigned>(i >> 32) + 1;
    }
  }
};

TEST(device_reduce_of, more_than_32_bits_can_count) {
  const diatomic::device_properties device = diatomic::properties(diatomic::current_device());
  if (device.warp_size == 1 || device.memory_bytes < (std::size_t{64} << 30) || test::scale() < 1) {
    GTEST_SKIP() << "takes a GPU with 64 GiB";
  }
  const std::size_t n = (std::size_t{1} << 32) + 5;
  device_array<unsigned> values(n);
  guarded_array<unsigned> result(2);
  guarded_array<indexed<unsigned>> found(1);
  auto temp = junk(diatomic::reduce_temp_bytes(n));
  diatomic::stream on;
  diatomic::launch(1056, 256, 0, on, count_up{}, values.data(), n);
  diatomic::reduce<op::add>(on, values.data(), n, result.data(), temp.data(), temp.size());
  diatomic::reduce<op::max>(on, values.data() + 1, n - 1, result.data() + 1, temp.data(),
                            temp.size());
  diatomic::arg_max(on, values.data(), n, found.data(), temp.data(), temp.size());
  on.synchronize();
  EXPECT_EQ(result.download(), (std::vector<unsigned>{10u, 2u}));  // 2^32 + 2 * 5, modulo 2^32
  EXPECT_EQ(found.download()[0].index, std::uint64_t{1} << 32);
}

template <class T>
struct sum_block {
  DIATOMIC_DEVICE void operator()(T* sums) const {
    T own{};
    own.value = static_cast<decltype(own.value)>(diatomic::global_index() + 1);
    const diatomic::block_reduce<T> in_block(diatomic::shared_array<T>());
    for (unsigned round = 0; round < 2; ++round) {  // The memory can be used again.
      const T all = in_block(own, [](T a, T b) {
        a.value += b.value;
        return a;
      });
      if (diatomic::thread_index() == 0) sums[diatomic::block_index()] = all;
      diatomic::sync_block();
    }
  }
};
struct four_bytes {
  unsigned value;
};
struct eight_bytes {
  std::uint64_t value;
};
struct sixteen_bytes {
  std::uint64_t value;
  std::uint64_t unused;
};

template <class T>
void expect_block_sums() {
  for (const test::launch_shape shape : test::shapes()) {
    guarded_array<T> sums(shape.grid);
    test::run(shape, diatomic::block_reduce<T>::shared_bytes(shape.block), sum_block<T>{},
              sums.data());
    const std::vector<T> found = sums.download();
    for (unsigned b = 0; b < shape.grid; ++b) {
      std::uint64_t expected = 0;
      for (unsigned t = 0; t < shape.block; ++t) expected += b * shape.block + t + 1;
      EXPECT_EQ(found[b].value, expected) << testing::PrintToString(shape);
    }
  }
}

TEST(block_reduce, combines_each_thread_once) {
  expect_block_sums<four_bytes>();
  expect_block_sums<eight_bytes>();
  expect_block_sums<sixteen_bytes>();
}

struct ask_lanes {
  DIATOMIC_DEVICE void operator()(std::uint64_t* found) const {
    using namespace diatomic;
    const unsigned lane = lane_index();
    const unsigned lanes = warp_size();
    const lane_mask all = first_lanes(block_size() - thread_index() / lanes * lanes);
    const std::uint64_t own = (std::uint64_t{lane} << 40) + lane;
    std::uint64_t* const to = found + 6 * thread_index();
    to[0] = shuffle(all, own, 0);
    to[1] = shuffle_down(all, own, 1);
    to[2] = shuffle_xor(all, own, lanes / 2);
    to[3] = ballot(all, lane % 3 == 0);
    to[4] = active_lanes();
    to[5] = shuffle(all, sixteen_bytes{own, own + 5}, lanes - 1).unused;
  }
};

TEST(lanes, hand_each_other_values) {
  const auto lanes =
      static_cast<unsigned>(diatomic::properties(diatomic::current_device()).warp_size);
  guarded_array<std::uint64_t> array(6 * 2 * lanes);
  test::run({1, 2 * lanes}, 0, ask_lanes{}, array.data());
  const std::vector<std::uint64_t> found = array.download();
  const auto word = [](std::uint64_t lane) { return (lane << 40) + lane; };
  std::uint64_t thirds = 0;
  for (unsigned i = 0; i < lanes; i += 3) thirds |= std::uint64_t{1} << i;
  for (unsigned thread = 0; thread < 2 * lanes; ++thread) {
    const unsigned lane = thread % lanes;
    const std::uint64_t* const at = &found[6 * thread];
    EXPECT_EQ(at[0], word(0));
    EXPECT_EQ(at[1], word(lane + 1 < lanes ? lane + 1 : lane));
    EXPECT_EQ(at[2], word(lane ^ (lanes / 2)));
    EXPECT_EQ(at[3], thirds);
    EXPECT_EQ(at[4], ~std::uint64_t{0} >> (64 - lanes));
    EXPECT_EQ(at[5], word(lanes - 1) + 5);
  }
}

/// Shuffles by distances that no lane has.
struct ask_far_lanes {
  DIATOMIC_DEVICE void operator()(std::uint32_t* found, const unsigned* distances,
                                  unsigned n) const {
    using namespace diatomic;
    const lane_mask all = first_lanes(block_size());
    for (unsigned i = 0; i < n; ++i) {
      found[i * block_size() + thread_index()] =
          shuffle_down(all, 1000 + thread_index(), distances[i]);
    }
  }
};
TEST(lanes, that_are_too_far_are_not_read) {
  const auto lanes =
      static_cast<unsigned>(diatomic::properties(diatomic::current_device()).warp_size);
  const std::vector<unsigned> distances = {lanes,      lanes + 1,  33,      65,
                                           0x7fffffff, 0x80000001, ~0u - 1, ~0u};
  const auto input = test::on_device(distances);
  guarded_array<std::uint32_t> array(distances.size() * lanes);
  test::run({1, lanes}, 0, ask_far_lanes{}, array.data(), input.data(),
            static_cast<unsigned>(distances.size()));
  const std::vector<std::uint32_t> found = array.download();
  for (std::size_t i = 0; i < distances.size(); ++i) {
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const unsigned from = distances[i] < lanes - lane ? lane + distances[i] : lane;
      EXPECT_EQ(found[i * lanes + lane], 1000 + from) << "distance " << distances[i];
    }
  }
}

}  // namespace
