// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A short integer for the sums of threads that have the same window: five 24-bit limbs, which a
/// warp can add in 32-bit words. Their sums are 64-bit words, which defer carries to the end.

#include <cstdint>

#include <diatomic/algorithms/exact/digits.hpp>
#include <diatomic/algorithms/exact/window.hpp>
#include <diatomic/atomics/detail/lanes.hpp>
#include <diatomic/collectives/warp.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

inline constexpr unsigned limb_bits = 24;
inline constexpr unsigned limb_count = 5;
inline constexpr std::uint64_t limb_mask = (std::uint64_t{1} << limb_bits) - 1;

/// The sums of limbs, each a signed integer.
struct exact_limbs {
  std::uint64_t at[limb_count];

  /// `upper` * 2^48 + `lower`, which are signed: limbs 0, 1 and 3 below 2^24, the others signed.
  DIATOMIC_FUNCTION exact_limbs(std::uint64_t upper, std::uint64_t lower)
      : at{lower & limb_mask, lower >> limb_bits & limb_mask,
           (upper & limb_mask) + above(lower, 2 * limb_bits), upper >> limb_bits & limb_mask,
           above(upper, 2 * limb_bits)} {
    static_assert(bits_between_levels == 2 * limb_bits);
  }

  /// The bits of a signed integer, starting at `bit`.
  static DIATOMIC_FUNCTION std::uint64_t above(std::uint64_t v, unsigned bit) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(v) >> bit);
  }
};

/// The sum of a thread: the integers of its window.
template <class T>
struct exact_integers {
  static constexpr unsigned lanes = 16 / sizeof(T);
  // The sum of this many integers below 2^51 fits in 64 bits.
  static constexpr unsigned most_elements = 4080;

  exact_window<T> window;
  std::uint64_t upper[lanes] = {};
  std::uint64_t lower[sizeof(T) == 4 ? 1 : lanes] = {};  // one for float: little is added to it
  unsigned elements = 0;

  DIATOMIC_FUNCTION bool has_room(unsigned count) const {
    return elements <= most_elements - count;
  }
  /// Adds an element that the window holds.
  DIATOMIC_FUNCTION void add(T v) {
    window.add(v, upper[0], lower[0]);
    ++elements;
  }
  /// Adds vectors of such elements.
  template <class Batch>
  DIATOMIC_FUNCTION void add_batch(const Batch& v) {
    for (const auto& vector : v.at) {
      for (unsigned j = 0; j < lanes; ++j) {
        window.add(vector.at[j], upper[j], lower[sizeof(T) == 4 ? 0 : j]);
      }
    }
    elements += sizeof(v) / sizeof(T);
  }
  /// Adds a float that both integers hold.
  DIATOMIC_FUNCTION void add_by_both(T v) {
    window.anchors.add(static_cast<double>(v), upper[0], lower[0]);
    if constexpr (sizeof(T) == 4) lower[0] -= detail::bits_as<std::uint64_t>(window.anchors.lower);
    ++elements;
  }
  /// Adds vectors of such floats.
  template <class Batch>
  DIATOMIC_FUNCTION void add_batch_by_both(const Batch& v) {
    for (const auto& vector : v.at) {
      for (const T x : vector.at) add_by_both(x);
    }
  }
  /// Returns the sum and resets it to 0.
  DIATOMIC_FUNCTION exact_limbs taken() {
    // Each addition has also added the bits of an anchor.
    std::uint64_t high = 0 - elements * detail::bits_as<std::uint64_t>(window.anchors.upper);
    std::uint64_t low = 0;
    if constexpr (sizeof(T) == 8)
      low -= elements * detail::bits_as<std::uint64_t>(window.anchors.lower);
    for (std::uint64_t& integer : upper) {
      high += integer;
      integer = 0;
    }
    for (std::uint64_t& integer : lower) {
      low += integer;
      integer = 0;
    }
    elements = 0;
    return {high, low};
  }
};

/// The lanes of this warp that are in the block: all, except perhaps in the last warp.
DIATOMIC_DEVICE inline lane_set lanes_of_block() {
  const lane_mask lanes = first_lanes(block_size() - (thread_index() - lane_index()));
  return {lanes, lanes, lane_index()};
}

/// All lanes of a whole warp. The mask is a constant, so ptxas knows that no lane is missing.
DIATOMIC_DEVICE inline lane_set whole_warp() {
  return {device_ops::all_lanes, device_ops::all_lanes, lane_index()};
}

/// The sum of all lanes' 32-bit integers, modulo 2^32, as a signed integer.
DIATOMIC_DEVICE inline std::uint64_t signed_sum_of_lanes(const lane_set& warp, std::uint64_t v) {
  const std::uint32_t sum = reduce_group<op::add>(warp, static_cast<std::uint32_t>(v));
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(sum)));
}

