// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Litmus tests of messages by each operation: each has its own instruction, and so an order of its
/// own.

#include <cstdint>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/diatomic.hpp>

#include "litmus/shapes/both_ways.hpp"

namespace litmus {

using operation_forms =
    form_list<form<ordering::relaxed>, form<ordering::acquire_release>, form<ordering::seq_cst>>;

/// How a flag becomes 1, which it was not before, by an operation, and how the operation looks at
/// it: with `Look`, which changes it, since what changes nothing may become a load.
template <diatomic::op Op, unsigned Before, unsigned Raise, unsigned Look,
          diatomic::hint Hint = diatomic::hint::coarse_grained>
struct by_operation {
  template <class By>
  DIATOMIC_FUNCTION static void prepare(unsigned* flag) {
    if constexpr (Before != 0) By::relaxed_store(flag, Before);
  }
  template <class By>
  DIATOMIC_FUNCTION static void raise(unsigned* flag) {
    diatomic::detail::reduce_with_tags<Op>(flag, Raise, typename By::releases{},
                                           typename By::scope{}, typename By::space{},
                                           diatomic::tag<Hint>{});
  }
  template <class By>
  DIATOMIC_FUNCTION static bool look(unsigned* flag) {
    return diatomic::detail::fetch_with_tags<Op>(flag, Look, typename By::acquires{},
                                                 typename By::scope{}, typename By::space{},
                                                 diatomic::tag<Hint>{}) == 1;
  }
};

/// The same by a sum of floats or of pairs of them, told all that makes it native.
template <class T, std::uint32_t One>
struct by_sum_of {
  static_assert(sizeof(T) == sizeof(unsigned));

  template <class By>
  DIATOMIC_FUNCTION static void prepare(unsigned*) {}
  template <class By>
  DIATOMIC_FUNCTION static void raise(unsigned* flag) {
    using namespace diatomic;
    store_add(reinterpret_cast<T*>(flag), detail::bits_as<T>(One), typename By::releases{},
              typename By::scope{}, typename By::space{}, coarse_grained, ignore_denormals);
  }
  template <class By>
  DIATOMIC_FUNCTION static bool look(unsigned* flag) {
    using namespace diatomic;
    const T found = fetch_add(reinterpret_cast<T*>(flag), detail::bits_as<T>(std::uint32_t{0}),
                              typename By::acquires{}, typename By::scope{}, typename By::space{},
                              coarse_grained, ignore_denormals);
    return detail::bits_as<std::uint32_t>(found) == One;
  }
};

/// The same by compare-exchanges, of which those that look fail.
struct by_compare_exchanges : by_compare_exchange {
  template <class By>
  DIATOMIC_FUNCTION static void prepare(unsigned*) {}
  template <class By>
  DIATOMIC_FUNCTION static bool look(unsigned* flag) {
    return by_compare_exchange::look<By>(flag) == 1;
  }
};

/// MP. The data is stored and loaded at the warp's scope, as if it were plain, so that nothing but
/// the flag can order it.
template <class Flag>
struct message_by_operation : shape<2, 2, operation_forms, is_ordered> {
  static constexpr bool has_racing_data = true;

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    if (role == 0) {
      using by = typename Form::first_role;
      Flag::template prepare<by>(at[1]);
      as_plain::relaxed_store(at[0], 1);
      Flag::template raise<by>(at[1]);
    } else {
      const bool is_raised = Flag::template look<typename Form::other_role>(at[1]);
      const unsigned found = as_plain::relaxed_load(at[0]);
      registers[0] = is_raised ? 1 : 0;
      registers[1] = found;
    }
  }
  static bool is_weak(const outcome& o) { return o.registers[0] == 1 && o.registers[1] == 0; }
};

struct message_by_add
    : message_by_operation<by_operation<diatomic::op::add, 0, 1, 2, diatomic::hint::none>> {
  static constexpr const char* name = "message_by_add";
};
struct message_by_sub : message_by_operation<by_operation<diatomic::op::sub, 2, 1, 1>> {
  static constexpr const char* name = "message_by_sub";
};
struct message_by_and : message_by_operation<by_operation<diatomic::op::bit_and, 3, 1, 1>> {
  static constexpr const char* name = "message_by_and";
};
struct message_by_or : message_by_operation<by_operation<diatomic::op::bit_or, 0, 1, 2>> {
  static constexpr const char* name = "message_by_or";
};
struct message_by_xor : message_by_operation<by_operation<diatomic::op::bit_xor, 0, 1, 2>> {
  static constexpr const char* name = "message_by_xor";
};
struct message_by_min : message_by_operation<by_operation<diatomic::op::min, 3, 1, 2>> {
  static constexpr const char* name = "message_by_min";
};
struct message_by_max : message_by_operation<by_operation<diatomic::op::max, 0, 1, 2>> {
  static constexpr const char* name = "message_by_max";
};
struct message_by_inc : message_by_operation<by_operation<diatomic::op::inc_wrap, 0, 3, 3>> {
  static constexpr const char* name = "message_by_inc";
};
struct message_by_dec : message_by_operation<by_operation<diatomic::op::dec_wrap, 0, 1, 2>> {
  static constexpr const char* name = "message_by_dec";
};
struct plain_message_by_compare_exchanges : message_by_operation<by_compare_exchanges> {
  static constexpr const char* name = "plain_message_by_compare_exchanges";
};
struct message_by_floats : message_by_operation<by_sum_of<float, 0x3f800000>> {
  static constexpr const char* name = "message_by_floats";
};
struct message_by_pairs : message_by_operation<by_sum_of<diatomic::half2, 0x3c003c00>> {
  static constexpr const char* name = "message_by_pairs";
};

}  // namespace litmus
