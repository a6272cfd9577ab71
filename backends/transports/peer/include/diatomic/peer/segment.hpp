// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Symmetric memory of the devices of one process, as kernels see it.

#include <cstddef>

#include <diatomic/atomics/functions.hpp>

#if DIATOMIC_HAS_HOST_CODE
#include <diatomic/runtime/error.hpp>
#endif

namespace diatomic::transports::peer {
inline namespace DIATOMIC_RUNTIME_NS {

/// Which processing elements are gone, in pinned host memory that kernels and host code poll.
struct world_status {
  static constexpr unsigned failed = 0x80000000u;

  /// The number of processing elements that have left, and `failed` if one has failed.
  unsigned gone = 0;
#if DIATOMIC_HAS_HOST_CODE
  /// For host code: the error that names the cause. Stored before `gone`.
  const runtime_error* error = nullptr;
#endif
};

/// One allocation: its address on each device, in a table in this device's memory and in a table
/// for host code.
struct segment {
  void* const* bases = nullptr;
  void* const* host_bases = nullptr;
  void* own = nullptr;
  int pe = 0;
  int pes = 0;
  const world_status* status = nullptr;  ///< null if a failure ends all processes

  /// The object at `offset` bytes in `to`'s part. Host code may pass on an address in GPU memory
  /// but not dereference it.
  DIATOMIC_FUNCTION void* direct(int to, std::size_t offset) const {
#if DIATOMIC_DEVICE_PASS
    return static_cast<char*>(bases[to]) + offset;
#else
    return static_cast<char*>(host_bases[to]) + offset;
#endif
  }
  /// The same in this processing element's own part.
  DIATOMIC_FUNCTION void* local(std::size_t offset) const {
    return static_cast<char*>(own) + offset;
  }

  /// `world_status::gone`.
  DIATOMIC_FUNCTION unsigned gone() const {
    return status == nullptr ? 0 : load(&status->gone, acquire, system_scope);
  }
#if DIATOMIC_HAS_HOST_CODE && !DIATOMIC_DEVICE_PASS
  /// Throws the error that names the cause. Call only if `gone()` is not 0.
  [[noreturn]] void throw_error() const { throw *load(&status->error, relaxed, system_scope); }
#endif

  /// Returns when all processing elements can see this thread's earlier operations.
  DIATOMIC_FUNCTION static void quiet() { fence(seq_cst, system_scope); }
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::peer
