// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Litmus tests of minima that look before they update. One role moves the word in the other
/// direction; the other role's minimum is lost if it looks at what was there before.

#include <diatomic/diatomic.hpp>

#include "litmus/shapes/messages.hpp"

namespace litmus {

constexpr unsigned reset_to = 3;
constexpr unsigned lowered_to = 2;

template <class By, class Hint>
DIATOMIC_FUNCTION void lower(unsigned* word) {
  diatomic::store_min(word, lowered_to, Hint{}, typename By::scope{}, typename By::space{});
}

/// The reset happens before the minimum: a message says so.
template <class Flag, class Forms>
struct reset_by_message : shape<2, 2, Forms, is_ordered> {
  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    if (role == 0) {
      using by = typename Form::first_role;
      by::relaxed_store(at[0], reset_to);
      by::template fence<memory_order::release>();
      Flag::template raise<by>(at[1]);
    } else {
      using by = typename Form::other_role;
      const unsigned flag = Flag::template look<by>(at[1]);
      by::template fence<memory_order::acquire>();
      lower<by, diatomic::monotone_t>(at[0]);
      registers[0] = flag;
    }
  }
  static bool is_weak(const outcome& o) { return o.registers[0] == 1 && o.words[0] != lowered_to; }
};
struct reset_before_monotone : reset_by_message<by_store, message_forms> {
  static constexpr const char* name = "reset_before_monotone";
};
struct reset_by_update_before_monotone : reset_by_message<by_update, acquire_release_forms> {
  static constexpr const char* name = "reset_by_update_before_monotone";
};

/// The minimum's thread has seen the reset, in the word itself, but nothing orders the two. That
/// suffices for a look at the call's own scope, and not for one that the nearest cache may answer.
template <class Hint, bool (*Forbids)(ordering)>
struct reset_seen : shape<2, 1, relaxed_forms, Forbids> {
  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    if (role == 0) {
      Form::first_role::store(at[0], reset_to);
    } else {
      using by = typename Form::other_role;
      const unsigned seen = by::load(at[0]);
      lower<by, Hint>(at[0]);
      registers[0] = seen;
    }
  }
  static bool is_weak(const outcome& o) {
    return o.registers[0] == reset_to && o.words[0] != lowered_to;
  }
};
struct reset_seen_by_check_first : reset_seen<diatomic::check_first_t, is_any> {
  static constexpr const char* name = "reset_seen_by_check_first";
};
struct reset_seen_by_monotone : reset_seen<diatomic::monotone_t, is_none> {
  static constexpr const char* name = "reset_seen_by_monotone";
};

}  // namespace litmus
