// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/exact/even_bin_cases.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "support/exact/exact_real.hpp"
#include "support/scale.hpp"

namespace test {
namespace {

constexpr unsigned no_bin = ~0u;

template <class Float>
struct binning {
  Float lower;
  Float upper;
  unsigned bins;
};

/// Edge `lower + b * (upper - lower) / bins`.
template <class Float>
Float edge_of(const binning<Float>& of, unsigned b) {
  const exact_real times_bins =
      exact_real(double{of.upper}) * b + exact_real(double{of.lower}) * (of.bins - b);
  return times_bins.rounded<Float>(of.bins);
}

/// The bin of a value, by its definition, for values near edge b.
template <class Float>
unsigned bin_near(const binning<Float>& of, Float value, unsigned b) {
  if (!(value >= of.lower && value <= of.upper)) return no_bin;
  // The last edge that is at most the value. Edges may coincide.
  const auto begins = [&](std::uint64_t k) {
    return value >= edge_of(of, static_cast<unsigned>(k));
  };
  std::uint64_t low = b > 0 && begins(b - 1) ? b - 1 : 0;
  std::uint64_t high = b + 1 < of.bins && !begins(b + 1) ? b + 1 : of.bins;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (begins(middle) ? low : high) = middle;
  }
  return static_cast<unsigned>(low);
}

/// A number with few or many bits.
template <class Float>
Float any_float(std::mt19937_64& random, int lowest, int highest) {
  const int exponent =
      lowest + static_cast<int>(random() % static_cast<unsigned>(highest - lowest + 1));
  const auto bits = static_cast<Float>(random() >> (11 + random() % 53));
  const Float value = std::ldexp(bits, exponent - 32);
  return random() % 2 == 0 ? value : -value;
}

/// Adds values at edge b, and one and two steps from it: of both parities.
template <class Float>
void add_around(std::vector<even_bin_case<Float>>& to, const binning<Float>& of, unsigned b) {
  constexpr Float inf = std::numeric_limits<Float>::infinity();
  const Float edge = edge_of(of, b);
  const Float below = std::nextafter(edge, -inf);
  const Float above = std::nextafter(edge, inf);
  for (const Float value :
       {edge, below, above, std::nextafter(below, -inf), std::nextafter(above, inf)}) {
    to.push_back({of.lower, of.upper, of.bins, value, bin_near(of, value, b)});
  }
}

/// Adds values around some edges of random bins with ends of such exponents.
template <class Float>
void add_random(std::vector<even_bin_case<Float>>& to, int lowest, int highest, std::size_t rounds,
                std::uint64_t seed) {
  using limits = std::numeric_limits<Float>;
  std::mt19937_64 random(seed);
  while (rounds != 0) {
    Float lower = random() % 3 == 0 ? Float{0} : any_float<Float>(random, lowest, highest);
    Float upper = random() % 8 == 0 ? -lower : any_float<Float>(random, lowest, highest);
    if (random() % 8 == 0) {  // narrow
      upper = lower;
      for (unsigned k = random() % 40; k != 0; --k) upper = std::nextafter(upper, limits::max());
    }
    if (lower > upper) std::swap(lower, upper);
    if (lower == upper || !std::isfinite(lower) || !std::isfinite(upper)) continue;
    --rounds;
    const auto max_bins = sizeof(Float) == 4 ? (1u << 28) : ~0u;
    const auto bins = static_cast<unsigned>(random() % max_bins >> random() % 32) + 1;
    const binning<Float> of{lower, upper, bins};
    for (int i = 0; i < 6; ++i) {
      add_around(to, of, static_cast<unsigned>(random() % (std::uint64_t{bins} + 1)));
    }
  }
}

/// Adds values around edges that are 0, or that almost are, for bins of each magnitude: of ends
/// that are multiples of a width, which may be rounded. Also numbers that are much smaller than the
/// ends.
template <class Float>
void add_edges_at_zero(std::vector<even_bin_case<Float>>& to) {
  using limits = std::numeric_limits<Float>;
  constexpr int lowest = limits::min_exponent - limits::digits;
  constexpr int step = sizeof(Float) == 4 ? 1 : 4;
  std::mt19937_64 random(5);
  for (int exponent = lowest; exponent < limits::max_exponent - 1; exponent += step) {
    const bool is_long = exponent / step % 2 == 0;
    const auto bits = static_cast<Float>(random() >> (is_long ? 11 : 11 + random() % 53) | 1);
    int of_bits = 0;
    const Float width = std::ldexp(std::frexp(bits, &of_bits), exponent);
    const unsigned most = sizeof(Float) == 4 ? 1u << 28 : ~0u;
    const unsigned bins = exponent / step % 3 == 0 ? most - random() % 9 : 2 + random() % 12;
    const auto b = static_cast<unsigned>(1 + random() % (bins - 1));
    const binning<Float> of{-width * static_cast<Float>(b), width * static_cast<Float>(bins - b),
                            bins};
    if (!(of.lower < of.upper) || !std::isfinite(of.lower) || !std::isfinite(of.upper)) continue;
    add_around(to, of, b);
    for (const Float small :
         {2 * limits::denorm_min(),
          std::ldexp(Float{1}, limits::min_exponent + static_cast<int>(random() % 128))}) {
      to.push_back({of.lower, of.upper, bins, small, bin_near(of, small, b)});
      to.push_back({of.lower, of.upper, bins, -small, bin_near(of, -small, b)});
    }
  }
}

/// Adds values around edges of bins whose width has more bits than a float, or than a double: from
/// a small number to a large one, and the other way round.
template <class Float>
void add_lopsided(std::vector<even_bin_case<Float>>& to) {
  std::mt19937_64 random(6);
  for (const int apart : {22, 23, 24, 25, 26, 27, 51, 52, 53, 54, 55}) {
    for (int round = 0; round < 12; ++round) {
      const auto large = std::ldexp(static_cast<Float>(1 + round % 3 % 2), apart);
      const auto small = static_cast<Float>(1 + random() % 3);
      const Float ends[] = {round % 2 == 0 ? -small : small, large};
      const bool is_turned = round / 2 % 2 != 0;
      const unsigned bins = round % 3 != 2 ? 2u << random() % 4 : 3 + random() % 8;
      const binning<Float> of{is_turned ? -ends[1] : ends[0], is_turned ? -ends[0] : ends[1], bins};
      for (unsigned b = 0; b <= bins && b < 9; ++b) add_around(to, of, b);
    }
  }
}

/// Adds values around edges of bins of the width `2^bit + 1`, whose multiples have few bits or just
/// too many, from below 0 to above it.
template <class Float>
void add_steps(std::vector<even_bin_case<Float>>& to) {
  std::mt19937_64 random(7);
  for (int bit = 0; bit < std::numeric_limits<Float>::digits; ++bit) {
    const Float step = std::ldexp(Float{1}, bit) + 1;
    for (const unsigned half : {2u, 8u, 1u << 15, 1u << 16, 1u << 24}) {
      for (const unsigned below : {half, half / 2 + 1, 1u}) {
        const binning<Float> of{-step * static_cast<Float>(below), step * static_cast<Float>(half),
                                below + half};
        const auto last = static_cast<unsigned>(below + random() % half);
        for (const unsigned b : {below + 1, last, last | 1}) {
          if (b <= below + half) add_around(to, of, b);
        }
      }
    }
  }
}

/// Adds values around all edges between neighbouring floats: halves and thirds of them, of both
/// signs. An edge half-way between two is rounded to the even one.
template <class Float>
void add_narrow(std::vector<even_bin_case<Float>>& to) {
  for (const Float lower : {Float{1}, Float(1.5), Float{-2}, Float(-1.25), Float{0x1p20f},
                            Float{-0x1p-30f}, Float(-3 * std::numeric_limits<Float>::epsilon())}) {
    Float upper = lower;
    for (unsigned apart = 1; apart <= 5; ++apart) {
      upper = std::nextafter(upper, std::numeric_limits<Float>::max());
      for (const unsigned bins : {2 * apart, 4 * apart, 3 * apart}) {
        for (unsigned b = 0; b <= bins; ++b) add_around(to, {lower, upper, bins}, b);
      }
    }
  }
}

}  // namespace

