// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Rows that are added to rows: each type, width and alignment against a loop, and the bits of the
// reproducible calls against integers, whatever the order and the launch.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/index_add.hpp>
#include <diatomic/atomics/number_types.hpp>

#include "support/exact/exact_real.hpp"
#include "support/exact_oracle.hpp"
#include "support/float16.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::bfloat16;
using diatomic::fixed_scale;
using diatomic::half;
using diatomic::leading_dimensions;
using test::as_number;
using test::guarded_array;
using test::on_device;

/// Where rows go.
enum class order : std::uint8_t { random, same, sorted, alone };
constexpr order orders[] = {order::random, order::same, order::sorted, order::alone};

/// Rows and the reference's own words. Values are whole numbers whose sums each type holds, in
/// whatever order they are added.
template <class T, class Index = int>
struct task {
  std::size_t n;
  std::size_t d;
  std::size_t k;
  leading_dimensions leading;
  std::vector<Index> indices;
  std::vector<T> values;
  std::vector<T> words;

  task(std::size_t rows, std::size_t width, std::size_t places, order how,
       leading_dimensions between = {})
      : n(rows), d(width), k(places), leading(between) {
    std::mt19937 random(static_cast<unsigned>(n * 31 + d * 7 + k));
    for (std::size_t i = 0; i < n; ++i) {
      const auto at = how == order::same    ? k / 2
                      : how == order::alone ? i
                                            : random() % (k + k / 8 + 1);
      indices.push_back(static_cast<Index>(at));
    }
    if (how == order::sorted) std::sort(indices.begin(), indices.end());
    if (how == order::random) {
      const Index odd[] = {static_cast<Index>(-1), std::numeric_limits<Index>::min(),
                           std::numeric_limits<Index>::max()};
      for (std::size_t i = 5; i < n; i += 11) indices[i] = odd[i % 3];
    }
    values = numbers(n == 0 ? 0 : (n - 1) * stride(leading.values) + d, n, random);
    words = numbers((k - 1) * stride(leading.table) + d, 1, random);
  }

  std::size_t stride(std::size_t said) const { return said == 0 ? d : said; }
  bool has_row(std::size_t i) const {
    if (std::is_signed_v<Index> && indices[i] < Index{0}) return false;
    return static_cast<std::uint64_t>(indices[i]) < k;
  }
  /// Numbers from -1 to 1, or from 0 to 2, of which `together` may go to one word: of those, so few
  /// are 1 and so few -1 that neither's sum comes near the greatest one that is exact.
  static std::vector<T> numbers(std::size_t count, std::size_t together, std::mt19937& random) {
    constexpr std::size_t exact = std::is_same_v<T, bfloat16> ? 256 : 2048;
    const std::size_t odds =
        diatomic::detail::is_float16_v<T> ? std::max<std::size_t>(3, 2 * together / exact) : 3;
    std::vector<T> found;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t drawn = random() % odds;
      const float number = drawn > 2 ? 1.0f : static_cast<float>(drawn);
      found.push_back(static_cast<T>(number - (std::is_unsigned_v<T> ? 0.0f : 1.0f)));
    }
    return found;
  }
  /// Calls `add(word, value)`, both numbers of elements, for each addition.
  template <class Add>
  void each(Add add) const {
    for (std::size_t i = 0; i < n; ++i) {
      if (!has_row(i)) continue;
      const auto row = static_cast<std::size_t>(indices[i]);
      for (std::size_t j = 0; j < d; ++j) {
        add(row * stride(leading.table) + j, i * stride(leading.values) + j);
      }
    }
  }
  std::vector<T> expected() const {
    std::vector<T> sums = words;
    each([&](std::size_t w, std::size_t v) { sums[w] = static_cast<T>(sums[w] + values[v]); });
    return sums;
  }
  /// Another order of the same rows.
  void shuffle(unsigned seed) {
    std::vector<std::size_t> to(n);
    std::iota(to.begin(), to.end(), std::size_t{0});
    std::shuffle(to.begin(), to.end(), std::mt19937(seed));
    const task before = *this;
    for (std::size_t i = 0; i < n; ++i) {
      indices[i] = before.indices[to[i]];
      for (std::size_t j = 0; j < d; ++j) {
        values[i * stride(leading.values) + j] = before.values[to[i] * stride(leading.values) + j];
      }
    }
  }
};

