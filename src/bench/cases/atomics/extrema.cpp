// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The group `extrema`: maxima, `or` and `and` at hashed indices, without hints and with the hints
/// to check before updating. A run is one round; its initial words are changed by any operand. The
/// operands over time:
///
///     random   uniform: fewer and fewer operations change a word
///     rising   nearly all operations change a word
///     mixed    one of four as in "rising"; the others change nothing
///     falling  only the first operations change a word

#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <diatomic/atomics/number_types.hpp>

#include "bench/cases/atomics/operations.hpp"

namespace bench {
namespace {

enum class operands { random, rising, mixed, falling };
constexpr const char* operand_names[] = {"random", "rising", "mixed", "falling"};
constexpr unsigned operand_bits = 24;

DIATOMIC_DEVICE std::uint64_t hash_of(unsigned i) {
  std::uint64_t hash = (i + std::uint64_t{1}) * 0x9e3779b97f4a7c15u;
  hash = (hash ^ (hash >> 32)) * 0xd6e8feb86659fd93u;
  return hash ^ (hash >> 32);
}

template <op Op, class T>
struct extreme_source {
  static constexpr unsigned steps = 64;
  operands which;
  unsigned rank_step;  ///< The rank's increase per operation of a thread; a power of two.

  DIATOMIC_DEVICE T* array(T* words) const { return words; }
  DIATOMIC_DEVICE bool takes_part(unsigned) const { return true; }
  DIATOMIC_DEVICE unsigned place(unsigned i, places at) const {
    return static_cast<unsigned>(hash_of(i) >> 32) & at.mask;
  }
  DIATOMIC_DEVICE T operand(unsigned, unsigned i, unsigned k) const {
    const auto low = static_cast<unsigned>(hash_of(i));
    const unsigned now = k * rank_step + (low >> 8 & (rank_step - 1));
    unsigned rank = low >> 8;
    if (which == operands::rising) rank = now;
    if (which == operands::mixed) rank = low % 4 == 0 ? now : 0;
    if (which == operands::falling) rank = (1u << operand_bits) - 1 - now;
    return of_rank(rank);
  }

 private:
  /// A number, or a word with one bit set or cleared.
  static DIATOMIC_DEVICE T of_rank(unsigned rank) {
    if constexpr (Op == op::bit_or) {
      return T{1} << (rank >> 19);
    } else if constexpr (Op == op::bit_and) {
      return ~(T{1} << (rank >> 19));
    } else if constexpr (is_half<T>) {
      return diatomic::detail::bits_as<T>(static_cast<unsigned short>(0x2000 + (rank >> 13) * 8));
    } else {
      return static_cast<T>(rank);
    }
  }
};

/// The baseline's integer maximum on the floats' bits: correct for non-negative floats.
template <class Baseline>
struct of_integers {
  static constexpr const char* name = Baseline::name;
  template <class T>
  using integer = std::conditional_t<sizeof(T) == 4, int, long long>;
  template <op Op, class T, memory_scope Scope>
  static constexpr way how = std::is_integral_v<T> || sizeof(T) < 4 ||
                                     Baseline::template how<Op, integer<T>, Scope> != way::call
                                 ? way::none
                                 : way::call;
  template <op Op, memory_scope Scope, bool Used, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    using diatomic::detail::bits_as;
    auto* const words = reinterpret_cast<integer<T>*>(p);
    return bits_as<T>(Baseline::template call<Op, Scope, Used>(words, bits_as<integer<T>>(v)));
  }
};

/// The textbook loop, which does not check before it updates.
struct textbook {
  template <op Op, memory_scope Scope, bool, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    return update_from<intrinsic, Op, Scope, false>(*p, p, v);
  }
};
/// desul's method: a plain load, and an early return if the word is greater.
struct as_desul {
  template <op Op, memory_scope Scope, bool, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    const T seen = *p;
    if (widened(seen) > widened(v)) return seen;
    return update_from<intrinsic, Op, Scope>(seen, p, v);
  }
};

template <op Op, class T, bool Used>
std::vector<contender> contenders(context& on, launch_shape shape, std::size_t words,
                                  operands which) {
  constexpr memory_scope scope = memory_scope::device;
  constexpr unsigned char first = Op == op::bit_and ? 0xff : 0;
  const unsigned rounds = on.fixed_rounds(shape);
  using source_type = extreme_source<Op, T>;
  const source_type source{which, (1u << operand_bits) / source_type::steps / rounds};
  operation_contenders<T> of(on, shape, places{static_cast<unsigned>(words - 1)}, words);
  const auto add = [&](auto contender, const char* role) {
    of.template add_operation<decltype(contender), Op, scope, Used>(role, source, rounds, first);
  };
  add(ours<>{}, "diatomic");
  add(ours<diatomic::check_first_t>{}, "check_first");
  add(ours<diatomic::monotone_t>{}, "monotone");
  if constexpr (std::is_integral_v<T>) {
    of.template add_baseline<intrinsic, Op, scope, Used>("intrinsic", source, rounds, first);
  } else {
    using integers = of_integers<intrinsic>;
    of.template add_baseline<integers, Op, scope, Used>("integers", source, rounds, first);
    add(textbook{}, "textbook");
    add(as_desul{}, "desul's method");
  }
  of.template add_baseline<library, Op, scope, Used>("library", source, rounds, first);
  of.template add_baseline<desul_functions, Op, scope, Used>("desul", source, rounds, first);
  return std::move(of.all);
}

template <op Op, class T, bool Used>
void add_sweep(std::vector<bench_case>& to, const context& on, const char* operation,
               const char* type) {
  for (const unsigned bits : {0u, 5u, 10u, 14u, 16u, 18u, 20u, 22u, 24u, 26u}) {
    const std::size_t words = std::size_t{1} << bits;
    if (words * sizeof(T) > on.bytes || (!on.all && bits != 5 && bits != 16)) continue;
    for (const operands which :
         {operands::random, operands::rising, operands::mixed, operands::falling}) {
      if (!on.all && which > operands::rising) continue;
      const launch_shape shape = operation_shape(on, words, sizeof(T), is_half<T>);
      bench_case c = operation_case("extrema", operation, type, binary_number(words), Used,
                                    operand_names[static_cast<int>(which)]);
      c.n = shape.threads() * extreme_source<Op, T>::steps;
      c.prepare = [=](context& where) {
        return contenders<Op, T, Used>(where, shape, words, which);
      };
      to.push_back(std::move(c));
    }
  }
}

}  // namespace

void add_extrema(std::vector<bench_case>& to, const context& on) {
  add_sweep<op::max, float, false>(to, on, "max", "float");
  add_sweep<op::max, float, true>(to, on, "max", "float");
  add_sweep<op::max, double, false>(to, on, "max", "double");
  add_sweep<op::max, int, false>(to, on, "max", "int");
  add_sweep<op::max, unsigned long long, false>(to, on, "max", "unsigned long long");
  add_sweep<op::max, diatomic::half, false>(to, on, "max", "half");
  add_sweep<op::max, diatomic::bfloat16, false>(to, on, "max", "bfloat16");
  add_sweep<op::bit_or, unsigned, false>(to, on, "or", "unsigned");
  add_sweep<op::bit_and, unsigned, false>(to, on, "and", "unsigned");
}

}  // namespace bench
