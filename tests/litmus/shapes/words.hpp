// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Litmus tests of one word: all agree on one order of its stores, and read-modify-writes are one
/// step. C++ forbids the weak outcomes whatever the order, relaxed too.

#include <diatomic/diatomic.hpp>

#include "litmus/transport.hpp"

namespace litmus {

/// CoRR and CoWW: loads of one thread never go back, and the later store stays.
struct coherence_of_reads : shape<2, 1, relaxed_forms, is_any> {
  static constexpr const char* name = "CoRR_CoWW";

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    using by = typename Form::first_role;
    if (role == 0) {
      by::store(at[0], 1);
      by::store(at[0], 2);
    } else {
      const unsigned first = by::load(at[0]);
      const unsigned second = by::load(at[0]);
      registers[0] = first;
      registers[1] = second;
    }
  }
  static bool is_weak(const outcome& o) {
    return o.registers[0] > o.registers[1] || o.words[0] != 2;
  }
};

/// CoRR with loads that the nearest cache may answer: the second one may go back.
struct coherence_of_monotone_reads : shape<2, 1, relaxed_forms, is_none> {
  static constexpr const char* name = "CoRR_monotone";

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    using by = typename Form::first_role;
    if (role == 0) {
      by::store(at[0], 1);
    } else {
      const unsigned before = by::load_monotone(at[0]);
      const unsigned first = by::load(at[0]);
      const unsigned second = by::load_monotone(at[0]);
      registers[0] = first;
      registers[1] = second;
      registers[2] = before;
    }
  }
  static bool is_weak(const outcome& o) { return o.registers[0] > o.registers[1]; }
};

/// CoWR: a load finds the thread's own store or one that came after it.
struct coherence_of_read_after_write : shape<2, 1, relaxed_forms, is_any> {
  static constexpr const char* name = "CoWR";

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    using by = typename Form::first_role;
    by::store(at[0], 1 + role);
    if (role == 0) registers[0] = by::load(at[0]);
  }
  static bool is_weak(const outcome& o) {
    return o.registers[0] == 0 || (o.registers[0] == 2 && o.words[0] == 1);
  }
};

/// CoRW: a load finds neither the thread's own later store nor one that comes after that.
struct coherence_of_write_after_read : shape<2, 1, relaxed_forms, is_any> {
  static constexpr const char* name = "CoRW";

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    using by = typename Form::first_role;
    if (role == 0) {
      by::store(at[0], 1);
    } else {
      const unsigned found = by::load(at[0]);
      by::store(at[0], 2);
      registers[0] = found;
    }
  }
  static bool is_weak(const outcome& o) {
    return o.registers[0] == 2 || (o.registers[0] == 1 && o.words[0] == 1);
  }
};

/// Two additions, the one by an instruction and the other by `fetch_update`, find different values.
struct atomicity_of_updates : shape<2, 1, relaxed_forms, is_any> {
  static constexpr const char* name = "atomicity_of_updates";

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    using by = typename Form::first_role;
    if (role == 0) {
      registers[0] = diatomic::fetch_add(at[0], 1u, typename by::scope{}, typename by::space{});
    } else {
      registers[1] = diatomic::fetch_update(
          at[0], [](unsigned v) { return v + 1; }, typename by::scope{}, typename by::space{});
    }
  }
  static bool is_weak(const outcome& o) {
    return o.registers[0] == o.registers[1] || o.words[0] != 2;
  }
};

/// No store comes between the two halves of an addition.
struct atomicity_against_stores : shape<2, 1, relaxed_forms, is_any> {
  static constexpr const char* name = "atomicity_against_stores";

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    using by = typename Form::first_role;
    if (role == 0) {
      registers[0] = diatomic::fetch_add(at[0], 1u, typename by::scope{}, typename by::space{});
    } else {
      by::store(at[0], 2);
    }
  }
  static bool is_weak(const outcome& o) { return o.words[0] != (o.registers[0] == 2 ? 3u : 2u); }
};

/// One of two compare-exchanges fails.
struct atomicity_of_compare_exchange : shape<2, 1, relaxed_forms, is_any> {
  static constexpr const char* name = "atomicity_of_compare_exchange";

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    using by = typename Form::first_role;
    registers[role] =
        diatomic::compare_exchange(at[0], 0u, 1 + role, typename by::scope{}, typename by::space{});
  }
  static bool is_weak(const outcome& o) {
    return o.registers[0] == o.registers[1] || o.registers[0] + o.registers[1] != o.words[0];
  }
};

/// The negative control of the others: additions in two steps, which lose one another.
struct additions_in_two_steps : shape<2, 1, relaxed_forms, is_none> {
  static constexpr const char* name = "additions_in_two_steps";

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    using by = typename Form::first_role;
    const unsigned found = by::load(at[0]);
    by::store(at[0], found + 1);
    registers[role] = found;
  }
  static bool is_weak(const outcome& o) { return o.registers[0] == o.registers[1]; }
};

}  // namespace litmus