/// The bits of numbers: equal ones are the same numbers, zeros and NaNs too.
template <class T>
std::vector<std::uint64_t> all_bits(const std::vector<T>& numbers) {
  std::vector<std::uint64_t> bits(numbers.size());
  for (std::size_t i = 0; i < bits.size(); ++i) std::memcpy(&bits[i], &numbers[i], sizeof(T));
  return bits;
}

/// The arrays of a call, values and words so many elements off an aligned address.
template <class T, class Index>
struct arrays {
  guarded_array<Index> indices;
  guarded_array<T> values;
  guarded_array<T> words;

  explicit arrays(const task<T, Index>& t, std::size_t values_off = 0, std::size_t words_off = 0)
      : indices(t.indices, values_off * sizeof(Index) % 16),
        values(t.values, values_off * sizeof(T) % 16),
        words(t.words, words_off * sizeof(T) % 16) {
    indices.make_constant();
    values.make_constant();
  }
};

template <class T, class Index>
std::vector<T> added(const task<T, Index>& t, std::size_t values_off = 0,
                     std::size_t words_off = 0) {
  arrays<T, Index> of(t, values_off, words_off);
  diatomic::stream on;
  diatomic::index_add(on, of.indices.data(), of.values.data(), t.n, t.d, of.words.data(), t.k,
                      t.leading);
  on.synchronize();
  return of.words.download();
}

constexpr std::size_t widths[] = {1, 2, 3, 4, 7, 8, 16, 33, 64, 100, 256};

template <class T>
class index_adds : public testing::Test {};
using types = testing::Types<float, double, half, bfloat16, int, unsigned, long long, unsigned long,
                             std::int16_t, std::uint8_t>;
struct names {
  template <class T>
  static std::string GetName(int index) {
    constexpr const char* all[] = {"f32", "f64", "f16", "bf16", "i32",
                                   "u32", "i64", "u64", "i16",  "u8"};
    return all[index];
  }
};
TYPED_TEST_SUITE(index_adds, types, names);

TYPED_TEST(index_adds, rows_of_any_width_wherever_they_go) {
  for (const std::size_t d : widths) {
    for (const order how : orders) {
      const std::size_t n = scaled(30000, 300) / d + 3;
      const task<TypeParam> t(n, d, how == order::alone ? n + 5 : 37, how);
      EXPECT_EQ(all_bits(added(t)), all_bits(t.expected()))
          << n << " rows of " << d << ", order " << static_cast<int>(how);
    }
  }
}

TYPED_TEST(index_adds, rows_at_any_address) {
  for (const std::size_t d : {1u, 3u, 4u, 8u, 33u}) {
    for (const std::size_t values_off : {0u, 1u, 2u, 3u}) {
      for (const std::size_t words_off : {0u, 1u, 2u, 4u}) {
        const task<TypeParam> t(101, d, 9, order::random);
        EXPECT_EQ(all_bits(added(t, values_off, words_off)), all_bits(t.expected()))
            << d << " elements, " << values_off << " and " << words_off << " off";
      }
    }
  }
}

/// What lies between rows stays as it is.
TYPED_TEST(index_adds, rows_that_lie_apart) {
  for (const std::size_t d : {1u, 4u, 7u, 16u}) {
    for (const leading_dimensions leading :
         {leading_dimensions{d, d + 4}, leading_dimensions{d + 1, 0},
          leading_dimensions{d + 3, d + 1}, leading_dimensions{2 * d, 3 * d},
          leading_dimensions{d + 8, d + 16}}) {
      const task<TypeParam> t(200, d, 23, order::random, leading);
      EXPECT_EQ(all_bits(added(t)), all_bits(t.expected()))
          << d << " elements, " << leading.values << " and " << leading.table << " apart";
    }
  }
}

