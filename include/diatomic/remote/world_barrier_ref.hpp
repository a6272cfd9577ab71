// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The view of a `world_barrier` for kernels.

#include <diatomic/atomics/functions.hpp>
#include <diatomic/remote/detail/forward.hpp>
#include <diatomic/remote/detail/signal_ref.hpp>
#include <diatomic/remote/remote_ref.hpp>
#include <diatomic/remote/symmetric_ptr.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

/// The words of a barrier in the part of one processing element.
struct world_barrier_words {
  static constexpr int arrivals = 0;  ///< arrivals of local blocks
  static constexpr int passed = 1;    ///< completed phases
  static constexpr int signals = 2;   ///< from here on: signals from others, one word per round
  /// Enough for any number of processing elements in an int.
  static constexpr int count = signals + 31;
};

/// A dissemination barrier: waits until one thread of each processing element has arrived for the
/// `phase`-th time. In round r each signals the processing element 2^r ahead, and waits for the one
/// 2^r behind: after the last round it has heard from all, directly or indirectly.
DIATOMIC_FUNCTION void exchange_signals(const symmetric_ptr<unsigned>& words, unsigned phase) {
  const int pes = words.pes();
  for (int round = 0; round < 31 && ((pes - 1) >> round) != 0; ++round) {
    const symmetric_ptr<unsigned> signal = words + (world_barrier_words::signals + round);
    // The sum of two processing element numbers may overflow an int.
    const int up_to_wrap = pes - (1 << round);
    const int next = words.pe() < up_to_wrap ? words.pe() + (1 << round) : words.pe() - up_to_wrap;
    remote_ref<unsigned>(signal, next).store_add(1u, release);
    // The sender may be one phase ahead, and the count wraps.
    signal_ref(signal, words.pe()).wait([=](unsigned came) { return came - phase <= 1u; });
  }
}

/// Waits until `blocks` blocks of each processing element have arrived. Called by one thread per
/// block.
DIATOMIC_FUNCTION void arrive_with_all(const symmetric_ptr<unsigned>& words, unsigned blocks) {
  unsigned* const arrivals = words.local() + world_barrier_words::arrivals;
  unsigned* const passed = words.local() + world_barrier_words::passed;
  const unsigned before = diatomic::load(passed, relaxed, device_scope);
  if (diatomic::fetch_add(arrivals, 1u, acq_rel, device_scope) + 1 == blocks) {
    diatomic::store(arrivals, 0u, relaxed, device_scope);
    exchange_signals(words, before + 1);
    diatomic::store(passed, before + 1, release, device_scope);
  } else {
    diatomic::wait_until(
        passed, [=](unsigned now) { return now != before; }, acquire, device_scope);
  }
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

/// The view of a `world_barrier` for kernels. Pass it by value.
class world_barrier_ref {
 public:
  /// Waits until all threads of all processing elements' launches have arrived. All then see their
  /// earlier operations, including operations on a network.
  ///
  /// Every thread of each launch must make the same number of calls. A call includes a
  /// `sync_block`. If a processing element has failed or left, the wait ends with an error, as in
  /// `remote_ref::wait_until`.
  DIATOMIC_DEVICE void arrive_and_wait() const {
    detail::complete_own(words_);
    sync_block();
    if (thread_index() == 0) detail::arrive_with_all(words_, grid_size());
    sync_block();
  }

 private:
  friend class world_barrier;
  DIATOMIC_FUNCTION explicit world_barrier_ref(const symmetric_ptr<unsigned>& words)
      : words_(words) {}

  symmetric_ptr<unsigned> words_;
};

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic
