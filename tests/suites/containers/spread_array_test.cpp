// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Where the words of a spread array are, against a slower rule; copies and fills against the bytes
/// of its memory; each refusal.

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/containers/spread_array.hpp>
#include <diatomic/diatomic.hpp>

#include "support/kernel_run.hpp"
#include "support/streams/vendor_streams.hpp"

namespace {

using diatomic::bytes_apart;
using diatomic::spread_array;
using diatomic::spread_array_ref;
using diatomic::spread_over;

constexpr std::size_t small_table = 65536;
constexpr std::size_t most_bytes = 1 << 20;  ///< of a test's table
#if defined(__CUDACC__)
constexpr std::size_t largest_distance = 2048;
#elif defined(__HIP__)
constexpr std::size_t largest_distance = 256;
#else
constexpr std::size_t largest_distance = 128;
#endif

template <std::size_t Bytes, std::size_t Alignment>
struct alignas(Alignment) object {
  unsigned char at[Bytes];

  friend bool operator==(const object& a, const object& b) {
    return std::memcmp(a.at, b.at, Bytes) == 0;
  }
};
/// Sizes of words, powers of two and others, and alignments up to a cache line and its neighbour.
using words =
    testing::Types<object<1, 1>, object<2, 2>, unsigned, std::uint64_t, object<3, 1>, object<12, 4>,
                   object<16, 16>, object<24, 8>, object<32, 16>, object<40, 8>, object<64, 64>,
                   object<128, 128>, object<384, 128>, object<4096, 16>>;
template <class T>
class spread_arrays : public testing::Test {};
TYPED_TEST_SUITE(spread_arrays, words, );

/// The distance by trial: each power of two that fits and is not too large.
std::size_t distance_by_trial(std::size_t n, std::size_t size, std::size_t room) {
  std::size_t best = size;
  for (std::size_t power = 1; power <= largest_distance; power *= 2) {
    if (power > best && n <= room / power) best = power;
  }
  return best;
}

/// Powers of two, numbers next to them, and others, up to `most`.
std::vector<std::size_t> numbers(std::size_t most) {
  std::vector<std::size_t> all;
  for (std::size_t power = 1; power != 0 && power <= most; power *= 2) {
    for (const std::size_t n : {power - 1, power, power + 1, power + power / 3, power * 5 / 3}) {
      if (n >= 1 && n <= most) all.push_back(n);
    }
  }
  return all;
}
/// Numbers of words of tables with gaps, and one of a table that needs none.
const std::vector<std::size_t>& counts() {
  static const std::vector<std::size_t> all = {1,    2,    3,    5,    31,   32,    33,    64,
                                               100,  127,  255,  256,  257,  511,   512,   513,
                                               1000, 1024, 1025, 4096, 5000, 16383, 16384, 16385};
  return all;
}

template <class T>
std::uintptr_t address(const T& word) {
  return reinterpret_cast<std::uintptr_t>(&word);
}

TEST(spread_distance, is_the_one_found_by_trial) {
  for (const std::size_t size : {1, 2, 3, 4, 8, 12, 16, 24, 32, 96, 128, 256, 640, 2048, 5000}) {
    for (const std::size_t room : numbers(std::size_t{1} << 40)) {
      for (const std::size_t n : numbers(std::size_t{1} << 20)) {
        ASSERT_EQ(diatomic::detail::spread_distance(n, size, room),
                  distance_by_trial(n, size, room))
            << n << " words of " << size << " bytes in " << room;
      }
    }
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
    EXPECT_EQ(diatomic::detail::spread_distance(most, size, small_table), size);
    EXPECT_EQ(diatomic::detail::spread_distance(1, size, most), std::max(size, largest_distance));
    EXPECT_EQ(diatomic::detail::spread_distance(7, size, 0), size);
  }
}

TYPED_TEST(spread_arrays, give_every_word_a_place) {
  constexpr std::size_t size = sizeof(TypeParam);
  for (const std::size_t n : counts()) {
    if (n * size > most_bytes) break;
    for (const std::size_t room :
         {std::size_t{0}, std::size_t{4096}, small_table, 4 * small_table}) {
      spread_array<TypeParam> array(n, spread_over(room));
      const std::size_t distance = array.distance();
      ASSERT_EQ(array.size(), n);
      ASSERT_EQ(distance, distance_by_trial(n, size, room)) << n << " words in " << room;
      ASSERT_EQ(distance % alignof(TypeParam), 0u);
      ASSERT_LE(n * distance, std::max(n * size, room));
      const auto words = array.ref();
      const auto constant = std::as_const(array).ref();
      ASSERT_EQ(words.size(), n);
      ASSERT_EQ(words.distance(), distance);
      ASSERT_EQ(constant.size(), n);
      ASSERT_EQ(constant.distance(), distance);
      const std::uintptr_t first = address(words[0]);
      ASSERT_EQ(first % std::min(alignof(TypeParam), std::size_t{256}), 0u);
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_EQ(address(words[i]), first + i * distance) << i;
        ASSERT_EQ(address(constant[i]), first + i * distance) << i;
      }
    }
    const spread_array<TypeParam> by_default(n);
    EXPECT_EQ(by_default.distance(), distance_by_trial(n, size, small_table));
    const spread_array<TypeParam> apart(n, bytes_apart(3 * size));
    EXPECT_EQ(apart.distance(), 3 * size);
  }
}

