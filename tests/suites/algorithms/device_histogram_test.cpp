// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/histogram.hpp>

#include "support/counting_plans.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::counter_layout;
using diatomic::counting_plan;
using diatomic::even_bin;
using diatomic::even_integer_bins;
using diatomic::value_bin;
using test::on_device;

/// The oracle: one counter after another.
template <class Count, class Input, class Bin>
std::vector<Count> reference(const std::vector<Input>& input, std::size_t from, unsigned bins,
                             Bin bin_of) {
  std::vector<Count> counts(bins, 0);
  for (std::size_t i = from; i < input.size(); ++i) {
    const unsigned bin = bin_of(input[i]);
    if (bin < bins) counts[bin] += 1;
  }
  return counts;
}

/// Counts on the device from element `from` on, on top of `counts`.
template <class Count, class Input, class Bin>
std::vector<Count> counted(const std::vector<Input>& input, std::size_t from, unsigned bins,
                           Bin bin_of) {
  const auto values = on_device(input);
  auto counts = on_device(std::vector<Count>(bins, 0));
  diatomic::stream stream;
  diatomic::histogram(stream, values.data() + from, input.size() - from, counts.data(), bins,
                      bin_of);
  stream.synchronize();
  return counts.download();
}

/// The same by a plan of the test's own.
template <class Count, class Input, class Bin>
std::vector<Count> counted_by(const counting_plan& plan, const std::vector<Input>& input,
                              unsigned bins, Bin bin_of) {
  const auto values = on_device(input);
  auto counts = on_device(std::vector<Count>(bins, 0));
  diatomic::stream stream;
  const diatomic::detail::no_weight* const none = nullptr;
  diatomic::detail::count_by_plan(stream, plan, values.data(), none, input.size(), counts.data(),
                                  bins, bin_of);
  stream.synchronize();
  return counts.download();
}

/// Values over somewhat more than the bins, so that some have none.
template <class Input>
std::vector<Input> values(std::size_t n, unsigned bins, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Input> made(n);
  for (Input& value : made) {
    const auto place = static_cast<unsigned>(random() % (std::uint64_t{bins} + bins / 8 + 1));
    if constexpr (std::is_floating_point_v<Input>) {
      value = static_cast<Input>(place);
    } else {
      value = static_cast<Input>(place - (std::is_signed_v<Input> ? bins / 16 : 0));
    }
  }
  return made;
}

constexpr unsigned bin_numbers[] = {1, 2, 3, 31, 32, 33, 100, 256, 1000, 4096, 65536, 100000};

template <class Input, class Count>
struct way {
  using input = Input;
  using count = Count;
};
struct way_names {
  template <class Way>
  static std::string GetName(int index) {
    constexpr const char* inputs[] = {"u8", "u16", "u32", "i32", "i8", "u64", "i16"};
    return std::string(inputs[index]) + "_in_" +
           test::type_names::GetName<typename Way::count>(index);
  }
};
using ways =
    testing::Types<way<std::uint8_t, unsigned>, way<std::uint16_t, unsigned long long>,
                   way<std::uint32_t, unsigned>, way<std::int32_t, int>, way<std::int8_t, long>,
                   way<std::uint64_t, long long>, way<std::int16_t, unsigned>>;

template <class Way>
class device_histogram : public testing::Test {};
TYPED_TEST_SUITE(device_histogram, ways, way_names);

TYPED_TEST(device_histogram, of_any_number_of_bins) {
  using input = typename TypeParam::input;
  using count = typename TypeParam::count;
  for (const unsigned bins : bin_numbers) {
    const auto data = values<input>(scaled(400000, 3001), bins, bins);
    EXPECT_EQ((counted<count>(data, 0, bins, value_bin{})),
              (reference<count>(data, 0, bins, value_bin{})))
        << bins << " bins";
  }
}

TYPED_TEST(device_histogram, of_odd_lengths_from_unaligned_starts) {
  using input = typename TypeParam::input;
  using count = typename TypeParam::count;
  for (const std::size_t from : {0u, 1u, 3u, 7u, 15u}) {
    for (const std::size_t n : {0u, 1u, 2u, 14u, 15u, 16u, 17u, 33u, 1001u, 20011u}) {
      const auto data = values<input>(from + n, 100, 5);
      EXPECT_EQ((counted<count>(data, from, 100, value_bin{})),
                (reference<count>(data, from, 100, value_bin{})))
          << n << " elements from " << from;
    }
  }
}

/// A kernel of a user's own.
template <class Layout>
struct own_kernel {
  template <class Input, class Count>
  DIATOMIC_DEVICE void operator()(const Input* input, unsigned n, Count* counts, unsigned first,
                                  unsigned rows, unsigned columns) const {
    diatomic::block_histogram<Layout, Count> own(diatomic::shared_array<int>(),
                                                 {first, rows, columns}, counts);
    own.clear();
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      own.add(static_cast<unsigned>(input[i]));
    }
    own.merge();
  }
};

