// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `index_add` and `reproducible_index_add` in units of a scale: against a loop over the same rows.

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/index_add.hpp>
#include <diatomic/atomics/number_types.hpp>

#include "properties/property.hpp"
#include "support/float16.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::bfloat16;
using diatomic::half;
using test::as_number;
using test::guarded_array;

/// Where rows go.
enum class spread_of_rows : std::uint8_t { one, all, some_beyond, runs, ascending, last };

struct row_case {
  std::size_t n;
  std::size_t d;
  std::size_t k;
  spread_of_rows spread;
  unsigned seed;
  unsigned apart[2];    ///< elements between rows, of values and words
  unsigned offsets[3];  ///< of indices, values and words, in elements
  test::callers who;

  std::size_t stride(int of) const { return d + apart[of]; }
  friend std::ostream& operator<<(std::ostream& out, const row_case& c) {
    constexpr const char* spreads[] = {"one", "all", "all and beyond", "all in runs",
                                       "all, ascending"};
    return out << c.n << " rows of " << c.d << " to " << spreads[static_cast<int>(c.spread)]
               << " of " << c.k << ", seed " << c.seed << "; " << c.apart[0] << " and "
               << c.apart[1] << " elements between rows; " << c.offsets[0] << ", " << c.offsets[1]
               << " and " << c.offsets[2] << " elements off; " << c.who.threads << " threads with "
               << c.who.streams << " streams";
  }
};

rc::Gen<row_case> row_cases() {
  // The rows of a batch, and of a thread; a block's threads.
  const std::vector<std::size_t> sizes = {1, 4, 16, 64, 256};
  const auto n = test::some_size(sizes, scaled(3000, 300));
  const auto d = rc::gen::weightedOneOf<std::size_t>(
      {{2, rc::gen::just<std::size_t>(1)},
       {3, rc::gen::inRange<std::size_t>(1, 20)},
       {3, rc::gen::elementOf(std::vector<std::size_t>{4, 8, 16, 32, 64, 128})},
       {1, rc::gen::inRange<std::size_t>(20, 300)}});
  const auto k = rc::gen::elementOf(std::vector<std::size_t>{1, 2, 3, 17, 64, 255, 1000, 4096});
  const auto apart = rc::gen::weightedElement<unsigned>({{4, 0}, {1, 1}, {1, 4}, {1, 8}, {1, 13}});
  const auto offset = rc::gen::weightedElement<unsigned>({{4, 0}, {1, 1}, {1, 2}, {1, 3}, {1, 4}});
  return rc::gen::map(
      rc::gen::tuple(n, d, k, rc::gen::inRange(0, static_cast<int>(spread_of_rows::last)),
                     test::some_seed(), rc::gen::tuple(apart, apart),
                     rc::gen::tuple(offset, offset, offset), test::some_callers()),
      [](const auto& t) {
        const auto& [rows, width, places, spread, seed, between, off, who] = t;
        return row_case{rows,
                        width,
                        places,
                        static_cast<spread_of_rows>(spread),
                        seed,
                        {std::get<0>(between), std::get<1>(between)},
                        {std::get<0>(off), std::get<1>(off), std::get<2>(off)},
                        who};
      });
}

template <class Index>
std::vector<Index> indices_of(const row_case& c) {
  std::mt19937 random(c.seed);
  std::vector<Index> indices(c.n);
  std::size_t at = 0;
  for (std::size_t i = 0; i < c.n; ++i) {
    switch (c.spread) {
      case spread_of_rows::one:
        at = c.seed % c.k;
        break;
      case spread_of_rows::some_beyond:
        at = random() % (c.k + c.k / 4 + 1);
        break;
      case spread_of_rows::runs:
        if (i == 0 || random() % 8 == 0) at = random() % c.k;
        break;
      case spread_of_rows::ascending:
        at = i * c.k / c.n;
        break;
      default:
        at = random() % c.k;
    }
    indices[i] = static_cast<Index>(at);
    const bool is_none = c.spread == spread_of_rows::some_beyond && i % 7 == 0;
    if (is_none && std::is_signed_v<Index>) indices[i] = static_cast<Index>(i % 2 == 0 ? -1 : -2);
  }
  return indices;
}

/// Whole numbers whose sums are exact in each type.
template <class T>
std::vector<T> numbers_of(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    const int number = random() % 16 == 0 ? static_cast<int>(random() % 3) - 1 : 0;
    numbers.push_back(
        static_cast<T>(static_cast<float>(std::is_unsigned_v<T> ? number + 1 : number)));
  }
  return numbers;
}

