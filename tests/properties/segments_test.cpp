// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `segmented_reduce` and `reproducible_segmented_sum` of segments of any lengths, at any address,
// from any number of host threads and streams: against a loop over the same elements.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <ostream>
#include <random>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/segmented_reduce.hpp>

#include "properties/property.hpp"
#include "suites/algorithms/segment_launch.hpp"
#include "support/history.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"
#include "support/total_order.hpp"

namespace {

using diatomic::op;
using test::bits_of;
using test::guarded_array;

/// The lengths of segments.
enum class length_pattern : std::uint8_t { equal, random, mostly_empty, skewed, one_long, last };

struct segment_case {
  std::size_t n;     ///< elements in segments
  std::size_t mean;  ///< of the lengths
  length_pattern pattern;
  unsigned seed;
  std::size_t before;  ///< elements before the first segment
  std::size_t after;   ///< elements after the last one
  unsigned offset;     ///< of the input, in elements
  /// Blocks of the launch, or `test::block_per_segment`; 0: a call, which chooses them.
  unsigned grid;
  test::callers who;

  friend std::ostream& operator<<(std::ostream& out, const segment_case& c) {
    constexpr const char* patterns[] = {"equal", "random", "mostly empty", "skewed", "one long"};
    return out << c.n << " elements, " << patterns[static_cast<int>(c.pattern)]
               << " segments of mean length " << c.mean << ", seed " << c.seed << "; " << c.before
               << " elements before and " << c.after << " after them, " << c.offset
               << " elements off, " << c.grid << " blocks; " << c.who.threads << " threads with "
               << c.who.streams << " streams";
  }
};

rc::Gen<segment_case> segment_cases() {
  // A tile of a warp's elements and the shares of a block, for types of 4 and of 16 bytes.
  const std::vector<std::size_t> sizes = {32, 128, 512, 1024, 4096, 16384};
  const auto n = test::some_size(sizes, scaled(100000, 3000));
  const auto mean = rc::gen::elementOf(
      std::vector<std::size_t>{1, 2, 3, 4, 7, 16, 31, 33, 100, 511, 512, 513, 2000, 20000});
  const auto outside = rc::gen::weightedElement<std::size_t>({{4, 0}, {1, 1}, {1, 5}, {1, 1500}});
  const auto offset = rc::gen::weightedElement<unsigned>({{3, 0}, {1, 1}, {1, 2}, {1, 3}});
  const auto grid = rc::gen::weightedElement<unsigned>({{4, 0},
                                                        {2, 1},
                                                        {1, 2},
                                                        {1, 7},
                                                        {1, test::block_per_segment(1)},
                                                        {1, test::block_per_segment(6)},
                                                        {1, test::block_per_segment(9)}});
  return rc::gen::map(
      rc::gen::tuple(n, mean, rc::gen::inRange(0, static_cast<int>(length_pattern::last)),
                     test::some_seed(), rc::gen::tuple(outside, outside),
                     rc::gen::tuple(offset, grid), test::some_callers()),
      [](const auto& t) {
        const auto& [elements, length, pattern, seed, outside, off, who] = t;
        return segment_case{elements,
                            length,
                            static_cast<length_pattern>(pattern),
                            seed,
                            std::get<0>(outside),
                            std::get<1>(outside),
                            std::get<0>(off),
                            std::get<1>(off),
                            who};
      });
}

std::vector<std::size_t> offsets_of(const segment_case& c) {
  std::mt19937 random(c.seed);
  std::vector<std::size_t> offsets{c.before};
  std::size_t left = c.n;
  while (left != 0) {
    std::size_t length = c.mean;
    switch (c.pattern) {
      case length_pattern::random:
        length = random() % (2 * c.mean + 1);
        break;
      case length_pattern::mostly_empty:
        length = random() % 8 == 0 ? random() % (8 * c.mean + 1) : 0;
        break;
      case length_pattern::skewed:
        length = std::size_t{1} << random() % 14;
        break;
      case length_pattern::one_long:
        length = 2 * left <= c.n + 1 ? left : c.mean;
        break;
      default:
        break;
    }
    length = std::min(length, left);
    left -= length;
    offsets.push_back(offsets.back() + length);
  }
  // Empty segments at the end.
  for (unsigned i = 0; i < c.seed % 5; ++i) offsets.push_back(offsets.back());
  return offsets;
}

/// Whole numbers: their sums are exact in each type.
template <class T>
std::vector<T> numbers_of(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> numbers(count);
  for (T& v : numbers) v = static_cast<T>(static_cast<int>(random() % 41) - 20);
  return numbers;
}

/// 16 bytes, combined in any order.
struct extent {
  double least;
  double greatest;
};
struct join {
  DIATOMIC_FUNCTION extent operator()(extent a, extent b) const {
    return {a.least < b.least ? a.least : b.least,
            a.greatest < b.greatest ? b.greatest : a.greatest};
  }
};

/// A function of elements: number i of an array, as an extent.
struct as_extent {
  const double* from;
  DIATOMIC_FUNCTION extent operator()(std::size_t i) const { return {from[i], from[i]}; }
};

/// The types of a reduction, its call, and one step of a loop that gives the same result.
template <op Op, class T, class Number, class Offset>
struct by_operation {
  using element = T;
  using result = Number;
  using offset = Offset;
  static void start(diatomic::stream& on, const T* input, std::size_t n, const Offset* offsets,
                    std::size_t segments, result* results, void* temp, std::size_t bytes) {
    diatomic::segmented_reduce<Op>(on, input, n, offsets, segments, results, temp, bytes);
  }
  static auto policy() { return diatomic::detail::policy_of<Op, Number>(); }
  static const T* elements(const T* input) { return input; }
  static result nothing() { return diatomic::detail::empty_of<Op, Number>; }
  static result plus(result a, T element) {
    const auto b = static_cast<Number>(element);
    if constexpr (Op == op::add) {
      return static_cast<Number>(a + b);
    } else {
      return (Op == op::min ? test::comes_before(b, a) : test::comes_before(a, b)) ? b : a;
    }
  }
};
struct by_function {
  using element = double;
  using result = extent;
  using offset = std::int64_t;
  static void start(diatomic::stream& on, const double* input, std::size_t n,
                    const std::int64_t* offsets, std::size_t segments, extent* results, void* temp,
                    std::size_t bytes) {
    diatomic::segmented_reduce(on, as_extent{input}, n, offsets, segments, join{}, nothing(),
                               results, temp, bytes);
  }
  static auto policy() { return diatomic::detail::policy_of(join{}, nothing()); }
  static as_extent elements(const double* input) { return {input}; }
  static extent nothing() {
    return {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  }
  static extent plus(extent a, double b) { return join{}(a, {b, b}); }
};
template <class T, class Number>
struct in_units {
  using element = T;
  using result = Number;
  using offset = unsigned;
  static void start(diatomic::stream& on, const T* input, std::size_t n, const unsigned* offsets,
                    std::size_t segments, Number* results, void* temp, std::size_t bytes) {
    diatomic::reproducible_segmented_sum(on, diatomic::fixed_scale(-10), input, n, offsets,
                                         segments, results, temp, bytes);
  }
  static auto policy() {
    return diatomic::detail::scaled_sum_policy<Number>{diatomic::fixed_scale(-10)};
  }
  static const T* elements(const T* input) { return input; }
  static Number nothing() { return 0; }
  static Number plus(Number a, T b) { return a + static_cast<Number>(b); }
};

template <class Way>
struct segment_question {
  std::size_t n;
  unsigned grid;
  const guarded_array<typename Way::element>& input;
  const guarded_array<typename Way::offset>& offsets;
  const std::vector<typename Way::result>& expected;
};

/// One call, with separate results.
template <class Way>
struct segment_call {
  const segment_question<Way>* of;
  guarded_array<typename Way::result> results;
  guarded_array<unsigned char> temp;

