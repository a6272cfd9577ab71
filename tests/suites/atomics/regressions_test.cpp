// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Defects that were found in published code bases, each as a test that it would fail. D4, an
/// addition to bool, is also a compile error (tests/compile_fail); D9 also a matter of instructions
/// (tests/codegen); D10, a version file that CMake does not find, is tested in tests/package.

#include <atomic>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/history.hpp"

namespace {

/// Runs the kernel with `grid` blocks of 64 threads on words that start as `words`.
template <class T, class Kernel>
std::vector<T> run(const std::vector<T>& words, Kernel kernel, unsigned grid = 1) {
  diatomic::stream stream;
  diatomic::device_array<T> array(words.size());
  array.upload(words);
  diatomic::launch(grid, 64, 0, stream, kernel, array.data());
  stream.synchronize();
  return array.download();
}

template <class T>
struct decrement_second {
  DIATOMIC_DEVICE void operator()(T* words) const {
    if (diatomic::thread_index() == 0) diatomic::store_add(words + 1, static_cast<T>(-1));
  }
};

TEST(regressions, d1_negative_sum_leaves_the_neighbours) {
  using bytes = std::vector<std::int8_t>;
  using halves = std::vector<std::int16_t>;
  EXPECT_EQ(run(bytes{0, 0, 2, 3}, decrement_second<std::int8_t>{}), (bytes{0, -1, 2, 3}));
  EXPECT_EQ(run(halves{7, 0, 7, 7}, decrement_second<std::int16_t>{}), (halves{7, -1, 7, 7}));
}

struct raise_to_three {
  DIATOMIC_DEVICE void operator()(std::int64_t* words) const {
    if (diatomic::thread_index() == 0) words[1] = diatomic::fetch_max(words, 3);
  }
};

TEST(regressions, d2_maximum_of_signed_words_minds_the_sign) {
  EXPECT_EQ(run(std::vector<std::int64_t>{-5, 0}, raise_to_three{}),
            (std::vector<std::int64_t>{3, -5}));
}

/// Half of the threads add, the others add by compare-exchange, and all raise what is there.
struct add_in_every_way {
  DIATOMIC_DEVICE void operator()(unsigned* words) const {
    for (int k = 0; k < 100; ++k) {
      if (diatomic::thread_index() % 2 == 0) {
        diatomic::store_add(words, 2u);
      } else {
        unsigned seen = diatomic::load(words);
        while (!diatomic::compare_exchange_weak(words, seen, seen + 2)) {
        }
      }
      diatomic::fetch_max(words, 1u);
      diatomic::fetch_or(words, 1u);
    }
  }
};

TEST(regressions, d3_all_operations_are_atomic_with_each_other) {
  EXPECT_EQ(run(std::vector<unsigned>{1}, add_in_every_way{}, 8)[0], 1u + 8 * 64 * 100 * 2);
}

struct take_extrema {
  DIATOMIC_DEVICE void operator()(int* words) const {
    const auto thread = static_cast<int>(diatomic::thread_index());
    const int before_min = diatomic::fetch_min(words, -thread);
    const int before_max = diatomic::fetch_max(words + 1, thread);
    if (before_min > 0 || before_max < 0) diatomic::store_add(words + 2, 1);
  }
};

TEST(regressions, d3b_extrema_return_what_was_there) {
  EXPECT_EQ(run(std::vector<int>{0, 0, 0}, take_extrema{}), (std::vector<int>{-63, 63, 0}));
}

struct old_floats {
  DIATOMIC_DEVICE void operator()(float* words) const {
    if (diatomic::thread_index() != 0) return;
    words[2] = diatomic::exchange(words, 3.0f);
    words[3] = diatomic::compare_exchange(words + 1, 2.5f, 4.0f);
    words[4] = diatomic::fetch_add(words, 1.0f);
  }
};

TEST(regressions, d5_old_floats_come_back_as_floats) {
  EXPECT_EQ(run(std::vector<float>{2.0f, 2.5f, 0, 0, 0}, old_floats{}),
            (std::vector<float>{4.0f, 4.0f, 2.0f, 2.5f, 3.0f}));
}

struct raise_doubles {
  DIATOMIC_DEVICE void operator()(double* words) const {
    if (diatomic::thread_index() != 0) return;
    diatomic::store_max(words, 1.0 + 1e-12);
    diatomic::store_min(words + 1, -1.0 - 1e-12);
  }
};

TEST(regressions, d6_extrema_of_doubles_are_not_rounded_to_float) {
  EXPECT_EQ(run(std::vector<double>{1.0, -1.0}, raise_doubles{}),
            (std::vector<double>{1.0 + 1e-12, -1.0 - 1e-12}));
}

/// Booleans among their neighbours; every thread sets one and looks at the next.
struct set_bools {
  DIATOMIC_DEVICE void operator()(bool* flags) const {
    const unsigned i = diatomic::thread_index();
    if (i % 3 == 0) diatomic::store_or(flags + i, true);
    if (i % 3 == 1) diatomic::store_or(flags + i, false);
  }
};

TEST(regressions, d4_bool_is_set_by_its_value_and_alone) {
  diatomic::stream stream;
  diatomic::device_array<std::uint8_t> flags(64);
  flags.fill_bytes(0);
  diatomic::launch(1, 64, 0, stream, set_bools{}, reinterpret_cast<bool*>(flags.data()));
  stream.synchronize();
  const std::vector<std::uint8_t> got = flags.download();
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(got[i], i % 3 == 0 ? 1 : 0) << i;
}

/// Whatever lanes of a block of any size are active, each adds once: to one word, and to halves
/// that share words with the halves of other lanes.
struct add_from_some_lanes {
  DIATOMIC_DEVICE void operator()(unsigned* count,
                                  diatomic::detail::float16<diatomic::kind::f16>* halves) const {
    const unsigned i = diatomic::thread_index();
    const diatomic::detail::float16<diatomic::kind::f16> one{0x3c00};
    if (i % 7 == 3 || i % 64 == 63 || i > 900) {
      diatomic::store_add(count, 1u);
      diatomic::store_add_at(halves, i, 1024u, one);
    }
  }
};

TEST(regressions, d7_every_active_lane_adds_once) {
  diatomic::stream stream;
  diatomic::device_array<unsigned> count(1);
  diatomic::device_array<diatomic::detail::float16<diatomic::kind::f16>> halves(1024);
  count.fill_bytes(0);
  halves.fill_bytes(0);
  diatomic::launch(2, 1024, 0, stream, add_from_some_lanes{}, count.data(), halves.data());
  stream.synchronize();
  const auto got = halves.download();
  unsigned expected = 0;
  for (unsigned i = 0; i < 1024; ++i) {
    const bool adds = i % 7 == 3 || i % 64 == 63 || i > 900;
    expected += adds ? 2 : 0;
    EXPECT_EQ(got[i].bits, adds ? 0x4000 : 0) << i;
  }
  EXPECT_EQ(count.download()[0], expected);
}

/// Adds to every second half.
template <diatomic::kind Kind>
struct add_to_odd_halves {
  DIATOMIC_DEVICE void operator()(diatomic::detail::float16<Kind>* halves) const {
    const unsigned i = diatomic::thread_index();
    const diatomic::detail::float16<Kind> one{Kind == diatomic::kind::f16 ? std::uint16_t{0x3c00}
                                                                          : std::uint16_t{0x3f80}};
    if (i % 2 == 1) diatomic::store_add(halves + i, one, diatomic::in_array);
  }
};

template <diatomic::kind Kind>
void expect_negative_zeros_to_stay() {
  using half = diatomic::detail::float16<Kind>;
  const std::vector<half> got = run(std::vector<half>(64, half{0x8000}), add_to_odd_halves<Kind>{});
  for (unsigned i = 0; i < 64; i += 2) EXPECT_EQ(got[i].bits, 0x8000) << i;
}

TEST(regressions, d8_negative_zero_of_a_neighbour_stays) {
  expect_negative_zeros_to_stay<diatomic::kind::f16>();
  expect_negative_zeros_to_stay<diatomic::kind::bf16>();
}

TEST(regressions, d9_loads_write_nothing) {
  // Of the page that constants lie in, which cannot be written.
  static const unsigned word = 7;
  static const unsigned long long wide = 8;
  static const unsigned short narrow = 9;
  EXPECT_EQ(diatomic::load(&word, diatomic::seq_cst), 7u);
  EXPECT_EQ(diatomic::load(&wide, diatomic::acquire), 8u);
  EXPECT_EQ(diatomic::load(&narrow), 9u);
}

struct meet_negative_zero {
  DIATOMIC_DEVICE void operator()(float* words) const {
    if (diatomic::thread_index() != 0) return;
    diatomic::store_min(words, -0.0f);
    diatomic::store_max(words + 1, -0.0f);
    diatomic::store_max(words + 2, -0.0f);
  }
};

TEST(regressions, d11_negative_zero_is_a_number_like_others) {
  const std::vector<float> got = run(std::vector<float>{-1.0f, -1.0f, 0.0f}, meet_negative_zero{});
  EXPECT_EQ(got[0], -1.0f);
  EXPECT_EQ(test::bits_of(got[1]), test::bits_of(-0.0f));
  EXPECT_EQ(test::bits_of(got[2]), test::bits_of(0.0f));
}

/// Each form of compare-exchange with `expected`, of which a success leaves the variable as it is:
/// other threads may own it by then. Here it is the object itself.
struct exchange_what_is_expected {
  DIATOMIC_DEVICE void operator()(unsigned* w) const {
    if (diatomic::thread_index() != 0) return;
    using ref = diatomic::atomic_ref<unsigned>;
    constexpr auto order = std::memory_order_acq_rel;
    constexpr auto acquire = std::memory_order_acquire;
    w[8] = diatomic::compare_exchange_strong(w, w[0], 5u) &&
                   diatomic::compare_exchange_weak(w + 1, w[1], 5u) &&
                   diatomic::compare_exchange_strong(w + 2, w[2], 5u, order, acquire) &&
                   diatomic::compare_exchange_weak(w + 3, w[3], 5u, order, acquire) &&
                   ref(w[4]).compare_exchange_strong(w[4], 5u) &&
                   ref(w[5]).compare_exchange_weak(w[5], 5u) &&
                   ref(w[6]).compare_exchange_strong(w[6], 5u, order, acquire) &&
                   ref(w[7]).compare_exchange_weak(w[7], 5u, order, acquire)
               ? 5
               : 0;
  }
};

TEST(regressions, d12_compare_exchange_writes_expected_only_if_it_fails) {
  const std::vector<unsigned> words(9, 7);
  EXPECT_EQ(run(words, exchange_what_is_expected{}), std::vector<unsigned>(9, 5));
}

/// One block stores each second object plainly; the others add to those between.
template <class T>
struct add_next_to_plain_stores {
  DIATOMIC_DEVICE void operator()(T* objects) const {
    volatile T* const own = objects + 2 * diatomic::thread_index() + 1;
    for (int k = 1; k <= 20; ++k) {
      if (diatomic::block_index() == 1) {
        *own = static_cast<T>(k);
      } else {
        diatomic::fetch_add(objects + 2 * diatomic::thread_index(), T{1});
      }
    }
  }
};

TEST(regressions, plain_stores_to_neighbours_are_kept) {
  const auto expect_all = [](auto zero) {
    using type = decltype(zero);
    std::vector<type> expected;
    for (int i = 0; i < 64; ++i) expected.insert(expected.end(), {type{140}, type{20}});
    EXPECT_EQ(run(std::vector<type>(128, zero), add_next_to_plain_stores<type>{}, 8), expected);
  };
  expect_all(std::uint8_t{0});
  expect_all(std::uint16_t{0});
}

}  // namespace