template <class Index, class Value, class T>
struct row_question {
  const row_case& c;
  const guarded_array<Index>& indices;
  const guarded_array<Value>& values;
  const std::vector<T>& words;
  const std::vector<T>& expected;
};

/// One call, on words of its own.
template <class Index, class Value, class T, bool InUnits>
struct row_call {
  const row_question<Index, Value, T>* of;
  guarded_array<T> words;
  guarded_array<unsigned char> temp;

  explicit row_call(const row_question<Index, Value, T>& question)
      : of(&question),
        words(question.words, question.c.offsets[2] * sizeof(T) % 16),
        temp(InUnits ? diatomic::fixed_rows_temp_bytes(question.c.k, question.c.d) : 0) {
    temp.fill_bytes(0xcd);
  }

  void start(diatomic::stream& on) {
    const row_case& c = of->c;
    const diatomic::leading_dimensions leading{c.stride(0), c.stride(1)};
    if constexpr (InUnits) {
      diatomic::reproducible_index_add(on, diatomic::fixed_scale(-8), of->indices.data(),
                                       of->values.data(), c.n, c.d, words.data(), c.k, temp.data(),
                                       temp.size(), leading);
    } else {
      diatomic::index_add(on, of->indices.data(), of->values.data(), c.n, c.d, words.data(), c.k,
                          leading);
    }
  }

  std::string wrong() const {
    const std::vector<T> found = words.download();
    std::ostringstream out;
    out << of->indices.first_change() << of->values.first_change() << words.first_change()
        << temp.first_change();
    for (std::size_t w = 0; w < found.size(); ++w) {
      if (as_number(found[w]) == as_number(of->expected[w])) continue;
      out << "word " << w << " has " << +as_number(found[w]) << ", and should have "
          << +as_number(of->expected[w]);
      break;
    }
    return out.str();
  }
};

template <class Index, class Value, class T, bool InUnits>
struct row_types {
  using index = Index;
  using value = Value;
  using word = T;
  static constexpr bool in_units = InUnits;
};

template <class Types>
std::string wrong_rows(const row_case& c) {
  using index = typename Types::index;
  using value = typename Types::value;
  using word = typename Types::word;
  const auto indices = indices_of<index>(c);
  const auto values = numbers_of<value>(c.n == 0 ? 0 : (c.n - 1) * c.stride(0) + c.d, c.seed + 1);
  const auto words = numbers_of<word>((c.k - 1) * c.stride(1) + c.d, c.seed + 2);
  std::vector<word> expected = words;
  for (std::size_t i = 0; i < c.n; ++i) {
    if (static_cast<std::uint64_t>(indices[i]) >= c.k) continue;
    for (std::size_t j = 0; j < c.d; ++j) {
      word& to = expected[static_cast<std::size_t>(indices[i]) * c.stride(1) + j];
      to = static_cast<word>(as_number(to) + as_number(values[i * c.stride(0) + j]));
    }
  }
  guarded_array<index> where(indices, c.offsets[0] * sizeof(index) % 16);
  guarded_array<value> what(values, c.offsets[1] * sizeof(value) % 16);
  where.make_constant();
  what.make_constant();
  const row_question<index, value, word> question{c, where, what, words, expected};
  return test::wrong_of_all(
      c.who, [&] { return row_call<index, value, word, Types::in_units>(question); });
}

template <class Types>
class index_add_property : public testing::Test {};

using all_types = testing::Types<
    row_types<int, float, float, false>, row_types<std::int64_t, double, double, false>,
    row_types<std::int64_t, half, half, false>, row_types<std::uint32_t, bfloat16, bfloat16, false>,
    row_types<int, half, float, false>, row_types<std::int16_t, std::int16_t, long long, false>,
    row_types<std::int64_t, unsigned, unsigned, false>,
    row_types<int, std::uint8_t, std::uint8_t, false>, row_types<std::int64_t, float, float, true>,
    row_types<int, double, double, true>, row_types<int, half, half, true>,
    row_types<std::uint16_t, bfloat16, float, true>>;
struct type_names {
  template <class Types>
  static std::string GetName(int number) {
    constexpr const char* names[] = {"f32",        "f64",        "f16",       "bf16",
                                     "f16_to_f32", "i16_to_i64", "u32",       "u8",
                                     "fixed_f32",  "fixed_f64",  "fixed_f16", "fixed_bf16_to_f32"};
    return names[number];
  }
};
TYPED_TEST_SUITE(index_add_property, all_types, type_names);

TYPED_TEST(index_add_property, words_are_those_of_a_loop) {
  test::check_property<row_case>(60, row_cases(), wrong_rows<TypeParam>);
}

}  // namespace
