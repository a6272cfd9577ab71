// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Litmus tests of messages that go on: what receives one sends another.

#include <type_traits>

#include <diatomic/diatomic.hpp>

#include "litmus/shapes/messages.hpp"

namespace litmus {

/// How data is stored and loaded that nothing but the flag can order: at the warp's scope, as if it
/// were plain.
using as_plain = form<ordering::relaxed, memory_scope::warp>::first_role;

/// The second role receives the first role's message and sends its own to the third, by one
/// read-modify-write, which leaves 2 or more. The data is accessed by `Data`, or like the flag.
template <class Update, class Data, class Forms>
struct message_through : shape<3, 3, Forms, is_ordered> {
  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    using by = typename Form::first_role;
    using data = std::conditional_t<std::is_void_v<Data>, by, Data>;
    if (role == 0) {
      data::relaxed_store(at[0], 1);
      by::template fence<memory_order::release>();
      by::store(at[1], 1);
    } else if (role == 1) {
      data::relaxed_store(at[2], 1);
      by::template fence<memory_order::acq_rel>();
      const unsigned flag = Update::template update<by>(at[1]);
      by::template fence<memory_order::acq_rel>();
      const unsigned found = data::relaxed_load(at[0]);
      registers[0] = flag;
      registers[1] = found;
    } else {
      const unsigned flag = by::load(at[1]);
      by::template fence<memory_order::acquire>();
      const unsigned found = data::relaxed_load(at[2]);
      registers[2] = flag;
      registers[3] = found;
    }
  }
  static bool is_weak(const outcome& o) {
    return (o.registers[0] == 1 && o.registers[1] == 0) ||
           (o.registers[2] >= 2 && o.registers[3] == 0);
  }
};
struct through_exchange {
  template <class By>
  DIATOMIC_FUNCTION static unsigned update(unsigned* flag) {
    return diatomic::exchange(flag, 2u, typename By::both{}, typename By::scope{},
                              typename By::space{});
  }
};
struct through_addition {
  template <class By>
  DIATOMIC_FUNCTION static unsigned update(unsigned* flag) {
    return diatomic::fetch_add(flag, 2u, typename By::both{}, typename By::scope{},
                               typename By::space{});
  }
};
struct message_both_ways : message_through<through_exchange, void, acquire_release_forms> {
  static constexpr const char* name = "message_both_ways";
};
struct message_both_ways_by_addition
    : message_through<through_addition, as_plain,
                      form_list<form<ordering::relaxed>, form<ordering::acquire_release>,
                                form<ordering::fences>, form<ordering::seq_cst_fences>>> {
  static constexpr const char* name = "message_both_ways_by_addition";
  static constexpr bool has_racing_data = true;
};

}  // namespace litmus