TEST(spread_arrays_of_words, take_64_kib_for_up_to_16_ki_words_and_then_leave_no_gaps) {
  for (std::size_t n = 1; n <= 16384; n = n + 1 + n / 50) {
    const spread_array<unsigned> array(n);
    ASSERT_LE(n * array.distance(), small_table);
    ASSERT_EQ(array.distance() & (array.distance() - 1), 0u);
    ASSERT_LE(array.distance(), largest_distance);
    ASSERT_GT((array.distance() == largest_distance ? small_table : n * array.distance()) * 2,
              small_table);
  }
  for (const std::size_t n : {8193u, 16384u, 16385u, 100000u}) {
    EXPECT_EQ(spread_array<unsigned>(n).distance(), sizeof(unsigned)) << n;
  }
  EXPECT_EQ(spread_array<unsigned>(16384, spread_over(small_table * 16)).distance(),
            std::min<std::size_t>(64, largest_distance));
}

// So that words of different threads are never in one line of a CPU, nor in a pair that is fetched
// together.
TEST(spread_arrays_of_words, have_cache_lines_of_their_own) {
  constexpr std::size_t pair_of_lines = 128;
  for (const std::size_t n : {std::size_t{2}, std::size_t{64}, small_table / pair_of_lines}) {
    spread_array<unsigned> array(n);
    std::vector<std::uintptr_t> lines;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uintptr_t first = address(array.ref()[i]);
      EXPECT_EQ(first / pair_of_lines, (first + sizeof(unsigned) - 1) / pair_of_lines);
      lines.push_back(first / pair_of_lines);
    }
    EXPECT_EQ(std::unique(lines.begin(), lines.end()), lines.end());
#if !defined(__CUDACC__) && !defined(__HIP__)
    // Nor with what the program allocates next.
    std::vector<std::unique_ptr<char[]>> others;
    for (std::size_t bytes = 1; bytes < 200; ++bytes) {
      others.push_back(std::make_unique<char[]>(bytes));
      const std::uintptr_t line = address(others.back()[0]) / pair_of_lines;
      EXPECT_FALSE(std::binary_search(lines.begin(), lines.end(), line)) << bytes;
    }
#endif
  }
}

