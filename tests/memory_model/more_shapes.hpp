// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Shapes for orders that those of tests/litmus lack: acq_rel on a read-modify-write, seq_cst on a
/// reduction where only its own fence forbids the weak outcome.

#include <diatomic/diatomic.hpp>

#include "litmus/cycle_shapes.hpp"
#include "litmus/message_shapes.hpp"

namespace litmus {

/// The second role receives the first role's message and sends its own to the third, by one
/// exchange.
struct message_both_ways : shape<3, 3, acquire_release_forms, is_ordered> {
  static constexpr const char* name = "message_both_ways";

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    using by = typename Form::first_role;
    if (role == 0) {
      send<by_store, by>(at);
    } else if (role == 1) {
      by::relaxed_store(at[2], 1);
      by::template fence<memory_order::acq_rel>();
      const unsigned flag = diatomic::exchange(at[1], 2u, typename by::both{}, typename by::scope{},
                                               typename by::space{});
      by::template fence<memory_order::acq_rel>();
      const unsigned data = by::relaxed_load(at[0]);
      registers[0] = flag;
      registers[1] = data;
    } else {
      const unsigned flag = by::load(at[1]);
      by::template fence<memory_order::acquire>();
      const unsigned data = by::relaxed_load(at[2]);
      registers[2] = flag;
      registers[3] = data;
    }
  }
  static bool is_weak(const outcome& o) {
    return (o.registers[0] == 1 && o.registers[1] == 0) ||
           (o.registers[2] == 2 && o.registers[3] == 0);
  }
};

/// R, whose first role ends with a reduction.
struct reduction_against_load : shape<2, 2, seq_cst_forms, is_seq_cst> {
  static constexpr const char* name = "R_of_reductions";

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    using by = typename Form::first_role;
    if (role == 0) {
      by::store(at[0], 1);
      by::template fence<memory_order::acq_rel>();
      by_update::raise<by>(at[1]);
    } else {
      store_against_load::play<Form>(role, at, registers);
    }
  }
  /// The reduction came before the other role's store of 2.
  static bool is_weak(const outcome& o) { return store_against_load::is_weak(o); }
};

}  // namespace litmus