template <class Count, class Layout, class Input>
std::vector<Count> counted_by_own(const std::vector<Input>& input, unsigned bins,
                                  unsigned columns) {
  using own = diatomic::block_histogram<Layout, Count>;
  const auto data = on_device(input);
  auto counts = on_device(std::vector<Count>(bins, 0));
  const unsigned half = (bins + 1) / 2;  // of the bins, in each of two launches
  for (const unsigned first : {0u, half}) {
    test::run({3, 64}, own::shared_bytes(half, columns), own_kernel<Layout>{}, data.data(),
              static_cast<unsigned>(input.size()), counts.data(), first,
              first == 0 ? half : bins - half, columns);
  }
  return counts.download();
}

template <class Count, class Input>
void check_own_kernels(const std::vector<Input>& data, const std::vector<Count>& expected) {
  const auto bins = static_cast<unsigned>(expected.size());
  using diatomic::packed_counters;
  EXPECT_EQ((counted_by_own<Count, packed_counters<8>>(data, bins, 1)), expected);
  EXPECT_EQ((counted_by_own<Count, packed_counters<16>>(data, bins, 1)), expected);
  EXPECT_EQ((counted_by_own<Count, diatomic::per_lane_copies<unsigned>>(data, bins, 1)), expected);
  EXPECT_EQ((counted_by_own<Count, diatomic::global_counters>(data, bins, 1)), expected);
}

TYPED_TEST(device_histogram, in_every_layout) {
  using input = typename TypeParam::input;
  using count = typename TypeParam::count;
  for (const unsigned bins : {1u, 3u, 33u, 256u, 1003u, 12345u}) {
    const auto data = values<input>(scaled(70000, 3001), bins, bins);
    const auto expected = reference<count>(data, 0, bins, value_bin{});
    for (const counting_plan& plan : test::all_plans(bins, {sizeof(input) == 1, false, 4})) {
      EXPECT_EQ((counted_by<count>(plan, data, bins, value_bin{})), expected)
          << bins << " bins, " << name_of(plan.layout) << ", " << plan.copies << " columns, "
          << plan.parts << " parts";
    }
    check_own_kernels(data, expected);
  }
}

// Small counters overflow, and carry into their neighbours, which overflow by that or by their own.
TYPED_TEST(device_histogram, of_overflowing_counters) {
  using input = typename TypeParam::input;
  using count = typename TypeParam::count;
  constexpr unsigned bins = 11;
  for (const unsigned used : {1u, 2u, 4u, 10u}) {
    std::mt19937 random(used);
    std::vector<input> data(scaled(700000, 3001));
    for (std::size_t i = 0; i < data.size(); ++i) {
      // Runs, and all lanes alike, and mixtures.
      const std::size_t at = i % 4096 < 1024 ? random() : i / (i % 4096 < 2048 ? 3 : 4096);
      data[i] = static_cast<input>(at % used);
    }
    const auto expected = reference<count>(data, 0, bins, value_bin{});
    for (const counting_plan& plan : test::all_plans(bins, {sizeof(input) == 1, false, 4})) {
      EXPECT_EQ((counted_by<count>(plan, data, bins, value_bin{})), expected)
          << used << " bins used, " << name_of(plan.layout);
    }
    EXPECT_EQ((counted<count>(data, 0, bins, value_bin{})), expected);
    check_own_kernels(data, expected);
  }
}

// Also the small counters behind the last row overflow, of values without a bin: into nothing.
TEST(device_histograms, of_many_values_without_a_bin) {
  for (const unsigned bins : {3u, 4u, 1000u}) {
    std::vector<std::uint16_t> data(scaled(600000, 3001));
    for (std::size_t i = 0; i < data.size(); ++i) {
      data[i] = static_cast<std::uint16_t>(i % 8 == 0 ? i / 8 % bins : bins + i % 3);
    }
    const auto expected = reference<unsigned>(data, 0, bins, value_bin{});
    for (const counting_plan& plan : test::all_plans(bins, {false, false, 4})) {
      EXPECT_EQ((counted_by<unsigned>(plan, data, bins, value_bin{})), expected)
          << bins << " bins, " << name_of(plan.layout);
    }
  }
}

template <class T>
std::vector<T> sorted_and_constant(std::size_t n, unsigned range) {
  std::vector<T> data(n, T{3});
  for (std::size_t i = 0; i < n / 2; ++i) data[i] = static_cast<T>(i * 2 * range / n);
  return data;
}

