// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The forms of operations that compute with an operand: functions, members, compound assignments,
/// counting by one.

#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <diatomic/atomics/warp_aggregation.hpp>

#include "suites/atomics/forms/form_values.hpp"
#include "suites/atomics/forms/forms.hpp"

namespace forms_tests {

enum class update_form : unsigned {
  fetch,
  op_fetch,
  store,
  member_fetch,
  member_op_fetch,
  member_store,
  with_hints,  ///< `fetch_OP` with tags that change how it is done, and not what
  stored_with_hints,
  monotone,
  stored_monotone,
  compound,  ///< and those below: where there are such
  before,    ///< `++x`, `--x`
  after,     ///< `x++`, `x--`
  in_array,  ///< `store_add_at(base, index, length, v)`
  slot,      ///< `claim_slot`
};
inline constexpr unsigned update_form_count = 15;

/// All forms of an operation on a T. `Tags` go to the functions, and are the type's of members.
template <op Op, class T, class... Tags>
struct updates {
  using value_type = T;
  using operand_type = typename diatomic::detail::addend<T>::type;
  static constexpr bool is_there = diatomic::support_v<Op, T> != support::none;
  /// Extrema give one of the operands; the others may give a NaN of any bits.
  static constexpr bool computes_numbers =
      diatomic::tables::sums.has(Op) || Op == op::mul || Op == op::div;
  static constexpr bool is_number =
      diatomic::detail::is_integer_v<T> || diatomic::detail::is_float_v<T>;
  /// What can be counted by one, forwards or backwards.
  static constexpr bool counts = diatomic::tables::sums.has(Op) &&
                                 (is_number || std::is_pointer_v<T>) && !std::is_same_v<T, bool>;
  static constexpr bool has_array_form = Op == op::add && is_number;
  static constexpr bool has_slots = Op == op::add && diatomic::detail::is_integer_v<T>;

  static const char* name_of(unsigned form) {
    constexpr const char* names[update_form_count] = {"fetch_OP",
                                                      "OP_fetch",
                                                      "store_OP",
                                                      "member fetch_OP",
                                                      "member OP_fetch",
                                                      "member store_OP",
                                                      "fetch_OP with hints",
                                                      "store_OP with hints",
                                                      "fetch_OP, monotone",
                                                      "store_OP, monotone",
                                                      "compound assignment",
                                                      "++x or --x",
                                                      "x++ or x--",
                                                      "store_add of an array",
                                                      "claim_slot"};
    return names[form];
  }
  /// Whether lanes that make the call together must pass one address.
  DIATOMIC_FUNCTION static bool is_for_one_address(unsigned form) {
    return static_cast<update_form>(form) == update_form::slot;
  }

  DIATOMIC_FUNCTION static void play(const trial& t, T* p, outcome& o) {
    const auto v = value_of<operand_type>(t.operand);
    const diatomic::atomic_ref<T, Tags...> word(*p);
    const auto returns = [&o](const T& r) { o.returned = raw_of(r); };
    switch (static_cast<update_form>(t.form)) {
      case update_form::fetch:
        return returns(test::call_fetch<Op>(p, v, Tags{}...));
      case update_form::op_fetch:
        return returns(test::call_new<Op>(p, v, Tags{}...));
      case update_form::store:
        return test::call_store<Op>(p, v, Tags{}...);
      case update_form::member_fetch:
        return returns(test::member_fetch<Op>(word, v));
      case update_form::member_op_fetch:
        return returns(test::member_new<Op>(word, v));
      case update_form::member_store:
        return test::member_store<Op>(word, v);
      case update_form::with_hints:
        return returns(test::call_fetch<Op>(p, v, diatomic::in_array, diatomic::check_first,
                                            diatomic::few_addresses, Tags{}...));
      case update_form::stored_with_hints:
        return test::call_store<Op>(p, v, diatomic::in_array, diatomic::check_first, Tags{}...);
      case update_form::monotone:
        return returns(test::call_fetch<Op>(p, v, diatomic::monotone, Tags{}...));
      case update_form::stored_monotone:
        return test::call_store<Op>(p, v, diatomic::monotone, diatomic::few_addresses, Tags{}...);
      default:
        return play_special(static_cast<update_form>(t.form), word, t, p, o);
    }
  }

