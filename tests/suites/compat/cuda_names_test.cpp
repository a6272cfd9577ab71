// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Each of CUDA's names for atomics, at each scope, on each type: what it returns, what it leaves,
/// and the bytes around. The names come by using-declarations, as a namespace of a user has them.

#include <cstdint>
#include <type_traits>
#include <vector>

#include <diatomic/compat/cuda_names.hpp>

#include "suites/atomics/forms/form_values.hpp"
#include "suites/atomics/forms/forms.hpp"

namespace forms_tests {
namespace {

using diatomic::cuda_names::atomicAdd;
using diatomic::cuda_names::atomicAdd_block;
using diatomic::cuda_names::atomicAdd_system;
using diatomic::cuda_names::atomicAnd;
using diatomic::cuda_names::atomicAnd_block;
using diatomic::cuda_names::atomicAnd_system;
using diatomic::cuda_names::atomicCAS;
using diatomic::cuda_names::atomicCAS_block;
using diatomic::cuda_names::atomicCAS_system;
using diatomic::cuda_names::atomicDec;
using diatomic::cuda_names::atomicDec_block;
using diatomic::cuda_names::atomicDec_system;
using diatomic::cuda_names::atomicExch;
using diatomic::cuda_names::atomicExch_block;
using diatomic::cuda_names::atomicExch_system;
using diatomic::cuda_names::atomicInc;
using diatomic::cuda_names::atomicInc_block;
using diatomic::cuda_names::atomicInc_system;
using diatomic::cuda_names::atomicMax;
using diatomic::cuda_names::atomicMax_block;
using diatomic::cuda_names::atomicMax_system;
using diatomic::cuda_names::atomicMin;
using diatomic::cuda_names::atomicMin_block;
using diatomic::cuda_names::atomicMin_system;
using diatomic::cuda_names::atomicOr;
using diatomic::cuda_names::atomicOr_block;
using diatomic::cuda_names::atomicOr_system;
using diatomic::cuda_names::atomicSub;
using diatomic::cuda_names::atomicSub_block;
using diatomic::cuda_names::atomicSub_system;
using diatomic::cuda_names::atomicXor;
using diatomic::cuda_names::atomicXor_block;
using diatomic::cuda_names::atomicXor_system;

// The vendor's functions of these names stay out, also where an argument is of a vendor's type.
static_assert(std::is_class_v<decltype(atomicAdd)> && std::is_class_v<decltype(atomicCAS_system)>);

constexpr op operations[] = {op::add,    op::sub,      op::exchange,        op::min,
                             op::max,    op::inc_wrap, op::dec_wrap,        op::bit_and,
                             op::bit_or, op::bit_xor,  op::compare_exchange};
constexpr unsigned scopes = 3;  ///< device, block, system

/// A call of one operation at the scope of this number.
template <op Op, bool AllScopes, class T, class V>
DIATOMIC_FUNCTION T call(unsigned scope, T* p, V v, T compare) {
  const auto at = [=](auto device, auto block, auto system) -> T {
    if constexpr (AllScopes) {
      if (scope == 1) return block(p, v);
      if (scope == 2) return system(p, v);
    }
    return device(p, v);
  };
  if constexpr (Op == op::add) return at(atomicAdd, atomicAdd_block, atomicAdd_system);
  if constexpr (Op == op::sub) return at(atomicSub, atomicSub_block, atomicSub_system);
  if constexpr (Op == op::exchange) return at(atomicExch, atomicExch_block, atomicExch_system);
  if constexpr (Op == op::min) return at(atomicMin, atomicMin_block, atomicMin_system);
  if constexpr (Op == op::max) return at(atomicMax, atomicMax_block, atomicMax_system);
  if constexpr (Op == op::inc_wrap) return at(atomicInc, atomicInc_block, atomicInc_system);
  if constexpr (Op == op::dec_wrap) return at(atomicDec, atomicDec_block, atomicDec_system);
  if constexpr (Op == op::bit_and) return at(atomicAnd, atomicAnd_block, atomicAnd_system);
  if constexpr (Op == op::bit_or) return at(atomicOr, atomicOr_block, atomicOr_system);
  if constexpr (Op == op::bit_xor) return at(atomicXor, atomicXor_block, atomicXor_system);
  if constexpr (Op == op::compare_exchange) {
    if constexpr (AllScopes) {
      if (scope == 1) return atomicCAS_block(p, compare, v);
      if (scope == 2) return atomicCAS_system(p, compare, v);
    }
    return atomicCAS(p, compare, v);
  }
}

/// All names on one type, at all scopes or at the device's. A form is an operation's number times
/// the scopes, plus a scope.
template <class T, bool AllScopes = false>
struct names {
  using value_type = T;
  static constexpr bool is_there = true;
  static constexpr bool computes_numbers = true;

  template <op Op>
  static constexpr bool has =
      Op == op::exchange || Op == op::compare_exchange ||
      (diatomic::detail::computing_v<T> == diatomic::detail::computing::all
           ? diatomic::tables::is_meaningful(Op, kind_of_v<T>)
       : std::is_pointer_v<T> ? diatomic::tables::sums.has(Op)
                              : std::is_enum_v<T> && diatomic::tables::bitwise.has(Op));
  template <op Op>
  using operand_of = std::conditional_t<diatomic::tables::sums.has(Op),
                                        typename diatomic::detail::addend<T>::type, T>;

  static const char* name_of(unsigned form) {
    constexpr const char* all[] = {"Add", "Sub", "Exch", "Min", "Max", "Inc",
                                   "Dec", "And", "Or",   "Xor", "CAS"};
    return all[form / scopes];
  }
  DIATOMIC_FUNCTION static bool is_for_one_address(unsigned) { return false; }

  template <unsigned I>
  DIATOMIC_FUNCTION static void play_from(const trial& t, T* p, outcome& o) {
    if constexpr (I < sizeof(operations) / sizeof(op)) {
      constexpr op Op = operations[I];
      if constexpr (has<Op>) {
        if (t.form / scopes == I) {
          if constexpr (diatomic::support_v<Op, T> == support::none) {  // 16 bytes
            o.is_there = 0;
          } else {
            o.returned = raw_of(call<Op, AllScopes>(
                t.form % scopes, p, value_of<operand_of<Op>>(t.operand), value_of<T>(t.expected)));
          }
          return;
        }
      }
      play_from<I + 1>(t, p, o);
    }
  }
  DIATOMIC_FUNCTION static void play(const trial& t, T* p, outcome& o) { play_from<0>(t, p, o); }

  template <op Op>
  static T result(T old, operand_of<Op> v, T compare) {
    if constexpr (Op == op::compare_exchange) {
      return diatomic::detail::same_bits(old, compare) ? v : old;
    } else if constexpr (std::is_pointer_v<T> && diatomic::tables::sums.has(Op)) {
      return Op == op::add ? old + v : old - v;
    } else {
      return diatomic::result_of<Op>(old, v);
    }
  }
  template <unsigned I>
  static outcome expect_from(const trial& t) {
    outcome o{};
    if constexpr (I < sizeof(operations) / sizeof(op)) {
      constexpr op Op = operations[I];
      if (t.form / scopes != I) return expect_from<I + 1>(t);
      if constexpr (has<Op>) {
        o.returned = t.old;
        o.memory = raw_of(result<Op>(value_of<T>(t.old), value_of<operand_of<Op>>(t.operand),
                                     value_of<T>(t.expected)));
      }
    }
    return o;
  }
  static outcome expect(const trial& t) { return expect_from<0>(t); }

  template <op Op>
  static std::vector<operand_of<Op>> operands_for() {
    if constexpr (diatomic::tables::sums.has(Op)) {
      return operands_of<T>();
    } else {
      return values_of<T>();
    }
  }

