// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The names of instructions, assembled at compile time, and the operands of asm statements. Device
/// code only.

#include <cstddef>
#include <cstdint>

#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>
#include <diatomic/cuda/platform.hpp>

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

/// A part of an instruction's name; for clang, the whole text of an asm statement.
struct spelling {
  char text[DIATOMIC_CUDA_CONSTANT_ASM ? 256 : 64] = {};
  std::size_t length = 0;
  DIATOMIC_CONSTEXPR const char* data() const { return text; }
  DIATOMIC_CONSTEXPR std::size_t size() const { return length; }
  DIATOMIC_CONSTEXPR spelling& operator<<(char c) {
    text[length++] = c;
    return *this;
  }
  DIATOMIC_CONSTEXPR spelling& operator<<(const char* part) {
    while (*part != '\0') *this << *part++;
    return *this;
  }
};

/// The name of an instruction: the two parts, which instructions share, to save compile time.
template <class Head, class Tail>
struct instruction {
  using head = Head;
  using tail = Tail;
  /// `pattern` with `%number` and the following number (one digit) replaced by the parts.
  static DIATOMIC_CONSTEXPR spelling in(const char* pattern, int number) {
    spelling s;
    for (; *pattern != '\0'; ++pattern) {
      const int part = *pattern == '%' ? pattern[1] - '0' - number : -1;
      if (part == 0 || part == 1) {
        s << (part == 0 ? Head::name : Tail::name).text;
        ++pattern;
      } else {
        s << *pattern;
      }
    }
    return s;
  }
};

#if DIATOMIC_HAS_INT128
__device__ __forceinline__ std::uint64_t low_of(detail::uint128 v) {
  return static_cast<std::uint64_t>(v);
}
__device__ __forceinline__ std::uint64_t high_of(detail::uint128 v) {
  return static_cast<std::uint64_t>(v >> 64);
}
__device__ __forceinline__ detail::uint128 joined(std::uint64_t low, std::uint64_t high) {
  return detail::uint128{high} << 64 | low;
}
#endif

/// An object and the space in which an instruction addresses it: generic if it is unspecified.
template <memory_space Space>
struct place {
  const void* p;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda
