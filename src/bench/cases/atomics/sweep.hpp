// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The group `atomics`: the sweep over one type. The files sweep_*.cpp compile in parallel.

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <diatomic/atomics/warp_aggregation.hpp>

#include "bench/cases/atomics/operations.hpp"

namespace bench {

constexpr std::size_t coalesced_words = std::size_t{1} << 20;

/// The cases of one type. A `Short` sweep has one number of words per space.
template <class T, bool Short = false>
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
    const bool first_choice = !used || Op == op::exchange || Op == op::compare_exchange || Short;
    for (const std::size_t words : {1u, 32u, 1u << 10, 1u << 16, 1u << 20}) {
      if (words * sizeof(T) > on_.bytes) continue;
      if (all || words == 1u << 16 || (first_choice && !Short)) {
        place<Op, memory_scope::device, memory_space::global>(name, used, words);
      }
      if constexpr (!Short) {
        if (all || (Op == op::add && !used && words == 1u << 16)) {
          place<Op, memory_scope::system, memory_space::global>(name, used, words);
        }
        if (words <= 1u << 10 && (all || (Op == op::add && !used))) {
          place<Op, memory_scope::block, memory_space::global>(name, used, words);
        }
      }
      if (words <= 1u << 10 && (all || (first_choice && (!Short || words == 1u << 10)))) {
        place<Op, memory_scope::block, memory_space::shared>(name, used, words);
      }
    }
    if (all || first_choice) {
      const std::size_t words = std::min(coalesced_words, on_.bytes / sizeof(T));
      // The mask needs a power of two.
      std::size_t power = 1;
      while (power * 2 <= words) power *= 2;
      place<Op, memory_scope::device, memory_space::global, true>(name, used, power);
    }
  }

  // In shared memory, neighbouring threads target neighbouring words.
  template <op Op, memory_scope Scope, memory_space Space,
            bool Coalesced = Space == memory_space::shared>
  void place(const char* name, bool used, std::size_t words) {
    constexpr bool in_shared = Space == memory_space::shared;
    const launch_shape shape =
        operation_shape(on_, words, sizeof(T), Op == op::compare_exchange || is_half<T>);
    bench_case c = operation_case(
        "atomics", name, type_, Coalesced && !in_shared ? "coalesced" : binary_number(words), used);
    c.scope = Scope == memory_scope::system   ? "system"
              : Scope == memory_scope::device ? "device"
                                              : "block";
    c.space = in_shared ? "shared" : "global";
    c.n = shape.threads() * usual_source<Op, T>::steps;
    const auto mask = static_cast<unsigned>(words - 1);
    const bool own = Scope == memory_scope::block && !in_shared;
    const places at{mask, own ? static_cast<unsigned>(words) : 0};
    c.prepare = [shape, at, used](context& on) {
      // These two always return the old value.
      if constexpr (Op != op::exchange && Op != op::compare_exchange) {
        if (!used) return contenders<Op, Scope, Space, Coalesced, false>(on, shape, at);
      }
      return contenders<Op, Scope, Space, Coalesced, true>(on, shape, at);
    };
    to_.push_back(std::move(c));
  }

  template <op Op, memory_scope Scope, memory_space Space, bool Coalesced, bool Used>
  static std::vector<contender> contenders(context& on, launch_shape shape, places at) {
    constexpr bool may_combine =
        (is_half<T> ? Op == op::add : Op != op::exchange && Op != op::compare_exchange) &&
        Scope == memory_scope::device && Space == memory_space::global && !Coalesced;
    const usual_source<Op, T, Coalesced> source;
    operation_contenders<T> of(on, shape, at, std::size_t{at.mask} + 1,
                               at.block_words == 0 ? 1 : shape.grid);
    of.template add_operation<ours<>, Op, Scope, Used, Space>("diatomic", source);
    of.template add_baseline<intrinsic, Op, Scope, Used, Space>("intrinsic", source);
    of.template add_baseline<library, Op, Scope, Used, Space>("library", source);
    of.template add_baseline<desul_functions, Op, Scope, Used, Space>("desul", source);
    if constexpr (may_combine) {
      // On the host a warp has one lane: nothing to combine.
      const bool has_lanes = on.device.warp_size > 1;
      if (has_lanes && at.mask == 0) {
        of.template add_operation<ours<diatomic::same_address_t>, Op, Scope, Used>("same_address",
                                                                                   source);
      }
      if (has_lanes && at.mask < 1024) {
        of.template add_operation<ours<diatomic::few_addresses_t>, Op, Scope, Used>("few_addresses",
                                                                                    source);
      }
    }
    if constexpr (is_half<T> && Op == op::add && Space == memory_space::global) {
      if (at.mask != 0) {
        of.template add_operation<ours<diatomic::in_array_t>, Op, Scope, Used>("in_array", source);
        if constexpr (!Used && Scope == memory_scope::device) {
          of.template add<store_by_index, Used>("by_index", "", false, source);
        }
      }
    }
    return std::move(of.all);
  }

  std::vector<bench_case>& to_;
  const context& on_;
  std::string type_;
};

}  // namespace bench