TEST(device_histograms, of_sorted_and_constant_values) {
  const std::size_t n = scaled(1u << 20, 4000);
  const auto bytes = sorted_and_constant<std::uint8_t>(n, 256);
  EXPECT_EQ(counted<unsigned>(bytes, 1, 256, value_bin{}),
            reference<unsigned>(bytes, 1, 256, value_bin{}));
  const auto words = sorted_and_constant<std::uint16_t>(n, 65536);
  EXPECT_EQ(counted<unsigned>(words, 1, 65536, value_bin{}),
            reference<unsigned>(words, 1, 65536, value_bin{}));
}

TEST(device_histograms, of_floats) {
  for (const unsigned bins : {1u, 2u, 33u, 256u, 1000u, 4096u, 65536u, 100000u}) {
    const auto data = values<float>(scaled(300000, 3001), bins, bins);
    const even_bin bin_of{0, static_cast<float>(bins), bins};
    EXPECT_EQ(counted<unsigned>(data, 1, bins, bin_of), reference<unsigned>(data, 1, bins, bin_of))
        << bins << " bins";
  }
}

/// Adds a number to each bin, at once.
template <class Layout>
struct add_several {
  template <class Count>
  DIATOMIC_DEVICE void operator()(const unsigned* bins, const unsigned* times, unsigned n,
                                  Count* counts, unsigned rows) const {
    diatomic::block_histogram<Layout, Count> own(diatomic::shared_array<int>(), {0, rows, 1},
                                                 counts);
    own.clear();
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      own.add(bins[i], times[i]);
    }
    own.merge();
  }
};
template <class Layout>
void check_additions_of_several(const char* name) {
  using count = unsigned long long;
  constexpr unsigned rows = 13;
  std::mt19937 random(5);
  // Up to what 8 and 16 bits count, and beyond.
  for (const unsigned most : {3u, 200u, 256u, 300u, 40000u, 65536u, 70000u}) {
    std::vector<unsigned> bins(scaled(5000, 1000));
    std::vector<unsigned> times(bins.size());
    std::vector<count> expected(rows, 0);
    for (std::size_t i = 0; i < bins.size(); ++i) {
      bins[i] = random() % (rows + 1);  // the last is none
      times[i] = most - random() % 3;
      if (bins[i] < rows) expected[bins[i]] += times[i];
    }
    const auto at = on_device(bins);
    const auto numbers = on_device(times);
    auto counts = on_device(std::vector<count>(rows, 0));
    test::run({3, 64}, diatomic::block_histogram<Layout, count>::shared_bytes(rows, 1),
              add_several<Layout>{}, at.data(), numbers.data(), static_cast<unsigned>(bins.size()),
              counts.data(), rows);
    EXPECT_EQ(counts.download(), expected) << name << ", up to " << most << " at once";
  }
}
TEST(device_histograms, of_additions_of_several) {
  check_additions_of_several<diatomic::packed_counters<8>>("8 bits");
  check_additions_of_several<diatomic::packed_counters<16>>("16 bits");
  check_additions_of_several<diatomic::per_lane_copies<unsigned>>("columns");
  check_additions_of_several<diatomic::global_counters>("no counters");
}

/// Adds four bins at once: `place` of them is always bin 5, the others are 8 to 55 in turn.
template <class Layout>
struct add_fours {
  template <class Count>
  DIATOMIC_DEVICE void operator()(unsigned place, unsigned n, Count* counts, unsigned rows) const {
    diatomic::block_histogram<Layout, Count> own(diatomic::shared_array<int>(), {0, rows, 1},
                                                 counts);
    own.clear();
    for (unsigned i = diatomic::thread_index(); i < n; i += diatomic::block_size()) {
      unsigned bins[4];
      for (unsigned k = 0; k < 4; ++k) bins[k] = k == place ? 5 : 8 + (i * 4 + k) % 48;
      own.add_all(bins);
    }
    own.merge();
  }
};
template <class Layout>
void check_additions_of_fours(const char* name) {
  using count = unsigned long long;
  constexpr unsigned rows = 56;
  constexpr unsigned n = 66000;  // more than 16 bits count
  for (unsigned place = 0; place < 4; ++place) {
    std::vector<count> expected(rows, 0);
    expected[5] = n;
    for (unsigned i = 0; i < n * 4; ++i) expected[8 + i % 48] += i % 4 != place;
    auto counts = on_device(std::vector<count>(rows, 0));
    test::run({1, 256}, diatomic::block_histogram<Layout, count>::shared_bytes(rows, 1),
              add_fours<Layout>{}, place, n, counts.data(), rows);
    EXPECT_EQ(counts.download(), expected) << name << ", place " << place;
  }
}
TEST(device_histograms, of_additions_of_fours) {
  check_additions_of_fours<diatomic::packed_counters<8>>("8 bits");
  check_additions_of_fours<diatomic::packed_counters<16>>("16 bits");
  check_additions_of_fours<diatomic::global_counters>("no counters");
}

