// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The kernels that `diatomic bench` measures, and its inputs: every contender does the work that
// its row says, to the last element.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "baselines/atomics.hpp"
#include "bench/cases/arrays/array_cases.hpp"
#include "bench/cases/arrays/scatter_each.hpp"
#include "bench/cases/atomics/operations.hpp"
#include "bench/cases/spread_table.hpp"
#include "support/kernel_run.hpp"

namespace program_test {
namespace {

using namespace bench;
using test::on_device;
using test::run;

class bench_inputs : public testing::Test {
 protected:
  bench_inputs() {
    on.device = diatomic::properties(diatomic::current_device());
    on.bytes = 4096;
    on.inputs = 3;
  }

  /// What lies at a place of the device.
  template <class T>
  std::vector<T> read(const T* from, std::size_t n) {
    diatomic::device_array<T> to(n);
    const std::size_t chunks = n * sizeof(T) / sizeof(chunk);
    run({2, 64}, 0, copy_all{}, reinterpret_cast<const chunk*>(from), chunks,
        reinterpret_cast<chunk*>(to.data()));
    return to.download();
  }

  std::vector<double> values(distribution how) {
    const input_arrays<double> input(on, 512, 10, 4, how);
    EXPECT_EQ(input.size(), 512U);
    return read(input.at(0), 512);
  }

