// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What a seed decides for the race check: orders, and where a thread is preempted. All of it
/// follows from the seed and from counts, and nothing from time or from the system's threads.

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/platform.hpp>

#if DIATOMIC_RACE_CHECK
#include <cstddef>
#include <cstdint>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {
namespace race {

/// DIATOMIC_RACE_SEED: another schedule for each number. An odd one reverses the orders of the even
/// one before it, so that two seeds start each pair of threads, and of blocks, in both orders. 0 is
/// the usual order. From 2 on, threads are preempted at operations too.
DIATOMIC_HOST_SHARED inline unsigned seed = 0;

/// Random numbers of an even seed and of the following odd one, which are the same.
class random_numbers {
 public:
  random_numbers() = default;
  DIATOMIC_HOST_UNSEEN random_numbers(std::uint64_t launch, std::uint64_t what)
      : state_(mixed(mixed(mixed(seed / 2) + launch) + what)) {}

  /// One of 0 to n - 1.
  DIATOMIC_HOST_UNSEEN unsigned below(unsigned n) {
    state_ += step;
    return static_cast<unsigned>((mixed(state_) >> 32) * n >> 32);
  }

 private:
  static constexpr std::uint64_t step = 0x9E3779B97F4A7C15u;
  DIATOMIC_HOST_UNSEEN static std::uint64_t mixed(std::uint64_t x) {
    x = (x + step) * 0xD6E8FEB86659FD93u;
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
    return x ^ x >> 32;
  }

  std::uint64_t state_ = 0;
};

/// The i-th of n in one of the orders of this seed.
DIATOMIC_HOST_UNSEEN inline unsigned nth_in_order(unsigned i, unsigned n, std::uint64_t order) {
  if (seed % 2 != 0) i = n - 1 - i;
  if (seed < 2) return i;
  unsigned bits = 1;
  while (bits < 32 && (n - 1) >> bits != 0) ++bits;
  random_numbers random(order, n);
  unsigned factors[3];
  unsigned summands[3];
  for (int k = 0; k < 3; ++k) {
    factors[k] = random.below(1u << 31) * 2 + 1;
    summands[k] = random.below(~0u);
  }
  // A permutation of all numbers of so many bits, as often as it leaves those below n.
  do {
    for (int k = 0; k < 3; ++k) {
      i = (i * factors[k] + summands[k]) & ~0u >> (32 - bits);
      i ^= i >> ((bits + 1) / 2);
    }
  } while (i >= n);
  return i;
}
/// The i-th of n to start.
DIATOMIC_HOST_UNSEEN inline unsigned nth_to_start(unsigned i, unsigned n) {
  return race::nth_in_order(i, n, 0);
}
/// The i-th to go on, of n that have started, counted in the order of their starts: one after the
/// other from any of them on. In a random order a queue for a lock would be as long as the block.
DIATOMIC_HOST_UNSEEN inline std::size_t nth_to_go_on(std::size_t i, std::size_t n,
                                                     std::uint64_t order) {
  if (seed < 2) return i;
  return (i + random_numbers(order, 0).below(static_cast<unsigned>(n))) % n;
}

/// When the threads of a block are preempted: after so many operations on average, which differs
/// between seeds. It doubles from time to time, so that a long kernel is not slowed down much.
class preemption {
 public:
  preemption() = default;
  DIATOMIC_HOST_UNSEEN preemption(unsigned launch, unsigned block, unsigned threads,
                                  unsigned blocks)
      : random_(launch, std::uint64_t{block} << 32),
        is_small_(std::uint64_t{threads} * blocks <= most_threads),
        distance_(seed < 2 || !is_small_ ? 0 : 2u << (seed / 2 - 1) % 3),
        until_doubled_(32 + threads / 4),
        step_(until_doubled_) {}

  /// The operations until the next one; 0: there is none.
  DIATOMIC_HOST_UNSEEN unsigned next() {
    if (distance_ == 0) return 0;
    if (--until_doubled_ == 0 && distance_ < 1u << 20) {
      distance_ *= 2;
      until_doubled_ = step_;
    }
    return 1 + random_.below(2 * distance_ - 1);
  }
  DIATOMIC_HOST_UNSEEN bool is_at_operations() const { return distance_ != 0; }
  /// How many threads start before those go on that pause.
  DIATOMIC_HOST_UNSEEN unsigned threads_at_once() { return 1 + random_.below(8); }
  /// Whether another block goes on, rather than another thread of this one.
  DIATOMIC_HOST_UNSEEN bool is_of_block() { return random_.below(4) == 0; }
  /// Whether another block goes on at a barrier.
  DIATOMIC_HOST_UNSEEN bool is_at_barrier() { return seed >= 2 && random_.below(2) == 0; }

 private:
  /// In larger launches threads are preempted at barriers only: if all queued up for a fair lock,
  /// each of its holders would cost a poll of each.
  static constexpr unsigned most_threads = 256;

  random_numbers random_;
  bool is_small_ = false;
  unsigned distance_ = 0;
  unsigned until_doubled_ = 0;
  unsigned step_ = 0;
};

}  // namespace race
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
#endif
