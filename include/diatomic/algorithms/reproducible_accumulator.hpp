// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Block-wide exact sums.

#include <cstddef>
#include <cstdint>

#include <diatomic/algorithms/exact/columns.hpp>
#include <diatomic/algorithms/exact/digits.hpp>
#include <diatomic/algorithms/exact/limbs.hpp>
#include <diatomic/algorithms/exact/window.hpp>
#include <diatomic/algorithms/exact_sum.hpp>
#include <diatomic/collectives/detail/block_words.hpp>
#include <diatomic/collectives/warp.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// The exact sum of the values that the threads of a block add, for your own kernels.
///
/// All threads construct the accumulator on the same shared memory, each thread adds any number of
/// values, and all threads call `finish()`, which returns the block's sum.
/// `exact_sum::add_atomically` combines the sums of several blocks:
///
///     reproducible_accumulator<float> sum(shared_array<std::uint64_t>());
///     for (std::size_t i = global_index(); i < n; i += global_size()) sum.add(input[i]);
///     const exact_sum<float>* all = sum.finish();
///     if (thread_index() == 0) total->add_atomically(*all);
template <class T>
class reproducible_accumulator {
  using window = detail::exact_window<T>;
  using columns = detail::exact_columns<T>;

  /// The block's words, before the columns.
  struct alignas(16) block_words {
    /// The sum of the threads' integers in the window that starts at `home`.
    std::uint64_t limbs[detail::limb_count];
    std::uint32_t home;  ///< 0 until a thread chooses it
    std::uint32_t is_spilled;
    std::uint32_t spare;
  };

 public:
  /// Bytes of shared memory that a block of `block_size` threads needs, on every backend.
  static DIATOMIC_CONSTEXPR std::size_t shared_bytes(unsigned block_size) {
    return sizeof(block_words) + columns::shared_bytes(block_size) + sizeof(exact_sum<T>);
  }

  /// `shared` has at least `shared_bytes(block_size())` bytes.
  DIATOMIC_DEVICE explicit reproducible_accumulator(std::uint64_t* shared)
      : words_(reinterpret_cast<block_words*>(shared)),
        columns_(shared + sizeof(block_words) / sizeof(*shared)),
        total_(reinterpret_cast<exact_sum<T>*>(columns_.end())) {
    own_.window.move_to(window::usual_base);
    clear();
    sync_block();
  }

  /// All threads, before the first addition: takes the window at `base`, the same for all.
  DIATOMIC_DEVICE void start_at(unsigned base) {
    own_.window.move_to(base);
    home_ = base;
  }

  /// Adds the element `v` of this thread.
  DIATOMIC_DEVICE void add(T v) {
    if (own_.has_room(1) && own_.window.holds(detail::range_of(v))) return own_.add(v);
    with_local_copy([&](reproducible_accumulator& self) { self.add_unusual(&v, 1); });
  }

  /// Adds this thread's batch `v` of vectors.
  template <class Batch>
  DIATOMIC_DEVICE void add_batch(const Batch& v) {
    constexpr unsigned count = sizeof(v) / sizeof(T);
    detail::magnitude_range range;
    for (const auto& vector : v.at) {
      for (const T x : vector.at) range.take(detail::magnitude_word(x));
    }
    const bool has_room = own_.has_room(count);
    if (__builtin_expect(has_room && own_.window.holds(range), 1)) return own_.add_batch(v);
    if constexpr (sizeof(T) == 4 && detail::runtime_api::registers_follow_bounds) {
      // Inline where threads have enough registers: the compiler converts v once for both paths.
      if (has_room && own_.window.holds_by_both(range)) return own_.add_batch_by_both(v);
    }
    with_local_copy([&](reproducible_accumulator& self) {
      const Batch in_memory = v;
      self.add_unusual(in_memory.at[0].at, count);
    });
  }

  /// Adds the first `count` of this thread's elements `v`.
  template <unsigned Count>
  DIATOMIC_DEVICE void add_elements(const T (&v)[Count], unsigned count) {
    constexpr unsigned lanes = detail::exact_integers<T>::lanes;
    static_assert(Count % lanes == 0);
    struct vector {
      T at[lanes];
    };
    struct {
      vector at[Count / lanes];
    } batch;
    for (unsigned u = 0; u < Count; ++u) {
      batch.at[u / lanes].at[u % lanes] = u < count ? v[u] : T{0};
    }
    add_batch(batch);
  }