  context on;
};

double mean_of(const std::vector<double>& v) {
  return std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
}
double deviation_of(const std::vector<double>& v) {
  double squares = 0;
  for (const double x : v) squares += (x - mean_of(v)) * (x - mean_of(v));
  return std::sqrt(squares / static_cast<double>(v.size()));
}

TEST_F(bench_inputs, have_the_distribution_of_their_name) {
  for (const distribution how : {distribution::uniform, distribution::bell}) {
    const std::vector<double> v = values(how);
    EXPECT_NEAR(mean_of(v), 12, 0.25) << name_of(how);
    // Of one even number, 4 / sqrt(12); of the mean of four, half of it.
    EXPECT_NEAR(deviation_of(v), how == distribution::bell ? 0.577 : 1.155, 0.1) << name_of(how);
    EXPECT_GE(*std::min_element(v.begin(), v.end()), 10);
    EXPECT_LT(*std::max_element(v.begin(), v.end()), 14);
  }
  EXPECT_EQ(values(distribution::one_value), std::vector<double>(512, 10 + 0.37 * 4));
  const std::vector<double> sorted = values(distribution::sorted);
  for (std::size_t i = 0; i < 512; ++i) EXPECT_DOUBLE_EQ(sorted[i], 10 + 4 * (i / 512.0));
}

TEST_F(bench_inputs, are_skewed_or_of_any_exponent) {
  // A number's fourth power is below 1/16 with probability 1/2, and its mean is 1/5.
  const std::vector<double> skewed = values(distribution::skewed);
  EXPECT_NEAR(mean_of(skewed), 10 + 4 / 5.0, 0.2);
  EXPECT_NEAR(std::count_if(skewed.begin(), skewed.end(), [](double v) { return v < 10.25; }), 256,
              50);
  const input_arrays<float> wild(on, 1024, 0, 1, distribution::any_exponent);
  const std::vector<float> v = read(wild.at(0), 1024);
  EXPECT_TRUE(std::all_of(v.begin(), v.end(), [](float x) { return std::abs(x) < 0x1p94f; }));
  EXPECT_TRUE(std::any_of(v.begin(), v.end(), [](float x) { return std::abs(x) > 0x1p60f; }));
  EXPECT_TRUE(std::any_of(v.begin(), v.end(), [](float x) { return std::abs(x) < 0x1p-60f; }));
}

TEST_F(bench_inputs, yield_if_due) {
  // 1024 elements are an input's bytes, so 256 make 4 arrays of each of 3 inputs.
  const input_arrays<unsigned> input(on, 256, 0, 4294967296.0, distribution::uniform);
  std::vector<std::vector<unsigned>> seen;
  for (unsigned k = 0; k < 12; ++k) {
    seen.push_back(read(input.at(k), 256));
    EXPECT_EQ(read(input.at(k + 12), 256), seen.back());
    EXPECT_EQ(std::count(seen.begin(), seen.end(), seen.back()), 1) << "input " << k;
  }
}

TEST_F(bench_inputs, repeat_a_photograph) {
  const std::vector<std::uint8_t> some = {7, 1, 200, 3, 99};
  const input_arrays<std::uint8_t> input(on, 4096, some);
  const std::vector<std::uint8_t> found = read(input.at(0), 4096);
  for (std::size_t i = 0; i < found.size(); ++i) ASSERT_EQ(found[i], some[i % 5]) << i;
}

std::vector<launch_shape> shapes() {
  std::vector<launch_shape> all = test::shapes();
  all.push_back({7, 1});
  return all;
}

TEST(bench_kernels, copy_all_and_nothing_else) {
  for (const launch_shape shape : shapes()) {
    for (const std::size_t n : {0U, 1U, 2U, 31U, 1000U, 2051U}) {
      std::vector<unsigned> input(4 * n);
      std::iota(input.begin(), input.end(), 1U);
      const auto from = on_device(input);
      auto to = on_device(std::vector<unsigned>(4 * n + 4, 0));
      run(shape, 0, copy_all{}, reinterpret_cast<const chunk*>(from.data()), n,
          reinterpret_cast<chunk*>(to.data()));
      input.insert(input.end(), 4, 0U);
      EXPECT_EQ(to.download(), input) << n << " chunks, " << testing::PrintToString(shape);
    }
  }
}

/// Copies by `walk` alone, and counts visits.
struct visit_all {
  DIATOMIC_DEVICE void operator()(std::size_t n, unsigned* visits) const {
    for (walk w(n); w.next < w.end; w.next += w.stride) diatomic::store_add(visits + w.next, 1U);
  }
};

TEST(bench_kernels, walk_over_each_element_once) {
  for (const launch_shape shape : shapes()) {
    for (const std::size_t n : {0U, 1U, 2U, 31U, 1000U, 2051U}) {
      auto visits = on_device(std::vector<unsigned>(n + 8192, 0));
      run(shape, 0, visit_all{}, n, visits.data());
      std::vector<unsigned> expected(n + 8192, 0);
      std::fill_n(expected.begin(), n, 1U);
      EXPECT_EQ(visits.download(), expected) << n << ", " << testing::PrintToString(shape);
    }
  }
}

// The kernel keeps nothing, unless the parts that a thread read come to one number.
TEST(bench_kernels, read_all) {
  for (const launch_shape shape : {launch_shape{1, 1}, {1, 2}}) {
    for (const std::size_t n : {1U, 2U, 7U, 8U, 21U}) {
      for (std::size_t place = 0; place < 4 * n; ++place) {
        std::vector<unsigned> input(4 * n, 0);
        input[place] = 0x12345678U;
        const auto from = on_device(input);
        auto kept = on_device(std::vector<unsigned>{0});
        run(shape, 0, read_all{}, reinterpret_cast<const chunk*>(from.data()), n, kept.data());
        EXPECT_EQ(kept.download()[0], 0x12345678U) << place << " of " << 4 * n;
      }
    }
  }
}

/// The kernel of a sweep.
template <class Contender, op Op, memory_scope Scope, bool Used, memory_space Space, bool Coalesced>
using update = update_words<one_operation<Contender, Op, Scope, Used>, unsigned, Used, Space,
                            usual_source<Op, unsigned, Coalesced>>;

/// What `rounds` rounds of a sweep's kernel leave in its words, all of which begin at `start`.
template <class Kernel>
std::vector<unsigned> swept(launch_shape shape, std::size_t shared_bytes, places at,
                            unsigned rounds, unsigned words, unsigned start,
                            std::vector<unsigned>* seen = nullptr) {
  auto memory = on_device(std::vector<unsigned>(words, start));
  auto results = on_device(std::vector<unsigned>(shape.threads(), 0xabcdef));
  run(shape, shared_bytes, Kernel{}, memory.data(), results.data(), at, rounds);
  if (seen != nullptr) *seen = results.download();
  return memory.download();
}

/// A serial run of the same additions; `per_block` words for each block.
std::vector<unsigned> added(launch_shape shape, places at, bool coalesced, unsigned rounds,
                            unsigned words, unsigned steps) {
  std::vector<unsigned> expected(words, 0);
  const auto threads = static_cast<unsigned>(shape.threads());
  for (unsigned thread = 0; thread < threads; ++thread) {
    for (unsigned k = 0; k < rounds * steps; ++k) {
      const unsigned i = thread + k * threads;
      const unsigned place = (coalesced ? i : (i * 2654435761U) >> 12) & at.mask;
      expected[thread / shape.block * at.block_words + place] += thread % 7 + 1;
    }
  }
  return expected;
}

/// Whether a contender has the operation.
template <class Contender, op Op, memory_scope Scope = memory_scope::device>
inline constexpr bool does = Contender::template how<Op, unsigned, Scope> != way::none;
template <op Op, memory_scope Scope>
inline constexpr bool does<ours<>, Op, Scope> = true;
template <op Op, memory_scope Scope>
inline constexpr bool does<our_addition, Op, Scope> = true;

/// Runs `test` with each contender.
template <class Test>
void for_each_contender(Test test) {
  test(ours<>{}, "diatomic");
  test(intrinsic{}, "intrinsic");
  test(library{}, "library");
}

/// Expects the words that a contender's operation leaves of `start`; nothing, if it has none such.
template <class Contender, op Op, bool Used = false, bool Coalesced = false>
void expect_words(launch_shape shape, places at, unsigned rounds, unsigned start,
                  const std::vector<unsigned>& expected, std::vector<unsigned>* seen = nullptr) {
  if constexpr (does<Contender, Op>) {
    using kernel =
        update<Contender, Op, memory_scope::device, Used, memory_space::global, Coalesced>;
    const auto words = static_cast<unsigned>(expected.size());
    EXPECT_EQ(swept<kernel>(shape, 0, at, rounds, words, start, seen), expected)
        << at.mask + 1 << " words";
  }
}

TEST(bench_kernels, of_sums_add_what_they_say) {
  for_each_contender([](auto which, const char* name) {
    SCOPED_TRACE(name);
    using one = decltype(which);
    const launch_shape shape{3, 64};
    for (const places at : {places{0}, {31}, {15, 16}}) {
      const unsigned words = at.block_words == 0 ? at.mask + 1 : at.block_words * shape.grid;
      expect_words<one, op::add>(shape, at, 3, 0, added(shape, at, false, 3, words, 16));
      expect_words<one, op::compare_exchange>(shape, at, 5, 0,
                                              added(shape, at, false, 5, words, 1));
    }
    expect_words<one, op::add, false, true>(shape, {1023}, 3, 0,
                                            added(shape, {1023}, true, 3, 1024, 16));
  });
}

TEST(bench_kernels, of_maxima_ands_and_exchanges_do_what_they_say) {
  for_each_contender([](auto which, const char* name) {
    SCOPED_TRACE(name);
    using one = decltype(which);
    // Number k of a thread is 256 k and the thread's number.
    expect_words<one, op::max>({2, 32}, {}, 2, 5, {31 * 256 + 63});
    expect_words<one, op::max>({2, 32}, {}, 2, 100000, {100000});
    expect_words<one, op::bit_and>({2, 32}, {}, 1, ~0U, {~63U});
    expect_words<one, op::exchange, true>({1, 1}, {}, 2, 5, {31});
  });
}

// One thread alone, so that each old value is known; a contender returns all of them as one word.
TEST(bench_kernels, return_the_old_values) {
  for_each_contender([](auto which, const char* name) {
    SCOPED_TRACE(name);
    using one = decltype(which);
    unsigned expected = 0;
    for (unsigned k = 0; k < 16; ++k) expected ^= 100 + k;
    std::vector<unsigned> seen = {expected};
    expect_words<one, op::add, true>({1, 1}, {}, 1, 100, {116}, &seen);
    EXPECT_EQ(seen, std::vector<unsigned>{expected});
    seen = {0xabcdef};
    expect_words<one, op::add>({1, 1}, {}, 1, 100, {116}, &seen);
    EXPECT_EQ(seen, std::vector<unsigned>{0xabcdef}) << "the result is not used";
  });
}

TEST(bench_kernels, in_shared_memory_add_what_they_say) {
  const launch_shape shape{3, 64};
  std::vector<unsigned> expected(32, 0);  // the first block's; neighbours at neighbours
  for (unsigned thread = 0; thread < shape.block; ++thread) {
    for (unsigned k = 0; k < 2 * 16; ++k) expected[(thread + 65 * k) % 32] += thread % 7 + 1;
  }
  for_each_contender([&](auto which, const char* name) {
    using one = decltype(which);
    if constexpr (does<one, op::add, memory_scope::block>) {
      using kernel = update<one, op::add, memory_scope::block, false, memory_space::shared, true>;
      EXPECT_EQ(swept<kernel>(shape, 32 * sizeof(unsigned), {31}, 2, 32, 0), expected) << name;
    }
  });
}

TEST(bench_kernels, scatter_each_element) {
  std::vector<unsigned> indices;
  std::vector<unsigned> values;
  std::vector<unsigned> expected(50, 0);
  for (unsigned i = 0; i < 5003; ++i) {
    indices.push_back(i * i % 50);
    values.push_back(i % 5);
    expected[indices.back()] += values.back();
  }
  const auto places_of = on_device(indices);
  const auto values_of = on_device(values);
  const auto check = [&](auto which, const char* name) {
    using one = decltype(which);
    if constexpr (does<one, op::add>) {
      for (const launch_shape shape : {launch_shape{1, 1}, {7, 1}, {3, 96}}) {
        auto words = on_device(std::vector<unsigned>(50, 0));
        run(shape, 0, scatter_each<one, unsigned>{}, static_cast<const unsigned*>(places_of.data()),
            static_cast<const unsigned*>(values_of.data()), indices.size(), words.data());
        EXPECT_EQ(words.download(), expected) << name;
      }
    }
  };
  check(our_addition{}, "store_add");
  for_each_contender(check);
  auto counts = on_device(std::vector<unsigned>(50, 0));
  run({3, 96}, 0, count_each{}, static_cast<const unsigned*>(places_of.data()), indices.size(),
      counts.data());
  std::vector<unsigned> expected_counts(50, 0);
  for (const unsigned i : indices) ++expected_counts[i];
  EXPECT_EQ(counts.download(), expected_counts);
}

/// What three rounds of an operation leave in a table of zeros, without the bytes between its
/// words, which must stay zeros.
template <class Operation, table_pattern Pattern>
std::vector<unsigned> table_after(launch_shape shape, unsigned words, unsigned distance,
                                  std::vector<unsigned>* seen = nullptr) {
  auto memory = on_device(std::vector<unsigned>(words * distance, 0));
  auto results = on_device(std::vector<unsigned>(shape.threads(), 0));
  run(shape, 0, update_table<Operation, Pattern>{},
      diatomic::spread_array_ref<unsigned>(memory.data(), words, distance * sizeof(unsigned)),
      results.data(), 3U);
  if (seen != nullptr) *seen = results.download();
  std::vector<unsigned> left;
  const std::vector<unsigned> all = memory.download();
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (k % distance == 0) {
      left.push_back(all[k]);
    } else {
      EXPECT_EQ(all[k], 0U) << "the gap at " << k;
    }
  }
  return left;
}

TEST(bench_kernels, of_tables_add_to_the_words_of_their_pattern) {
  const launch_shape shape{2, 32};
  constexpr unsigned words = 64;
  unsigned total = 0;
  for (unsigned thread = 0; thread < 64; ++thread) total += 3 * 16 * (thread % 7 + 1);
  const auto expect_total = [&](const std::vector<unsigned>& table) {
    EXPECT_EQ(std::accumulate(table.begin(), table.end(), 0U), total);
  };
  for (const unsigned distance : {1U, 2U, 16U}) {
    const auto random = table_after<table_store_add, table_pattern::random>(shape, words, distance);
    expect_total(random);
    EXPECT_EQ(std::count(random.begin(), random.end(), 0U), 0);
    const auto zipf = table_after<table_store_add, table_pattern::zipf>(shape, words, distance);
    expect_total(zipf);
    // The first ranks have 1/6, 1/10 and 1/14 of the operations; the multiplier moves their words.
    EXPECT_NEAR(zipf[0], total / 6.0, total / 25.0);
    EXPECT_NEAR(zipf[2654435761U % words], total / 10.0, total / 30.0);
    EXPECT_LT(zipf[1], total / 15);
    // As many threads as words: both patterns give each word to one thread.
    std::vector<unsigned> one_each(words);
    for (unsigned k = 0; k < words; ++k) one_each[k] = 3 * 16 * (k % 7 + 1);
    EXPECT_EQ((table_after<table_store_add, table_pattern::own>(shape, words, distance)), one_each);
    EXPECT_EQ((table_after<table_fetch_add, table_pattern::cyclic>(shape, words, distance)),
              one_each);
  }
  // Twice as many threads as words: each word has two threads.
  EXPECT_EQ((table_after<table_store_add, table_pattern::own>(shape, 32, 1)[0]), 48U * (1 + 5));
}

// One thread alone, so that each old value is known.
TEST(bench_kernels, of_tables_do_their_operation) {
  std::vector<unsigned> seen;
  const auto after = [&](auto operation) {
    return table_after<decltype(operation), table_pattern::cyclic>({1, 1}, 1, 1, &seen)[0];
  };
  unsigned old_values = 0;
  for (unsigned k = 0; k < 48; ++k) old_values ^= k;
  EXPECT_EQ(after(table_fetch_add{}), 48U);
  EXPECT_EQ(seen[0], old_values);
  EXPECT_EQ(after(table_compare_exchange{}), 48U);
  EXPECT_EQ(seen[0], old_values);
  EXPECT_EQ(after(table_store{}), 1U);
  EXPECT_EQ(after(table_load{}), 0U);
}

}  // namespace
}  // namespace program_test
