// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The group `atomics`: kernels of one operation, and the sweep over one type. Each atomics_*.cpp
/// is the sweep of one type, so that they compile beside each other.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "bench/cases/cases.hpp"
#include "baselines/atomics.hpp"

namespace bench {

using diatomic::memory_space;

/// Diatomic, with hints. All objects are in plain device memory, so that `coarse_grained` is always
/// given.
template <class... Hints>
struct ours {
  template <op Op, memory_scope Scope, bool Used, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    constexpr diatomic::tag<Scope> scope;
    constexpr diatomic::coarse_grained_t plain;
    if constexpr (Op == op::exchange) return diatomic::exchange(p, v, scope, plain);
    if constexpr (Used) {
      if constexpr (Op == op::add) return diatomic::fetch_add(p, v, scope, plain, Hints{}...);
      if constexpr (Op == op::max) return diatomic::fetch_max(p, v, scope, plain, Hints{}...);
      if constexpr (Op == op::bit_and) return diatomic::fetch_and(p, v, scope, plain, Hints{}...);
    } else {
      if constexpr (Op == op::add) diatomic::store_add(p, v, scope, plain, Hints{}...);
      if constexpr (Op == op::max) diatomic::store_max(p, v, scope, plain, Hints{}...);
      if constexpr (Op == op::bit_and) diatomic::store_and(p, v, scope, plain, Hints{}...);
    }
    return v;
  }
  template <memory_scope Scope, class T>
  static DIATOMIC_DEVICE T compare_exchange(T* p, T expected, T desired) {
    return diatomic::compare_exchange(p, expected, desired, diatomic::tag<Scope>{},
                                      diatomic::coarse_grained);
  }
};

/// One operation of the sweep. `op::compare_exchange` stands for an increment by such a loop.
template <class Contender, op Op, memory_scope Scope, bool Used, class T>
DIATOMIC_DEVICE T update(T* p, T v) {
  if constexpr (Op == op::compare_exchange) {
    return update_by_loop<Contender, op::add, Scope>(p, v);
  } else {
    return Contender::template call<Op, Scope, Used>(p, v);
  }
}

/// What a thread brings to its operation number k: maxima rise, halves do not grow.
template <op Op, class T>
DIATOMIC_DEVICE T operand(unsigned thread, unsigned k) {
  if constexpr (Op == op::add || Op == op::compare_exchange) {
    if constexpr (is_half<T>) return number<T>(thread % 2 == 0 ? 1 : -1);
    return number<T>(thread % 7 + 1);
  } else if constexpr (Op == op::max) {
    return number<T>(k * 256 + thread % 256);
  } else if constexpr (Op == op::bit_and) {
    return static_cast<T>(~thread);
  } else {
    return number<T>(k);
  }
}

/// All old values in one word, so that the compiler must keep them.
template <class T>
class values_seen {
 public:
  DIATOMIC_DEVICE void add(T old) { bits_ ^= diatomic::detail::bits_as<plain_word<T>>(old); }
  DIATOMIC_DEVICE T all() const { return diatomic::detail::bits_as<T>(bits_); }

 private:
  plain_word<T> bits_ = 0;
};

/// Operations of a thread in a round. Compare-exchange loops need no more than one.
template <op Op>
inline constexpr unsigned steps = Op == op::compare_exchange ? 1 : 16;

/// Where the operations go.
struct places {
  unsigned mask = 0;         ///< The number of words, a power of two, less one.
  unsigned block_words = 0;  ///< From one block's words to the next one's; 0: all share them.
  bool coalesced = false;    ///< Neighbours touch neighbours; else places are hashed.
};

template <class Contender, op Op, class T, memory_scope Scope, bool Used>
struct update_global {
  DIATOMIC_DEVICE void operator()(T* words, T* results, places at, unsigned rounds) const {
    const unsigned thread = diatomic::global_index();
    const unsigned threads = diatomic::global_size();
    T* const own = words + std::size_t{diatomic::block_index()} * at.block_words;
    values_seen<T> seen;
    unsigned i = thread;
    for (unsigned round = 0; round < rounds; ++round) {
      for (unsigned k = 0; k < steps<Op>; ++k) {
        const unsigned place = at.coalesced ? i : (i * 2654435761u) >> 12;
        const T old = update<Contender, Op, Scope, Used>(
            own + (place & at.mask), operand<Op, T>(thread, round * steps<Op> + k));
        if constexpr (Used) seen.add(old);
        i += threads;
      }
    }
    if constexpr (Used) results[thread] = seen.all();
  }
};

