// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Values as bit patterns, and 16-bit floats in plain arithmetic.

#include <cstdint>
#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {

/// The bits of `from` as a To of the same size. (Vendors' pairs of halves have user-provided copy
/// constructors, which `__builtin_bit_cast` refuses.)
template <class To, class From>
DIATOMIC_FUNCTION To bits_as(const From& from) {
  static_assert(sizeof(To) == sizeof(From), "diatomic: bits_as needs types of one size");
// g++ from 11 on has the builtin, nvcc and NVRTC from CUDA 12.3 on.
#if !(defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 11) && \
    !(defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ < 1203)
  if constexpr (std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>) {
    return __builtin_bit_cast(To, from);
  } else
#endif
  {
    union storage {
      DIATOMIC_FUNCTION storage() : none() {}
      unsigned char none;
      To to;  // may lack a default constructor
    } result;
    const void* const bytes = __builtin_addressof(from);
#if defined(__GNUC__)
    __builtin_memcpy(static_cast<void*>(__builtin_addressof(result)), bytes, sizeof(To));
#else  // NVRTC lacks this builtin, and declares memcpy without a header
    memcpy(static_cast<void*>(__builtin_addressof(result)), bytes, sizeof(To));
#endif
    return result.to;
  }
}

/// The vector of `at(0)`, `at(1)`, and so on, which are its elements, or other `Parts`: 2 or 4. No
/// loop: at -O1, where loops are not unrolled, AMD's compiler moves an array that a loop walks to
/// shared memory.
template <class T, class Parts = pack_of<T>, class At>
DIATOMIC_FUNCTION T by_elements(At at) {
  constexpr auto count = sizeof(Parts) / sizeof(Parts::at[0]);
  static_assert(count == 2 || count == 4);
  if constexpr (count == 2) {
    return detail::bits_as<T>(Parts{{at(0), at(1)}});
  } else {
    return detail::bits_as<T>(Parts{{at(0), at(1), at(2), at(3)}});
  }
}

/// The subnormal operands and results of a computation on floats: as the compiler's options say,
/// kept, or flushed to zero.
enum class subnormals { by_options, kept, flushed };

/// `a + b`, `a - b`, `a * b` or `a / b`.
template <op Op, class T>
DIATOMIC_FUNCTION T computed(T a, T b) {
  static_assert(Op == op::add || Op == op::sub || Op == op::mul || Op == op::div);
  if constexpr (Op == op::add) return a + b;
  if constexpr (Op == op::sub) return a - b;
  if constexpr (Op == op::mul) return a * b;
  if constexpr (Op == op::div) return a / b;
}

/// Compares all bits of two values of 1 to 16 bytes, padding included.
template <class T>
DIATOMIC_FUNCTION bool same_bits(T a, T b) {
  return detail::bits_as<unsigned_of<T>>(a) == detail::bits_as<unsigned_of<T>>(b);
}

/// The value of a 16-bit float, given by its bits; exact.
template <kind Kind>
DIATOMIC_FUNCTION float float_of_bits(std::uint16_t bits) {
  if constexpr (Kind == kind::bf16) {
    return bits_as<float>(std::uint32_t{bits} << 16);
  } else {
    const std::uint32_t sign = std::uint32_t{bits & 0x8000u} << 16;
    const std::uint32_t shifted = std::uint32_t{bits & 0x7fffu} << 13;
    constexpr std::uint32_t exponent_shift = (127u - 15u) << 23;
    std::uint32_t magnitude = shifted + exponent_shift;
    if (shifted >= 0x0f800000u) {  // infinity and NaN have all exponent bits
      magnitude += exponent_shift;
    } else if (shifted < 0x00800000u) {  // subnormal: 2^-14 too much
      magnitude = bits_as<std::uint32_t>(bits_as<float>(magnitude + 0x00800000u) - 0x1p-14f);
    }
    return bits_as<float>(sign | magnitude);
  }
}

/// The bits of the 16-bit float nearest to `v`, ties to even; a quiet NaN if `v` is a NaN.
template <kind Kind>
DIATOMIC_FUNCTION std::uint16_t bits_of_float(float v) {
  const auto bits = bits_as<std::uint32_t>(v);
  const std::uint32_t sign = bits >> 16 & 0x8000u;
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  std::uint32_t rounded;
  if constexpr (Kind == kind::bf16) {
    if (magnitude > 0x7f800000u) {
      rounded = magnitude >> 16 | 0x40u;
    } else {
      rounded = (magnitude + 0x7fffu + (magnitude >> 16 & 1u)) >> 16;
    }
  } else if (magnitude > 0x7f800000u) {
    rounded = 0x7e00u | (magnitude >> 13 & 0x3ffu);
  } else if (magnitude >= 0x47800000u) {  // 2^16 and more
    rounded = 0x7c00u;
  } else if (magnitude < 0x38800000u) {  // below 2^-14: the sum's last bit is 2^-24
    rounded = bits_as<std::uint32_t>(bits_as<float>(magnitude) + 0.5f) - 0x3f000000u;
  } else {
    rounded = (magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
  }
  return static_cast<std::uint16_t>(sign | rounded);
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::detail
