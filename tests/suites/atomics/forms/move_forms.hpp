// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Which forms there are of operations that move and compare.

#include "suites/atomics/forms/forms.hpp"

namespace forms_tests {

enum class move_form : unsigned {
  load,
  store,
  exchange,
  compare_exchange,
  compare_exchange_strong,
  compare_exchange_weak,
  fetch_update,
  try_update,
  wait,
  exchange_seldom,  ///< `check_first`, for each value: the one that is there too
  member_load,
  member_store,
  member_exchange,
  member_compare_exchange,
  member_strong,
  member_weak,
  member_strong_two_orders,
  member_weak_two_orders,
  member_fetch_update,
  member_try_update,
  member_wait,
  conversion,
  assignment,
};
inline constexpr unsigned move_form_count = 23;

/// The operation that a form needs.
DIATOMIC_FUNCTION constexpr op needed_by(move_form f) {
  switch (f) {
    case move_form::load:
    case move_form::wait:
    case move_form::member_load:
    case move_form::member_wait:
    case move_form::conversion:
      return op::load;
    case move_form::store:
    case move_form::member_store:
    case move_form::assignment:
      return op::store;
    case move_form::exchange:
    case move_form::exchange_seldom:
    case move_form::member_exchange:
      return op::exchange;
    default:
      return op::compare_exchange;
  }
}

/// Whether the form writes the value that it found to the `expected` of its caller.
DIATOMIC_FUNCTION constexpr bool writes_expected(move_form f) {
  switch (f) {
    case move_form::compare_exchange_strong:
    case move_form::compare_exchange_weak:
    case move_form::member_strong:
    case move_form::member_weak:
    case move_form::member_strong_two_orders:
    case move_form::member_weak_two_orders:
      return true;
    default:
      return false;
  }
}

}  // namespace forms_tests
