// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Exact sums of what the threads of a block add.

#include <cstddef>
#include <cstdint>

#include <diatomic/algorithms/detail/exact_columns.hpp>
#include <diatomic/algorithms/detail/exact_digits.hpp>
#include <diatomic/algorithms/detail/exact_window.hpp>
#include <diatomic/algorithms/exact_sum.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// The exact sum of what the threads of a block add, for your own kernels.
///
/// All threads construct it, on the same shared memory; each adds what it likes; all call
/// `finish()`, which gives the block's sum. Of several blocks, `exact_sum::add_atomically` makes
/// one:
///
///     reproducible_accumulator<float> sum(shared_array<std::uint64_t>());
///     for (std::size_t i = global_index(); i < n; i += global_size()) sum.add(input[i]);
///     const exact_sum<float>* all = sum.finish();
///     if (thread_index() == 0) total->add_atomically(*all);
template <class T>
class reproducible_accumulator {
  using window = detail::exact_window<T>;

 public:
  /// Elements of 16 bytes, each of which is added to integers of its own.
  static constexpr unsigned lanes = 16 / sizeof(T);
  /// Bytes of shared memory that a block of `block_size` threads needs, on every backend.
  static DIATOMIC_CONSTEXPR std::size_t shared_bytes(unsigned block_size) {
    return 8 + detail::exact_columns<T>::shared_bytes(block_size) + sizeof(exact_sum<T>);
  }

  /// `shared` has room for `shared_bytes(block_size())`.
  DIATOMIC_DEVICE explicit reproducible_accumulator(std::uint64_t* shared)
      : columns_(shared + 1),
        spare_(reinterpret_cast<std::uint32_t*>(shared)),
        total_(reinterpret_cast<exact_sum<T>*>(columns_.end())) {
    window_.move_to(window::usual_base);
    clear();
    sync_block();
  }

  /// Adds the element `v` of this thread.
  DIATOMIC_DEVICE void add(T v) {
    make_room(window_.base);
    add_one(v);
    ++singles_;
  }

  /// Adds this thread's batch `v` of four vectors, which lie at `p`, `stride` apart.
  template <class Batch>
  DIATOMIC_DEVICE void add_batch(const Batch& v, const detail::vector_of<T>* p, unsigned stride) {
    bool all = holds(v);
    make_room(all ? window_.base : base_for<4 * lanes>([=](unsigned i) {
      return p[i / lanes * stride].at[i % lanes];
    }));
    if (!all) all = holds(v);
    if (!all) return add_each(p, stride, 4);
    for (unsigned u = 0; u < 4; ++u) {
      for (unsigned j = 0; j < lanes; ++j) window_.add(v.at[u].at[j], own_[j]);
    }
    ++batches_;
  }
  /// Adds `count` vectors, up to four, which lie at `p`, `stride` apart.
  DIATOMIC_DEVICE void add_some(const detail::vector_of<T>* p, unsigned stride, unsigned count) {
    make_room(window_.base);
    add_each(p, stride, count);
  }

  /// Adds the first `count` of this thread's elements `v`.
  template <unsigned Count>
  DIATOMIC_DEVICE void add_elements(const T (&v)[Count], unsigned count) {
    bool all = true;
    for (unsigned u = 0; u < Count; ++u) all = all & (u >= count || window_.holds(v[u]));
    make_room(all ? window_.base : base_for<Count>([&](unsigned u) { return v[u]; }));
    for (unsigned u = 0; u < Count; ++u) {
      if (u < count) add_one(v[u]);
    }
    singles_ += count;
  }

  /// All threads: the block's sum, in shared memory until the next `sync_block()` but one. The
  /// accumulator is empty again after `clear()`.
  DIATOMIC_DEVICE const exact_sum<T>* finish() {
    flush();
    sync_block();
    columns_.gather(total_->digits);
    sync_block();
    return total_;
  }

  /// All threads: adds the sums of `count` blocks; before `finish()`.
  DIATOMIC_DEVICE void add_sums(const exact_sum<T>* sums, unsigned count) {
    const unsigned groups = block_size() < digits ? 1 : block_size() / digits;
    for (unsigned i = thread_index(); i < groups * digits; i += block_size()) {
      const unsigned k = i % digits;
      std::uint64_t sum = 0;
      constexpr unsigned at_once = 8;  // loads in flight
      for (unsigned b = i / digits; b < count; b += at_once * groups) {
        for (unsigned u = 0; u < at_once; ++u) {
          const unsigned block = b + u * groups;
          sum += block < count ? sums[block].digits[k] : 0u;
        }
      }
      columns_.template deposit<64>(32 * k, sum, false);
    }
    std::uint32_t flags = 0;
    for (unsigned b = thread_index(); b < count; b += block_size()) flags |= sums[b].flags;
    if (flags != 0) store_or(&total_->flags, flags, block_scope, in_shared);
  }

