// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Per-block histogram counters in shared memory, for kernels.
///
///     using histogram = block_histogram<per_lane_copies<unsigned>, Count>;
///     histogram own(shared_array<char>(), {0, bins, 32}, counts);
///     own.clear();
///     for (...) own.add(bin);  // no_bin, and bins of other blocks, are not counted
///     own.merge();
///
/// `<diatomic/algorithms/histogram.hpp>` has complete kernels, and chooses the layout.

#include <cstddef>

#include <diatomic/collectives/detail/block_words.hpp>
#include <diatomic/collectives/histogram_layouts.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// `block_histogram` with `copies` counters per bin.
template <class Counter, class Count>
class block_histogram<per_lane_copies<Counter>, Count> {
 public:
  /// Bytes of shared memory, aligned to 16, required for `bins` bins of `copies` counters.
  static DIATOMIC_CONSTEXPR std::size_t shared_bytes(std::size_t bins, unsigned copies) {
    return sizeof(Counter) * (bins * copies + detail::max_lanes);
  }

  /// Counts the bins of `which` in `memory`; `counts` receives the results.
  DIATOMIC_DEVICE block_histogram(void* memory, block_bins which, Count* counts)
      : own_(static_cast<Counter*>(memory)),
        mine_(static_cast<char*>(memory) + (lane_index() & (which.copies - 1)) * sizeof(Counter)),
        bin_bytes_(which.copies * static_cast<unsigned>(sizeof(Counter)) & low_24_bits),
        which_(which),
        nowhere_((which.bins + lane_index() % detail::max_lanes / which.copies) & low_24_bits),
        counts_(counts) {}

  /// Sets all counters to zero.
  DIATOMIC_DEVICE void clear() {
    for (unsigned i = thread_index(); i < which_.bins * which_.copies; i += block_size()) {
      own_[i] = Counter{};
    }
    sync_block();
  }

  /// Adds `weight` to a bin.
  DIATOMIC_DEVICE void add(unsigned bin, Counter weight = Counter{1}) {
    const unsigned own_bin = bin - which_.first;
    add_own(own_bin < nowhere_ ? own_bin : nowhere_, weight);
  }

  /// `add` for this block's bin number `own_bin`, which must exist.
  DIATOMIC_DEVICE void add_own(unsigned own_bin, Counter weight = Counter{1}) {
    detail::add_in_block(reinterpret_cast<Counter*>(mine_ + own_bin * bin_bytes_), weight);
  }

  /// Adds all counters to the results.
  DIATOMIC_DEVICE void merge() {
    sync_block();
    for (unsigned i = thread_index(); i < which_.bins; i += block_size()) {
      const unsigned own_bin = detail::merged_bin(i, which_.bins);
      const Counter sum = sum_of(own_bin);
      if (sum != Counter{}) send(which_.first + own_bin, sum);
    }
  }

  /// Adds the counters of own bin b to result `result_of_own(b)`, if that is below `results`.
  /// Requires that only own bins were added.
  template <class Map>
  DIATOMIC_DEVICE void merge_by(Map result_of_own, unsigned results) {
    Counter* const sums = own_ + which_.bins * which_.copies;
    const bool few = results <= detail::max_lanes;  // Many bins add to each.
    if (few) {
      for (unsigned i = thread_index(); i < results; i += block_size()) sums[i] = Counter{};
    }
    sync_block();
    for (unsigned i = thread_index(); i < which_.bins; i += block_size()) {
      const unsigned own_bin = detail::merged_bin(i, which_.bins);
      const Counter sum = sum_of(own_bin);
      const unsigned result = result_of_own(own_bin);
      if (sum == Counter{} || result >= results) continue;
      if (few) {
        detail::add_in_block(sums + result, sum);
      } else {
        send(result, sum);
      }
    }
    if (!few) return;
    sync_block();
    for (unsigned i = thread_index(); i < results; i += block_size()) send(i, sums[i]);
  }

 private:
  DIATOMIC_DEVICE Counter sum_of(unsigned own_bin) const {
    Counter sum{};
    // Neighbouring threads start at different copies, which are in different banks.
    for (unsigned k = 0; k < which_.copies; ++k) {
      const unsigned copy = (own_bin + k) & (which_.copies - 1);
      sum = diatomic::result_of<op::add>(sum, own_[own_bin * which_.copies + copy]);
    }
    return sum;
  }
  DIATOMIC_DEVICE void send(unsigned result, Counter sum) {
    diatomic::store_add(counts_ + result, static_cast<Count>(sum), in_global, coarse_grained);
  }

  // Shared memory is no larger, and AMD chips multiply 24-bit numbers four times as fast, if the
  // compiler knows the bound.
  static constexpr unsigned low_24_bits = (1u << 24) - 1;

  Counter* own_;
  char* mine_;  // the lane's copy; in bytes, so that a counter's address is one multiply-add
  unsigned bin_bytes_;
  block_bins which_;
  unsigned nowhere_;  // the lane's dummy bin for bins of other blocks
  Count* counts_;
};

/// `block_histogram` with several counters in a word.
template <unsigned Bits, class Count>
class block_histogram<packed_counters<Bits>, Count> {
  static_assert(Bits == 8 || Bits == 16, "packed_counters: Bits must be 8 or 16");
  static constexpr unsigned fields = 32 / Bits;  // of a word
  static constexpr unsigned max_count = (1u << Bits) - 1;

 public:
  /// Bytes of shared memory, aligned to 16, required for `bins` bins.
  static DIATOMIC_CONSTEXPR std::size_t shared_bytes(std::size_t bins, unsigned = 1) {
    return sizeof(unsigned) * ((bins + fields - 1) / fields + detail::max_lanes);
  }