  /// Each pair of values at one of the scopes, each scope with each value, at each place.
  template <unsigned I>
  static void add_trials(std::vector<trial>& all) {
    if constexpr (I < sizeof(operations) / sizeof(op)) {
      constexpr op Op = operations[I];
      if constexpr (has<Op>) {
        const std::vector<T> olds = values_of<T>();
        const std::vector<operand_of<Op>> operands = operands_for<Op>();
        unsigned pair = 0;
        for (const T& old : olds) {
          for (const auto& v : operands) {
            const T& expected =
                olds[pair % 2 == 0 ? pair / 2 % olds.size() : pair / operands.size()];
            const unsigned scope =
                !AllScopes ? 0 : (pair + pair / static_cast<unsigned>(operands.size())) % scopes;
            all.push_back({raw_of(old), raw_of(v), raw_of(expected), I * scopes + scope,
                           pair % static_cast<unsigned>(16 / sizeof(T))});
            ++pair;
          }
        }
      }
      add_trials<I + 1>(all);
    }
  }
  static std::vector<trial> trials() {
    std::vector<trial> all;
    add_trials<0>(all);
    return all;
  }
};

struct alignas(16) wide {
  std::uint64_t low, high;
};

std::vector<family> families() {
  return {{"u8", run<names<std::uint8_t>>},
          {"i16", run<names<std::int16_t>>},
          {"i32", run<names<int>>},
          {"u32", run<names<unsigned, true>>},
          {"long_long", run<names<long long>>},
          {"unsigned_long_long", run<names<unsigned long long>>},
          {"f32", run<names<float, true>>},
          {"f64", run<names<double>>},
          {"f16", run<names<diatomic::half>>},
          {"bf16", run<names<diatomic::bfloat16>>},
          {"f16x2", run<names<diatomic::half2>>},
          {"bf16x2", run<names<diatomic::bfloat162>>},
          {"f32x2", run<names<diatomic::float2>>},
          {"f32x4", run<names<diatomic::float4>>},
          {"i32x2", run<names<diatomic::int2>>},
          {"i32x4", run<names<diatomic::int4>>},
          {"f16x4", run<names<diatomic::half4>>},
          {"pointer", run<names<const double*>>},
          {"struct128", run<names<wide>>}};
}

class cuda_names : public forms {};
TEST_P(cuda_names, give_what_the_semantics_say) { GetParam().run(); }
INSTANTIATE_TEST_SUITE_P(types, cuda_names, testing::ValuesIn(families()), name_of_family);

/// Threads of all blocks share one object of each scope that reaches them.
struct count_all {
  DIATOMIC_DEVICE void operator()(std::uint8_t* bytes, unsigned* wrapped, float* most) const {
    const unsigned i = diatomic::global_index();
    atomicAdd(bytes + i % 4, 1);
    atomicInc_system(wrapped, 9);
    atomicMax(most, static_cast<float>(i) - 100);
    diatomic::cuda_names::__threadfence();
    diatomic::cuda_names::__threadfence_block();
    diatomic::cuda_names::__threadfence_system();
  }
};
TEST(cuda_names_together, count_neighbours_in_a_word) {
  diatomic::device_array<std::uint8_t> bytes(4);
  diatomic::device_array<unsigned> wrapped(1);
  diatomic::device_array<float> most(1);
  bytes.upload({0, 250, 0, 1});
  wrapped.upload({0});
  most.upload({-1000.0f});
  diatomic::stream stream;
  diatomic::launch(4, 96, 0, stream, count_all{}, bytes.data(), wrapped.data(), most.data());
  stream.synchronize();
  EXPECT_EQ(bytes.download(), (std::vector<std::uint8_t>{96, 90, 96, 97}));
  EXPECT_EQ(wrapped.download()[0], 384u % 10);
  EXPECT_EQ(most.download()[0], 283.0f);
}

}  // namespace
}  // namespace forms_tests
