// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A block's copies of the long integer of an exact sum, in shared memory.

#include <cstddef>
#include <cstdint>

#include <diatomic/algorithms/exact/digits.hpp>
#include <diatomic/collectives/detail/block_words.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Columns of digits: one for each lane, up to 32. A 32-bit digit has a signed 64-bit word, which
/// defers carries, so that no thread waits for an old value.
template <class T>
class exact_columns {
  static constexpr unsigned digits = exact_format<T>::digits;
  static constexpr unsigned most_columns = 32;
  /// Deposits of a thread between two carries; a word can take 2^31 from all threads.
  static constexpr unsigned most_deposits = 4096;

  static DIATOMIC_CONSTEXPR unsigned columns_of(unsigned block_size) {
    return block_size < most_columns ? block_size : most_columns;
  }

 public:
  static DIATOMIC_CONSTEXPR std::size_t shared_bytes(unsigned block_size) {
    return sizeof(std::uint64_t) * digits * columns_of(block_size);
  }

  DIATOMIC_DEVICE explicit exact_columns(std::uint64_t* shared)
      : columns_(block_size() < most_columns ? block_size() : most_columns),
        first_(shared),
        own_(shared + thread_index() % most_columns) {}

  /// The end of the columns.
  DIATOMIC_DEVICE std::uint64_t* end() const { return first_ + digits * columns_; }

  /// All threads, between two `sync_block()`: sets all digits to 0.
  DIATOMIC_DEVICE void clear() {
    for (unsigned i = thread_index(); i < digits * columns_; i += block_size()) first_[i] = 0;
  }

  /// Adds `v` to digit number k.
  DIATOMIC_DEVICE void add(unsigned k, std::uint64_t v) { add_in_block(own_ + k * columns_, v); }

  /// Adds `magnitude` * 2^`position`, or subtracts it if `negative`. `magnitude` is below 2^`Bits`.
  template <unsigned Bits>
  DIATOMIC_DEVICE void deposit(unsigned position, std::uint64_t magnitude, bool negative) {
    const placed_digits placed(position, magnitude);
    constexpr unsigned parts = (Bits + 31 + 31) / 32;
    for (unsigned i = 0; i < parts; ++i) {
      if (placed.at[i] == 0 || placed.first + i >= digits) continue;
      const std::uint64_t part = placed.at[i];
      add(placed.first + i, negative ? 0 - part : part);
    }
    ++deposits_;
  }
  /// Call this every few thousand deposits. If carries are due, moves the excess of each word over
  /// its digit to the next word. Other threads may add meanwhile.
  DIATOMIC_DEVICE void carry_in_time() {
    if (deposits_ < most_deposits) return;
    for (unsigned k = 0; k < digits; ++k) {
      const std::uint64_t word =
          exchange(own_ + k * columns_, std::uint64_t{0}, block_scope, in_shared);
      if (word == 0) continue;
      add(k, word & 0xffffffffu);
      if (k + 1 < digits) add(k + 1, upper_half(word));
    }
    deposits_ = 0;
  }

  /// All threads, after a `sync_block()`: adds the sum of the columns to `total`, in shared memory.
  DIATOMIC_DEVICE void gather(std::uint32_t* total) {
    for (unsigned k = thread_index(); k < digits; k += block_size()) {
      std::uint64_t low = 0;
      std::uint64_t high = 0;
      for (unsigned c = 0; c < columns_; ++c) {
        const std::uint64_t word = first_[k * columns_ + (c + k) % columns_];  // in different banks
        low += word & 0xffffffffu;
        high += upper_half(word);
      }
      const auto add_to = [total](unsigned i, std::uint32_t due) {
        return fetch_add_in_block(total + i, due);
      };
      detail::deposit<T>(32 * k, low, false, add_to);
      const bool negative = high >> 63 != 0;
      detail::deposit<T>(32 * (k + 1), negative ? 0 - high : high, negative, add_to);
    }
  }

 private:
  /// The upper half of a signed word.
  static DIATOMIC_DEVICE std::uint64_t upper_half(std::uint64_t word) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(word) >> 32);
  }

  unsigned columns_;
  unsigned deposits_ = 0;
  std::uint64_t* first_;
  std::uint64_t* own_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
