// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Arrays of numbers that calls go wrong on: equal values, extreme ones, and mixtures.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <ostream>
#include <random>
#include <type_traits>
#include <vector>

#include <rapidcheck.h>

#include "support/total_order.hpp"

namespace test {

/// The numbers of a type that are unlike the others.
template <class T>
std::vector<T> extreme_values() {
  using limits = std::numeric_limits<T>;
  std::vector<T> all = {
      T{0},          T{1},   static_cast<T>(-1), limits::max(),      limits::lowest(),
      limits::min(), T{100}, most_in_order<T>(), least_in_order<T>()};
  if constexpr (std::is_floating_point_v<T>) {
    const T quiet = std::copysign(limits::quiet_NaN(), T{1});
    // The one NaN whose only bit is the last: a signalling one.
    word_of<T> bits;
    const T infinity = limits::infinity();
    std::memcpy(&bits, &infinity, sizeof bits);
    bits += 1;
    T signalling;
    std::memcpy(&signalling, &bits, sizeof bits);
    const T below_2 = std::nextafter(T{2}, T{0});
    for (const T v : {infinity, quiet, signalling, T{0}, limits::denorm_min(),
                      limits::min() - limits::denorm_min(), below_2, limits::max() / 2}) {
      all.push_back(v);
      all.push_back(-v);
    }
  } else {
    all.push_back(static_cast<T>(limits::max() - 1));
    all.push_back(static_cast<T>(limits::lowest() + 1));
  }
  return all;
}

/// How the numbers of an array are chosen.
enum class number_pattern : std::uint8_t {
  one_value,      ///< the same extreme one everywhere
  one_exception,  ///< but for one, somewhere
  few_values,     ///< up to four extreme ones, mixed
  whole_numbers,  ///< from -8 to 8
  any_bits,
  last,
};

/// The numbers of one array, by a few numbers that say how they are made.
struct number_recipe {
  number_pattern pattern;
  unsigned seed;

  template <class T>
  std::vector<T> make(std::size_t n) const {
    std::mt19937_64 random(seed);
    const std::vector<T> extremes = extreme_values<T>();
    T few[4];
    for (T& v : few) v = extremes[random() % extremes.size()];
    std::vector<T> values(n, few[0]);
    switch (pattern) {
      case number_pattern::one_value:
        break;
      case number_pattern::one_exception:
        if (n != 0) values[random() % n] = few[1];
        break;
      case number_pattern::few_values:
        for (T& v : values) v = few[random() % 4];
        break;
      case number_pattern::whole_numbers:
        for (T& v : values) v = static_cast<T>(static_cast<int>(random() % 17) - 8);
        break;
      default:
        for (T& v : values) {
          const auto bits = static_cast<word_of<T>>(random());
          std::memcpy(&v, &bits, sizeof v);
        }
    }
    return values;
  }

  friend std::ostream& operator<<(std::ostream& out, const number_recipe& r) {
    constexpr const char* names[] = {"one value", "one exception", "few values", "whole numbers",
                                     "any bits"};
    return out << names[static_cast<int>(r.pattern)] << ", seed " << r.seed;
  }
};

inline rc::Gen<number_recipe> some_numbers() {
  return rc::gen::map(rc::gen::pair(rc::gen::inRange(0, static_cast<int>(number_pattern::last)),
                                    rc::gen::noShrink(rc::gen::inRange(0u, 1u << 20))),
                      [](std::pair<int, unsigned> p) {
                        return number_recipe{static_cast<number_pattern>(p.first), p.second};
                      });
}

}  // namespace test