  /// The forms that only some operations have.
  template <class Ref>
  DIATOMIC_FUNCTION static void play_special(update_form how, const Ref& word, const trial& t, T* p,
                                             outcome& o) {
    [[maybe_unused]] const auto v = value_of<operand_type>(t.operand);
    if constexpr (test::has_compound_assignment<Op>) {
      if (how == update_form::compound) o.returned = raw_of(test::member_assign<Op>(word, v));
    }
    if constexpr (counts && Op == op::add) {
      if (how == update_form::before) o.returned = raw_of(++word);
      if (how == update_form::after) o.returned = raw_of(word++);
    } else if constexpr (counts) {
      if (how == update_form::before) o.returned = raw_of(--word);
      if (how == update_form::after) o.returned = raw_of(word--);
    }
    if constexpr (has_array_form) {
      constexpr unsigned length = 16 / sizeof(T);
      if (how == update_form::in_array)
        diatomic::store_add_at(p - t.at, t.at, length, v, Tags{}...);
    }
    if constexpr (has_slots) {
      if (how == update_form::slot) o.returned = raw_of(diatomic::claim_slot(p, Tags{}...));
    }
  }

  /// The operand of forms that have none.
  static operand_type one() {
    if constexpr (diatomic::detail::is_float16_v<T>) {
      return from_bits<T>(kind_of_v<T> == kind::f16 ? 0x3c00 : 0x3f80);
    } else if constexpr (counts) {
      return operand_type(1);
    } else {
      return {};
    }
  }

  static outcome expect(const trial& t) {
    const T old = value_of<T>(t.old);
    const auto how = static_cast<update_form>(t.form);
    const bool is_by_one =
        how == update_form::before || how == update_form::after || how == update_form::slot;
    const operand_type v = is_by_one ? one() : value_of<operand_type>(t.operand);
    T left = old;
    if constexpr (std::is_pointer_v<T>) {
      left = Op == op::add ? old + v : old - v;
    } else {
      left = diatomic::result_of<Op>(old, v);
    }
    outcome o{};
    o.memory = raw_of(left);
    switch (how) {
      case update_form::fetch:
      case update_form::member_fetch:
      case update_form::with_hints:
      case update_form::monotone:
      case update_form::after:
      case update_form::slot:
        o.returned = raw_of(old);
        break;
      case update_form::op_fetch:
      case update_form::member_op_fetch:
      case update_form::compound:
      case update_form::before:
        o.returned = raw_of(left);
        break;
      default:
        break;
    }
    return o;
  }

  static bool has_form(update_form how) {
    switch (how) {
      case update_form::compound:
        return test::has_compound_assignment<Op>;
      case update_form::before:
      case update_form::after:
        return counts;
      case update_form::in_array:
        return has_array_form;
      case update_form::slot:
        return has_slots;
      default:
        return true;
    }
  }

  /// Whether it has a meaning: no division by zero; shifts below the width.
  template <class V>
  static bool is_defined([[maybe_unused]] const V& v) {
    if constexpr (diatomic::detail::is_vector_v<V>) {
      for (const auto& e : bits_as<diatomic::detail::pack_of<V>>(v).at) {
        if (!is_defined(e)) return false;
      }
    } else if constexpr (diatomic::detail::is_integer_v<V>) {
      using word = diatomic::detail::unsigned_of<V>;
      if constexpr (Op == op::shl || Op == op::shr) return static_cast<word>(v) < 8 * sizeof(V);
      if constexpr (Op == op::div || Op == op::mod) return v != V{0};
    }
    return true;
  }

  static std::vector<trial> trials() {
    std::vector<trial> all;
    for (const T& old : values_of<T>()) {
      for (const operand_type& v : operands_of<T>()) {
        if (!is_defined(v)) continue;
        for (unsigned form = 0; form < update_form_count; ++form) {
          if (!has_form(static_cast<update_form>(form))) continue;
          const auto at = static_cast<unsigned>(all.size() % (16 / sizeof(T)));
          all.push_back({raw_of(old), raw_of(v), raw{}, form, at});
        }
      }
    }
    return all;
  }
};

template <op Op, class T, class... Tags>
void add_update(std::vector<family>& all, const std::string& type) {
  if constexpr (diatomic::tables::is_meaningful(Op, kind_of_v<T>)) {
    all.push_back({type + "_" + diatomic::name_of(Op), run<updates<Op, T, Tags...>>});
  }
}
template <class T, op... Ops>
void add_updates(std::vector<family>& all, const std::string& type) {
  (add_update<Ops, T>(all, type), ...);
}

/// All operations that mean something for an integer; for a float, or a vector of them.
template <class T>
void add_integer(std::vector<family>& all, const std::string& type) {
  add_updates<T, op::add, op::sub, op::mul, op::div, op::mod, op::bit_and, op::bit_or, op::bit_xor,
              op::bit_nand, op::shl, op::shr, op::min, op::max, op::inc_wrap, op::dec_wrap>(all,
                                                                                            type);
}
template <class T>
void add_float(std::vector<family>& all, const std::string& type) {
  add_updates<T, op::add, op::sub, op::mul, op::div, op::min, op::max, op::fminimum, op::fmaximum,
              op::fminimum_num, op::fmaximum_num, op::min_if_less, op::max_if_greater>(all, type);
}

}  // namespace forms_tests