struct pixel {
  unsigned char red, green, blue;
};
struct pixel4 {
  unsigned char red, green, blue, alpha;
};
struct green_bin {
  template <class Pixel>
  DIATOMIC_FUNCTION unsigned operator()(Pixel of) const {
    return of.green;
  }
};

// 16 bytes are not whole pixels, or pixels begin where no 16-byte load can.
template <class Pixel>
void count_pixels() {
  std::mt19937 random(3);
  std::vector<Pixel> data(scaled(100000, 3001));
  for (Pixel& p : data) p.green = static_cast<unsigned char>(random());
  EXPECT_EQ(counted<unsigned>(data, 1, 256, green_bin{}),
            reference<unsigned>(data, 1, 256, green_bin{}));
}
TEST(device_histograms, of_pixels_of_three_bytes) { count_pixels<pixel>(); }
TEST(device_histograms, of_pixels_of_four_bytes_at_any_address) {
  count_pixels<pixel4>();
  std::vector<unsigned char> raw(4 * 1000 + 1);
  std::mt19937 random(4);
  for (unsigned char& byte : raw) byte = static_cast<unsigned char>(random());
  std::vector<unsigned> expected(256, 0);
  for (std::size_t i = 0; i < 1000; ++i) expected[raw[1 + 4 * i + 1]] += 1;
  const auto bytes = on_device(raw);
  auto counts = on_device(std::vector<unsigned>(256, 0));
  diatomic::stream stream;
  diatomic::histogram(stream, reinterpret_cast<const pixel4*>(bytes.data() + 1), 1000,
                      counts.data(), 256, green_bin{});
  stream.synchronize();
  EXPECT_EQ(counts.download(), expected);
}

TEST(device_histograms, add_to_what_is_there) {
  const auto data = values<std::uint8_t>(scaled(50000, 3001), 256, 9);
  auto expected = reference<std::uint64_t>(data, 0, 256, value_bin{});
  for (auto& count : expected) count = 2 * count + (std::uint64_t{1} << 32) - 5;
  const auto input = on_device(data);
  auto counts = on_device(std::vector<std::uint64_t>(256, (std::uint64_t{1} << 32) - 5));
  diatomic::stream stream;
  for (int twice = 0; twice < 2; ++twice) {
    diatomic::histogram(stream, input.data(), data.size(), counts.data(), 256, value_bin{});
  }
  stream.synchronize();
  EXPECT_EQ(counts.download(), expected);
}

template <class Weight, class Count>
void count_weighted() {
  for (const unsigned bins : {1u, 33u, 256u, 5000u, 100000u}) {
    const auto data = values<std::uint16_t>(scaled(200000, 3001), bins, bins);
    std::vector<Weight> weights(data.size());
    std::vector<Count> expected(bins, 0);
    for (std::size_t i = 0; i < data.size(); ++i) {
      weights[i] = static_cast<Weight>(i % 7 + 1);
      if (data[i] < bins) expected[data[i]] += static_cast<Count>(weights[i]);
    }
    const auto input = on_device(data);
    const auto with = on_device(weights);
    auto counts = on_device(std::vector<Count>(bins + 1, 0));  // 16 bits are updated in 4 bytes
    diatomic::stream stream;
    diatomic::weighted_histogram(stream, input.data(), with.data(), data.size(), counts.data(),
                                 bins, value_bin{});
    stream.synchronize();
    std::vector<Count> sums = counts.download();
    sums.resize(bins);
    EXPECT_EQ(sums, expected) << bins << " bins";
  }
}
// The sums are whole and small enough to be exact.
TEST(device_histograms, of_weights) {
  count_weighted<unsigned, unsigned>();
  count_weighted<std::uint8_t, unsigned long long>();
  count_weighted<float, float>();
  count_weighted<float, double>();
  count_weighted<std::int16_t, std::int16_t>();
}

// Against division; the products are below 2^64.
TEST(device_histograms, have_exact_even_integer_bins) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 300; ++round) {
    const auto range = static_cast<std::uint64_t>(random() >> (32 + random() % 31)) + 1;
    const auto bins = static_cast<unsigned>(random() >> (33 + random() % 30)) + 1;
    const std::int64_t lower = static_cast<std::int64_t>(random() >> 20) - (std::int64_t{1} << 43);
    const auto bin_of = even_integer_bins(lower, lower + static_cast<std::int64_t>(range), bins);
    for (int i = 0; i < 300; ++i) {
      // Also next to where a bin begins.
      const std::uint64_t edge = random() % bins * range / bins + random() % 3;
      const std::uint64_t x = (i % 2 == 0 ? edge : random()) % range;
      const std::uint64_t expected = x * bins / range;
      ASSERT_EQ(bin_of(lower + static_cast<std::int64_t>(x)), expected)
          << x << " of " << range << ", " << bins << " bins";
    }
    EXPECT_EQ(bin_of(lower - 1), diatomic::no_bin);
    EXPECT_EQ(bin_of(lower + static_cast<std::int64_t>(range)), diatomic::no_bin);
  }
  const auto all = even_integer_bins(0u, 1ll << 32, 7);
  EXPECT_EQ(all(0), 0u);
  EXPECT_EQ(all(~0u), 6u);
  const auto bytes = even_integer_bins(std::int8_t{-100}, 100, 8);
  EXPECT_EQ(bytes(-100), 0u);
  EXPECT_EQ(bytes(99), 7u);
  EXPECT_EQ(bytes(100), diatomic::no_bin);
  EXPECT_EQ(bytes(-101), diatomic::no_bin);
}

