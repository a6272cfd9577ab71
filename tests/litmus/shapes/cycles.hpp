// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Litmus tests whose weak outcome only seq_cst forbids, and LB, whose weak outcome an acquire or a
/// release does.

#include <diatomic/diatomic.hpp>

#include "litmus/shapes/messages.hpp"

namespace litmus {

/// SB: both store, then load the other's word.
template <class Flag, class Forms>
struct buffering : shape<2, 2, Forms, is_seq_cst> {
  template <class By>
  DIATOMIC_FUNCTION static void store_then_load(unsigned* mine, unsigned* other, unsigned* found) {
    Flag::template raise<By>(mine);
    By::template fence<memory_order::acq_rel>();
    *found = Flag::template look<By>(other);
  }
  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    if (role == 0) {
      store_then_load<typename Form::first_role>(at[0], at[1], registers);
    } else {
      store_then_load<typename Form::other_role>(at[1], at[0], registers + 1);
    }
  }
  static bool is_weak(const outcome& o) { return o.registers[0] == 0 && o.registers[1] == 0; }
};
struct store_buffering
    : buffering<by_store, joined<seq_cst_forms, form_list<form<ordering::fence_to_seq_cst>>>> {
  static constexpr const char* name = "store_buffering";
};
struct store_buffering_of_updates : buffering<by_update, seq_cst_forms> {
  static constexpr const char* name = "store_buffering_of_updates";
};
struct store_buffering_of_exchanges : buffering<by_exchange, seq_cst_forms> {
  static constexpr const char* name = "store_buffering_of_exchanges";
};

/// LB: both load, then store what the other loads.
struct load_buffering : shape<2, 2, acquire_release_forms, is_ordered> {
  static constexpr const char* name = "load_buffering";

  template <class By>
  DIATOMIC_FUNCTION static void load_then_store(const unsigned* other, unsigned* mine,
                                                unsigned* found) {
    const unsigned v = By::load(other);
    By::template fence<memory_order::acq_rel>();
    By::store(mine, 1);
    *found = v;
  }
  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    if (role == 0) {
      load_then_store<typename Form::first_role>(at[0], at[1], registers);
    } else {
      load_then_store<typename Form::other_role>(at[1], at[0], registers + 1);
    }
  }
  static bool is_weak(const outcome& o) { return o.registers[0] == 1 && o.registers[1] == 1; }
};

/// IRIW: two readers see two independent stores in opposite orders.
struct independent_reads : shape<4, 2, seq_cst_forms, is_seq_cst> {
  static constexpr const char* name = "independent_reads";

  template <class By>
  DIATOMIC_FUNCTION static void read_both(const unsigned* p, const unsigned* q,
                                          unsigned* registers) {
    const unsigned first = By::load(p);
    By::template fence<memory_order::acq_rel>();
    const unsigned second = By::load(q);
    registers[0] = first;
    registers[1] = second;
  }
  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    using by = typename Form::first_role;
    if (role < 2) {
      by::store(at[role], 1);
    } else if (role == 2) {
      read_both<by>(at[0], at[1], registers);
    } else {
      read_both<by>(at[1], at[0], registers + 2);
    }
  }
  static bool is_weak(const outcome& o) {
    return o.registers[0] == 1 && o.registers[1] == 0 && o.registers[2] == 1 && o.registers[3] == 0;
  }
};

/// R: two stores, against a store and a load.
struct store_against_load : shape<2, 2, seq_cst_forms, is_seq_cst> {
  static constexpr const char* name = "R";

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    using by = typename Form::first_role;
    if (role == 0) {
      by::store(at[0], 1);
      by::template fence<memory_order::acq_rel>();
      by::store(at[1], 1);
    } else {
      by::store(at[1], 2);
      by::template fence<memory_order::acq_rel>();
      registers[0] = by::load(at[0]);
    }
  }
  static bool is_weak(const outcome& o) { return o.words[1] == 2 && o.registers[0] == 0; }
};

/// 2+2W: each stores both words, in opposite orders; the first store of each is what stays.
struct two_stores_each : shape<2, 2, seq_cst_forms, is_seq_cst> {
  static constexpr const char* name = "2_2W";

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned*) {
    using by = typename Form::first_role;
    by::store(at[role], 1);
    by::template fence<memory_order::acq_rel>();
    by::store(at[1 - role], 2);
  }
  static bool is_weak(const outcome& o) { return o.words[0] == 1 && o.words[1] == 1; }
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
