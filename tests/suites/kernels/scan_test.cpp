// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Kernels whose blocks and warps wait for earlier ones: the scan by look-back and the triangular
/// solve, against serial ones. That the tests end is half of what they prove.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/scan.hpp"
#include "kernels/triangular_solve.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::kernels::scan_by_look_back;
using diatomic::kernels::scan_kind;
using diatomic::kernels::tile_record;
using test::launch_shape;
using test::on_device;
using test::run;

/// Sums that overflow on the way.
template <class T>
std::vector<T> random_numbers(std::size_t n) {
  std::mt19937_64 random(n);
  std::vector<T> numbers(n);
  for (T& number : numbers) number = static_cast<T>(random());
  return numbers;
}

template <scan_kind Kind, class T>
std::vector<T> expected_sums(const std::vector<T>& input) {
  std::vector<T> sums(input.size());
  if (Kind == scan_kind::inclusive) {
    std::inclusive_scan(input.begin(), input.end(), sums.begin());
  } else {
    std::exclusive_scan(input.begin(), input.end(), sums.begin(), T{0});
  }
  return sums;
}

/// What the kernel makes of `input`, with `offset` elements before and one behind that it must
/// leave alone.
template <scan_kind Kind, class T>
std::vector<T> scanned(launch_shape shape, const std::vector<T>& input, bool in_place) {
  using kernel = scan_by_look_back<Kind>;
  const auto values = on_device(input);
  std::vector<T> blank = in_place ? input : std::vector<T>(input.size(), T{0xabcd});
  blank.push_back(T{77});
  auto sums = on_device(blank);
  const std::size_t tiles = kernel::tiles(input.size(), shape.block);
  test::guarded_array<tile_record<T>> records(std::max<std::size_t>(1, tiles));
  diatomic::device_array<unsigned> next_tile(1);
  records.fill_bytes(0);
  next_tile.fill_bytes(0);
  run(shape, kernel::template shared_bytes<T>(shape.block), kernel{},
      static_cast<const T*>(in_place ? sums.data() : values.data()), input.size(), sums.data(),
      records.data(), next_tile.data());
  std::vector<T> result = sums.download();
  EXPECT_EQ(result.back(), T{77}) << "written behind the end";
  result.pop_back();
  return result;
}

template <class T>
class scan : public testing::Test {
 protected:
  template <scan_kind Kind>
  static void expect_sums() {
    std::size_t many = 0;
    for (const launch_shape shape : test::shapes()) {
      const std::size_t tile = shape.block * scan_by_look_back<Kind>::items;
      many = std::max(many, scaled(300000, 20 * tile + 5));
      for (const std::size_t n :
           {std::size_t{0}, std::size_t{1}, tile - 1, tile, tile + 1, 70 * tile + tile / 2}) {
        const std::vector<T> input = random_numbers<T>(n);
        EXPECT_TRUE(scanned<Kind>(shape, input, n % 2 == 0) == expected_sums<Kind>(input))
            << n << " elements, " << shape.grid << " blocks of " << shape.block;
      }
    }
    const std::vector<T> input = random_numbers<T>(many);
    const std::vector<T> expected = expected_sums<Kind>(input);
    EXPECT_TRUE(scanned<Kind>({24, 64}, input, false) == expected) << many << " elements";
  }
};
using words = testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(scan, words, test::type_names);

TYPED_TEST(scan, sums_up_to_each_element) { this->template expect_sums<scan_kind::inclusive>(); }
TYPED_TEST(scan, sums_before_each_element) { this->template expect_sums<scan_kind::exclusive>(); }

// As many blocks as run at a time, each with a few tiles: they look back while others post.
TYPED_TEST(scan, holds_on_a_full_device) {
  const auto units = static_cast<unsigned>(diatomic::properties(0).compute_units);
  const auto tiles_each = static_cast<unsigned>(scaled(16, 2));
  const std::size_t n = std::size_t{units} * 8 * tiles_each * 128 * 15 + 1;
  const std::vector<TypeParam> input = random_numbers<TypeParam>(n);
  const std::vector<TypeParam> expected = expected_sums<scan_kind::inclusive>(input);
  for (int time = 0; time < 3; ++time) {
    EXPECT_TRUE(scanned<scan_kind::inclusive>({units * 8, 128}, input, false) == expected);
  }
}

/// A lower triangle of whole numbers, with `band` entries a row at most, the nearest columns or
/// any; the diagonal is 1 or 2. So solutions of whole numbers are found without rounding.
struct system {
  std::vector<unsigned> row_starts = {0};
  std::vector<unsigned> columns;
  std::vector<double> entries;
  std::vector<double> b;
  std::vector<double> x;

  system(unsigned rows, unsigned band, bool near_columns) {
    std::mt19937 random(rows + band);
    for (unsigned row = 0; row < rows; ++row) {
      std::vector<unsigned> chosen;
      for (unsigned k = 0; k < std::min(row, band); ++k) {
        const auto any = static_cast<unsigned>(random() % row);
        chosen.insert(chosen.end(), near_columns ? row - 1 - k : any);
      }
      std::sort(chosen.begin(), chosen.end());
      chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
      x.push_back(static_cast<double>(random() % 9) - 4);
      b.push_back(0);
      for (const unsigned column : chosen) add(column, static_cast<double>(random() % 7) - 3);
      add(row, random() % 2 == 0 ? 1 : 2);
      row_starts.push_back(static_cast<unsigned>(columns.size()));
    }
  }

 private:
  void add(unsigned column, double entry) {
    columns.push_back(column);
    entries.push_back(entry);
    b.back() += entry * x[column];
  }
};

std::vector<double> solved(launch_shape shape, const system& s) {
  const auto rows = static_cast<unsigned>(s.x.size());
  const auto row_starts = on_device(s.row_starts);
  const auto columns = on_device(s.columns);
  const auto entries = on_device(s.entries);
  const auto b = on_device(s.b);
  auto x = on_device(std::vector<double>(rows, -1e9));
  auto is_solved = on_device(std::vector<unsigned>(rows, 0));
  auto next_row = on_device(std::vector<unsigned>{0});
  const diatomic::kernels::lower_triangle<double> matrix = {row_starts.data(), columns.data(),
                                                            entries.data(), rows};
  run(shape, 0, diatomic::kernels::solve_lower{}, matrix, b.data(), x.data(), is_solved.data(),
      next_row.data());
  return x.download();
}

TEST(triangular_solve, finds_the_unknowns_in_their_order) {
  for (const launch_shape shape : test::shapes()) {
    for (const bool near_columns : {true, false}) {
      // A chain, rows shorter and longer than a warp, and none but the diagonal.
      for (const unsigned band : {0u, 1u, 7u, 150u}) {
        const auto rows = static_cast<unsigned>(scaled(100000 / (band + 10), 60));
        const system s(rows, band, near_columns);
        EXPECT_EQ(solved(shape, s), s.x)
            << band << " entries a row, " << shape.grid << " blocks of " << shape.block;
      }
    }
  }
  EXPECT_EQ(solved({1, 1}, system(1, 0, true)), system(1, 0, true).x);
}

}  // namespace
