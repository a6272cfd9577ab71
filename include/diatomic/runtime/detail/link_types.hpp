// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The runtime's report on links, with the same types on every backend.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <diatomic/core/support.hpp>

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// How many atomic operations a link supports natively: in one step, so that they are atomic with
/// respect to devices that access the memory at the other end.
enum class link_support : std::uint8_t {
  unknown,  ///< not reported by the runtime
  none,
  some,  ///< not all, or not known to be all
  all,
};

/// The operations that a link may support, as listed in CUDA's `cudaAtomicOperation`.
enum class link_operation : std::uint8_t {
  integer_add,
  integer_min,
  integer_max,
  integer_increment,
  integer_decrement,
  bit_and,
  bit_or,
  bit_xor,
  exchange,
  compare_exchange,
  float_add,
  float_min,
  float_max,
};
/// Number of enumerators of `link_operation`.
inline constexpr int link_operation_count = 13;

/// The forms in which a link supports an operation; CUDA's `cudaAtomicOperationCapability`.
enum class link_capability : std::uint8_t {
  signed_integer,
  unsigned_integer,
  reduction,  ///< without a result
  scalar_32,  ///< on objects of this many bits
  scalar_64,
  scalar_128,
  vector_32x4,  ///< on four 32-bit words at once
};
/// Number of enumerators of `link_capability`.
inline constexpr int link_capability_count = 7;

/// The runtime's report on atomics over one link, from a device to host memory or to another
/// device's memory.
struct link_atomics {
  /// Whether kernels of the device can access memory at the other end. If that is another device:
  /// whether peer access can be enabled, not whether it is.
  bool access = false;
  /// How many atomic operations the link supports natively.
  link_support native = link_support::unknown;
  /// The native forms of each operation; empty for an operation that is not native. `nullopt` if
  /// the runtime does not report them: only CUDA 13 and newer do.
  std::optional<std::array<tables::set_of<link_capability>, link_operation_count>> operations;

  /// The native forms of the operation `o`; empty also if the runtime does not report them.
  tables::set_of<link_capability> native_forms(link_operation o) const {
    return operations ? (*operations)[static_cast<std::size_t>(o)]
                      : tables::set_of<link_capability>{};
  }
};

/// The name of an enumerator, as `diatomic info` prints it.
///@{
constexpr const char* name_of(link_support s) {
  constexpr const char* names[] = {"unknown", "none", "some", "all"};
  return names[static_cast<int>(s)];
}
constexpr const char* name_of(link_operation o) {
  constexpr const char* names[link_operation_count] = {
      "integer_add", "integer_min", "integer_max", "integer_increment", "integer_decrement",
      "and",         "or",          "xor",         "exchange",          "compare_exchange",
      "float_add",   "float_min",   "float_max"};
  return names[static_cast<int>(o)];
}
constexpr const char* name_of(link_capability c) {
  constexpr const char* names[link_capability_count] = {
      "signed", "unsigned", "reduction", "scalar_32", "scalar_64", "scalar_128", "vector_32x4"};
  return names[static_cast<int>(c)];
}
///@}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic
