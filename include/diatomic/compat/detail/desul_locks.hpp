// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Implicit locks for objects without a suitable atomic instruction: the address of an object
/// selects its lock.
///
/// Host code has one set for the program. Device code without `-rdc=true` (HIP: `-fgpu-rdc`) cannot
/// refer to other sources' variables, so each source has a small set, and a pointer to the device's
/// large set, which `desul_lock_arrays.hpp` sets before the source's kernels run. With `-rdc=true`
/// set and pointer are shared by the program.

#include <type_traits>

#include <diatomic/atomics/access.hpp>
#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/sync/lock_table.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {

/// The binary logarithm of the number of locks, of 4 bytes each: the host's set, the device's set,
/// and the small set that device code uses before it gets the device's set.
inline constexpr unsigned host_lock_bits = 16;
inline constexpr unsigned device_lock_bits = 17;
inline constexpr unsigned own_lock_bits = 12;

// Plain words outside any backend's namespace: sources of different backends share them.
#if !DIATOMIC_DEVICE_PASS
inline unsigned host_lock_words[1u << host_lock_bits];
#endif
[[maybe_unused]] DIATOMIC_DEVICE_VARIABLE unsigned own_lock_words[1u << own_lock_bits];
/// The device's set, or null.
[[maybe_unused]] DIATOMIC_DEVICE_VARIABLE unsigned* device_lock_words;

}  // namespace DIATOMIC_VERSION_NS

inline namespace DIATOMIC_BACKEND_NS {

using address_lock = spin_mutex<device_scope_t, in_global_t>;
using address_locks = lock_stripes<device_scope_t, in_global_t>;
static_assert(std::is_standard_layout_v<address_lock> && sizeof(address_lock) == sizeof(unsigned));

/// The locks of the current compilation pass.
DIATOMIC_FUNCTION address_locks locks_by_address() {
#if DIATOMIC_DEVICE_PASS
  unsigned* const words = device_lock_words;
  const bool is_published = words != nullptr;
  return {reinterpret_cast<address_lock*>(is_published ? words : own_lock_words),
          is_published ? device_lock_bits : own_lock_bits};
#else
  return {reinterpret_cast<address_lock*>(host_lock_words), host_lock_bits};
#endif
}

/// Fences around a critical section if the order is seq_cst; the lock itself is only acq_rel.
template <class Access>
struct fences_around_lock {
  static constexpr bool is_seq_cst = Access::order == memory_order::seq_cst;
  DIATOMIC_FUNCTION fences_around_lock() { put(); }
  DIATOMIC_FUNCTION ~fences_around_lock() { put(); }
  DIATOMIC_FUNCTION static void put() {
    if constexpr (is_seq_cst) diatomic::fence(seq_cst, tag<Access::scope>{});
  }
};

/// Runs `f()` under the lock of the address `p`; returns what `f` returns.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Access, class F>
DIATOMIC_FUNCTION auto under_lock_of(const void* p, F f) {
  // The host's locks and each device's locks are unrelated.
  static_assert(
      !(DIATOMIC_IN_HOST_HALF || DIATOMIC_DEVICE_PASS) || Access::scope != memory_scope::system,
      "diatomic: objects of this type need locks, which only the threads of one device share: "
      "use MemoryScopeDevice, or, for 2, 4 or 8 bytes, alignas(sizeof(T))");
  const fences_around_lock<Access> fences;
  return diatomic::with_lock(locks_by_address().of(p), f);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
