// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `reproducible_scatter_add` and `reproducible_weighted_histogram`, in units and exact, by every
// way to add: against integers, and against exact sums.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/reproducible_scatter.hpp>

#include "properties/property.hpp"
#include "support/exact/exact_real.hpp"
#include "support/exact_oracle.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::fixed_scale;
using test::guarded_array;
using test::exact::bits_of;

/// Which words the values go to.
enum class spread_of_words : std::uint8_t { one, all, some_beyond, sorted, ends };

struct sum_case {
  std::size_t n;
  unsigned words;
  spread_of_words spread;
  int magnitudes;  ///< binary orders that values lie in
  unsigned seed;
  unsigned offsets[3];  ///< of places, values and words, in elements
  bool exact;
  bool histogram;
  test::callers who;

  friend std::ostream& operator<<(std::ostream& out, const sum_case& c) {
    constexpr const char* spreads[] = {"to one", "to all", "to all and beyond", "to all, sorted",
                                       "to the first, the last and beyond"};
    return out << c.n << " values " << spreads[static_cast<int>(c.spread)] << " of " << c.words
               << " words, in " << c.magnitudes << " orders of magnitude, seed " << c.seed << "; "
               << c.offsets[0] << ", " << c.offsets[1] << " and " << c.offsets[2]
               << " elements off; " << (c.exact ? "exact" : "in units") << ", "
               << (c.histogram ? "histogram" : "scatter") << ", " << c.who.threads
               << " threads with " << c.who.streams << " streams";
  }
};

rc::Gen<sum_case> sum_cases() {
  return rc::gen::apply(
      [](std::size_t n, unsigned words, spread_of_words spread, int magnitudes, unsigned seed,
         unsigned off, bool exact, bool histogram, test::callers who) {
        return sum_case{n,          words,     spread,
                        magnitudes, seed,      {off % 5, off / 5 % 5, off / 25 % 5},
                        exact,      histogram, who};
      },
      rc::gen::weightedOneOf<std::size_t>(
          {{1, rc::gen::inRange<std::size_t>(0, 4)},
           {3, rc::gen::inRange<std::size_t>(0, 3000)},
           {2, rc::gen::inRange<std::size_t>(3000, scaled(40000, 6000))}}),
      // Where exact sums of a word are private there are 32 elements or more for each.
      rc::gen::weightedOneOf<unsigned>({{3, rc::gen::inRange(1u, 80u)},
                                        {1, rc::gen::inRange(80u, 2000u)},
                                        {1, rc::gen::inRange(2000u, 100000u)}}),
      rc::gen::element(spread_of_words::one, spread_of_words::all, spread_of_words::some_beyond,
                       spread_of_words::sorted, spread_of_words::ends),
      rc::gen::element(1, 20, 60, 200), rc::gen::arbitrary<unsigned>(), rc::gen::inRange(0u, 125u),
      rc::gen::arbitrary<bool>(), rc::gen::arbitrary<bool>(), test::some_callers());
}

/// What a case adds to what.
template <class T>
struct sum_problem {
  std::vector<int> places;
  std::vector<T> values;
  std::vector<T> words;

  explicit sum_problem(const sum_case& c) {
    std::mt19937_64 random(c.seed);
    for (std::size_t i = 0; i < c.n; ++i) {
      places.push_back(place(c, i, random));
      const double mantissa = static_cast<double>(random() % (1u << 26)) - (1 << 25);
      const auto exponent = static_cast<int>(random() % static_cast<unsigned>(c.magnitudes));
      values.push_back(static_cast<T>(std::ldexp(mantissa, exponent - c.magnitudes / 2 - 20)));
    }
    for (unsigned k = 0; k < c.words; ++k) words.push_back(static_cast<T>(k % 5) / 4);
  }

  static int place(const sum_case& c, std::size_t i, std::mt19937_64& random) {
    const auto words = static_cast<std::uint64_t>(c.words);
    switch (c.spread) {
      case spread_of_words::one:
        return static_cast<int>(words / 2);
      case spread_of_words::all:
        return static_cast<int>(random() % words);
      case spread_of_words::some_beyond:
        return static_cast<int>(random() % (words + words / 8 + 3)) - 1;
      case spread_of_words::sorted:
        return static_cast<int>(i * words / c.n);
      case spread_of_words::ends:
        break;
    }
    constexpr int beyond = 1 << 30;
    const int ends[] = {0, static_cast<int>(words) - 1, static_cast<int>(words), -1, beyond};
    return ends[random() % 5];
  }
};