/// In the block's shared memory, neighbours at neighbouring words.
template <class Contender, op Op, class T, memory_scope Scope, bool Used>
struct update_shared {
  DIATOMIC_DEVICE void operator()(T* words, T* results, places at, unsigned rounds) const {
    T* const shared = diatomic::shared_array<T>();
    const unsigned thread = diatomic::thread_index();
    for (unsigned i = thread; i <= at.mask; i += diatomic::block_size()) shared[i] = number<T>(0);
    diatomic::sync_block();
    values_seen<T> seen;
    unsigned place = thread;
    for (unsigned round = 0; round < rounds; ++round) {
      for (unsigned k = 0; k < steps<Op>; ++k) {
        const T old = update<Contender, Op, Scope, Used>(
            shared + (place & at.mask), operand<Op, T>(thread, round * steps<Op> + k));
        if constexpr (Used) seen.add(old);
        place += 65;
      }
    }
    diatomic::sync_block();
    if constexpr (Used) results[diatomic::global_index()] = seen.all();
    if (diatomic::block_index() != 0) return;
    for (unsigned i = thread; i <= at.mask; i += diatomic::block_size()) words[i] = shared[i];
  }
};

/// The words and results of a case; contenders share them.
template <class T>
struct word_arrays {
  diatomic::device_array<plain_word<T>> words;
  diatomic::device_array<plain_word<T>> results;
};

constexpr std::size_t coalesced_words = std::size_t{1} << 20;

/// The cases of one type.
template <class T>
class sweep {
 public:
  sweep(std::vector<bench_case>& to, const context& on, std::string type)
      : to_(to), on_(on), type_(std::move(type)) {}

  void add() {
    for (const bool used : {false, true}) {
      of_operation<op::add>("add", used);
      of_operation<op::max>("max", used);
      if constexpr (std::is_integral_v<T>) of_operation<op::bit_and>("and", used);
    }
    of_operation<op::exchange>("exchange", true);
    of_operation<op::compare_exchange>("increment_by_cas", true);
  }

 private:
  template <op Op>
  void of_operation(const char* name, bool used) {
    const bool all = on_.all;
    const bool first_choice = !used || Op == op::exchange || Op == op::compare_exchange;
    for (const std::size_t words : {1u, 32u, 1u << 10, 1u << 16, 1u << 20}) {
      if (words * sizeof(T) > on_.bytes) continue;
      if (all || first_choice || words == 1u << 16) {
        place<Op, memory_scope::device, memory_space::global>(name, used, words, false);
      }
      if (all || (Op == op::add && !used && words == 1u << 16)) {
        place<Op, memory_scope::system, memory_space::global>(name, used, words, false);
      }
      if (words > 1u << 10) continue;
      if (all || (Op == op::add && !used)) {
        place<Op, memory_scope::block, memory_space::global>(name, used, words, false);
      }
      if (all || first_choice) {
        place<Op, memory_scope::block, memory_space::shared>(name, used, words, false);
      }
    }
    if (all || first_choice) {
      const std::size_t words = std::min(coalesced_words, on_.bytes / sizeof(T));
      // A mask wants a power of two.
      std::size_t power = 1;
      while (power * 2 <= words) power *= 2;
      place<Op, memory_scope::device, memory_space::global>(name, used, power, true);
    }
  }

