// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The data in temporary memory through which the partitioning kernels communicate.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/algorithms/histogram/counting_kernel.hpp>
#include <diatomic/algorithms/partition/plan.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The bounds of the partitions, in temporary memory.
struct partition_bounds {
  std::uint64_t* cursors;  ///< counts; then the places of the next updates; finally the ends
  std::uint64_t* starts;   ///< the first update of each partition
  unsigned* pieces;        ///< pieces before each partition, then the number of all
};

/// The bits of a weight, for arrays in kernels: the weight's constructors may be host code only,
/// as for `std::complex`.
template <class Kept>
struct alignas(Kept) kept_image {
  using word = std::conditional_t<sizeof(Kept) % 4 == 0 && alignof(Kept) % 4 == 0, std::uint32_t,
                                  unsigned char>;
  word words[sizeof(Kept) / sizeof(word)];
};
template <>
struct kept_image<no_weight> {};

/// A waiting update: its bin, or the low bits of the bin, and its weight.
template <class Kept>
struct waiting_update {
  unsigned key;
  kept_image<Kept> kept;
};

/// Whether a bin and a weight are written out together, in 8 bytes, with one store.
template <class Kept>
inline constexpr bool is_paired =
    !std::is_same_v<Kept, no_weight> && sizeof(Kept) <= 4 && alignof(Kept) <= 4;

/// `n` waiting updates in `memory`, which is aligned to 16 bytes.
template <class Key, class Kept, bool IsPaired = is_paired<Kept>>
class update_list {
  static constexpr bool weighted = !std::is_same_v<Kept, no_weight>;

 public:
  static DIATOMIC_FUNCTION std::size_t bytes(std::size_t n) {
    return keys_at(n) + up_to_16(n * sizeof(Key));
  }
  DIATOMIC_FUNCTION update_list(void* memory, std::size_t n)
      : kept_(static_cast<kept_image<Kept>*>(memory)),
        keys_(reinterpret_cast<Key*>(static_cast<char*>(memory) + keys_at(n))) {}

  DIATOMIC_DEVICE void put(std::uint64_t i, const waiting_update<Kept>& update) const {
    keys_[i] = static_cast<Key>(update.key);
    if constexpr (weighted) kept_[i] = update.kept;
  }
  DIATOMIC_DEVICE waiting_update<Kept> get(std::uint64_t i) const {
    if constexpr (weighted) {
      return {keys_[i], kept_[i]};
    } else {
      return {keys_[i], {}};
    }
  }

 private:
  static DIATOMIC_FUNCTION std::size_t keys_at(std::size_t n) {
    return weighted ? up_to_16(n * sizeof(Kept)) : 0;
  }
  kept_image<Kept>* kept_;
  Key* keys_;
};
template <class Key, class Kept>
class update_list<Key, Kept, true> {
 public:
  static DIATOMIC_FUNCTION std::size_t bytes(std::size_t n) { return up_to_16(n * sizeof(pair)); }
  DIATOMIC_FUNCTION update_list(void* memory, std::size_t) : pairs_(static_cast<pair*>(memory)) {}

  DIATOMIC_DEVICE void put(std::uint64_t i, const waiting_update<Kept>& update) const {
    pairs_[i] = detail::bits_as<pair>(update);
  }
  DIATOMIC_DEVICE waiting_update<Kept> get(std::uint64_t i) const {
    return detail::bits_as<waiting_update<Kept>>(pairs_[i]);
  }

 private:
  // One integer, so that compilers load it at once.
  using pair = std::uint64_t;
  pair* pairs_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