TYPED_TEST(index_adds, rows_by_indices_of_any_type) {
  const auto check = [](auto index, std::size_t k) {
    const task<TypeParam, decltype(index)> t(500, 8, k, order::random);
    EXPECT_EQ(all_bits(added(t)), all_bits(t.expected())) << sizeof index << " bytes";
  };
  check(std::int64_t{}, 40);
  check(std::uint64_t{}, 40);
  check(std::uint32_t{}, 40);
  check(std::int16_t{}, 40);
  check(std::uint8_t{}, 200);
  check(std::int8_t{}, 100);
}

TYPED_TEST(index_adds, nothing_where_there_is_no_row) {
  const task<TypeParam> t(0, 8, 3, order::random);
  const TypeParam* const no_values = nullptr;
  const int* const no_indices = nullptr;
  auto words = on_device(t.words);
  diatomic::stream on;
  diatomic::index_add(on, no_indices, no_values, 0, 8, words.data(), 3);
  on.synchronize();
  EXPECT_EQ(all_bits(words.download()), all_bits(t.words));
}

/// More and fewer threads than there are rows, and more rows for each.
TYPED_TEST(index_adds, the_same_in_every_launch) {
  using diatomic::detail::row_shape;
  const task<TypeParam> t(301, 12, 19, order::sorted);
  const auto want = all_bits(t.expected());
  for (const auto& shape : test::shapes()) {
    for (const unsigned stretch : {1u, 3u, 16u, 1000u}) {
      const row_shape rows{t.n, 12, 19, 12, 12, stretch};
      for (const bool by_units : {false, true}) {
        arrays<TypeParam, int> of(t);
        const TypeParam* const values = of.values.data();
        const int* const indices = of.indices.data();
        if (by_units) {
          test::run(shape, 0, diatomic::detail::aligned_index_add_kernel<TypeParam>{}, indices,
                    values, of.words.data(), rows);
        } else {
          test::run(shape, 0, diatomic::detail::index_add_kernel{}, indices, values,
                    of.words.data(), rows);
        }
        EXPECT_EQ(all_bits(of.words.download()), want) << shape.grid << " x " << shape.block;
      }
    }
  }
}

/// Rows of one element, in blocks of whole warps: one walk of a warp, several, and none.
TYPED_TEST(index_adds, one_element_in_every_launch) {
  using diatomic::detail::row_shape;
  for (const order how : orders) {
    const std::size_t n = how == order::alone ? 900 : 2500;
    const task<TypeParam> t(n, 1, how == order::alone ? n : 19, how);
    const auto want = all_bits(t.expected());
    for (const test::launch_shape shape :
         {test::launch_shape{1, 64}, {2, 64}, {3, 256}, {16, 128}}) {
      for (const unsigned stretch : {1u, 3u, 16u, 1000u}) {
        arrays<TypeParam, int> of(t);
        const TypeParam* const values = of.values.data();
        const int* const indices = of.indices.data();
        const row_shape rows{n, 1, static_cast<unsigned>(t.k), 1, 1, stretch};
        test::run(shape, 0, diatomic::detail::column_index_add_kernel{}, indices, values,
                  of.words.data(), rows);
        EXPECT_EQ(all_bits(of.words.download()), want)
            << shape.grid << " x " << shape.block << ", " << stretch << " rows a lane, order "
            << static_cast<int>(how);
      }
    }
  }
}

/// What a thread adds up, it adds up as floats: to 2048, single additions of 1 would be lost.
TEST(index_add, adds_up_halves_as_floats) {
  const auto where = on_device(std::vector<int>(16, 0));
  const auto what = on_device(std::vector<half>(std::size_t{16} * 4, half(1.0f)));
  auto words = on_device(std::vector<half>(4, half(2048.0f)));
  const int* const indices = where.data();
  const half* const values = what.data();
  test::run({1, 1}, 0, diatomic::detail::aligned_index_add_kernel<half>{}, indices, values,
            words.data(), diatomic::detail::row_shape{16, 4, 1, 4, 4, 16});
  for (const half found : words.download()) EXPECT_EQ(static_cast<float>(found), 2064.0f);
}

