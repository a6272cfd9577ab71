// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Values that the blocks of a launch pass to one block, through uninitialised memory.

#include <cstdint>
#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>
#include DIATOMIC_BACKEND_HEADER(warp.hpp)
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// A place for 8 bytes, with a tag beside them: the launch's signature tells that the value has
/// arrived, whatever the memory held before. Memory may hold the signature by chance: once in 2^64.
///
/// Where the chip loads and stores 16 bytes at once, value and tag are parts of one atomic access,
/// which needs no order. Elsewhere the tag is released after the value, and the receiver acquires.
///
/// The receiver clears the place, so that a recorded launch, which has the same signature again,
/// can be replayed.
class alignas(16) tagged_place {
 public:
  static constexpr bool is_one_access =
      device_ops::warp_lanes > 1 &&
      support_v<op::load, uint128, in_global_t> ==
          support::native&& support_v<op::store, uint128, in_global_t> == support::native;

  /// What a place holds; the value only if it is one access.
  struct content {
    std::uint64_t value;
    std::uint64_t tag;

    DIATOMIC_DEVICE bool has(std::uint64_t signature) const { return tag == signature; }
  };

  DIATOMIC_DEVICE void put(std::uint64_t value, std::uint64_t signature) {
    if constexpr (is_one_access) {
      diatomic::store(reinterpret_cast<uint128*>(this), uint128{signature} << 64 | value,
                      in_global);
    } else {
      diatomic::store(&value_, value, in_global);
      diatomic::store(&tag_, signature, release, in_global);
    }
  }
  DIATOMIC_DEVICE content look() const {
    if constexpr (is_one_access) {
      const uint128 both = diatomic::load(reinterpret_cast<const uint128*>(this), in_global);
      return {static_cast<std::uint64_t>(both), static_cast<std::uint64_t>(both >> 64)};
    } else if constexpr (runtime_api::threads_yield) {
      // No slower on CPUs, and ThreadSanitizer does not know fences.
      return {0, diatomic::load(&tag_, acquire, in_global)};
    } else {
      return {0, diatomic::load(&tag_, in_global)};
    }
  }
  /// The value, which has arrived, after an acquire fence if it is not one access.
  DIATOMIC_DEVICE std::uint64_t value_of(const content& seen) const {
    if constexpr (is_one_access) return seen.value;
    return diatomic::load(&value_, in_global);
  }
  DIATOMIC_DEVICE void clear() { diatomic::store(&tag_, std::uint64_t{0}, in_global); }

 private:
  std::uint64_t value_;
  std::uint64_t tag_;
};

/// A place for a T of 4, 8 or 16 bytes.
template <class T>
class block_value {
  static constexpr unsigned words = sizeof(T) == 16 ? 2 : 1;
  struct bits {
    std::uint64_t at[words];
  };

 public:
  struct content {
    tagged_place::content at[words];

    DIATOMIC_DEVICE bool has(std::uint64_t signature) const {
      return at[0].has(signature) && at[words - 1].has(signature);
    }
  };

  DIATOMIC_DEVICE void put(const T& value, std::uint64_t signature) {
    bits v{};
    __builtin_memcpy(__builtin_addressof(v), __builtin_addressof(value), sizeof(T));
    for (unsigned k = 0; k < words; ++k) place_[k].put(v.at[k], signature);
  }
  DIATOMIC_DEVICE content look() const {
    content found;
    for (unsigned k = 0; k < words; ++k) found.at[k] = place_[k].look();
    return found;
  }
  DIATOMIC_DEVICE T value_of(const content& seen) const {
    bits v;
    for (unsigned k = 0; k < words; ++k) v.at[k] = place_[k].value_of(seen.at[k]);
    T to;
    __builtin_memcpy(__builtin_addressof(to), __builtin_addressof(v), sizeof(T));
    return to;
  }
  DIATOMIC_DEVICE void clear() {
    for (tagged_place& p : place_) p.clear();
  }

 private:
  tagged_place place_[words];
};

DIATOMIC_DEVICE inline void wait_clocks(std::uint32_t clocks) {
  const std::uint32_t begin = device_ops::clock();
  while (device_ops::clock() - begin < clocks) {
  }
}

/// Passes the values of places `first`, `first + Step` ... below `end` to `take(value)`, in this
/// order, as soon as they have arrived, and clears the places. `AtOnce` loads are in flight.
///
/// Blocks start in the order of their numbers, so the launch's last block may wait for the others:
/// they have started, or there is room for them.
template <unsigned AtOnce, unsigned Step, class T, class Take>
DIATOMIC_DEVICE inline void take_block_values(block_value<T>* places, unsigned first, unsigned end,
                                              std::uint64_t signature, Take take) {
  if constexpr (device_ops::transit != 0) detail::wait_clocks(device_ops::transit);
  DIATOMIC_DETAIL_ROLLED
  for (; first < end; first += AtOnce * Step) {
    block_value<T>* const at = places + first;
    const unsigned left = end - first;
    typename block_value<T>::content seen[AtOnce] = {};
    exponential_backoff backoff;
    for (;;) {
      for (unsigned u = 0; u < AtOnce; ++u) {
        if (u * Step < left) seen[u] = at[u * Step].look();
      }
      bool have_all = true;
      for (unsigned u = 0; u < AtOnce; ++u) {
        if (u * Step < left) have_all = have_all && seen[u].has(signature);
      }
      if (have_all) break;
      // A GPU's load takes longer than the wait should.
      if constexpr (runtime_api::threads_yield) backoff.pause();
    }
    if constexpr (!tagged_place::is_one_access) diatomic::fence(acquire);
    for (unsigned u = 0; u < AtOnce; ++u) {
      if (u * Step >= left) continue;
      take(at[u * Step].value_of(seen[u]));
      at[u * Step].clear();
    }
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
