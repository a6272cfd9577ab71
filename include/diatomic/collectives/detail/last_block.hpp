// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Detects the last block of a launch to finish, with a counter in uninitialised memory.

#include <cstdint>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/kernel.hpp>

#if DIATOMIC_HAS_HOST_CODE
#include <atomic>
#include <chrono>
#endif

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The counter's lower bits count blocks; the upper 44 bits are the launch's signature.
inline constexpr unsigned block_count_bits = 20;

#if DIATOMIC_HAS_HOST_CODE
/// A signature that is unique in this process, and unlikely to be in uninitialised memory.
inline std::uint64_t next_signature() {
  static std::atomic<std::uint64_t> next{
      static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) *
      0x9e3779b97f4a7c15u};
  const std::uint64_t number = next++ << block_count_bits;
  // Memory is often filled with zeros, or with ones.
  const bool is_common = number == 0 || number == ~std::uint64_t{0} << block_count_bits;
  return is_common ? next_signature() : number;
}
#endif

/// Counts a launch's blocks, so that the last one can finish the job.
///
/// The word may have any initial value: the blocks write the launch's signature there, and the last
/// block clears it. So no launch for initialisation is needed, and a recorded launch can be
/// replayed.
class block_counter {
 public:
  /// All threads call it before the work. The signature is written by a maximum without a result,
  /// so no thread waits for it.
  DIATOMIC_DEVICE block_counter(std::uint64_t* word, std::uint64_t signature)
      : word_(word), signature_(signature) {
    if (thread_index() == 0 && grid_size() != 1) store_max(word_, signature_, in_global);
  }

  /// All threads call it after the block's result is written. Returns whether this is the last
  /// block, whose threads see the other blocks' earlier writes.
  ///
  /// `shared` is a word of shared memory reserved for the call.
  DIATOMIC_DEVICE bool is_last(unsigned* shared) const { return is_last(shared, grid_size()); }
  /// The same where `blocks` blocks count with this word.
  DIATOMIC_DEVICE bool is_last(unsigned* shared, unsigned blocks) const {
    sync_block();
    if (blocks == 1) return true;
    if (thread_index() == 0) {
      const bool last = count() == signature_ + blocks - 1;
      if (last) diatomic::store(word_, std::uint64_t{0}, in_global);
      *shared = last ? 1u : 0u;
    }
    sync_block();
    return *shared != 0;
  }

 private:
  DIATOMIC_DEVICE bool is_signed(std::uint64_t value) const {
    return value >> block_count_bits == signature_ >> block_count_bits;
  }
  DIATOMIC_DEVICE std::uint64_t increment() const {
    return diatomic::fetch_add(word_, std::uint64_t{1}, acq_rel, in_global, coarse_grained);
  }

  /// Counts this block; returns the signature plus the number of blocks counted before it.
  ///
  /// Adds first, then checks. If the word's initial value exceeded the signature, the first blocks
  /// incremented that value and were not counted: they install the signature by compare-exchange.
  /// That exchange needs no order: the addition released, and later updates belong to its release
  /// sequence.
  DIATOMIC_DEVICE std::uint64_t count() const {
    std::uint64_t before = increment();
    while (!is_signed(before)) {
      const std::uint64_t seen = diatomic::load(word_, in_global);
      if (is_signed(seen)) {
        before = increment();
      } else if (diatomic::compare_exchange(word_, seen, signature_ + 1, in_global) == seen) {
        before = signature_;
      }
    }
    return before;
  }

  std::uint64_t* word_;
  std::uint64_t signature_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