  /// Counts the bins of `which` in `memory`; `counts` receives the results.
  DIATOMIC_DEVICE block_histogram(void* memory, block_bins which, Count* counts)
      : own_(static_cast<unsigned*>(memory)),
        which_(which),
        nowhere_(((which.bins + fields - 1) / fields + lane_index() % detail::max_lanes) * fields),
        counts_(counts) {}

  /// Sets all counters to zero.
  DIATOMIC_DEVICE void clear() {
    for (unsigned i = thread_index(); i * fields < which_.bins; i += block_size()) own_[i] = 0;
    sync_block();
  }

  /// Adds `times` to a bin.
  DIATOMIC_DEVICE void add(unsigned bin, unsigned times = 1) {
    const unsigned own_bin = own_bin_of(bin);
    if (times > max_count) {
      if (own_bin < which_.bins) send(own_bin, static_cast<Count>(times));
      return;
    }
    const unsigned old =
        detail::fetch_add_in_block(own_ + own_bin / fields, one_in(own_bin) * times);
    if ((old >> shift_of(own_bin) & max_count) + times > max_count) spill(own_bin, old);
  }

  /// Adds 1 to each of `Batch` bins. Issues all additions before it checks the first old counter.
  template <unsigned Batch>
  DIATOMIC_DEVICE void add_all(const unsigned (&bins)[Batch]) {
    unsigned own_bins[Batch];
    unsigned olds[Batch];
    for (unsigned k = 0; k < Batch; ++k) {
      own_bins[k] = own_bin_of(bins[k]);
      olds[k] = detail::fetch_add_in_block(own_ + own_bins[k] / fields, one_in(own_bins[k]));
    }
    bool any = false;
    for (unsigned k = 0; k < Batch; ++k) any |= is_full(own_bins[k], olds[k]);
    if (!any) return;
    for (unsigned k = 0; k < Batch; ++k) {
      if (is_full(own_bins[k], olds[k])) spill(own_bins[k], olds[k]);
    }
  }

  /// Adds all counters to the results.
  DIATOMIC_DEVICE void merge() {
    sync_block();
    for (unsigned i = thread_index(); i < which_.bins; i += block_size()) {
      const unsigned own_bin = detail::merged_bin(i, which_.bins);
      const unsigned count = own_[own_bin / fields] >> shift_of(own_bin) & max_count;
      if (count != 0) send(own_bin, static_cast<Count>(count));
    }
  }

 private:
  static DIATOMIC_DEVICE unsigned shift_of(unsigned own_bin) { return own_bin % fields * Bits; }

  /// A bin's 1 in its word, in half the instructions of a shift by a shift.
  static DIATOMIC_DEVICE unsigned one_in(unsigned own_bin) {
    if constexpr (fields == 2) return own_bin % 2 * max_count + 1;
    return 1u << shift_of(own_bin);
  }

  static DIATOMIC_DEVICE bool is_full(unsigned own_bin, unsigned old) {
    return (~old & one_in(own_bin) * max_count) == 0;
  }

  DIATOMIC_DEVICE unsigned own_bin_of(unsigned bin) const {
    const unsigned own_bin = bin - which_.first;
    return own_bin < nowhere_ ? own_bin : nowhere_;
  }

  // A counter that overflows carries one into the next counter of its word. The word is one number,
  // so each counter's value and each overflow are exact for any order of additions. The carry need
  // not be removed from the word, where other threads may have seen it: the next bin's result is
  // decremented instead. The carry may itself overflow that counter.
  DIATOMIC_DEVICE void spill(unsigned own_bin, unsigned old) {
    if (own_bin >= which_.bins) return;
    do {
      send(own_bin, static_cast<Count>(max_count + 1));
      if (++own_bin % fields == 0 || own_bin >= which_.bins)
        return;  // leaves the word, or has no bin
      send(own_bin, static_cast<Count>(-1));
    } while ((old >> shift_of(own_bin) & max_count) == max_count);
  }

  DIATOMIC_DEVICE void send(unsigned own_bin, Count count) {
    diatomic::store_add(counts_ + which_.first + own_bin, count, in_global, coarse_grained);
  }

  unsigned* own_;
  block_bins which_;
  unsigned nowhere_;  // the lane's dummy bin for bins of other blocks
  Count* counts_;
};

/// `block_histogram` without block counters.
template <class Count>
class block_histogram<global_counters, Count> {
 public:
  /// 0: this layout needs no shared memory.
  static DIATOMIC_CONSTEXPR std::size_t shared_bytes(std::size_t, unsigned = 1) { return 0; }

  /// Counts the bins of `which` in `counts`.
  DIATOMIC_DEVICE block_histogram(void*, block_bins which, Count* counts)
      : which_(which), counts_(counts) {}

  /// Does nothing: the block has no counters.
  DIATOMIC_DEVICE void clear() {}

  /// Adds `weight` to a bin.
  DIATOMIC_DEVICE void add(unsigned bin, Count weight = Count{1}) {
    if (bin - which_.first < which_.bins) {
      diatomic::store_add(counts_ + bin, weight, in_global, coarse_grained);
    }
  }

  /// Adds 1 to each of the `bins`.
  template <unsigned Batch>
  DIATOMIC_DEVICE void add_all(const unsigned (&bins)[Batch]) {
    for (unsigned k = 0; k < Batch; ++k) add(bins[k]);
  }

  /// Does nothing: the results are already complete.
  DIATOMIC_DEVICE void merge() {}

 private:
  block_bins which_;
  Count* counts_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
