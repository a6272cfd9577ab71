// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/histogram.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using namespace diatomic::kernels;
using test::on_device;
using test::run;
using byte = unsigned char;

/// A kernel and the type that it counts in.
template <class Kernel, class Count>
struct way {
  using kernel = Kernel;
  using count = Count;
};

struct way_names {
  template <class Way>
  static std::string GetName(int index) {
    constexpr bool shared = std::is_same_v<typename Way::kernel, histogram_shared>;
    return (shared ? "shared_" : "global_") + test::type_names::GetName<typename Way::count>(index);
  }
};

template <class Way>
class histogram : public testing::Test {
 protected:
  using count = typename Way::count;
  using kernel = typename Way::kernel;

  /// Counts on the device, on top of `counts`.
  template <class Input, class Bin>
  static std::vector<count> counted(const std::vector<Input>& input, Bin bin_of,
                                    const std::vector<count>& counts, launch_shape shape) {
    const auto bins = static_cast<unsigned>(counts.size());
    std::size_t shared_bytes = 0;
    if constexpr (std::is_same_v<kernel, histogram_shared>) {
      shared_bytes = histogram_shared::shared_bytes(bins);
    }
    auto values = on_device(input);
    auto result = on_device(counts);
    run(shape, shared_bytes, kernel{}, values.data(), input.size(), bin_of, result.data(), bins);
    return result.download();
  }

  /// The oracle for bytes: knows nothing of binning functions.
  static std::vector<count> reference(const std::vector<byte>& input) {
    std::vector<count> counts(256, 0);
    for (const byte value : input) counts[value] += 1;
    return counts;
  }

  static const std::vector<count>& zeros() {
    static const std::vector<count> bins(256, 0);
    return bins;
  }
};

using ways = testing::Types<way<histogram_global, unsigned>, way<histogram_global, unsigned long>,
                            way<histogram_global, int>, way<histogram_shared, unsigned>,
                            way<histogram_shared, long long>>;
TYPED_TEST_SUITE(histogram, ways, way_names);

std::vector<byte> random_bytes(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<byte> bytes(n);
  for (byte& b : bytes) b = static_cast<byte>(random() >> 7);
  return bytes;
}

TYPED_TEST(histogram, of_uniform_bytes) {
  const std::vector<byte> input = random_bytes(scaled(1u << 19, 3000), 1);
  EXPECT_EQ(this->counted(input, value_bin{}, this->zeros(), {12, 256}), this->reference(input));
}

TYPED_TEST(histogram, of_bell_shaped_bytes) {
  std::vector<byte> input = random_bytes(scaled(1u << 18, 3000), 2);
  const std::vector<byte> more = random_bytes(input.size(), 3);
  for (std::size_t i = 0; i < input.size(); ++i) {
    input[i] = static_cast<byte>((input[i] + more[i]) / 2);
  }
  EXPECT_EQ(this->counted(input, value_bin{}, this->zeros(), {12, 256}), this->reference(input));
}

// Every thread wants the same counter: where updates get lost, they get lost here.
TYPED_TEST(histogram, of_one_value) {
  const std::vector<byte> input(scaled(1u << 21, 3000), byte{42});
  EXPECT_EQ(this->counted(input, value_bin{}, this->zeros(), {16, 256}), this->reference(input));
}

TYPED_TEST(histogram, of_few_elements_in_any_shape) {
  for (const launch_shape shape : test::shapes()) {
    for (const std::size_t n : {0u, 1u, 2u, 31u, 33u, 256u, 1001u}) {
      const std::vector<byte> input = random_bytes(n, 4);
      EXPECT_EQ(this->counted(input, value_bin{}, this->zeros(), shape), this->reference(input))
          << n << " elements, " << testing::PrintToString(shape);
    }
  }
}

TYPED_TEST(histogram, adds_to_what_is_there) {
  const std::vector<byte> input = random_bytes(scaled(20000, 2000), 5);
  auto expected = this->reference(input);
  auto before = this->zeros();
  for (std::size_t bin = 0; bin < before.size(); ++bin) {
    before[bin] = static_cast<typename TestFixture::count>(1000 + bin);
    expected[bin] += before[bin];
  }
  EXPECT_EQ(this->counted(input, value_bin{}, before, {5, 96}), expected);
}

TYPED_TEST(histogram, with_more_bins_than_threads) {
  using count = typename TestFixture::count;
  constexpr int bins = 5003;
  std::mt19937 random(6);
  std::vector<int> input(scaled(200000, 4000));
  std::vector<count> expected(bins, 0);
  for (int& value : input) {
    value = static_cast<int>(random() % bins);
    expected[static_cast<std::size_t>(value)] += 1;
  }
  EXPECT_EQ(this->counted(input, value_bin{}, std::vector<count>(bins, 0), {7, 64}), expected);
}

TYPED_TEST(histogram, with_one_bin) {
  using count = typename TestFixture::count;
  const std::vector<float> input(scaled(50000, 2000), 0.5f);
  EXPECT_EQ(this->counted(input, even_bin{0, 1, 1}, std::vector<count>{0}, {4, 128}),
            std::vector<count>{static_cast<count>(input.size())});
}

TYPED_TEST(histogram, leaves_out_values_without_a_bin) {
  using count = typename TestFixture::count;
  const std::vector<long long> input = {
      -1, 0, 2, 3, 4, 1ll << 32, (1ll << 32) + 1, std::numeric_limits<long long>::min(), 2};
  EXPECT_EQ(this->counted(input, value_bin{}, std::vector<count>(4, 0), {1, 32}),
            (std::vector<count>{1, 0, 2, 1}));
}