/// Sums of halves that leave their range on the way come back; those that end there are infinite.
TEST(index_add, adds_up_halves_beyond_their_range_on_the_way) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  struct row_sum {
    std::vector<float> values;
    float want;
  };
  const row_sum sums[] = {{{60000, 60000, -60000}, 60000},
                          {{60000, 60000}, inf},
                          {{-60000, -60000}, -inf},
                          {{inf, 1, -60000}, inf},
                          {{65504, 15}, 65504},  // less than half a unit more
                          {{65504, 16}, inf}};
  for (const row_sum& s : sums) {
    std::vector<half> values;
    for (const float v : s.values) values.insert(values.end(), 4, half(v));
    const auto rows = s.values.size();
    const auto where = on_device(std::vector<int>(rows, 0));
    const auto what = on_device(values);
    auto words = on_device(std::vector<half>(4, half(0.0f)));
    const int* const indices = where.data();
    const half* const from = what.data();
    test::run({1, 1}, 0, diatomic::detail::aligned_index_add_kernel<half>{}, indices, from,
              words.data(), diatomic::detail::row_shape{rows, 4, 1, 4, 4, 16});
    for (const half found : words.download()) EXPECT_EQ(static_cast<float>(found), s.want);
  }
  const auto where = on_device(std::vector<int>(2, 0));
  std::vector<half> odd(4, half(inf));
  odd.insert(odd.end(), 4, half(-inf));
  const auto what = on_device(odd);
  auto words = on_device(std::vector<half>(4, half(1.0f)));
  diatomic::stream on;
  diatomic::index_add(on, where.data(), what.data(), 2, 4, words.data(), 1);
  on.synchronize();
  for (const half found : words.download()) EXPECT_TRUE(std::isnan(static_cast<float>(found)));
}

/// A product of a row's factor and an element: values that lie nowhere.
struct product {
  const float* factors;
  const half* elements;
  std::size_t d;
  DIATOMIC_FUNCTION float operator()(std::size_t i) const {
    return factors[i / d] * static_cast<float>(elements[i]);
  }
};

/// Rows between offsets, of products, and of halves that go to floats.
TEST(index_add, takes_functions_and_values_of_other_types) {
  constexpr std::size_t n = 300;
  constexpr std::size_t d = 6;
  const std::vector<std::int64_t> offsets = {4, 4, 10, 110, 295, 295};
  std::vector<float> factors;
  std::vector<half> elements;
  std::vector<float> products(5 * d);
  std::vector<float> sums(5 * d);
  for (std::size_t i = 0; i < n; ++i) {
    factors.push_back(static_cast<float>(i % 3));
    std::size_t segment = 0;
    while (segment < 5 && static_cast<std::size_t>(offsets[segment + 1]) <= i) ++segment;
    for (std::size_t j = 0; j < d; ++j) {
      const auto element = static_cast<float>((i + j) % 5);
      elements.push_back(half(element));
      if (i < 4 || segment == 5) continue;
      products[segment * d + j] += factors[i] * element;
      sums[segment * d + j] += element;
    }
  }
  const auto bounds = on_device(offsets);
  const auto by = on_device(factors);
  const auto what = on_device(elements);
  auto of_products = on_device(std::vector<float>(5 * d));
  auto plain = on_device(std::vector<float>(5 * d));
  auto fixed = on_device(std::vector<float>(5 * d));
  const std::size_t bytes = diatomic::fixed_rows_temp_bytes(5, d);
  auto temp = on_device(std::vector<unsigned char>(bytes, 0xcd));
  const diatomic::csr_segment_index segments(bounds.data(), 5);
  diatomic::stream on;
  diatomic::index_add(on, segments, product{by.data(), what.data(), d}, n, d, of_products.data(),
                      5);
  diatomic::index_add(on, segments, what.data(), n, d, plain.data(), 5);
  diatomic::reproducible_index_add(on, fixed_scale(-10), segments, what.data(), n, d, fixed.data(),
                                   5, temp.data(), bytes);
  on.synchronize();
  EXPECT_EQ(of_products.download(), products);
  EXPECT_EQ(plain.download(), sums);
  EXPECT_EQ(fixed.download(), sums);
}