TEST(device_histograms, have_bins_up_to_the_last_number) {
  EXPECT_EQ(value_bin{}(0xfffffffeu), 0xfffffffeu);
  EXPECT_EQ(value_bin{}(0xffffffffu), diatomic::no_bin);
  EXPECT_EQ(value_bin{}(0xfffffffell), 0xfffffffeu);
  EXPECT_EQ(value_bin{}(1ll << 32), diatomic::no_bin);
  EXPECT_EQ(value_bin{}(-1), diatomic::no_bin);
  EXPECT_EQ(value_bin{}(std::int8_t{-1}), diatomic::no_bin);
  EXPECT_EQ(value_bin{}(~0ull), diatomic::no_bin);
  const even_bin by_ones{0.0f, 16777216.0f, 1u << 24};
  EXPECT_EQ(by_ones(16777214.0f), 16777214u);
  EXPECT_EQ(by_ones(16777215.0f), 16777215u);
  EXPECT_EQ(by_ones(16777216.0f), 16777215u);
}

/// Every value of a small type, against division.
template <class T>
void expect_exact_bins_of_all(long long lower, long long upper, unsigned bins) {
  const auto bin_of = even_integer_bins(static_cast<T>(lower), upper, bins);
  constexpr long long least = std::numeric_limits<T>::min();
  constexpr long long most = std::numeric_limits<T>::max();
  for (long long v = least; v <= most; ++v) {
    const bool is_in = v >= lower && v < upper;
    const auto expected = static_cast<unsigned>(is_in ? (v - lower) * bins / (upper - lower) : 0);
    ASSERT_EQ(bin_of(static_cast<T>(v)), is_in ? expected : diatomic::no_bin)
        << v << " from " << lower << " to " << upper << ", " << bins << " bins";
  }
}

TEST(device_histograms, have_exact_even_bins_of_small_integers) {
  for (const unsigned bins : {1u, 2u, 3u, 7u, 8u, 10u, 100u, 255u, 256u, 257u, 65537u}) {
    for (long long lower = -128; lower < 128; lower += 17) {
      for (long long upper = lower + 1; upper <= 128; upper += 3) {
        expect_exact_bins_of_all<std::int8_t>(lower, upper, bins);
        expect_exact_bins_of_all<std::uint8_t>(lower + 128, upper + 128, bins);
      }
    }
    for (const long long range : {65536, 65535, 40000, 9999}) {
      expect_exact_bins_of_all<std::int16_t>(-32768, range - 32768, bins);
      expect_exact_bins_of_all<std::uint16_t>(65536 - range, 65536, bins);
    }
  }
}

TEST(device_histograms, have_even_integer_bins_of_whole_types) {
  const auto of_signed = even_integer_bins(std::numeric_limits<std::int32_t>::min(), 1ll << 31, 4);
  EXPECT_EQ(of_signed(std::numeric_limits<std::int32_t>::min()), 0u);
  EXPECT_EQ(of_signed(-1), 1u);
  EXPECT_EQ(of_signed(0), 2u);
  EXPECT_EQ(of_signed(std::numeric_limits<std::int32_t>::max()), 3u);
  const auto most_bins = even_integer_bins(0u, 1ll << 32, ~0u);
  for (const std::uint64_t v : {0ull, 1ull, 2ull, 0x7fffffffull, 0x80000000ull, 0xffffffffull}) {
    EXPECT_EQ(most_bins(static_cast<unsigned>(v)), v * 0xffffffffull >> 32) << v;
  }
  EXPECT_EQ(even_integer_bins(5, 6, ~0u)(5), 0u);
}

/// A distance is compared in 64 bits.
TEST(device_histograms, have_no_bin_for_values_2_to_the_32_away) {
  constexpr long long lower = -7;
  for (const long long range : {1ll, 5ll, 1ll << 31, 1ll << 32}) {
    const auto bin_of = even_integer_bins(lower, lower + range, 3);
    for (const long long laps : {1ll, 2ll, 1ll << 20}) {
      for (const long long x : {0ll, range - 1}) {
        EXPECT_EQ(bin_of(lower + x + (laps << 32)), diatomic::no_bin) << range << ' ' << laps;
        EXPECT_EQ(bin_of(lower + x - (laps << 32)), diatomic::no_bin) << range << ' ' << laps;
      }
    }
    EXPECT_EQ(bin_of(lower), 0u);
    EXPECT_EQ(bin_of(std::numeric_limits<long long>::min()), diatomic::no_bin);
    EXPECT_EQ(bin_of(std::numeric_limits<long long>::max()), diatomic::no_bin);
  }
}

