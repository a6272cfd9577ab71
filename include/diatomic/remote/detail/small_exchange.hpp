// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// All-reduce of a small array in the time of one message: each processing element sends all of its
/// elements to all others, in words that hold 4 bytes of data and the number of the call. A word
/// that has the number has the data too, so no fence and no signal is needed.

#include <cstddef>
#include <cstdint>

#include <diatomic/diatomic.hpp>
#include <diatomic/remote/detail/signal_ref.hpp>
#include <diatomic/remote/symmetric_ptr.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

/// The words of one call: of each sender one box, with `pieces` words.
class small_exchange {
 public:
  /// Those of the next call on the array. All processing elements make as many, in the same order.
  template <class T>
  static small_exchange next_of(symmetric_array<T>& array) {
    return {array.exchange(), array.size() * sizeof(T) / 4, ++array.phase_};
  }
  /// Whether the array has such words.
  template <class T>
  static bool fits(const symmetric_array<T>& array, int pes) {
    return sizeof(T) % 4 == 0 && exchange_words(pes, array.size() * sizeof(T)) != 0;
  }

  /// Sends 4 bytes to all others.
  DIATOMIC_DEVICE void send(std::size_t piece, std::uint32_t data) const {
    const std::uint64_t word = std::uint64_t{phase_} << 32 | data;
    for (int i = 1; i < words_.pes(); ++i) {
      remote_ref<std::uint64_t>(at(words_.pe(), piece), (words_.pe() + i) % words_.pes())
          .store(word);
    }
  }
  /// The 4 bytes that `from` has sent here.
  DIATOMIC_DEVICE std::uint32_t receive(int from, std::size_t piece) const {
    const signal_ref<std::uint64_t> word(at(from, piece), words_.pe());
    const unsigned phase = phase_;
    const auto came = [=](std::uint64_t seen) { return seen >> 32 == phase; };
    for (int polls = 0; polls < 4096; ++polls) {
      const std::uint64_t seen = word.load();
      if (came(seen)) return static_cast<std::uint32_t>(seen);
    }
    word.wait(came);
    return static_cast<std::uint32_t>(word.load());
  }

 private:
  small_exchange(const symmetric_ptr<std::uint64_t>& words, std::size_t pieces, unsigned phase)
      : words_(words), pieces_(pieces), phase_(phase) {}

  DIATOMIC_FUNCTION symmetric_ptr<std::uint64_t> at(int from, std::size_t piece) const {
    const std::size_t word = static_cast<std::size_t>(from) * pieces_ + piece;
    return words_ + static_cast<std::ptrdiff_t>(word);
  }

  symmetric_ptr<std::uint64_t> words_;
  std::size_t pieces_;
  unsigned phase_;
};

/// Each element of the own part becomes the `Op` of that element in all parts.
template <op Op, class T>
struct exchange_kernel {
  DIATOMIC_DEVICE void operator()(T* elements, std::size_t n, int pe, int pes,
                                  small_exchange others) const {
    const std::size_t step = std::size_t{block_size()} * grid_size();
    const std::size_t thread = std::size_t{block_index()} * block_size() + thread_index();
    for (std::size_t i = thread; i < n; i += step) {
      const auto own = bits_as<pieces>(elements[i]);
      for (std::size_t k = 0; k < count; ++k) others.send(i * count + k, own.of[k]);
    }
    for (std::size_t i = thread; i < n; i += step) {
      const T own = elements[i];
      T merged = pe == 0 ? own : received(others, 0, i);
      for (int from = 1; from < pes; ++from) {
        merged = result_of<Op>(merged, from == pe ? own : received(others, from, i));
      }
      elements[i] = merged;
    }
  }

 private:
  static constexpr std::size_t count = sizeof(T) / 4;
  struct pieces {
    std::uint32_t of[count];
  };
  static DIATOMIC_DEVICE T received(const small_exchange& others, int from, std::size_t i) {
    pieces found{};
    for (std::size_t k = 0; k < count; ++k) found.of[k] = others.receive(from, i * count + k);
    return bits_as<T>(found);
  }
};

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail
