// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Per-block histogram counters in shared memory, for kernels.
///
///     using histogram = block_histogram<lane_columns<unsigned>, Count>;
///     histogram own(shared_array<char>(), {0, bins, 32}, counts);
///     own.clear();
///     for (...) own.add(bin);  // no_bin, and bins outside the rows, are not counted
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

/// `block_histogram` with a counter in each column of each row.
template <class Counter, class Count>
class block_histogram<lane_columns<Counter>, Count> {
 public:
  /// Bytes of shared memory, aligned to 16, required for `rows` rows and `columns` columns.
  static DIATOMIC_CONSTEXPR std::size_t shared_bytes(std::size_t rows, unsigned columns) {
    return sizeof(Counter) * (rows * columns + detail::most_lanes);
  }

  /// Counts the bins of `which` in `memory`; `counts` receives the results.
  DIATOMIC_DEVICE block_histogram(void* memory, histogram_rows which, Count* counts)
      : own_(static_cast<Counter*>(memory)),
        mine_(static_cast<char*>(memory) + (lane_index() & (which.columns - 1)) * sizeof(Counter)),
        row_bytes_(which.columns * static_cast<unsigned>(sizeof(Counter)) & low_24_bits),
        which_(which),
        nowhere_((which.rows + lane_index() % detail::most_lanes / which.columns) & low_24_bits),
        counts_(counts) {}

  /// Sets all counters to zero.
  DIATOMIC_DEVICE void clear() {
    for (unsigned i = thread_index(); i < which_.rows * which_.columns; i += block_size()) {
      own_[i] = Counter{};
    }
    sync_block();
  }

  /// Adds `weight` to a bin.
  DIATOMIC_DEVICE void add(unsigned bin, Counter weight = Counter{1}) {
    const unsigned row = bin - which_.first;
    add_row(row < nowhere_ ? row : nowhere_, weight);
  }

  /// `add` for the bin in row `row`, which must exist.
  DIATOMIC_DEVICE void add_row(unsigned row, Counter weight = Counter{1}) {
    detail::add_in_block(reinterpret_cast<Counter*>(mine_ + row * row_bytes_), weight);
  }

  /// Adds all counters to the results.
  DIATOMIC_DEVICE void merge() {
    sync_block();
    for (unsigned i = thread_index(); i < which_.rows; i += block_size()) {
      const unsigned row = detail::merged_row(i, which_.rows);
      const Counter sum = sum_of(row);
      if (sum != Counter{}) send(which_.first + row, sum);
    }
  }