TEST(segments, have_the_numbers_between_their_offsets) {
  const unsigned offsets[] = {2, 5, 5, 9};
  const diatomic::csr_segment_index of(offsets, 3);
  const std::int64_t want[] = {-1, -1, 0, 0, 0, 2, 2, 2, 2, 3, 3};
  for (std::size_t i = 0; i < 11; ++i) EXPECT_EQ(of(i), want[i]) << i;
  const int no_segment[] = {3};
  EXPECT_EQ(diatomic::csr_segment_index(no_segment, 0)(2), -1);
  EXPECT_EQ(diatomic::csr_segment_index(no_segment, 0)(3), 0);
  constexpr std::uint64_t far = std::uint64_t{1} << 32;
  const std::uint64_t far_offsets[] = {1, far, far, far + 2};
  const diatomic::csr_segment_index of_far(far_offsets, 3);
  EXPECT_EQ(of_far(0), -1);
  EXPECT_EQ(of_far(far - 1), 0);
  EXPECT_EQ(of_far(far), 2);
  EXPECT_EQ(of_far(far + 1), 2);
  EXPECT_EQ(of_far(far + 2), 3);
}

TEST(index_add, takes_words_of_other_kinds) {
  const auto where = on_device(std::vector<int>{1, 0, 1, 3, 1});
  const auto fours = on_device(std::vector<float>(20, 4));
  const auto pairs = on_device(std::vector<diatomic::float2>(10, diatomic::float2{1, 2}));
  auto counts = on_device(std::vector<diatomic::fixed_point<-4>>(8, diatomic::fixed_point<-4>{}));
  auto sums = on_device(std::vector<diatomic::float2>(4, diatomic::float2{0, 0}));
  diatomic::stream on;
  diatomic::index_add(on, where.data(), fours.data(), 5, 4, counts.data(), 2);
  diatomic::index_add(on, where.data(), pairs.data(), 5, 2, sums.data(), 2);
  on.synchronize();
  const auto found = counts.download();
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(found[i].to<float>(), i < 4 ? 4.0f : 12.0f);
  const auto both = sums.download();
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(both[i].x, i < 2 ? 1.0f : 3.0f);
    EXPECT_EQ(both[i].y, i < 2 ? 2.0f : 6.0f);
  }
}

// Reproducible sums.

/// Values of many magnitudes, whose plain sums depend on the order.
template <class T>
task<T> uneven(std::size_t n, std::size_t d, std::size_t k, order how,
               leading_dimensions leading = {}) {
  task<T> t(n, d, k, how, leading);
  std::mt19937 random(static_cast<unsigned>(n + d));
  const auto number = [&] {
    const double mantissa = static_cast<double>(random() % 4096) - 2048;
    const int exponent = static_cast<int>(random() % 20) - 21;
    return static_cast<T>(static_cast<float>(std::ldexp(mantissa, exponent)));
  };
  for (T& v : t.values) v = number();
  for (T& w : t.words) w = number();
  return t;
}

/// The T nearest to a number, ties to even.
template <class T>
T nearest(const test::exact_real& sum) {
  if constexpr (sizeof(T) != 2) {
    return sum.rounded<T>();
  } else {
    const auto value = [](int key) {
      const auto bits = static_cast<std::uint16_t>(key < 0 ? -key | 0x8000 : key);
      return static_cast<double>(as_number(diatomic::detail::bits_as<T>(bits)));
    };
    // One of the neighbours of the number that is rounded twice.
    const auto bits =
        diatomic::detail::bits_as<std::uint16_t>(static_cast<T>(sum.rounded<float>()));
    const int near = bits >> 15 != 0 ? -(bits & 0x7fff) : bits;
    for (const int key : {near - 1, near, near + 1}) {
      if (sum.rounds_to(value(key), value(key - 1), value(key + 1), key % 2 != 0)) {
        return static_cast<T>(static_cast<float>(value(key)));
      }
    }
    throw std::logic_error("no neighbour is nearest");
  }
}

/// The words by integers; rounding of values is `fixed_scale`'s own, which fixed_point_test checks.
template <class T>
std::vector<T> fixed_reference(const task<T>& t, fixed_scale scale) {
  std::vector<std::uint64_t> units(t.words.size());
  t.each([&](std::size_t w, std::size_t v) {
    units[w] += static_cast<std::uint64_t>(scale.units(as_number(t.values[v])));
  });
  std::vector<T> words = t.words;
  for (std::size_t w = 0; w < words.size(); ++w) {
    if (units[w] == 0) continue;
    const test::exact_real sum(static_cast<std::int64_t>(units[w]), scale.exponent());
    words[w] = nearest<T>(test::exact_real(as_number(words[w])) + sum);
  }
  return words;
}