// Bin width and values are exact in binary, so the oracle is plain integer division.
TYPED_TEST(histogram, of_floats_in_even_bins) {
  using count = typename TestFixture::count;
  constexpr unsigned bins = 64;
  constexpr int steps = 1024;
  std::mt19937 random(7);
  std::vector<float> input(scaled(100000, 3000));
  std::vector<count> expected(bins, 0);
  for (float& value : input) {
    const int step = static_cast<int>(random() % (steps + 401)) - 200;
    value = -4.0f + 8.0f * static_cast<float>(step) / steps;
    if (step >= 0 && step < steps) expected[static_cast<unsigned>(step) * bins / steps] += 1;
    if (step == steps) expected[bins - 1] += 1;
  }
  EXPECT_EQ(this->counted(input, even_bin{-4, 4, bins}, std::vector<count>(bins, 0), {9, 128}),
            expected);
}

TYPED_TEST(histogram, of_floats_at_the_edges) {
  using count = typename TestFixture::count;
  const float inf = std::numeric_limits<float>::infinity();
  const std::vector<float> input = {0.0f,
                                    -0.0f,
                                    1.0f,
                                    std::nextafter(1.0f, 0.0f),
                                    0.25f,
                                    std::nextafter(0.25f, 0.0f),
                                    inf,
                                    -inf,
                                    std::nextafter(1.0f, 2.0f),
                                    -std::numeric_limits<float>::denorm_min(),
                                    std::numeric_limits<float>::quiet_NaN()};
  EXPECT_EQ(this->counted(input, even_bin{0, 1, 4}, std::vector<count>(4, 0), {1, 32}),
            (std::vector<count>{3, 1, 0, 2}));
}

// Doubles that a float would move across an edge, and integers of 32 bits.
TYPED_TEST(histogram, of_doubles_in_even_bins) {
  using count = typename TestFixture::count;
  const diatomic::even_double_bin tenths{0, 1, 10};
  const std::vector<double> input = {1.0,         1.0 + 1e-9, 0.5 - 1e-10, 0.5, 0.5 + 1e-10,
                                     1.0 - 1e-12, -1e-12,     0.0,         -0.0};
  EXPECT_EQ(this->counted(input, tenths, std::vector<count>(10, 0), {1, 32}),
            (std::vector<count>{2, 0, 0, 0, 1, 2, 0, 0, 0, 2}));
  const diatomic::even_double_bin by_halves{0, 1 << 25, 1 << 25};
  EXPECT_EQ(by_halves((1 << 24) + 1), (1u << 24) + 1);
}

// The oracle finds the bin between its edges, without division.
TYPED_TEST(histogram, of_pixel_brightness) {
  using count = typename TestFixture::count;
  std::mt19937 random(8);
  std::vector<rgb8> input(scaled(60000, 3000));
  for (rgb8& pixel : input) {
    const auto bits = static_cast<std::uint32_t>(random());
    pixel = {static_cast<byte>(bits), static_cast<byte>(bits >> 8), static_cast<byte>(bits >> 16)};
  }
  for (int grey = 0; grey < 256; ++grey) {
    const auto value = static_cast<byte>(grey);
    input.push_back({value, value, value});
  }
  for (const unsigned bins : {1u, 2u, 7u, 256u, 1000u}) {
    std::vector<count> expected(bins, 0);
    for (const rgb8 pixel : input) {
      const std::uint64_t brightness =  // in 1/10000 of a level
          2126u * pixel.red + 7152u * pixel.green + 722u * pixel.blue;
      unsigned bin = 0;
      while (bin + 1 < bins && brightness * bins >= (bin + 1) * std::uint64_t{2550000}) ++bin;
      expected[bin] += 1;
    }
    EXPECT_EQ(this->counted(input, brightness_bin{bins}, std::vector<count>(bins, 0), {6, 128}),
              expected)
        << bins << " bins";
  }
}

TYPED_TEST(histogram, puts_black_in_the_first_and_white_in_the_last_bin) {
  using count = typename TestFixture::count;
  const std::vector<rgb8> input = {{0, 0, 0}, {255, 255, 255}, {255, 255, 255}};
  EXPECT_EQ(this->counted(input, brightness_bin{5}, std::vector<count>(5, 0), {1, 32}),
            (std::vector<count>{1, 0, 0, 0, 2}));
}

TYPED_TEST(histogram, of_each_channel) {
  using count = typename TestFixture::count;
  std::vector<rgb8> input;
  for (int i = 0; i < 256; ++i) {
    input.push_back({static_cast<byte>(i), static_cast<byte>(i / 2), byte{7}});
  }
  std::vector<count> red(256, 1);
  std::vector<count> green(256, 0);
  std::vector<count> blue(256, 0);
  std::fill(green.begin(), green.begin() + 128, count{2});
  blue[7] = 256;
  EXPECT_EQ(this->counted(input, channel_bin{256, 0}, this->zeros(), {2, 64}), red);
  EXPECT_EQ(this->counted(input, channel_bin{256, 1}, this->zeros(), {2, 64}), green);
  EXPECT_EQ(this->counted(input, channel_bin{256, 2}, this->zeros(), {2, 64}), blue);
}

}  // namespace