  explicit segment_call(const segment_question<Way>& question)
      : of(&question),
        results(question.expected.size()),
        temp(test::segment_temp_bytes(question.grid, question.n, question.expected.size())) {
    results.fill_bytes(0xab);
    temp.fill_bytes(0xcd);
  }
  void start(diatomic::stream& on) {
    if (of->grid != 0) {
      test::reduce_segments_in(of->grid, on, Way::elements(of->input.data()), of->n,
                               of->offsets.data(), of->expected.size(), Way::policy(),
                               Way::nothing(), results.data(), temp.data());
      return;
    }
    Way::start(on, of->input.data(), of->n, of->offsets.data(), of->expected.size(), results.data(),
               temp.data(), temp.size());
  }
  std::string wrong() const {
    std::ostringstream out;
    out << of->input.first_change() << of->offsets.first_change() << results.first_change()
        << temp.first_change();
    const auto found = results.download();
    for (std::size_t s = 0; s < found.size(); ++s) {
      if (bits_of(found[s]) == bits_of(of->expected[s])) continue;
      out << "segment " << s << " of " << found.size() << " is wrong";
      break;
    }
    return out.str();
  }
};

template <class Way>
std::string wrong_segments(const segment_case& c) {
  using element = typename Way::element;
  using offset = typename Way::offset;
  const std::vector<std::size_t> ends = offsets_of(c);
  const std::size_t n = c.before + c.n + c.after;
  const auto values = numbers_of<element>(n, c.seed + 1);
  std::vector<typename Way::result> expected;
  for (std::size_t s = 0; s + 1 < ends.size(); ++s) {
    auto all = Way::nothing();
    for (std::size_t i = ends[s]; i < ends[s + 1]; ++i) all = Way::plus(all, values[i]);
    expected.push_back(all);
  }
  std::vector<offset> offsets;
  for (const std::size_t end : ends) offsets.push_back(static_cast<offset>(end));
  guarded_array<element> input(values, c.offset * sizeof(element) % 16);
  guarded_array<offset> where(offsets);
  input.make_constant();
  where.make_constant();
  const segment_question<Way> question{n, c.grid, input, where, expected};
  return test::wrong_of_all(c.who, [&] { return segment_call<Way>(question); });
}

template <class Way>
class segments_property : public testing::Test {};

using all_ways = testing::Types<
    by_operation<op::add, float, float, int>, by_operation<op::add, double, double, std::int64_t>,
    by_operation<op::add, std::uint8_t, unsigned, std::size_t>,
    by_operation<op::min, float, float, unsigned>, by_operation<op::max, long long, long long, int>,
    by_function, in_units<float, float>, in_units<double, float>>;
struct way_names {
  template <class Way>
  static std::string GetName(int number) {
    constexpr const char* names[] = {"sum_f32", "sum_f64",  "sum_u8_to_u32", "min_f32",
                                     "max_i64", "function", "fixed_f32",     "fixed_f64_to_f32"};
    return names[number];
  }
};
TYPED_TEST_SUITE(segments_property, all_ways, way_names);

TYPED_TEST(segments_property, are_reduced_as_by_a_loop) {
  test::check_property<segment_case>(60, segment_cases(), wrong_segments<TypeParam>);
}

}  // namespace