/// A word whose bytes tell its number.
template <class T>
T numbered(std::size_t i, unsigned salt) {
  T word;
  unsigned char bytes[sizeof(T)];
  for (std::size_t k = 0; k < sizeof(T); ++k) {
    bytes[k] = static_cast<unsigned char>(i * 31 + i / 256 * 7 + k * 3 + salt);
  }
  std::memcpy(&word, bytes, sizeof(T));
  return word;
}
template <class T>
std::vector<T> all_numbered(std::size_t n, unsigned salt) {
  std::vector<T> all;
  for (std::size_t i = 0; i < n; ++i) all.push_back(numbered<T>(i, salt));
  return all;
}

/// The memory from the first word to the end of the last, gaps included.
template <class T>
std::vector<unsigned char> image_of(const spread_array<T>& array) {
  const test::vendor_stream stream;
  std::vector<unsigned char> bytes((array.size() - 1) * array.distance() + sizeof(T));
  diatomic::download(stream.get(), bytes.data(),
                     reinterpret_cast<const unsigned char*>(&array.ref()[0]), bytes.size());
  stream.synchronize();
  return bytes;
}
/// The words of an image, and true if the bytes between them have one value.
template <class T>
void expect_image(const spread_array<T>& array, const std::vector<T>& expected, unsigned char gap) {
  std::vector<unsigned char> bytes(image_of(array).size(), gap);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    std::memcpy(&bytes[i * array.distance()], &expected[i], sizeof(T));
  }
  EXPECT_TRUE(image_of(array) == bytes)
      << array.size() << " words of " << sizeof(T) << ", " << array.distance() << " apart";
}

/// Arrays of each kind of distance: by default, without gaps, and no power of two.
template <class T, class Call>
void for_arrays(Call call) {
  for (const std::size_t n : {1, 2, 3, 33, 300}) {
    call(spread_array<T>(n));
    call(spread_array<T>(n, spread_over(0)));
    call(spread_array<T>(n, bytes_apart(sizeof(T) + alignof(T))));
    call(spread_array<T>(n, bytes_apart(5 * sizeof(T))));
  }
}

TYPED_TEST(spread_arrays, give_back_what_was_uploaded) {
  for_arrays<TypeParam>([](spread_array<TypeParam> array) {
    const std::size_t n = array.size();
    auto expected = all_numbered<TypeParam>(n, 1);
    array.fill_bytes(0xee);
    EXPECT_TRUE(image_of(array) == std::vector<unsigned char>(image_of(array).size(), 0xee));
    array.upload(expected);
    EXPECT_TRUE(array.download() == expected);
    for (const std::size_t part : {std::size_t{0}, n / 2, n - 1, n}) {
      const auto other = all_numbered<TypeParam>(part, static_cast<unsigned>(90 + part));
      array.upload(other.data(), part);
      std::copy(other.begin(), other.end(), expected.begin());
      EXPECT_TRUE(array.download() == expected) << part << " of " << n;
    }
    array.fill_bytes(0x5a);
    std::memset(static_cast<void*>(expected.data()), 0x5a, n * sizeof(TypeParam));
    EXPECT_TRUE(array.download() == expected);
    array.fill(numbered<TypeParam>(7, 3));
    EXPECT_TRUE(array.download() == std::vector<TypeParam>(n, numbered<TypeParam>(7, 3)));
  });
}

TYPED_TEST(spread_arrays, give_back_what_was_uploaded_on_a_stream) {
  const test::vendor_stream stream;
  for_arrays<TypeParam>([&](spread_array<TypeParam> array) {
    const std::size_t n = array.size();
    std::vector<TypeParam> expected(n);
    std::memset(static_cast<void*>(expected.data()), 0xc3, n * sizeof(TypeParam));
    array.fill_bytes(stream.get(), 0xc3);
    for (const std::size_t part : {std::size_t{0}, n / 2, n - 1, n}) {
      const auto other = all_numbered<TypeParam>(part, static_cast<unsigned>(50 + part));
      array.upload(stream.get(), other.data(), part);
      std::copy(other.begin(), other.end(), expected.begin());
      std::vector<TypeParam> found(n, numbered<TypeParam>(1, 2));
      array.download(stream.get(), found.data(), part);
      stream.synchronize();
      EXPECT_TRUE(std::equal(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(part),
                             other.begin()));
      for (std::size_t i = part; i < n; ++i) {
        EXPECT_TRUE(found[i] == numbered<TypeParam>(1, 2)) << "beyond the words that are copied";
      }
      expect_image(array, expected, 0xc3);
    }
    const auto value = numbered<TypeParam>(9, 4);
    array.fill(stream.get(), value);
    stream.synchronize();
    expect_image(array, std::vector<TypeParam>(n, value), 0xc3);
  });
}