  /// All threads: returns the block's sum, in shared memory until the second `sync_block()` after
  /// the call. `clear()` empties the accumulator.
  DIATOMIC_DEVICE const exact_sum<T>* finish() {
    // The warp's first lane chooses the common window, if no other thread has.
    const detail::lane_set warp = detail::lanes_of_block();
    const unsigned home = warp.lane == 0 ? home_for(own_.window.base) : 0;
    home_ = shuffle(warp.active, home, 0);
    flush_to_block();
    sync_block();
    finalize();
    sync_block();
    return total_;
  }

  /// All threads, when they know the common window: adds their integers to shared memory.
  DIATOMIC_DEVICE void flush_to_block() {
    const detail::lane_set warp = detail::lanes_of_block();
    if (own_.window.base != home_)
      with_local_copy([](reproducible_accumulator& self) { self.flush(); });
    const detail::exact_limbs limbs = own_.taken();
    if (detail::device_ops::warp_lanes < detail::limb_count ||
        warp.active != detail::device_ops::all_lanes) {
      for (unsigned k = 0; k < detail::limb_count; ++k) {
        const std::uint64_t sum = detail::signed_sum_of_lanes(warp, limbs.at[k]);
        if (warp.lane == 0) add_limb(k, sum);
      }
      return;
    }
    std::uint64_t own = 0;  // the sum of the limb numbered as this lane
    for (unsigned k = 0; k < detail::limb_count; ++k) {
      const std::uint64_t sum = detail::signed_sum_of_lanes(detail::whole_warp(), limbs.at[k]);
      own = warp.lane == k ? sum : own;
    }
    if (warp.lane < detail::limb_count) add_limb(warp.lane, own);
  }
  /// Adds `v` to limb number `k`; after `clear()` and a `sync_block()`.
  DIATOMIC_DEVICE void add_limb(unsigned k, std::uint64_t v) {
    detail::add_halves_in_block(words_->limbs + k, v);
  }

  /// All threads, after a `sync_block()`: makes the `exact_sum`, which is valid after the next one.
  DIATOMIC_DEVICE void finalize() {
    with_local_copy([](reproducible_accumulator& self) { self.make_total(); });
  }
  /// The result of `finalize`.
  DIATOMIC_DEVICE const exact_sum<T>* total() const { return total_; }

  /// Adds a block's sum; call after `flush_to_block()`.
  DIATOMIC_DEVICE void add_sum(const exact_sum<T>& sum) {
    with_local_copy([&](reproducible_accumulator& self) { self.spill(sum); });
  }

  /// All threads, between two `sync_block()`: empties the accumulator.
  DIATOMIC_DEVICE void clear() {
    empty();
    home_ = 0;
  }
  /// The same, but the threads keep the common window.
  DIATOMIC_DEVICE void empty() {
    columns_.clear();
    if (thread_index() != 0) return;
    for (std::uint64_t& limb : words_->limbs) limb = 0;
    words_->home = 0;
    words_->is_spilled = 0;
    total_->flags = 0;
  }

  /// After a `sync_block()`: whether part of the sum is outside the limbs.
  DIATOMIC_DEVICE bool is_spilled() const { return words_->is_spilled != 0; }
  /// The part of the sum that is in the limbs.
  DIATOMIC_DEVICE const std::uint64_t* limbs() const { return words_->limbs; }
  /// The sum of the limbs, rounded.
  DIATOMIC_DEVICE T rounded_limbs() const {
    return detail::rounded<T>(detail::short_integer(words_->limbs), window::position(home_));
  }
  /// Calls `work` with a copy: only the copy needs an address, so the accumulator itself stays in
  /// registers.
  template <class Work>
  DIATOMIC_DEVICE void with_local_copy(Work work) {
    reproducible_accumulator self = *this;
    work(self);
    *this = self;
  }
  /// A word of the shared memory that the accumulator does not use.
  DIATOMIC_DEVICE std::uint32_t* spare_word() const { return &words_->spare; }