TEST(device_histograms, count_on_the_device_in_even_integer_bins) {
  const auto data = values<std::int32_t>(scaled(100000, 3001), 100000, 8);
  const auto bin_of = even_integer_bins(std::int32_t{-1000}, 90001, 777);
  EXPECT_EQ(counted<unsigned>(data, 0, 777, bin_of), reference<unsigned>(data, 0, 777, bin_of));
}

enum wide_enum : long long {};

/// Integers and enums of any type, as mathematical numbers.
TEST(device_histograms, have_no_integer_bin_for_values_of_wider_types) {
  const auto percents = even_integer_bins(0, 100, 10);
  EXPECT_EQ(percents(5ll), 0u);
  EXPECT_EQ(percents((1ll << 32) + 5), diatomic::no_bin);
  EXPECT_EQ(percents(static_cast<wide_enum>((1ll << 40) + 15)), diatomic::no_bin);
  EXPECT_EQ(percents(static_cast<wide_enum>(15)), 1u);
  EXPECT_EQ(percents(3000000000u), diatomic::no_bin);
  EXPECT_EQ(percents(~0ull - 4), diatomic::no_bin);
  const auto signed_bytes = even_integer_bins(std::int8_t{-100}, 100, 8);
  EXPECT_EQ(signed_bytes(300), diatomic::no_bin);
  EXPECT_EQ(signed_bytes(256 - 100), diatomic::no_bin);
  EXPECT_EQ(signed_bytes(256u - 100u), diatomic::no_bin);
  EXPECT_EQ(signed_bytes(0u - 100u), diatomic::no_bin);
  EXPECT_EQ(signed_bytes(99ull), 7u);
  const auto whole = even_integer_bins(std::numeric_limits<std::int32_t>::min(), 1ll << 31, 4);
  EXPECT_EQ(whole(0x80000000u), diatomic::no_bin);
  EXPECT_EQ(whole(~0u), diatomic::no_bin);
  EXPECT_EQ(whole(0x7fffffffu), 3u);
  EXPECT_EQ(whole(-1ll), 1u);
  const auto around_0 = even_integer_bins(-5ll, 5, 2);
  EXPECT_EQ(around_0(~0ull), diatomic::no_bin);
  EXPECT_EQ(around_0(4u), 1u);
  const auto high = even_integer_bins((1ull << 63) - 9, std::numeric_limits<long long>::max(), 2);
  EXPECT_EQ(high(std::numeric_limits<long long>::max() - 1), 1u);
  EXPECT_EQ(high(std::numeric_limits<long long>::min()), diatomic::no_bin);
  EXPECT_EQ(high(-1), diatomic::no_bin);
  const auto low = even_integer_bins(0u, 1ll << 32, 2);
  EXPECT_EQ(low(-1), diatomic::no_bin);
  EXPECT_EQ(low(-1ll), diatomic::no_bin);
  EXPECT_EQ(low(7), 0u);
  const std::vector<long long> data{5, (1ll << 32) + 5, (1ll << 40) + 15, -1, 95};
  EXPECT_EQ(counted<unsigned>(data, 0, 10, percents),
            (std::vector<unsigned>{1, 0, 0, 0, 0, 0, 0, 0, 0, 1}));
}

// 16-bit floats and small integers are floats; floats and 32-bit integers are doubles.
TEST(device_histograms, have_even_bins_of_types_that_fit) {
  using half = diatomic::detail::float16<diatomic::kind::f16>;
  const even_bin by_ones{0, 8, 8};
  EXPECT_EQ(by_ones(half{0x4200}), 3u);  // 3
  EXPECT_EQ(by_ones(half{0x41ff}), 2u);
  EXPECT_EQ(by_ones(half{0x7e00}), diatomic::no_bin);
  EXPECT_EQ(by_ones(std::int16_t{-1}), diatomic::no_bin);
  EXPECT_EQ(by_ones(std::uint8_t{8}), 7u);
  const diatomic::even_double_bin doubles{0, 1 << 25, 1 << 25};
  EXPECT_EQ(doubles((1 << 24) + 1), (1u << 24) + 1);
  EXPECT_EQ(doubles(3.5f), 3u);
  const std::vector<half> data{{0x4200}, {0x41ff}, {0x0000}, {0xbc00}};
  EXPECT_EQ(counted<unsigned>(data, 0, 8, by_ones),
            (std::vector<unsigned>{1, 0, 1, 1, 0, 0, 0, 0}));
}