  /// Adds the counters of row r to result `result_of_row(r)`, if that is below `results`. Requires
  /// that no bin outside the rows was added.
  template <class Map>
  DIATOMIC_DEVICE void merge_by(Map result_of_row, unsigned results) {
    Counter* const sums = own_ + which_.rows * which_.columns;
    const bool few = results <= detail::most_lanes;  // Many rows add to each.
    if (few) {
      for (unsigned i = thread_index(); i < results; i += block_size()) sums[i] = Counter{};
    }
    sync_block();
    for (unsigned i = thread_index(); i < which_.rows; i += block_size()) {
      const unsigned row = detail::merged_row(i, which_.rows);
      const Counter sum = sum_of(row);
      const unsigned result = result_of_row(row);
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
  DIATOMIC_DEVICE Counter sum_of(unsigned row) const {
    Counter sum{};
    // Neighbouring threads start in different columns, which are in different banks.
    for (unsigned k = 0; k < which_.columns; ++k) {
      const unsigned column = (row + k) & (which_.columns - 1);
      sum = result_of<op::add>(sum, own_[row * which_.columns + column]);
    }
    return sum;
  }
  DIATOMIC_DEVICE void send(unsigned result, Counter sum) {
    store_add(counts_ + result, static_cast<Count>(sum), in_global, coarse_grained);
  }

  // Shared memory is no larger, and AMD chips multiply 24-bit numbers four times as fast, if the
  // compiler knows the bound.
  static constexpr unsigned low_24_bits = (1u << 24) - 1;

  Counter* own_;
  char* mine_;  // the lane's column; in bytes, so that a counter's address is one multiply-add
  unsigned row_bytes_;
  histogram_rows which_;
  unsigned nowhere_;  // the lane's dummy row for bins outside the rows
  Count* counts_;
};

/// `block_histogram` with several counters in a word.
template <unsigned Bits, class Count>
class block_histogram<packed_counters<Bits>, Count> {
  static_assert(Bits == 8 || Bits == 16, "packed_counters: Bits must be 8 or 16");
  static constexpr unsigned fields = 32 / Bits;  // of a word
  static constexpr unsigned most = (1u << Bits) - 1;

 public:
  /// Bytes of shared memory, aligned to 16, required for `rows` rows.
  static DIATOMIC_CONSTEXPR std::size_t shared_bytes(std::size_t rows, unsigned = 1) {
    return sizeof(unsigned) * ((rows + fields - 1) / fields + detail::most_lanes);
  }

  /// Counts the bins of `which` in `memory`; `counts` receives the results.
  DIATOMIC_DEVICE block_histogram(void* memory, histogram_rows which, Count* counts)
      : own_(static_cast<unsigned*>(memory)),
        which_(which),
        nowhere_(((which.rows + fields - 1) / fields + lane_index() % detail::most_lanes) * fields),
        counts_(counts) {}

  /// Sets all counters to zero.
  DIATOMIC_DEVICE void clear() {
    for (unsigned i = thread_index(); i * fields < which_.rows; i += block_size()) own_[i] = 0;
    sync_block();
  }

  /// Adds `times` to a bin.
  DIATOMIC_DEVICE void add(unsigned bin, unsigned times = 1) {
    const unsigned row = row_of(bin);
    if (times > most) {
      if (row < which_.rows) send(row, static_cast<Count>(times));
      return;
    }
    const unsigned old = detail::fetch_add_in_block(own_ + row / fields, one_in(row) * times);
    if ((old >> shift_of(row) & most) + times > most) spill(row, old);
  }

  /// Adds 1 to each of `Batch` bins. Issues all additions before it checks the first old counter.
  template <unsigned Batch>
  DIATOMIC_DEVICE void add_all(const unsigned (&bins)[Batch]) {
    unsigned rows[Batch];
    unsigned olds[Batch];
    for (unsigned k = 0; k < Batch; ++k) {
      rows[k] = row_of(bins[k]);
      olds[k] = detail::fetch_add_in_block(own_ + rows[k] / fields, one_in(rows[k]));
    }
    bool any = false;
    for (unsigned k = 0; k < Batch; ++k) any |= is_full(rows[k], olds[k]);
    if (!any) return;
    for (unsigned k = 0; k < Batch; ++k) {
      if (is_full(rows[k], olds[k])) spill(rows[k], olds[k]);
    }
  }

  /// Adds all counters to the results.
  DIATOMIC_DEVICE void merge() {
    sync_block();
    for (unsigned i = thread_index(); i < which_.rows; i += block_size()) {
      const unsigned row = detail::merged_row(i, which_.rows);
      const unsigned count = own_[row / fields] >> shift_of(row) & most;
      if (count != 0) send(row, static_cast<Count>(count));
    }
  }

 private:
  static DIATOMIC_DEVICE unsigned shift_of(unsigned row) { return row % fields * Bits; }

  /// A row's 1 in its word, in half the instructions of a shift by a shift.
  static DIATOMIC_DEVICE unsigned one_in(unsigned row) {
    if constexpr (fields == 2) return row % 2 * most + 1;
    return 1u << shift_of(row);
  }

  static DIATOMIC_DEVICE bool is_full(unsigned row, unsigned old) {
    return (~old & one_in(row) * most) == 0;
  }

  DIATOMIC_DEVICE unsigned row_of(unsigned bin) const {
    const unsigned row = bin - which_.first;
    return row < nowhere_ ? row : nowhere_;
  }

  // A counter that overflows carries one into the next counter of its word. The word is one number,
  // so each counter's value and each overflow are exact for any order of additions. The carry need
  // not be removed from the word, where other threads may have seen it: the next bin's result is
  // decremented instead. The carry may itself overflow that counter.
  DIATOMIC_DEVICE void spill(unsigned row, unsigned old) {
    if (row >= which_.rows) return;
    do {
      send(row, static_cast<Count>(most + 1));
      if (++row % fields == 0 || row >= which_.rows) return;  // leaves the word, or has no bin
      send(row, static_cast<Count>(-1));
    } while ((old >> shift_of(row) & most) == most);
  }

  DIATOMIC_DEVICE void send(unsigned row, Count count) {
    store_add(counts_ + which_.first + row, count, in_global, coarse_grained);
  }

  unsigned* own_;
  histogram_rows which_;
  unsigned nowhere_;  // the lane's dummy row for bins outside the rows
  Count* counts_;
};

/// `block_histogram` without block counters.
template <class Count>
class block_histogram<global_counters, Count> {
 public:
  /// 0: this layout needs no shared memory.
  static DIATOMIC_CONSTEXPR std::size_t shared_bytes(std::size_t, unsigned = 1) { return 0; }

  /// Counts the bins of `which` in `counts`.
  DIATOMIC_DEVICE block_histogram(void*, histogram_rows which, Count* counts)
      : which_(which), counts_(counts) {}

  /// Does nothing: the block has no counters.
  DIATOMIC_DEVICE void clear() {}

  /// Adds `weight` to a bin.
  DIATOMIC_DEVICE void add(unsigned bin, Count weight = Count{1}) {
    if (bin - which_.first < which_.rows) {
      store_add(counts_ + bin, weight, in_global, coarse_grained);
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
  histogram_rows which_;
  Count* counts_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