  /// All threads, between two `sync_block()`: forgets everything.
  DIATOMIC_DEVICE void clear() {
    columns_.clear();
    if (thread_index() == 0) *total_ = exact_sum<T>{};
  }

  /// A word of the shared memory that the accumulator does not use.
  DIATOMIC_DEVICE std::uint32_t* spare_word() const { return spare_; }

 private:
  using format = detail::exact_format<T>;
  static constexpr unsigned digits = format::digits;
  // A sum of so many integers below 2^51, and 16 more, fits in 64 bits. A batch adds four to each.
  static constexpr unsigned most_adds = 2000;
  static constexpr unsigned most_batches = 512;

  DIATOMIC_DEVICE void add_one(T v) {
    if (window_.holds(v)) {
      window_.add(v, own_[0]);
      for (unsigned i = 0; i < window::levels; ++i) {
        own_[0][i] -= detail::bits_as<std::uint64_t>(window_.anchors[i]);
      }
    } else if (exact_sum<T>::is_special(v)) {
      store_or(&total_->flags, detail::flag_of(v), block_scope, in_shared);
    } else {
      const detail::exact_number<T> number(v);
      columns_.template deposit<format::mantissa_bits>(number.position, number.magnitude,
                                                       number.negative);
    }
  }

  DIATOMIC_DEVICE void add_each(const detail::vector_of<T>* p, unsigned stride, unsigned count) {
    for (unsigned u = 0; u < count; ++u) {
      const T* const v = p[u * stride].at;
      for (unsigned j = 0; j < lanes; ++j) add_one(v[j]);
    }
    singles_ += count * lanes;
  }

  template <class Batch>
  DIATOMIC_DEVICE bool holds(const Batch& v) const {
    bool all = true;
    for (unsigned u = 0; u < 4; ++u) {
      for (unsigned j = 0; j < lanes; ++j) all = all & window_.holds(v.at[u].at[j]);
    }
    return all;
  }

  /// `better_base` of a thread's numbers.
  template <unsigned Count, class NumberAt>
  DIATOMIC_DEVICE unsigned base_for(NumberAt number_at) const {
    return detail::better_base<T, Count>(window_.base, [=](unsigned i) {
      const auto bits = detail::bits_as<detail::unsigned_of<T>>(number_at(i));
      return static_cast<unsigned>(bits >> (format::mantissa_bits - 1)) & format::exponent_mask;
    });
  }

  /// Before something is added: brings the integers away where they might overflow, or if the
  /// window is to be another one.
  DIATOMIC_DEVICE void make_room(unsigned base) {
    if (base == window_.base && batches_ != most_batches && singles_ < most_adds) return;
    flush();
    columns_.carry_in_time();
    window_.move_to(base);
  }

  /// Brings this thread's integers to its column.
  DIATOMIC_DEVICE void flush() {
    flush_level<0>();
    if constexpr (window::levels > 1) flush_level<1>();
    batches_ = 0;
    singles_ = 0;
  }
  template <unsigned Level>
  DIATOMIC_DEVICE void flush_level() {
    // Each integer has taken the anchor's bits as often as an element.
    const std::uint64_t anchors =
        4 * std::uint64_t{batches_} * detail::bits_as<std::uint64_t>(window_.anchors[Level]);
    std::uint64_t low = 0;   // of the lower 32 bits of each
    std::uint64_t high = 0;  // of the upper ones, signed
    for (unsigned j = 0; j < lanes; ++j) {
      const std::uint64_t part = own_[j][Level] - anchors;
      own_[j][Level] = 0;
      low += part & 0xffffffffu;
      high += static_cast<std::uint64_t>(static_cast<std::int64_t>(part) >> 32);
    }
    const unsigned position = window_.position(Level);
    const bool negative = high >> 63 != 0;
    columns_.template deposit<34>(position, low, false);
    columns_.template deposit<33>(position + 32, negative ? 0 - high : high, negative);
  }

  window window_;
  std::uint64_t own_[lanes][window::levels] = {};
  unsigned batches_ = 0;
  unsigned singles_ = 0;
  detail::exact_columns<T> columns_;
  std::uint32_t* spare_;
  exact_sum<T>* total_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