template <class T>
std::vector<T> exact_reference(const task<T>& t) {
  std::vector<std::vector<T>> of_word(t.words.size());
  t.each([&](std::size_t w, std::size_t v) { of_word[w].push_back(t.values[v]); });
  std::vector<T> words = t.words;
  for (std::size_t w = 0; w < words.size(); ++w) {
    const auto is_zero = [](T v) { return v == T{0}; };
    if (std::all_of(of_word[w].begin(), of_word[w].end(), is_zero)) continue;
    of_word[w].push_back(words[w]);
    words[w] = test::exact::from_bits<T>(test::exact::expected_bits(of_word[w]));
  }
  return words;
}

template <class T>
std::vector<T> by_units(const task<T>& t, fixed_scale scale) {
  arrays<T, int> of(t);
  const std::size_t bytes = diatomic::fixed_rows_temp_bytes(t.k, t.d);
  auto temp = on_device(std::vector<unsigned char>(bytes, 0xcd));
  diatomic::stream on;
  diatomic::reproducible_index_add(on, scale, of.indices.data(), of.values.data(), t.n, t.d,
                                   of.words.data(), t.k, temp.data(), bytes, t.leading);
  on.synchronize();
  return of.words.download();
}

template <class T>
std::vector<T> exactly(const task<T>& t) {
  arrays<T, int> of(t);
  const std::size_t bytes = diatomic::exact_rows_temp_bytes<T>(t.k, t.d);
  auto temp = on_device(std::vector<unsigned char>(bytes, 0xcd));
  diatomic::stream on;
  diatomic::reproducible_index_add(on, of.indices.data(), of.values.data(), t.n, t.d,
                                   of.words.data(), t.k, temp.data(), bytes, t.leading);
  on.synchronize();
  return of.words.download();
}

/// Few rows to many places, where rows are counted, and many to few.
struct row_case {
  std::size_t n;
  std::size_t k;
};
constexpr row_case row_cases[] = {{0, 5}, {1, 1}, {37, 60}, {150, 100}, {400, 7}, {60, 60}};

template <class T>
class reproducible_index_adds : public testing::Test {};
using floats = testing::Types<float, double, half, bfloat16>;
TYPED_TEST_SUITE(reproducible_index_adds, floats, names);

TYPED_TEST(reproducible_index_adds, in_units_have_the_bits_of_the_serial_sums) {
  const fixed_scale scale(-24);
  for (const std::size_t d : widths) {
    for (const auto& c : row_cases) {
      for (const order how : {order::random, order::same, order::sorted}) {
        if (how != order::random && d != 3 && d != 8) continue;
        auto t = uneven<TypeParam>(c.n, d, c.k, how);
        const auto want = all_bits(fixed_reference(t, scale));
        EXPECT_EQ(all_bits(by_units(t, scale)), want)
            << c.n << " rows of " << d << " to " << c.k << ", order " << static_cast<int>(how);
        t.shuffle(static_cast<unsigned>(d));
        EXPECT_EQ(all_bits(by_units(t, scale)), want)
            << c.n << " shuffled rows of " << d << " to " << c.k;
      }
    }
  }
}

// Next to the middle of two T's, where the sum alone is not a T.
TYPED_TEST(reproducible_index_adds, in_units_round_once) {
  const fixed_scale scale(-24);
  std::mt19937 random(5);
  const std::size_t rows = scaled(500, 100);
  std::vector<int> indices(rows);
  std::iota(indices.begin(), indices.end(), 0);
  std::vector<double> values;
  std::vector<TypeParam> words;
  std::vector<TypeParam> want;
  for (std::size_t k = 0; k < rows; ++k) {
    const double value = std::ldexp(static_cast<double>(random() >> (random() % 24)), -24 - 4);
    const double units = std::nearbyint(std::ldexp(value, 24));
    values.push_back(k % 2 == 0 ? value : -value);
    words.push_back(static_cast<TypeParam>(static_cast<float>(random() % 4096) / 1024));
    const test::exact_real sum(static_cast<std::int64_t>(k % 2 == 0 ? units : -units), -24);
    want.push_back(units == 0 ? words[k]
                              : nearest<TypeParam>(test::exact_real(as_number(words[k])) + sum));
  }
  const auto where = on_device(indices);
  const auto what = on_device(values);
  auto table = on_device(words);
  const std::size_t bytes = diatomic::fixed_rows_temp_bytes(rows, 1);
  auto temp = on_device(std::vector<unsigned char>(bytes, 0xcd));
  diatomic::stream on;
  diatomic::reproducible_index_add(on, scale, where.data(), what.data(), rows, 1, table.data(),
                                   rows, temp.data(), bytes);
  on.synchronize();
  EXPECT_EQ(all_bits(table.download()), all_bits(want));
}