/// The value of the limbs together: 192 bits, two's complement, lowest word first.
struct short_integer {
  std::uint64_t at[3];

  DIATOMIC_FUNCTION explicit short_integer(const std::uint64_t* limbs) {
    std::uint64_t limb[limb_count];
    std::uint64_t carry = 0;
    for (unsigned k = 0; k < limb_count; ++k) {
      carry += limbs[k];
      limb[k] = carry & limb_mask;
      carry = exact_limbs::above(carry, limb_bits);
    }
    at[0] = limb[0] | limb[1] << 24 | limb[2] << 48;
    at[1] = limb[2] >> 16 | limb[3] << 8 | limb[4] << 32 | carry << 56;
    at[2] = exact_limbs::above(carry, 8);
  }
  DIATOMIC_FUNCTION bool is_negative() const { return at[2] >> 63 != 0; }

  /// 32 bits starting at `bit`, which may be out of range.
  DIATOMIC_FUNCTION std::uint32_t bits_from(int bit) const {
    if (bit <= -32) return 0;
    if (bit < 0) return static_cast<std::uint32_t>(at[0] << -bit);
    const std::uint64_t beyond = is_negative() ? ~std::uint64_t{0} : 0;
    if (bit >= 192) return static_cast<std::uint32_t>(beyond);
    const std::uint64_t low = bit < 64 ? at[0] : bit < 128 ? at[1] : at[2];
    const std::uint64_t high = bit < 64 ? at[1] : bit < 128 ? at[2] : beyond;
    const int shift = bit % 64;
    return static_cast<std::uint32_t>(low >> shift | (shift == 0 ? 0 : high << (64 - shift)));
  }
};

/// The index of the highest bit of a nonzero word. The double is exact in any rounding mode.
DIATOMIC_FUNCTION unsigned highest_bit(std::uint32_t v) {
  return static_cast<unsigned>(bits_as<std::uint64_t>(static_cast<double>(v)) >> 52) - 1023;
}

/// The T nearest to the integer times 2^`position`, in units of the smallest subnormal; rounds as
/// the overload for digits.
template <class T>
DIATOMIC_FUNCTION T rounded(short_integer v, unsigned position) {
  using format = exact_format<T>;
  using word = unsigned_of<T>;
  constexpr unsigned fraction_bits = format::mantissa_bits - 1;
  const word sign = static_cast<word>(word{v.is_negative()} << (8 * sizeof(T) - 1));
  std::uint64_t low = v.at[0];
  std::uint64_t middle = v.at[1];
  std::uint64_t high = v.at[2];
  if (v.is_negative()) {
    low = 0 - low;
    middle = ~middle + (low == 0 ? 1 : 0);
    high = ~high + ((low | middle) == 0 ? 1 : 0);
  }
  unsigned length = position + 192;  // of the number, with its highest bit at the top of `high`
  for (unsigned i = 0; i < 2; ++i) {
    if (high != 0) continue;
    high = middle;
    middle = low;
    low = 0;
    length -= 64;
  }
  if (high == 0) return T{0};
  const auto upper_half = static_cast<std::uint32_t>(high >> 32);
  const unsigned zeros = upper_half != 0 ? 31 - highest_bit(upper_half)
                                         : 63 - highest_bit(static_cast<std::uint32_t>(high));
  if (zeros != 0) {
    high = high << zeros | middle >> (64 - zeros);
    middle <<= zeros;
    length -= zeros;
  }
  if (length <= format::mantissa_bits) {  // Exact: a small number's bits equal its unit count.
    return detail::bits_as<T>(static_cast<word>(sign | static_cast<word>(high >> (64 - length))));
  }
  const unsigned shift = length - format::mantissa_bits;
  if (shift >= format::exponent_mask - 1) {
    constexpr word infinity = static_cast<word>(word{format::exponent_mask} << fraction_bits);
    return detail::bits_as<T>(static_cast<word>(sign | infinity));
  }
  constexpr unsigned dropped = 64 - format::mantissa_bits;
  const std::uint64_t mantissa = high >> dropped;
  const bool half = (high >> (dropped - 1) & 1) != 0;
  const bool beyond_half = (high << (65 - dropped) | middle | low) != 0;
  std::uint64_t bits = (std::uint64_t{shift} << fraction_bits) + mantissa;
  if (half && (beyond_half || (mantissa & 1) != 0)) ++bits;  // May carry, up to infinity.
  return detail::bits_as<T>(static_cast<word>(sign | static_cast<word>(bits)));
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
