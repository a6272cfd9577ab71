// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Runs a litmus test in many launches, each with other conditions, and counts what came out.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include <diatomic/runtime/pinned_array.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "litmus/transport.hpp"
#include "support/scale.hpp"

namespace litmus {

using diatomic::device_array;
using diatomic::pinned_array;

/// How often which outcome came.
struct tally {
  std::vector<unsigned long long> counts;

  unsigned long long trials() const { return std::accumulate(counts.begin(), counts.end(), 0ull); }
  unsigned long long count_if(bool (*holds)(const outcome&)) const {
    unsigned long long n = 0;
    for (unsigned code = 0; code < counts.size(); ++code) {
      if (counts[code] != 0 && holds(outcome(code))) n += counts[code];
    }
    return n;
  }
  void add(const tally& other) {
    for (std::size_t code = 0; code < counts.size(); ++code) counts[code] += other.counts[code];
  }
};

/// Numbers that differ from launch to launch.
class dice {
 public:
  explicit dice(unsigned seed) : transport_(seed) {}

  unsigned below(unsigned n) { return static_cast<unsigned>(transport_()) % n; }
  template <std::size_t N>
  unsigned one_of(const unsigned (&values)[N]) {
    return values[below(N)];
  }
  shuffle shuffled(unsigned count) {
    if (count < 2) return {};
    unsigned factor = 1 + below(count);
    while (std::gcd(factor, count) != 1) factor = 1 + below(count);
    return {factor, below(count)};
  }

 private:
  std::mt19937 transport_;
};

/// The size of a launch. All its blocks should run at the same time.
struct extent {
  unsigned test_blocks;
  unsigned stress_blocks;
  unsigned block;
  unsigned rounds;
  unsigned patience;
  bool threads_yield;  ///< the threads of a block run one at a time
};

inline constexpr unsigned largest_stride = 32;
inline constexpr unsigned largest_gap = 64;
inline constexpr unsigned scratch_words = 1u << 16;

/// On one device, by its size. On the host there may be too few processors for all blocks; then
/// nobody waits for the others.
inline extent extent_on_device(unsigned roles, placement where) {
  const diatomic::device_properties device = diatomic::properties(diatomic::current_device());
  const auto units = static_cast<unsigned>(device.compute_units);
  const unsigned least = roles + roles % 2;  // two_and_one wants halves
  if (device.warp_size > 1) {
    const auto at_most = [](unsigned n) {
      return std::min(n, static_cast<unsigned>(scaled(n, 1)));  // an emulator gets less
    };
    return {std::max(at_most(4) * units, least), units, 256, at_most(2), 64, false};
  }
  if (where == placement::same_block) return {units, 0, 256, 4, 0, true};
  const unsigned blocks = std::max(units / 2 * 2, least);
  return {blocks, 0, 256, 2, blocks <= units ? 10000u : 0u, true};
}

/// What stays the same in all launches of a shape in one of its forms.
template <class Shape>
setup setup_of(unsigned form, placement where, const extent& e) {
  setup s{};
  s.words = Shape::words;
  s.roles = s.roles_here = Shape::roles;
  s.test_blocks = e.test_blocks;
  s.where = where;
  s.form = form;
  // What is in one block has generic addresses in shared memory.
  const memory_space space = Shape::forms::descriptions()[form].space;
  s.is_shared = space == memory_space::shared ||
                (space == memory_space::unspecified && where <= placement::same_block);
  s.rounds = s.is_shared || has_word_in_shared<Shape> ? 1 : e.rounds;
  s.patience = e.patience;
  s.scratch_words = scratch_words;
  return s;
}

/// The conditions of one launch: where words lie, who plays what, and what goes on besides.
inline void vary(setup& s, const extent& e, dice& any) {
  const unsigned strides[] = {1, 2, 8, 16, largest_stride};
  const unsigned gaps[] = {0, 1, 8, 24, largest_gap};
  const unsigned accesses[] = {0, 16, 64, 256};
  const unsigned few[] = {0, 0, 1, 4};
  s.stride = s.is_shared ? 1 + any.below(2) : any.one_of(strides);
  s.region = s.instances * s.rounds * s.stride + any.one_of(gaps);
  s.blocks = any.shuffled(e.test_blocks + e.stress_blocks);
  s.stress = any.one_of(accesses);
  s.stress_before = any.one_of(few);
  s.is_warm = any.below(2) != 0;
#if DIATOMIC_RACE_CHECK
  s.is_warm = false;  // it loads at block scope, which leaves out other blocks
#endif
  const bool is_shuffled = any.below(2) != 0;
  for (shuffle& order : s.order) order = is_shuffled ? any.shuffled(s.slots) : shuffle{};
  // Where a thread plays one instance after the other, the others must take the same order.
  if (e.threads_yield) std::fill_n(s.order, most_roles, s.order[0]);
}

/// Some launches like `s`.
inline std::vector<setup> varied(setup s, const extent& e, unsigned launches, unsigned seed) {
  dice any(seed);
  std::vector<setup> all;
  for (unsigned k = 0; k < launches; ++k) {
    vary(s, e, any);
    all.push_back(s);
  }
  return all;
}
inline device_array<setup> on_device(const std::vector<setup>& all) {
  device_array<setup> array(all.size());
  array.upload(all);
  return array;
}

template <class T>
void clear(device_array<T>& array) {
  array.fill_bytes(0);
}
template <class T>
void clear(pinned_array<T>& array) {
  std::memset(array.data(), 0, array.size() * sizeof(T));
}

/// The memory of a test, in arrays that all who play can reach, and its counts.
template <template <class> class Array>
class arena {
 public:
  /// For launches like `s`, whose pointers it sets.
  explicit arena(setup& s)
      : memory_((s.instances * s.rounds * std::size_t{largest_stride} + largest_gap) * s.words),
        ready_(std::size_t{s.instances} * s.rounds * s.roles),
        registers_(std::size_t{s.instances} * s.rounds * most_registers),
        scratch_(scratch_words),
        counts_(std::size_t{arrays_of_counts} * codes_of_outcomes) {
    clear(memory_);
    clear(ready_);
    clear(registers_);
    clear(scratch_);
    clear(counts_);
    s.memory = memory_.data();
    s.ready = ready_.data();
    s.registers = registers_.data();
    s.scratch = scratch_.data();
  }