// More words than the kernel has threads.
TEST(spread_arrays_of_words, are_filled_beyond_the_largest_grid) {
  const test::vendor_stream stream;
  spread_array<unsigned char> array(256 * 1024 + 77);
  array.fill_bytes(stream.get(), 1);
  array.fill(stream.get(), 250);
  stream.synchronize();
  EXPECT_EQ(array.download(), std::vector<unsigned char>(array.size(), 250));
}

/// Not constructible from nothing, and with a hostile `&`.
struct evasive {
  explicit evasive(int number) : v(number) {}
  int v;
  void operator&() const = delete;
};
TEST(spread_arrays_of_words, need_no_ordinary_address_operator) {
  spread_array<evasive> array(3);
  array.upload({evasive(1), evasive(2), evasive(3)});
  std::vector<evasive> found(3, evasive(0));
  array.download(nullptr, found.data(), 3);
  diatomic::stream_view().synchronize();
  EXPECT_EQ(found[0].v + 10 * found[1].v + 100 * found[2].v, 321);
}

TEST(spread_array_ref, is_a_view_of_any_memory) {
  static_assert(std::is_trivially_copyable_v<spread_array_ref<unsigned>>);
  static_assert(std::is_trivially_copyable_v<spread_array_ref<const double>>);
  static_assert(!std::is_copy_constructible_v<spread_array<unsigned>>);
  static_assert(!std::is_copy_assignable_v<spread_array<unsigned>>);
  static_assert(std::is_nothrow_move_constructible_v<spread_array<unsigned>>);
  static_assert(std::is_nothrow_move_assignable_v<spread_array<unsigned>>);
  static_assert(!std::is_convertible_v<std::size_t, spread_array<unsigned>>);
  static_assert(!std::is_constructible_v<spread_array<unsigned>, int, int>);
  static_assert(std::is_same_v<spread_array<int>::ref_type, spread_array_ref<int>>);
  static_assert(std::is_same_v<decltype(spread_array_ref<const int>()[0]), const int&>);
  const spread_array_ref<unsigned> none;
  EXPECT_EQ(none.size(), 0u);
  EXPECT_EQ(none.distance(), sizeof(unsigned));

  alignas(64) std::array<unsigned, 64> memory{};
  const spread_array_ref<unsigned> words(memory.data(), 4, 64);
  for (unsigned i = 0; i < 4; ++i) words[i] = i + 1;
  const spread_array_ref<unsigned> copy = words;
  diatomic::store_add(&copy[3], 10u);
  EXPECT_EQ(memory[0] + memory[16] + memory[32], 6u);
  EXPECT_EQ(memory[48], 14u);
  EXPECT_EQ(std::count(memory.begin(), memory.end(), 0u), 60);

  using read_only = spread_array_ref<const unsigned>;
  static_assert(std::is_convertible_v<spread_array_ref<unsigned>, read_only>);
  static_assert(!std::is_convertible_v<read_only, spread_array_ref<unsigned>>);
  static_assert(!std::is_convertible_v<spread_array_ref<int>, read_only>);
  const read_only seen = words;
  EXPECT_EQ(seen.size(), 4u);
  EXPECT_EQ(seen.distance(), 64u);
  EXPECT_EQ(&seen[2], &words[2]);
}

}  // namespace
