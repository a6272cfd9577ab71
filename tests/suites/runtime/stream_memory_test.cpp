// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies and fills in the order of a stream, of any type, size and alignment; arrays lie between
// guard bytes.

#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/runtime/pinned_array.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/streams/vendor_streams.hpp"

namespace {

using diatomic::device_array;

/// Types of all the sizes that matter to a fill.
template <std::size_t Size>
struct bytes {
  unsigned char at[Size];
};
struct alignas(16) wide {
  std::uint32_t at[8];
};
/// 6 or 12 bytes, aligned.
template <class Word>
struct triple_of {
  Word at[3];
};
/// Trivially copyable, and not made from nothing.
struct pair_of_words {
  explicit pair_of_words(std::uint32_t first) : a(first), b(~first) {}
  std::uint32_t a;
  std::uint32_t b;
};

template <class T>
T sample() {
  unsigned char raw[sizeof(T)];
  for (std::size_t i = 0; i < sizeof(T); ++i) raw[i] = static_cast<unsigned char>(17 * i + 3);
  alignas(T) unsigned char storage[sizeof(T)];
  std::memcpy(storage, raw, sizeof(T));
  return *reinterpret_cast<T*>(storage);
}

/// Fills n elements, `skipped` elements after the start of an allocation, between guard bytes.
template <class T>
void expect_filled(std::size_t n, std::size_t skipped, const T& value) {
  const test::vendor_stream stream;
  const std::size_t all = skipped + n + 2;
  device_array<unsigned char> memory(all * sizeof(T));
  T* const start = reinterpret_cast<T*>(memory.data()) + skipped;
  std::vector<unsigned char> expected(all * sizeof(T), 0xee);
  for (std::size_t i = 0; i < n; ++i) {
    std::memcpy(expected.data() + (skipped + i) * sizeof(T), &value, sizeof(T));
  }
  for (const bool by_kernel : {false, true}) {  // by the kernel of GPUs on each backend
    memory.fill_bytes(0xee);
    if (by_kernel) {
      diatomic::detail::start_fill<sizeof(T), alignof(T)>(stream.get(), start, n, &value);
    } else {
      diatomic::fill(stream.get(), start, n, value);
    }
    stream.synchronize();
    ASSERT_TRUE(memory.download() == expected) << n << " of " << sizeof(T) << " after " << skipped;
  }
}

template <class T>
void expect_fills() {
  for (const std::size_t n : {0, 1, 2, 3, 15, 16, 17, 255, 5000}) {
    for (std::size_t skipped = 0; skipped < 5; ++skipped) expect_filled(n, skipped, sample<T>());
  }
}

TEST(fill, writes_every_element_and_no_other) {
  expect_fills<unsigned char>();
  expect_fills<std::uint16_t>();
  expect_fills<bytes<3>>();
  expect_fills<bytes<6>>();
  expect_fills<bytes<7>>();
  expect_fills<triple_of<std::uint16_t>>();
  expect_fills<triple_of<std::uint32_t>>();
  expect_fills<float>();
  expect_fills<double>();
  expect_fills<bytes<12>>();
  expect_fills<std::complex<double>>();
  expect_fills<wide>();
  expect_fills<pair_of_words>();
  expect_fills<diatomic::half2>();
}

TEST(fill, takes_values_of_equal_bytes) {
  expect_filled<float>(1000, 3, 0.0f);
  expect_filled<std::int64_t>(1000, 1, -1);
  expect_filled<unsigned char>(1000, 7, 0x80);
}

/// Bytes that are equal but for one, at each place.
TEST(fill, takes_no_value_for_a_byte_of_which_one_byte_differs) {
  for (unsigned odd = 0; odd < 8; ++odd) {
    const std::uint64_t value = 0x0101010101010101u ^ std::uint64_t{0x80} << (8 * odd);
    expect_filled<std::uint64_t>(300, odd % 2, value);
    if (odd < 4) expect_filled<std::uint32_t>(300, odd, static_cast<std::uint32_t>(value));
    if (odd < 2) expect_filled<std::uint16_t>(300, odd, static_cast<std::uint16_t>(value));
  }
}

/// An address that the type allows, though no element begins where 16 bytes can be written.
TEST(fill, takes_addresses_that_are_no_multiple_of_the_size) {
  device_array<float> memory(103);
  memory.fill_bytes(0);
  auto* const start = reinterpret_cast<std::complex<float>*>(memory.data() + 1);
  diatomic::fill(nullptr, start, 50, {1.5f, 2.5f});
  const auto found = memory.download();
  EXPECT_EQ(found[0], 0.0f);
  for (std::size_t i = 0; i < 50; ++i) {
    ASSERT_EQ(found[1 + 2 * i], 1.5f) << i;
    ASSERT_EQ(found[2 + 2 * i], 2.5f) << i;
  }
  EXPECT_EQ(found[101], 0.0f);
}

TEST(fill, converts_the_value) {
  device_array<double> memory(10);
  diatomic::fill(nullptr, memory.data(), 10, 3);
  EXPECT_EQ(memory.download(), std::vector<double>(10, 3.0));
}

TEST(stream_copies, go_by_any_memory_of_the_host) {
  const test::vendor_stream stream;
  constexpr std::size_t n = 100000;
  std::vector<unsigned> pageable(n);
  std::iota(pageable.begin(), pageable.end(), 5u);
  diatomic::pinned_array<unsigned> pinned(n);
  device_array<unsigned> array(n);
  diatomic::upload(stream.get(), array.data(), pageable.data(), n);
  diatomic::download(stream.get(), pinned.data(), array.data(), n);
  stream.synchronize();
  EXPECT_TRUE(std::equal(pageable.begin(), pageable.end(), pinned.data()));

  for (std::size_t i = 0; i < n; ++i) pinned.data()[i] += 1;
  std::vector<unsigned> back(n, 0);
  array.upload(stream.get(), pinned.data(), n);
  array.download(stream.get(), back.data(), n - 1);
  stream.synchronize();
  EXPECT_EQ(back.back(), 0u);
  back.back() = pinned.data()[n - 1];
  EXPECT_TRUE(std::equal(back.begin(), back.end(), pinned.data()));
}

struct triple {
  DIATOMIC_DEVICE void operator()(unsigned* values, unsigned n) const {
    const unsigned i = diatomic::global_index();
    if (i < n) values[i] *= 3;
  }
};

/// Of each step the next one sees all.
TEST(stream_copies, keep_the_order_of_a_stream) {
  const test::vendor_stream stream;
  constexpr unsigned n = 3000;
  diatomic::pinned_array<unsigned> from(n);
  diatomic::pinned_array<unsigned> to(4 * n);
  device_array<unsigned> array(n);
  for (unsigned i = 0; i < n; ++i) from.data()[i] = i;
  for (unsigned step = 0; step < 4; ++step) {
    if (step % 2 == 0) {
      diatomic::upload(stream.get(), array.data(), from.data(), n);
    } else {
      diatomic::fill(stream.get(), array.data(), n, 1000 + step);
    }
    diatomic::launch(12, 256, 0, stream.get(), triple{}, array.data(), n);
    diatomic::download(stream.get(), to.data() + step * n, array.data(), n);
  }
  stream.synchronize();
  for (unsigned step = 0; step < 4; ++step) {
    for (unsigned i = 0; i < n; ++i) {
      ASSERT_EQ(to.data()[step * n + i], 3 * (step % 2 == 0 ? i : 1000 + step)) << step;
    }
  }
}

template <class Call>
std::string refusal_of(Call call) {
  try {
    call();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "no refusal";
}

TEST(stream_copies, refuse_null_and_too_much) {
  diatomic::stream stream;
  device_array<unsigned> array(4);
  unsigned words[5] = {1, 2, 3, 4, 5};
  unsigned* const null = nullptr;
  EXPECT_EQ(refusal_of([&] { diatomic::upload(stream, null, words, 1); }),
            "upload: the device's memory is null");
  EXPECT_EQ(refusal_of([&] { diatomic::upload(stream, array.data(), null, 1); }),
            "upload: the host's memory is null");
  EXPECT_EQ(refusal_of([&] { diatomic::download(stream, null, array.data(), 1); }),
            "download: the host's memory is null");
  EXPECT_EQ(refusal_of([&] { diatomic::download(stream, words, null, 1); }),
            "download: the device's memory is null");
  EXPECT_EQ(refusal_of([&] { diatomic::fill(stream, null, 1, 1u); }),
            "fill: the device's memory is null");
  EXPECT_EQ(refusal_of([&] { diatomic::fill_bytes(stream, null, 1, 1); }),
            "fill_bytes: the device's memory is null");
  auto* const misaligned =
      reinterpret_cast<unsigned*>(reinterpret_cast<unsigned char*>(array.data()) + 2);
  EXPECT_EQ(refusal_of([&] { diatomic::fill(stream, misaligned, 1, 1u); }),
            "fill: the device's memory is not aligned to 4 bytes");
  EXPECT_EQ(refusal_of([&] { array.upload(stream, words, 5); }),
            "device_array::upload: 5 elements, and the array has 4");
  EXPECT_EQ(refusal_of([&] { array.download(stream, words, 5); }),
            "device_array::download: 5 elements, and the array has 4");
  // Of nothing, nothing is wrong.
  diatomic::upload(stream, null, null, 0);
  diatomic::download(stream, null, null, 0);
  diatomic::fill(stream, null, 0, 1u);
  diatomic::fill_bytes(stream, null, 0, 1);
  stream.synchronize();
}

}  // namespace
