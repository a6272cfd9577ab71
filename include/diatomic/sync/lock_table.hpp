// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Atomic operations on types without a hardware exchange, using a lock table that the caller
/// creates. There is no hidden table and no need for relocatable device code; a device may have any
/// number of tables.
///
///     diatomic::lock_table<> table(1024);                       // host
///     diatomic::launch(grid, block, 0, stream, kernel, table.stripes(), words);
///     diatomic::fetch_update(words + i, f, stripes);            // kernel
///
/// All conflicting accesses to an object must go through the same table. An object's address
/// selects its lock. Objects that share a lock are slower, but remain correct.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/sync/mutex.hpp>

#if DIATOMIC_HAS_HOST_CODE
#include <stdexcept>
#include <string>

#include <diatomic/runtime/device_array.hpp>
#endif

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Kernels' view of a `lock_table`: a pointer to 2^`bits` locks, and `bits`.
template <class... Tags>
struct lock_stripes {
  /// The first lock.
  spin_mutex<Tags...>* first = nullptr;
  /// The binary logarithm of the number of locks.
  unsigned bits = 0;
  /// The distance, in locks, between the locks of neighbouring 4-byte words; odd.
  std::uint32_t stride = 1;

  /// The lock of the object at `p`. In an array with as many objects as there are locks, and a
  /// power-of-two object size, nearly every object has its own lock. With a power-of-two row size,
  /// the objects of a column still spread over the locks.
  DIATOMIC_FUNCTION spin_mutex<Tags...>& of(const void* p) const {
    const std::uint64_t address = reinterpret_cast<std::uintptr_t>(p) / 4;
    auto upper = static_cast<std::uint32_t>(address >> bits);
    upper ^= upper >> 16;
    upper ^= upper >> 8;
    upper *= 0x9e3779b5u;
    const std::uint32_t number = static_cast<std::uint32_t>(address) + upper;
    return first[number * stride & ((1u << bits) - 1)];
  }
};

#if DIATOMIC_HAS_HOST_CODE
/// At least `count` locks of 4 bytes, a power of two, in the memory of the device that is current
/// at construction. Even a small table has 2^14 locks (64 KiB), and for a `count` of up to 2,048
/// the locks of neighbouring objects are far apart, to use the whole L2 cache. The table must
/// outlive the kernels that use it. The number of running threads bounds the number of locks held
/// at a time.
///
/// \tparam Tags as for `spin_mutex`: a scope (default `device_scope`).
/// \throw std::invalid_argument if `count` is 0 or above 2^31.
template <class... Tags>
class lock_table {
 public:
  /// At least `count` locks.
  explicit lock_table(std::size_t count)
      : bits_(bits_for(count)),
        stride_(count > few_locks ? 1 : far_stride),
        mutexes_(std::size_t{1} << bits_) {
    mutexes_.fill_bytes(0);
  }

  /// The view to pass to kernels.
  lock_stripes<Tags...> stripes() { return {mutexes_.data(), bits_, stride_}; }

 private:
  static constexpr unsigned most_bits = 31;
  static constexpr unsigned fewest_bits = 14;
  static_assert(sizeof(spin_mutex<Tags...>) << fewest_bits == detail::bytes_of_small_table);
  /// Odd, below 2^14: the locks of 64 neighbouring objects of 4 to 1,024 bytes are in different
  /// blocks of 256 bytes. With more locks, neighbouring threads gain more from locks in one line.
  static constexpr std::uint32_t far_stride = 4257;
  static constexpr std::size_t few_locks = 2048;

  static unsigned bits_for(std::size_t count) {
    if (count == 0 || count > std::size_t{1} << most_bits) {
      throw std::invalid_argument("lock_table: " + std::to_string(count) +
                                  " stripes; it needs from 1 to 2^31");
    }
    unsigned bits = fewest_bits;
    while (std::size_t{1} << bits < count) ++bits;
    return bits;
  }

  unsigned bits_;
  std::uint32_t stride_;
  device_array<spin_mutex<Tags...>> mutexes_;
};
#endif

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The lock of the object at `p`. `call` is the name that checked mode reports.
template <class T, class... Tags>
DIATOMIC_FUNCTION spin_mutex<Tags...>& lock_for(const T* p, lock_stripes<Tags...> stripes,
                                                const char* call, call_site at) {
  static_assert(std::is_trivially_copyable_v<T>,
                "diatomic: lock_table needs a trivially copyable type");
  detail::refuse_if(p == nullptr, at, call, "lock_stripes", "null pointer");
  detail::refuse_if(stripes.first == nullptr, at, call, "lock_stripes",
                    "the stripes are empty: take them from a lock_table");
  return stripes.of(p);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// `*p`, for any trivially copyable type and alignment. All operations with a lock table are
/// acq_rel.
template <class T, class... Tags>
DIATOMIC_FUNCTION T load(const T* p, lock_stripes<Tags...> stripes, detail::call_site at = {}) {
  return diatomic::with_lock(detail::lock_for(p, stripes, "load", at), [=] { return *p; }, at);
}

/// `*p = v`.
template <class T, class... Tags>
DIATOMIC_FUNCTION void store(T* p, value<T> v, lock_stripes<Tags...> stripes,
                             detail::call_site at = {}) {
  diatomic::with_lock(detail::lock_for(p, stripes, "store", at), [=] { *p = v; }, at);
}

/// `*p = v`; returns the old value.
template <class T, class... Tags>
DIATOMIC_FUNCTION T exchange(T* p, value<T> v, lock_stripes<Tags...> stripes,
                             detail::call_site at = {}) {
  return diatomic::with_lock(
      detail::lock_for(p, stripes, "exchange", at),
      [=] {
        const T old = *p;
        *p = v;
        return old;
      },
      at);
}

/// `*p = desired` if `*p == expected`, by T's own `==`; returns the old value.
template <class T, class... Tags>
DIATOMIC_FUNCTION T compare_exchange(T* p, value<T> expected, value<T> desired,
                                     lock_stripes<Tags...> stripes, detail::call_site at = {}) {
  return diatomic::with_lock(
      detail::lock_for(p, stripes, "compare_exchange", at),
      [=] {
        const T old = *p;
        if (old == static_cast<T>(expected)) *p = desired;
        return old;
      },
      at);
}

/// `*p = f(*p)`; returns the old value. `f` is called once.
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class F, class... Tags>
DIATOMIC_FUNCTION T fetch_update(T* p, F f, lock_stripes<Tags...> stripes,
                                 detail::call_site at = {}) {
  return diatomic::with_lock(
      detail::lock_for(p, stripes, "fetch_update", at),
      [&] {
        const T old = *p;
        *p = f(old);
        return old;
      },
      at);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
