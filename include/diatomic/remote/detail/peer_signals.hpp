// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Signals between the kernels of different processing elements, so that a collective operation
/// does not return to the host between kernels.

#include <cstdint>
#include <type_traits>

#include <diatomic/diatomic.hpp>
#include <diatomic/remote/detail/signal_ref.hpp>
#include <diatomic/remote/remote_ref.hpp>
#include <diatomic/remote/symmetric_ptr.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

/// The signal words of a symmetric array: one word per sender for each of two events, and a counter
/// of finished blocks. Each launch sends its phase number, which increases by one.
class peer_signals {
 public:
  /// The two events of a phase, in order.
  enum event : int { ready, done };

#if DIATOMIC_HAS_HOST_CODE
  /// The signals of the next launch on the array. All processing elements make the same calls, in
  /// the same order.
  template <class T>
  static peer_signals next_of(symmetric_array<T>& array) {
    return {array.signals(), ++array.phase_};
  }
  /// The number of the array.
  template <class T>
  static std::uint64_t number_of(const symmetric_array<T>& array) {
    return array.number_;
  }
#endif

  /// Signals `what` in this phase to all other processing elements, and publishes everything that
  /// the calling thread sees before the call. Called by one thread.
  DIATOMIC_DEVICE void send(event what) const {
    // On GPUs one fence for all signals: a second fence would wait until the first signal has
    // arrived. On the CPU each store releases, because ThreadSanitizer does not know fences.
    constexpr bool one_fence = !runtime_api::threads_yield;
    using signal_order = std::conditional_t<one_fence, relaxed_t, release_t>;
    if constexpr (one_fence) {
      detail::complete_own(words_);
      diatomic::fence(release, system_scope);
    }
    for (int i = 1; i < words_.pes(); ++i) {
      const int to = (words_.pe() + i) % words_.pes();
      remote_ref<unsigned>(words_ + word_of(what, words_.pe()), to).store(phase_, signal_order{});
    }
    detail::complete_own(words_);
  }

  /// Waits until `what` has happened on all other processing elements in this phase, or with
  /// `behind` = 1 in the previous phase. Called by all threads of a block; includes a block
  /// barrier.
  DIATOMIC_DEVICE void wait(event what, unsigned behind = 0) const {
    for (int from = static_cast<int>(thread_index()); from < words_.pes();
         from += static_cast<int>(block_size())) {
      wait_for(what, from, phase_ - behind);
    }
    sync_block();
  }
  /// The same in this phase, called by one thread, without a block barrier.
  DIATOMIC_DEVICE void wait_alone(event what) const {
    for (int from = 0; from < words_.pes(); ++from) wait_for(what, from, phase_);
  }

  /// Called by all threads of each block at the end of its work: true in thread 0 of the last block
  /// of the grid, which sees the writes of all blocks, including writes to other processing
  /// elements' memory.
  DIATOMIC_DEVICE bool is_last_block() const {
    sync_block();
    if (thread_index() != 0) return false;
    if (grid_size() == 1) return true;
    unsigned* const finished = words_.local() + 2 * words_.pes();
    if (diatomic::fetch_add(finished, 1u, acq_rel, system_scope) + 1 != grid_size()) return false;
    diatomic::store(finished, 0u);
    return true;
  }

 private:
  DIATOMIC_FUNCTION peer_signals(const symmetric_ptr<unsigned>& words, unsigned phase)
      : words_(words), phase_(phase) {}

  DIATOMIC_DEVICE void wait_for(event what, int from, unsigned phase) const {
    if (from == words_.pe()) return;
    const signal_ref word(words_ + word_of(what, from), words_.pe());
    const auto came = [=](unsigned seen) { return seen - phase < 0x80000000u; };
    // A due signal arrives within microseconds; the pauses of `wait_until` would add latency.
    for (int polls = 0; polls < 4096; ++polls) {
      if (came(word.load(acquire))) return;
    }
    word.wait(came);
  }
  DIATOMIC_FUNCTION int word_of(event what, int from) const {
    return static_cast<int>(what) * words_.pes() + from;
  }

  symmetric_ptr<unsigned> words_;  ///< `signal_words` words
  unsigned phase_;
};

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail
