// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Exact sums and products of floats, and their correct rounding, in plain integers.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace test {

/// A multiple of 2^-1110 below 2^1180, in two's complement.
class exact_real {
  static constexpr std::size_t words = 36;
  static constexpr int unit = -1110;
  __extension__ using wide = unsigned __int128;

 public:
  exact_real() = default;
  /// A finite number.
  explicit exact_real(double v) {
    int exponent = 0;
    const double mantissa = std::frexp(v, &exponent);  // times 2^53: an integer
    *this = exact_real(static_cast<std::int64_t>(std::ldexp(mantissa, 53)), exponent - 53);
  }
  /// `count` * 2^exponent, for an exponent from -1127 on whose low bits are 0.
  exact_real(std::int64_t count, int exponent) {
    const bool negative = count < 0;
    std::uint64_t bits =
        negative ? 0 - static_cast<std::uint64_t>(count) : static_cast<std::uint64_t>(count);
    while (exponent < unit) {
      bits >>= 1;
      ++exponent;
    }
    const auto shift = static_cast<unsigned>(exponent - unit);
    const wide placed = wide{bits} << shift % 64;
    at_[shift / 64] = static_cast<std::uint64_t>(placed);
    at_[shift / 64 + 1] = static_cast<std::uint64_t>(placed >> 64);
    if (negative) *this = -*this;
  }

  exact_real operator-() const {
    exact_real result;
    wide carry = 1;
    for (std::size_t i = 0; i < words; ++i) {
      carry += static_cast<std::uint64_t>(~at_[i]);
      result.at_[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    return result;
  }
  exact_real& operator+=(const exact_real& other) {
    wide carry = 0;
    for (std::size_t i = 0; i < words; ++i) {
      carry += wide{at_[i]} + other.at_[i];
      at_[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    return *this;
  }
  friend exact_real operator+(exact_real a, const exact_real& b) { return a += b; }
  friend exact_real operator*(const exact_real& a, std::uint32_t factor) {
    exact_real result;
    wide carry = 0;
    for (std::size_t i = 0; i < words; ++i) {
      carry += wide{a.at_[i]} * factor;
      result.at_[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    return result;
  }

  /// -1, 0 or 1.
  int sign() const {
    if (at_[words - 1] >> 63 != 0) return -1;
    for (const std::uint64_t word : at_) {
      if (word != 0) return 1;
    }
    return 0;
  }

  /// Whether this number rounds to `v`, of the neighbours `below` and `above`: ties if v is even.
  bool rounds_to(double v, double below, double above, bool is_odd) const {
    const int over = (*this * 2 + -(exact_real(v) + exact_real(above))).sign();
    const int under = (*this * 2 + -(exact_real(v) + exact_real(below))).sign();
    return over <= (is_odd ? -1 : 0) && under >= (is_odd ? 1 : 0);
  }

  /// The T nearest to this number / `divisor`, ties to even. Not for results beyond the greatest T.
  template <class T>
  T rounded(std::uint32_t divisor = 1) const {
    constexpr T inf = std::numeric_limits<T>::infinity();
    auto result = static_cast<T>(approximate() / divisor);
    // The sign of this number / `divisor` - the midpoint of `result` and `next`.
    const auto beyond = [&](T next) {
      const exact_real twice_middle = exact_real(double{result}) + exact_real(double{next});
      return (*this * 2 + -(twice_middle * divisor)).sign();
    };
    for (;;) {
      const T above = std::nextafter(result, inf);
      const T below = std::nextafter(result, -inf);
      const int over = beyond(above);
      const int under = beyond(below);
      if (over > 0 || (over == 0 && is_odd(result))) {
        result = above;
      } else if (under < 0 || (under == 0 && is_odd(result))) {
        result = below;
      } else {
        return result;
      }
    }
  }

 private:
  template <class T>
  static bool is_odd(T v) {
    std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t> bits;
    std::memcpy(&bits, &v, sizeof(T));
    return bits % 2 != 0;
  }
  long double approximate() const {
    const bool negative = sign() < 0;
    const exact_real size = negative ? -*this : *this;
    long double sum = 0;
    for (std::size_t i = 0; i < words; ++i) {
      sum += std::ldexp(static_cast<long double>(size.at_[i]), static_cast<int>(i) * 64 + unit);
    }
    return negative ? -sum : sum;
  }

  std::uint64_t at_[words] = {};
};

}  // namespace test