template <class Float>
std::vector<even_bin_case<Float>> even_bin_cases() {
  const std::size_t rounds = scaled(500, 30);
  using limits = std::numeric_limits<Float>;
  constexpr int bits = limits::digits;
  constexpr Float inf = limits::infinity();
  constexpr Float nan = limits::quiet_NaN();
  constexpr Float most = limits::max();
  constexpr Float least = limits::denorm_min();
  std::vector<even_bin_case<Float>> cases{{0, 1, 3, -least, no_bin},
                                          {0, 1, 3, -Float{0}, 0},
                                          {0, 1, 3, least, 0},
                                          {0, 1, 3, 1, 2},
                                          {0, 1, 3, std::nextafter(Float{1}, inf), no_bin},
                                          {0, 1, 3, inf, no_bin},
                                          {0, 1, 3, -inf, no_bin},
                                          {0, 1, 3, nan, no_bin},
                                          {0, 1, 3, -nan, no_bin},
                                          {-1, 1, 4, -least, 1},
                                          {-1, 1, 4, -Float{0}, 2},
                                          {-1, 1, 4, least, 2},
                                          {-most, most, 2, -most, 0},
                                          {-most, most, 2, -least, 0},
                                          {-most, most, 2, -Float{0}, 1},
                                          {-most, most, 2, most, 1},
                                          {-most, most, 2, inf, no_bin},
                                          {-most, most, 2, nan, no_bin},
                                          {-3 * least, 3 * least, 6, -4 * least, no_bin},
                                          {-3 * least, 3 * least, 6, -3 * least, 0},
                                          {-3 * least, 3 * least, 6, -least, 2},
                                          {-3 * least, 3 * least, 6, 0, 3},
                                          {-3 * least, 3 * least, 6, 2 * least, 5},
                                          {-3 * least, 3 * least, 6, 3 * least, 5},
                                          {-3 * least, 3 * least, 6, 4 * least, no_bin},
                                          {least, 1, 2, 0, no_bin},
                                          {least, 1, 2, least, 0}};
  add_edges_at_zero(cases);
  add_lopsided(cases);
  add_steps(cases);
  add_narrow(cases);
  add_random(cases, -8, 24, rounds, 1);
  add_random(cases, limits::min_exponent - bits, limits::max_exponent - 32, rounds, 2);
  add_random(cases, limits::min_exponent - bits, limits::min_exponent, rounds / 2, 3);
  add_random(cases, limits::max_exponent - 40, limits::max_exponent - 32, rounds / 2, 4);
  return cases;
}

template std::vector<even_bin_case<float>> even_bin_cases();
template std::vector<even_bin_case<double>> even_bin_cases();

}  // namespace test