/// The elements on the device, between guards, behind `by` others.
template <class E>
guarded_array<E> with_offset(std::vector<E> elements, unsigned by) {
  elements.insert(elements.begin(), by, E{});
  return test::on_device(elements);
}

/// Copies of a call's arrays, and the call.
template <class T>
class sum_call {
 public:
  explicit sum_call(const sum_case& c)
      : case_(c),
        all_(c),
        places_(with_offset(all_.places, c.offsets[0])),
        values_(with_offset(all_.values, c.offsets[1])),
        words_(with_offset(all_.words, c.offsets[2])),
        temp_(test::on_device(
            std::vector<unsigned char>(c.exact ? diatomic::exact_sums_temp_bytes<T>(c.words)
                                               : diatomic::fixed_sums_temp_bytes(c.words),
                                       0xa5))) {}

  void start(const diatomic::stream& on) {
    const auto* const places = places_.data() + case_.offsets[0];
    const auto* const values = values_.data() + case_.offsets[1];
    T* const words = words_.data() + case_.offsets[2];
    void* const temp = temp_.data();
    const std::size_t bytes = temp_.size();
    const auto bin = diatomic::value_bin{};
    if (case_.exact && case_.histogram) {
      diatomic::reproducible_weighted_histogram(on, places, values, case_.n, words, case_.words,
                                                bin, temp, bytes);
    } else if (case_.exact) {
      diatomic::reproducible_scatter_add(on, places, values, case_.n, words, case_.words, temp,
                                         bytes);
    } else if (case_.histogram) {
      diatomic::reproducible_weighted_histogram(on, scale, places, values, case_.n, words,
                                                case_.words, bin, temp, bytes);
    } else {
      diatomic::reproducible_scatter_add(on, scale, places, values, case_.n, words, case_.words,
                                         temp, bytes);
    }
  }

  std::string wrong() const {
    const std::vector<T> found = words_.download();
    const std::vector<T> want = case_.exact ? exact_sums() : sums_in_units();
    for (unsigned k = 0; k < case_.words; ++k) {
      const T sum = found[k + case_.offsets[2]];
      if (bits_of(sum) == bits_of(want[k])) continue;
      std::ostringstream what;
      what << std::hexfloat << "word " << k << " is " << sum << ", and not " << want[k];
      return what.str();
    }
    return {};
  }

 private:
  inline static const fixed_scale scale{-28};

  bool has_word(std::size_t i) const {
    return all_.places[i] >= 0 && static_cast<unsigned>(all_.places[i]) < case_.words;
  }

  std::vector<T> sums_in_units() const {
    std::vector<std::uint64_t> units(case_.words);
    for (std::size_t i = 0; i < case_.n; ++i) {
      if (!has_word(i)) continue;
      units[static_cast<std::size_t>(all_.places[i])] +=
          static_cast<std::uint64_t>(scale.units(all_.values[i]));
    }
    std::vector<T> sums = all_.words;
    for (unsigned k = 0; k < case_.words; ++k) {
      const test::exact_real sum(static_cast<std::int64_t>(units[k]), scale.exponent());
      if (units[k] != 0) sums[k] = (test::exact_real(sums[k]) + sum).template rounded<T>();
    }
    return sums;
  }
  std::vector<T> exact_sums() const {
    std::vector<std::vector<T>> of_word(case_.words);
    for (std::size_t i = 0; i < case_.n; ++i) {
      if (has_word(i)) of_word[static_cast<std::size_t>(all_.places[i])].push_back(all_.values[i]);
    }
    std::vector<T> sums = all_.words;
    for (unsigned k = 0; k < case_.words; ++k) {
      if (of_word[k].empty()) continue;
      of_word[k].push_back(all_.words[k]);
      sums[k] = test::exact::from_bits<T>(test::exact::expected_bits(of_word[k]));
    }
    return sums;
  }

  sum_case case_;
  sum_problem<T> all_;
  guarded_array<int> places_;
  guarded_array<T> values_;
  guarded_array<T> words_;
  guarded_array<unsigned char> temp_;
};

template <class T>
void check_sums() {
  test::check_property<sum_case>(60, sum_cases(), [](const sum_case& c) {
    return test::wrong_of_all(c.who, [&c] { return sum_call<T>(c); });
  });
}

TEST(reproducible, sums_of_float_have_the_bits_of_the_serial_ones) { check_sums<float>(); }
TEST(reproducible, sums_of_double_have_the_bits_of_the_serial_ones) { check_sums<double>(); }

}  // namespace
