// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Which block of a launch is the last to finish, counted in memory that was never initialised.

#include <cstdint>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/kernel.hpp>

#if DIATOMIC_HAS_HOST_CODE
#include <atomic>
#include <chrono>
#endif

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The counter's lower bits count blocks, the upper 44 are the launch's signature.
inline constexpr unsigned block_count_bits = 20;

#if DIATOMIC_HAS_HOST_CODE
/// A signature that no other launch of this process has, and memory hardly by chance.
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

/// Counts a launch's blocks, so that the last of them can finish the job of all.
///
/// The word may have any value: the blocks put the launch's signature there, and the last one takes
/// it away again. So one launch is enough, and a recorded launch can be repeated.
class block_counter {
 public:
  /// All threads, before the work. Nobody waits for the signature: a maximum without a result.
  DIATOMIC_DEVICE block_counter(std::uint64_t* word, std::uint64_t signature)
      : word_(word), signature_(signature) {
    if (thread_index() == 0 && grid_size() != 1) store_max(word_, signature_, in_global);
  }

  /// All threads, when the block's result is written: whether this is the last block. What the
  /// others wrote before, its threads see.
  ///
  /// `shared` is a word of shared memory that the call has to itself.
  DIATOMIC_DEVICE bool is_last(unsigned* shared) const {
    sync_block();
    if (grid_size() == 1) return true;
    if (thread_index() == 0) {
      const bool last = count() == signature_ + grid_size() - 1;
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

  /// Counts this block; the signature and the number of blocks before it.
  ///
  /// It adds first and checks then. If the old value was greater than the signature, the
  /// first blocks have added to that, and were not counted: they bring the signature by force. That
  /// needs no order: the addition released, and all that follows it is of its release sequence.
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
