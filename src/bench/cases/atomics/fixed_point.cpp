// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The group `fixed_point`: adds floats to fixed-point words, versus a baseline's additions to
/// floats and doubles, and versus additions of 64-bit integers, which need no conversion.

#include <iterator>
#include <utility>
#include <vector>

#include <diatomic/atomics/fixed_point.hpp>

#include "bench/cases/atomics/operations.hpp"

namespace bench {
namespace {

using fixed = diatomic::fixed_point<-24>;

template <bool Coalesced>
struct float_source : usual_source<op::add, float, Coalesced> {
  DIATOMIC_DEVICE float operand(unsigned thread, unsigned, unsigned k) const {
    return static_cast<float>((thread * 31 + k * 7) % 1024) * 0.125f - 64.0f;
  }
};

template <memory_scope Scope, class SpaceTag>
struct add_to_fixed {
  template <class T>
  static DIATOMIC_DEVICE T call(T* p, float v) {
    diatomic::store_add(p, v, diatomic::tag<Scope>{}, SpaceTag{});
    return T{};
  }
};
template <memory_scope Scope>
struct convert_and_add {
  template <class T>
  static DIATOMIC_DEVICE T call(T* p, float v) {
    return intrinsic::call<op::add, Scope, false>(p, static_cast<T>(v));
  }
};

template <memory_scope Scope, memory_space Space, bool Coalesced = false>
std::vector<contender> contenders(context& on, launch_shape shape, places at) {
  constexpr bool in_shared = Space == memory_space::shared;
  using ours_to_fixed =
      add_to_fixed<Scope,
                   std::conditional_t<in_shared, diatomic::in_shared_t, diatomic::in_global_t>>;
  const word_memory words(on, (std::size_t{at.mask} + 1) * sizeof(double));
  std::vector<contender> all;
  const auto take = [&all](auto&& of) {
    all.insert(all.end(), std::make_move_iterator(of.all.begin()),
               std::make_move_iterator(of.all.end()));
  };
  operation_contenders<fixed> ours_of(on, shape, at, words);
  ours_of.template add<ours_to_fixed, false, Space>("diatomic", "", false,
                                                    float_source<Coalesced>{});
  take(ours_of);
  const auto add = [&](auto type, const char* role) {
    using T = decltype(type);
    operation_contenders<T> of(on, shape, at, words);
    of.template add<convert_and_add<Scope>, false, Space>(
        role, intrinsic::name, intrinsic::how<op::add, T, Scope> == way::loop,
        float_source<Coalesced>{});
    take(of);
  };
  add(0.0f, "float");
  add(0.0, "double");
  operation_contenders<unsigned long long> integers(on, shape, at, words);
  integers.template add_operation<ours<>, op::add, Scope, false, Space>(
      "integers", usual_source<op::add, unsigned long long, Coalesced>{});
  take(integers);
  return all;
}

void add_case(std::vector<bench_case>& to, const context& on, std::size_t words, bool in_shared,
              bool in_turn) {
  if (words * sizeof(double) > on.bytes) return;
  bench_case c = operation_case("fixed_point", "add", "", binary_number(words), false,
                                !in_shared ? ""
                                : in_turn  ? "in turn"
                                           : "random");
  if (in_shared) c.scope = "block", c.space = "shared";
  const launch_shape shape = on.shape(on.bytes / sizeof(double));
  c.n = shape.threads() * float_source<false>::steps;
  const places at{static_cast<unsigned>(words - 1)};
  c.prepare = [=](context& where) {
    constexpr memory_scope block = memory_scope::block;
    constexpr memory_space shared = memory_space::shared;
    return in_turn     ? contenders<block, shared, true>(where, shape, at)
           : in_shared ? contenders<block, shared>(where, shape, at)
                       : contenders<memory_scope::device, memory_space::global>(where, shape, at);
  };
  to.push_back(std::move(c));
}

}  // namespace

void add_fixed_point(std::vector<bench_case>& to, const context& on) {
  for (const unsigned bits : {10u, 16u, 20u, 24u}) {
    add_case(to, on, std::size_t{1} << bits, false, false);
  }
  for (const std::size_t words : {1u, 32u, 1024u}) {
    add_case(to, on, words, true, true);
    if (words > 1) add_case(to, on, words, true, false);
  }
}

}  // namespace bench