struct count_up_to_251 {
  DIATOMIC_DEVICE void operator()(std::uint8_t* values, std::size_t n) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      values[i] = static_cast<std::uint8_t>(i % 251);
    }
  }
};

TEST(device_histograms, count_more_than_32_bits_can) {
  const diatomic::device_properties device = diatomic::properties(diatomic::current_device());
  if (device.warp_size == 1 || device.memory_bytes < (std::size_t{64} << 30) || test::scale() < 1) {
    GTEST_SKIP() << "takes a GPU with 64 GiB";
  }
  const std::size_t n = (std::size_t{1} << 32) + 1003;
  diatomic::device_array<std::uint8_t> values(n);
  diatomic::device_array<unsigned long long> counts(256);
  diatomic::stream stream;
  const auto counted = [&] {
    counts.fill_bytes(0);
    diatomic::histogram(stream, values.data(), n, counts.data(), 256, value_bin{});
    stream.synchronize();
    return counts.download();
  };
  diatomic::launch(1056, 256, 0, stream, count_up_to_251{}, values.data(), n);
  stream.synchronize();
  std::vector<unsigned long long> expected(256);
  for (unsigned v = 0; v < 251; ++v) expected[v] = n / 251 + (v < n % 251 ? 1 : 0);
  EXPECT_EQ(counted(), expected);
  values.fill_bytes(77);
  expected.assign(256, 0);
  expected[77] = n;
  EXPECT_EQ(counted(), expected);
}

/// Whether a plan is as plans are documented.
void check_plan(const counting_plan& plan, const diatomic::detail::counting_task& task,
                const diatomic::device_properties& device) {
  constexpr std::size_t lanes = 32;  // behind the last row, for what is counted nowhere
  const bool in_columns = plan.layout == counter_layout::per_lane_copies;
  const bool is_packed = plan.layout == counter_layout::packed_16;
  const std::size_t needed =
      in_columns  ? task.counter_bytes * (std::size_t{plan.part_bins} * plan.copies + lanes)
      : is_packed ? 4 * ((std::size_t{plan.part_bins} + 1) / 2 + lanes)
                  : 0;
  EXPECT_GE(plan.shared_bytes, needed);
  EXPECT_LE(plan.shared_bytes, device.shared_bytes_per_block);
  EXPECT_GE(plan.block, 1u);
  EXPECT_LE(plan.block, static_cast<unsigned>(device.max_threads_per_block));
  EXPECT_GE(plan.grid, 1u);
  EXPECT_EQ(plan.grid % plan.parts, 0u);
  EXPECT_EQ(plan.copies & (plan.copies - 1), 0u);
  EXPECT_LE(plan.copies, 32u);
  EXPECT_FALSE(is_packed && task.weighted);
  if (in_columns && task.by_value) {
    EXPECT_EQ(plan.part_bins, 256u);
  } else {
    EXPECT_GE(std::uint64_t{plan.part_bins} * plan.parts, task.bins);
    EXPECT_LT(std::uint64_t{plan.part_bins} * (plan.parts - 1), task.bins);
  }
  if (task.weighted) return;
  // What counters of 32 bits count: a block's, or a thread's of equal values in a row.
  const bool has_counters = in_columns || plan.layout == counter_layout::private_copies;
  const std::size_t sharing = plan.grid / plan.parts * (has_counters ? 1 : plan.block);
  EXPECT_LE(task.n / sharing, std::size_t{1} << 31);
}

// On devices real and imagined.
TEST(device_histograms, have_plans_that_fit) {
  using diatomic::detail::no_weight;
  using diatomic::detail::task_of;
  for (const auto& [warp, units] : {std::pair{1, 132}, {1, 2}, {32, 132}, {32, 1}, {64, 104}}) {
    for (const std::size_t shared : {16u << 10, 48u << 10, 64u << 10, 160u << 10, 227u << 10}) {
      diatomic::device_properties device;
      device.warp_size = warp;
      device.compute_units = units;
      device.max_threads_per_block = units == 104 ? 128 : 1024;
      device.shared_bytes_per_block = shared;
      for (const std::size_t n :
           {std::size_t{1}, std::size_t{100000}, std::size_t{1} << 28, std::size_t{1} << 33,
            (std::size_t{1} << 44) - 1, std::size_t{1} << 44}) {
        for (const unsigned bins : {1u, 2u, 256u, 1000u, 4096u, 20001u, 65536u, 100001u, 200001u,
                                    500001u, 1u << 20, 1u << 30, ~0u}) {
          for (const auto& task : {task_of<std::uint8_t, no_weight, unsigned>(n, bins),
                                   task_of<float, no_weight, std::uint64_t>(n, bins),
                                   task_of<std::uint16_t, unsigned, unsigned>(n, bins),
                                   task_of<std::uint16_t, float, float>(n, bins),
                                   task_of<std::uint32_t, float, double>(n, bins),
                                   task_of<std::uint8_t, std::int8_t, std::int16_t>(n, bins)}) {
            const counting_plan plan = diatomic::detail::plan_counting(task, device);
            SCOPED_TRACE(testing::Message()
                         << n << " elements, " << bins << " bins of " << task.result_bytes
                         << " bytes, " << shared << " bytes shared, " << warp << " lanes, " << units
                         << " units: " << name_of(plan.layout));
            check_plan(plan, task, device);
          }
        }
      }
    }
  }
}