  template <op Op, memory_scope Scope, memory_space Space>
  void place(const char* name, bool used, std::size_t words, bool coalesced) {
    constexpr bool in_shared = Space == memory_space::shared;
    launch_shape shape = on_.shape(on_.bytes / sizeof(T));
    if (Op == op::compare_exchange || is_half<T>) {
      // Loops starve each other: so many threads a word, and no more.
      constexpr std::size_t contending = 1024;
      const std::size_t most = words * contending / shape.block;
      shape.grid = static_cast<unsigned>(std::clamp<std::size_t>(most, 1, shape.grid));
    }
    bench_case c;
    c.group = "atomics";
    c.operation = name;
    c.type = type_;
    c.scope = Scope == memory_scope::system   ? "system"
              : Scope == memory_scope::device ? "device"
                                              : "block";
    c.space = in_shared ? "shared" : "global";
    c.words = coalesced ? "coalesced" : binary_number(words);
    c.result = used ? "used" : "unused";
    c.n = shape.threads() * steps<Op>;
    const auto mask = static_cast<unsigned>(words - 1);
    const bool own = Scope == memory_scope::block && !in_shared;
    const places at{mask, own ? static_cast<unsigned>(words) : 0, coalesced};
    c.prepare = [shape, at, used](context& on) {
      return used || Op == op::exchange || Op == op::compare_exchange
                 ? contenders<Op, Scope, Space, true>(on, shape, at)
                 : contenders<Op, Scope, Space, false>(on, shape, at);
    };
    to_.push_back(std::move(c));
  }

  template <op Op, memory_scope Scope, memory_space Space, bool Used>
  static std::vector<contender> contenders(context& on, launch_shape shape, places at) {
    constexpr bool may_combine =
        (is_half<T> ? Op == op::add : Op != op::exchange && Op != op::compare_exchange) &&
        Scope == memory_scope::device;
    const std::size_t blocks_with_words = at.block_words == 0 ? 1 : shape.grid;
    const auto arrays = std::make_shared<word_arrays<T>>(word_arrays<T>{
        diatomic::device_array<plain_word<T>>((std::size_t{at.mask} + 1) * blocks_with_words),
        diatomic::device_array<plain_word<T>>(shape.threads())});
    std::vector<contender> all;
    const auto add = [&](auto which, const char* role, const char* name, bool is_loop) {
      using one = decltype(which);
      constexpr bool in_shared = Space == memory_space::shared;
      using kernel = std::conditional_t<in_shared, update_shared<one, Op, T, Scope, Used>,
                                        update_global<one, Op, T, Scope, Used>>;
      // At least 4 bytes: GPUs update 16 bits in the word of 32 that holds them.
      std::size_t shared_bytes =
          in_shared ? std::max<std::size_t>(4, (at.mask + 1) * sizeof(T)) : 0;
      all.push_back({role, name, is_loop,
                     [&on, shape, at, arrays, shared_bytes](unsigned, unsigned rounds) {
                       diatomic::launch(shape.grid, shape.block, shared_bytes, on.stream, kernel{},
                                        reinterpret_cast<T*>(arrays->words.data()),
                                        reinterpret_cast<T*>(arrays->results.data()), at, rounds);
                     },
                     [arrays] { arrays->words.fill_bytes(0); }});
    };
    add(ours<>{}, "diatomic", "", false);
    if constexpr (intrinsic::how<Op, T, Scope> != way::none) {
      add(intrinsic{}, "intrinsic", intrinsic::name, intrinsic::how<Op, T, Scope> == way::loop);
    }
    if constexpr (library::how<Op, T, Scope> != way::none) {
      add(library{}, "library", library::name, library::how<Op, T, Scope> == way::loop);
    }
    if constexpr (may_combine && Space == memory_space::global) {
      // Lanes are one on the host: nothing to combine.
      const bool has_lanes = on.device.warp_size > 1 && !at.coalesced;
      if (has_lanes && at.mask == 0) {
        add(ours<diatomic::same_address_t>{}, "same_address", "", false);
      }
      if (has_lanes && at.mask < 1024) {
        add(ours<diatomic::few_addresses_t>{}, "few_addresses", "", false);
      }
    }
    if constexpr (is_half<T> && Op == op::add && Space == memory_space::global) {
      if (at.mask != 0) add(ours<diatomic::in_array_t>{}, "in_array", "", false);
    }
    return all;
  }

  std::vector<bench_case>& to_;
  const context& on_;
  std::string type_;
};

}  // namespace bench