TYPED_TEST(reproducible_index_adds, in_units_keep_what_lies_between_rows) {
  const fixed_scale scale(-24);
  for (const auto& c : row_cases) {
    const auto t = uneven<TypeParam>(c.n, 9, c.k, order::random, {11, 13});
    EXPECT_EQ(all_bits(by_units(t, scale)), all_bits(fixed_reference(t, scale))) << c.n << " rows";
  }
}

TYPED_TEST(reproducible_index_adds, without_a_scale_are_exact) {
  if constexpr (sizeof(TypeParam) >= 4) {
    for (const std::size_t d : {1u, 3u, 8u, 33u}) {
      for (const auto& c : row_cases) {
        auto t = uneven<TypeParam>(c.n, d, c.k, order::random, {d + d % 3, d + d % 2});
        const auto want = all_bits(exact_reference(t));
        EXPECT_EQ(all_bits(exactly(t)), want) << c.n << " rows of " << d << " to " << c.k;
        t.shuffle(3);
        EXPECT_EQ(all_bits(exactly(t)), want) << c.n << " shuffled rows of " << d << " to " << c.k;
      }
    }
  }
}

TYPED_TEST(reproducible_index_adds, leave_words_alone_to_which_nothing_is_added) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{2}}) {  // alone, and by sums
    task<TypeParam> t(n, 8, 4, order::same);
    for (TypeParam& w : t.words) w = static_cast<TypeParam>(-0.0f);
    for (std::size_t i = 0; i < t.values.size(); ++i) {
      t.values[i] = static_cast<TypeParam>(n == 1 ? 0.0f : i < 8 ? 2.0f : -2.0f);
    }
    EXPECT_EQ(all_bits(by_units(t, fixed_scale(-20))), all_bits(t.words)) << n;
    if constexpr (sizeof(TypeParam) >= 4) {
      EXPECT_EQ(all_bits(exactly(t)), all_bits(t.words)) << n;
    }
  }
}

TEST(reproducible_index_add, knows_infinities_and_nans_if_exact) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  for (const std::size_t k : {std::size_t{1}, std::size_t{9}}) {  // by sums, and alone
    task<float> t(2, 8, k, order::same);
    t.indices = {static_cast<int>(k) - 1, 0};
    t.words.assign(k * 8, 1);
    t.values = {
        inf, -inf, std::nanf(""), 0x1p-149f, 0x1.fffffep127f, 0, -0.0f, 1, -inf, 1, 2, 3, -1, 0,
        0,   -1};
    EXPECT_EQ(all_bits(exactly(t)), all_bits(exact_reference(t))) << k;
  }
}

/// Any launch, with any number of rows for a thread.
TEST(reproducible_index_add, has_the_same_sums_in_every_launch) {
  const auto t = uneven<float>(301, 12, 19, order::random);
  const fixed_scale scale(-24);
  std::vector<std::int64_t> want(std::size_t{19} * 12);
  t.each([&](std::size_t w, std::size_t v) { want[w] += scale.units(t.values[v]); });
  using sums = diatomic::detail::fixed_sums<float>;
  for (const auto& shape : test::shapes()) {
    for (const unsigned stretch : {1u, 3u, 16u, 1000u}) {
      arrays<float, int> of(t);
      auto units = on_device(std::vector<std::int64_t>(want.size()));
      const float* const values = of.values.data();
      const int* const indices = of.indices.data();
      const std::uint32_t* const no_counts = nullptr;
      test::run(shape, 0, diatomic::detail::summed_index_add_kernel<sums, false>{sums{scale}},
                indices, values, of.words.data(), units.data(), no_counts,
                diatomic::detail::row_shape{t.n, 12, 19, 12, 12, stretch});
      EXPECT_EQ(units.download(), want) << shape.grid << " x " << shape.block;
    }
  }
}