  /// Queues the counting of a launch, which clears the memory for the next one.
  void count(const setup* launch, const extent& e, diatomic::stream& stream) {
    diatomic::launch(e.test_blocks + e.stress_blocks, e.block, 0, stream, count_outcomes{}, launch,
                     counts_.data());
  }

  tally result() const {
    const std::vector<unsigned long long> all = counts_.download();
    tally sum{std::vector<unsigned long long>(codes_of_outcomes)};
    for (std::size_t i = 0; i < all.size(); ++i) sum.counts[i % codes_of_outcomes] += all[i];
    return sum;
  }

 private:
  Array<unsigned> memory_;
  Array<unsigned> ready_;
  Array<unsigned> registers_;
  Array<unsigned> scratch_;
  device_array<unsigned long long> counts_;
};

/// Queues the launch `s`, of which the device has a copy.
template <class Shape>
void launch_play(const setup& s, const setup* copy, const extent& e, diatomic::stream& stream) {
  const std::size_t shared_words = s.is_shared ? std::size_t{e.block} / s.roles * s.stride * s.words
                                   : has_word_in_shared<Shape> ? s.slots
                                                               : 0;
  diatomic::launch(e.test_blocks + e.stress_blocks, e.block, shared_words * sizeof(unsigned),
                   stream, play_all<Shape>{}, copy);
}

/// Plays a shape in one of its forms on the current device, `launches` times.
template <class Shape>
tally run_on_device(unsigned form, placement where, unsigned launches, unsigned seed) {
  const extent e = extent_on_device(Shape::roles, where);
  const diatomic::device_properties device = diatomic::properties(diatomic::current_device());
  setup s = setup_of<Shape>(form, where, e);
  s.fit(e.block, static_cast<unsigned>(device.warp_size));
  arena<device_array> at(s);
  const std::vector<setup> all = varied(s, e, launches, seed);
  const device_array<setup> copies = on_device(all);
  diatomic::stream stream;
  for (unsigned k = 0; k < launches; ++k) {
    launch_play<Shape>(all[k], copies.data() + k, e, stream);
    at.count(copies.data() + k, e, stream);
  }
  stream.synchronize();
  return at.result();
}

}  // namespace litmus