 private:
  using format = detail::exact_format<T>;
  static constexpr unsigned digits = format::digits;

  /// Adds the first `count` numbers at `p`.
  __attribute__((noinline)) DIATOMIC_DEVICE void add_unusual(const T* p, unsigned count) {
    if (!own_.has_room(count)) flush();
    // For a single number the window moves only if it is empty, when a move costs nothing.
    const bool may_move = count != 1 || own_.elements == 0;
    if (may_move && detail::held_of(own_.window, p, count) != count) move_for(p, count);
    // If the window holds few of them, all take one path: divergent lanes run serially.
    const bool holds_few = 2 * detail::held_of(own_.window, p, count) < count;
    for (unsigned i = 0; i < count; ++i) {
      if (holds_few || detail::held_of(own_.window, p + i, 1) == 0) {
        deposit(p[i]);
      } else {
        own_.add_by_both(p[i]);
      }
    }
    columns_.carry_in_time();
  }

  DIATOMIC_DEVICE void deposit(T v) {
    if (exact_sum<T>::is_special(v)) {
      diatomic::store_or(&total_->flags, detail::flag_of(v), block_scope, in_shared);
    } else {
      const detail::exact_number<T> number(v);
      columns_.template deposit<format::mantissa_bits>(number.position, number.magnitude,
                                                       number.negative);
    }
    set_spilled();
  }

  /// Moves the window if another one is better for these numbers.
  DIATOMIC_DEVICE void move_for(const T* p, unsigned count) {
    const unsigned base = detail::better_base<T>(
        own_.window.base, count, [=](unsigned i) { return detail::exponent_of(p[i]); });
    if (base == own_.window.base) return;
    const unsigned home = home_for(base);
    flush();
    own_.window.move_to(home);
    if (detail::held_of(own_.window, p, count) != count) own_.window.move_to(base);
  }
  /// The base of the common window; `base` if no thread has chosen one before.
  DIATOMIC_DEVICE unsigned home_for(unsigned base) {
    if (home_ == 0) {
      const std::uint32_t found =
          diatomic::compare_exchange(&words_->home, 0u, base, block_scope, in_shared);
      home_ = found == 0 ? base : found;
    }
    return home_;
  }

  DIATOMIC_DEVICE void set_spilled() {
    diatomic::store(&words_->is_spilled, 1u, block_scope, in_shared);
  }

  __attribute__((noinline)) DIATOMIC_DEVICE void make_total() {
    const detail::short_integer met(words_->limbs);
    const auto position = static_cast<int>(window::position(home_));
    for (unsigned k = thread_index(); k < digits; k += block_size()) {
      total_->digits[k] = met.bits_from(32 * static_cast<int>(k) - position);
    }
    if (!is_spilled()) return;
    sync_block();
    columns_.gather(total_->digits);
  }

  __attribute__((noinline)) DIATOMIC_DEVICE void spill(const exact_sum<T>& sum) {
    for (unsigned k = 0; k < digits; ++k) columns_.add(k, sum.digits[k]);
    if (sum.flags != 0) diatomic::store_or(&total_->flags, sum.flags, block_scope, in_shared);
    set_spilled();
  }

  /// Adds this thread's integers to shared memory.
  __attribute__((noinline)) DIATOMIC_DEVICE void flush() {
    if (own_.elements == 0) return;
    const detail::exact_limbs limbs = own_.taken();
    const bool is_at_home = own_.window.base == home_for(own_.window.base);
    const unsigned position = window::position(own_.window.base);
    for (unsigned k = 0; k < detail::limb_count; ++k) {
      if (is_at_home) {
        add_limb(k, limbs.at[k]);
        continue;
      }
      const bool negative = limbs.at[k] >> 63 != 0;
      columns_.template deposit<detail::limb_bits + 2>(
          position + k * detail::limb_bits, negative ? 0 - limbs.at[k] : limbs.at[k], negative);
    }
    if (!is_at_home) set_spilled();
  }

  detail::exact_integers<T> own_;
  unsigned home_ = 0;  ///< 0 until known
  block_words* words_;
  columns columns_;
  exact_sum<T>* total_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