// Computed elsewhere, with integers of any length: the bits are these on every backend.
TEST(reproducible_index_add, has_the_same_bits_on_every_backend) {
  task<float> t(700, 9, 3, order::random);
  t.words.assign(27, 0);
  for (std::size_t i = 0; i < 700; ++i) t.indices[i] = static_cast<int>(i % 3);
  for (std::size_t i = 0; i < t.values.size(); ++i) {
    const std::uint64_t bits = (i * 6364136223846793005u + 1442695040888963407u) >> 40;
    t.values[i] = std::ldexp(static_cast<float>(bits) - 0x1p23f, static_cast<int>(i % 40) - 50);
  }
  const std::vector<std::uint64_t> in_units = {
      0x45705e00u, 0x441dec00u, 0x45827900u, 0x45d00180u, 0x4462e000u, 0x45da1d80u, 0xc514d800u,
      0x457f5400u, 0x45d41f00u, 0x4439a400u, 0x45ce6100u, 0xc4c17400u, 0x45288c00u, 0x455b4800u,
      0x45413b00u, 0x44677800u, 0x45d9c780u, 0xc5139400u, 0x45821400u, 0x45d01400u, 0x44553400u,
      0x45e0ae00u, 0xc5113700u, 0x4564ca00u, 0x4603b340u, 0x44845e00u, 0x4530f700u};
  const std::vector<std::uint64_t> exact = {
      0x45705d0fu, 0x441de45eu, 0x45827b55u, 0x45d002afu, 0x4462fea7u, 0x45da1be0u, 0xc514da33u,
      0x457f53bfu, 0x45d41f27u, 0x4439abbau, 0x45ce5fa0u, 0xc4c169eeu, 0x45288a8fu, 0x455b4d3bu,
      0x45413ba0u, 0x44677b70u, 0x45d9c7c4u, 0xc5139589u, 0x45821494u, 0x45d01254u, 0x445542d6u,
      0x45e0adfau, 0xc5112facu, 0x4564cc31u, 0x4603b3fdu, 0x44845e02u, 0x4530f2abu};
  EXPECT_EQ(all_bits(by_units(t, fixed_scale(-4))), in_units);
  EXPECT_EQ(all_bits(exactly(t)), exact);
}

/// Units of several elements need each row to begin and end at a multiple of a unit.
template <class T>
void expect_aligned_rows(unsigned width) {
  using diatomic::detail::row_shape;
  const auto aligned = [](std::size_t values, std::size_t table, row_shape shape) {
    const auto at = [](std::size_t k) { return reinterpret_cast<const T*>(4096 + k * sizeof(T)); };
    return diatomic::detail::has_aligned_rows(at(values), at(table), shape);
  };
  const std::size_t w = width;
  EXPECT_TRUE(aligned(0, 0, {5, width, 7, w, w, 1}));
  EXPECT_TRUE(aligned(w, 3 * w, {5, 3 * width, 7, 4 * w, 5 * w, 1}));
  for (unsigned off = 1; off < width; ++off) {
    EXPECT_FALSE(aligned(off, 0, {5, width, 7, w, w, 1}));
    EXPECT_FALSE(aligned(0, off, {5, width, 7, w, w, 1}));
    EXPECT_FALSE(aligned(0, 0, {5, width + off, 7, 2 * w, 2 * w, 1}));
    EXPECT_FALSE(aligned(0, 0, {5, width, 7, w + off, w, 1}));
    EXPECT_FALSE(aligned(0, 0, {5, width, 7, w, w + off, 1}));
  }
}
TEST(index_add, adds_units_of_aligned_rows) {
  expect_aligned_rows<float>(4);
  expect_aligned_rows<diatomic::half>(2);
  expect_aligned_rows<diatomic::bfloat16>(2);
}

}  // namespace
