// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Litmus tests of messages by updates that leave the flag as it is.

#include <diatomic/diatomic.hpp>

#include "litmus/shapes/messages.hpp"

namespace litmus {

/// Updates with which a 0 leaves a flag of 0 as it is.
struct idle_exchange {
  template <class... Tags>
  DIATOMIC_FUNCTION static unsigned update(unsigned* flag, Tags... tags) {
    return diatomic::exchange(flag, 0u, tags...);
  }
};
struct idle_maximum {
  template <class... Tags>
  DIATOMIC_FUNCTION static unsigned update(unsigned* flag, Tags... tags) {
    return diatomic::fetch_max(flag, 0u, tags...);
  }
};
struct idle_or {
  template <class... Tags>
  DIATOMIC_FUNCTION static unsigned update(unsigned* flag, Tags... tags) {
    return diatomic::fetch_or(flag, 0u, tags...);
  }
};

/// MP by an update that leaves the flag as it is. The other role's exchange finds the same value
/// before it and after it, but the first one has said which: it found no 1.
template <class Update, class Forms, bool (*Forbids)(ordering), class... Hints>
struct message_by_unchanged_flag : shape<2, 2, Forms, Forbids> {
  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    using namespace diatomic;
    if (role == 0) {
      using by = typename Form::first_role;
      by::relaxed_store(at[0], 1);
      by::template fence<memory_order::release>();
      registers[0] = Update::update(at[1], Hints{}..., typename by::releases{},
                                    typename by::scope{}, typename by::space{});
    } else {
      using by = typename Form::other_role;
      exchange(at[1], 1u, typename by::acquires{}, typename by::scope{}, typename by::space{});
      by::template fence<memory_order::acquire>();
      registers[1] = by::relaxed_load(at[0]);
    }
  }
  static bool is_weak(const outcome& o) { return o.registers[0] == 0 && o.registers[1] == 0; }
};
struct message_by_idle_exchange
    : message_by_unchanged_flag<idle_exchange, acquire_release_forms, is_ordered> {
  static constexpr const char* name = "message_by_idle_exchange";
};
struct message_by_idle_maximum
    : message_by_unchanged_flag<idle_maximum, acquire_release_forms, is_ordered> {
  static constexpr const char* name = "message_by_idle_maximum";
};
struct message_by_idle_or : message_by_unchanged_flag<idle_or, acquire_release_forms, is_ordered> {
  static constexpr const char* name = "message_by_idle_or";
};
/// With the hint a relaxed exchange may be a load, which no release fence before it sends: it takes
/// the exchange's own order, or fences that order stores before loads.
inline bool orders_hinted_exchange(ordering how) {
  return how == ordering::acquire_release || how == ordering::seq_cst ||
         how == ordering::operation_to_fence || how == ordering::seq_cst_fences;
}
struct message_by_seldom_exchange
    : message_by_unchanged_flag<idle_exchange, acquire_release_forms, orders_hinted_exchange,
                                diatomic::check_first_t> {
  static constexpr const char* name = "message_by_seldom_exchange";
};

}  // namespace litmus
