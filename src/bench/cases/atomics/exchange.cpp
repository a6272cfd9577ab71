// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The group `exchange`: exchanges at hashed indices, without hints and with the hints to check
/// before updating. A run is one round, which starts from zeros. The threads' operands:
///
///     flags    always 1: only the first exchange changes a word
///     quarter  the operation's number in one of four operations, else 1
///     numbers  the operation's number; in 8-bit words, values recur often
///
/// `monotone` is measured only on flags, because the other operands break its promise.

#include <cstdint>
#include <utility>
#include <vector>

#include "bench/cases/arrays/inputs.hpp"
#include "bench/cases/atomics/operations.hpp"

namespace bench {
namespace {

enum class values { flags, quarter, numbers };
constexpr const char* value_names[] = {"flags", "quarter", "numbers"};

template <class T>
struct exchange_source {
  static constexpr unsigned steps = 16;
  values which;

  DIATOMIC_DEVICE T* array(T* words) const { return words; }
  DIATOMIC_DEVICE bool takes_part(unsigned) const { return true; }
  DIATOMIC_DEVICE unsigned place(unsigned i, places at) const {
    return (i * 2654435761u >> 8) & at.mask;
  }
  DIATOMIC_DEVICE T operand(unsigned, unsigned i, unsigned) const {
    const bool is_flag = which == values::flags || (which == values::quarter && hashed(i) % 4 != 0);
    return is_flag ? T{1} : static_cast<T>(i);
  }
};

template <class T>
std::vector<contender> contenders(context& on, launch_shape shape, std::size_t words,
                                  values which) {
  constexpr memory_scope scope = memory_scope::device;
  const unsigned rounds = on.fixed_rounds(shape);
  const exchange_source<T> source{which};
  operation_contenders<T> of(on, shape, places{static_cast<unsigned>(words - 1)}, words);
  const auto add = [&](auto contender, const char* role) {
    of.template add_operation<decltype(contender), op::exchange, scope, true>(role, source, rounds);
  };
  add(ours<>{}, "diatomic");
  add(ours<diatomic::check_first_t>{}, "check_first");
  if (which == values::flags) add(ours<diatomic::monotone_t>{}, "monotone");
  of.template add_baseline<intrinsic, op::exchange, scope, true>("intrinsic", source, rounds);
  return std::move(of.all);
}

template <class T>
void add_sweep(std::vector<bench_case>& to, const context& on, const char* type) {
  for (const unsigned bits : {0u, 5u, 10u, 14u, 16u, 18u, 20u, 22u, 24u}) {
    const std::size_t words = std::size_t{1} << bits;
    if (words * sizeof(T) > on.bytes || (!on.all && bits != 5 && bits != 16)) continue;
    for (const values which : {values::flags, values::quarter, values::numbers}) {
      if (!on.all && which != values::flags) continue;
      const launch_shape shape = operation_shape(on, words, sizeof(T), sizeof(T) < 4);
      bench_case c = operation_case("exchange", "exchange", type, binary_number(words), true,
                                    value_names[static_cast<int>(which)]);
      c.n = shape.threads() * exchange_source<T>::steps;
      c.prepare = [=](context& where) { return contenders<T>(where, shape, words, which); };
      to.push_back(std::move(c));
    }
  }
}

}  // namespace

void add_exchange(std::vector<bench_case>& to, const context& on) {
  add_sweep<std::uint8_t>(to, on, "uint8_t");
  add_sweep<std::uint16_t>(to, on, "uint16_t");
  add_sweep<unsigned>(to, on, "unsigned");
  add_sweep<unsigned long long>(to, on, "unsigned long long");
}

}  // namespace bench