/// Many values of a byte in one bin: a plan counts all 256 values, then adds them up by bin.
struct folded {
  unsigned bins;
  template <class T>
  DIATOMIC_FUNCTION unsigned operator()(T v) const {
    return (static_cast<unsigned>(v) * 7 & 255) % (bins + 1);
  }
};
TEST(device_histograms, fold_bytes_in_every_layout) {
  const auto data = values<std::uint8_t>(scaled(30000, 3001), 256, 4);
  for (const unsigned bins : {1u, 2u, 31u, 33u, 255u}) {
    const auto expected = reference<unsigned>(data, 0, bins, folded{bins});
    for (const counting_plan& plan : test::all_plans(bins, {true, false, 4})) {
      EXPECT_EQ(counted_by<unsigned>(plan, data, bins, folded{bins}), expected)
          << bins << " bins, " << name_of(plan.layout) << ", " << plan.copies << " columns";
    }
  }
}

/// Four bytes at any address.
struct four_bytes {
  std::uint8_t at[4];
};
struct first_byte {
  DIATOMIC_FUNCTION unsigned operator()(const four_bytes& v) const { return v.at[0]; }
};
TEST(device_histograms, of_structs_at_any_address_in_every_layout) {
  const std::size_t n = scaled(20000, 3001);
  const auto bytes = values<std::uint8_t>(4 * n + 16, 256, 5);
  const auto on_gpu = on_device(bytes);
  const diatomic::detail::no_weight* const none = nullptr;
  for (const std::size_t off : {0u, 1u, 2u, 3u, 4u, 7u}) {
    std::vector<unsigned> expected(200, 0);
    for (std::size_t i = 0; i < n; ++i) {
      if (bytes[off + 4 * i] < 200) ++expected[bytes[off + 4 * i]];
    }
    const auto* const input = reinterpret_cast<const four_bytes*>(on_gpu.data() + off);
    for (const counting_plan& plan : test::all_plans(200, {false, false, 4})) {
      auto counts = on_device(std::vector<unsigned>(200, 0));
      diatomic::stream stream;
      diatomic::detail::count_by_plan(stream, plan, input, none, n, counts.data(), 200u,
                                      first_byte{});
      stream.synchronize();
      EXPECT_EQ(counts.download(), expected) << off << ", " << name_of(plan.layout);
    }
  }
}

/// Weights that are exact in every type, of both signs, by each plan: spread or in slices.
template <class Weight, class Count>
void weigh_in_every_layout() {
  const std::size_t n = scaled(30000, 3001);
  constexpr bool can_be_shared = sizeof(Count) >= 4;
  for (const unsigned bins : {1u, 33u, 1003u}) {
    const auto data = values<std::uint32_t>(n, bins + bins / 4 + 1, bins);
    std::vector<Weight> weights(n);
    std::vector<Count> expected(bins, Count{0});
    for (std::size_t i = 0; i < n; ++i) {
      weights[i] = static_cast<Weight>(static_cast<int>(i % 19) - 9);
      if (data[i] < bins) {
        expected[data[i]] = static_cast<Count>(expected[data[i]] + static_cast<Count>(weights[i]));
      }
    }
    const auto input = on_device(data);
    const auto with = on_device(weights);
    for (const counting_plan& plan :
         test::all_plans(bins, {false, true, can_be_shared ? unsigned{sizeof(Count)} : 0})) {
      auto counts = on_device(std::vector<Count>(bins, Count{0}));
      diatomic::stream stream;
      diatomic::detail::count_by_plan(stream, plan, input.data(), with.data(), n, counts.data(),
                                      bins, value_bin{});
      stream.synchronize();
      EXPECT_EQ(counts.download(), expected)
          << bins << " bins, " << name_of(plan.layout) << (plan.spread ? ", spread" : "");
    }
  }
}
TEST(device_histograms, weigh_in_every_layout) {
  weigh_in_every_layout<float, float>();
  weigh_in_every_layout<std::int8_t, double>();
  weigh_in_every_layout<int, long>();
  weigh_in_every_layout<double, int>();
  weigh_in_every_layout<std::int16_t, std::int16_t>();
}

}  // namespace
