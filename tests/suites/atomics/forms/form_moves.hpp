// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The forms of operations that move and compare, and of updates by a function: functions and
/// members, with tags and with each `std::memory_order` that the program knows at run time only.

#include <atomic>
#include <string>
#include <vector>

#include "suites/atomics/forms/form_values.hpp"
#include "suites/atomics/forms/forms.hpp"
#include "suites/atomics/forms/move_forms.hpp"

namespace forms_tests {

/// Puts `operand` in the place of `expected` alone.
template <class T>
struct replace {
  T expected;
  T operand;
  DIATOMIC_FUNCTION bool is_it(const T& v) const {
    return diatomic::detail::same_bits(v, expected);
  }
  DIATOMIC_FUNCTION T operator()(T v) const { return is_it(v) ? operand : v; }
};
template <class T>
struct try_replace {
  replace<T> f;
  DIATOMIC_FUNCTION bool operator()(T& v) const {
    if (!f.is_it(v)) return false;
    v = f.operand;
    return true;
  }
};

/// All such forms of a T. What the calls say of order is Order: a tag, or a `std::memory_order`,
/// which only members take. With `is_own` the caller's `expected` is the object itself: a write to
/// it after success, when it may belong to others, undoes the exchange.
template <class T, class Order = diatomic::relaxed_t>
struct moves {
  using value_type = T;
  static constexpr bool is_there = true;
  static constexpr bool computes_numbers = false;
  static constexpr bool by_run_time_order = std::is_same_v<Order, std::memory_order>;
  static constexpr unsigned order_count = by_run_time_order ? 6 : 1;

  static const char* name_of(unsigned form) {
    constexpr const char* names[move_form_count] = {"load",
                                                    "store",
                                                    "exchange",
                                                    "compare_exchange",
                                                    "strong",
                                                    "weak",
                                                    "fetch_update",
                                                    "try_update",
                                                    "wait",
                                                    "exchange, check_first",
                                                    "member load",
                                                    "member store",
                                                    "member exchange",
                                                    "member compare_exchange",
                                                    "member strong",
                                                    "member weak",
                                                    "member strong, two orders",
                                                    "member weak, two orders",
                                                    "member fetch_update",
                                                    "member try_update",
                                                    "member wait",
                                                    "conversion",
                                                    "assignment"};
    return names[form % move_form_count];
  }
  /// Whether lanes that make the call together must pass one address.
  DIATOMIC_FUNCTION static bool is_for_one_address(unsigned) { return false; }

  template <op Op>
  static constexpr bool has = diatomic::support_v<Op, T> != support::none;

  DIATOMIC_FUNCTION static void play(const trial& t, T* p, outcome& o) {
    const auto form = static_cast<move_form>(t.form % move_form_count);
    const unsigned order = t.form / move_form_count % order_count;
    const bool is_own = t.form >= order_count * move_form_count;
    o.is_there = has_at_run_time(needed_by(form));
    if constexpr (by_run_time_order) {
      constexpr std::memory_order orders[] = {std::memory_order_relaxed, std::memory_order_consume,
                                              std::memory_order_acquire, std::memory_order_release,
                                              std::memory_order_acq_rel, std::memory_order_seq_cst};
      play_member(form, t, p, is_own, o, orders[order]);
    } else {
      play_function(form, t, p, is_own, o);
      play_member(form, t, p, is_own, o, Order{});
    }
  }
  DIATOMIC_FUNCTION static unsigned has_at_run_time(op o) {
    return o == op::load       ? has<op::load>
           : o == op::store    ? has<op::store>
           : o == op::exchange ? has<op::exchange>
                               : has<op::compare_exchange>;
  }

  DIATOMIC_FUNCTION static void play_function(move_form form, const trial& t, T* p, bool is_own,
                                              outcome& o) {
    [[maybe_unused]] const T v = value_of<T>(t.operand);
    [[maybe_unused]] const T other = value_of<T>(t.expected);
    [[maybe_unused]] constexpr Order order{};
    [[maybe_unused]] const auto returns = [&o](const T& r) { o.returned = raw_of(r); };
    if constexpr (has<op::load>) {
      if (form == move_form::load) returns(diatomic::load(p, order));
      if (form == move_form::wait) returns(diatomic::wait(p, other, order));
    }
    if constexpr (has<op::store>) {
      if (form == move_form::store) diatomic::store(p, v, order);
    }
    if constexpr (has<op::exchange>) {
      if (form == move_form::exchange) returns(diatomic::exchange(p, v, order));
      if (form == move_form::exchange_seldom) {
        returns(diatomic::exchange(p, other, diatomic::check_first, order));
      }
    }
    if constexpr (has<op::compare_exchange>) {
      const replace<T> f{other, v};
      T of_caller = other;
      T& found = is_own ? *p : of_caller;
      if (form == move_form::compare_exchange) {
        returns(diatomic::compare_exchange(p, other, v, order));
      } else if (form == move_form::compare_exchange_strong) {
        o.stored = diatomic::compare_exchange_strong(p, found, v, order);
        returns(of_caller);
      } else if (form == move_form::compare_exchange_weak) {
        o.stored = diatomic::compare_exchange_weak(p, found, v, order);
        returns(of_caller);
      } else if (form == move_form::fetch_update) {
        returns(diatomic::fetch_update(p, f, order));
      } else if (form == move_form::try_update) {
        o.stored = diatomic::try_update(p, try_replace<T>{f}, order);
      }
    }
  }

  template <class By>
  DIATOMIC_FUNCTION static void play_member(move_form form, const trial& t, T* p, bool is_own,
                                            outcome& o, By order) {
    [[maybe_unused]] const diatomic::atomic_ref<T> word(*p);
    [[maybe_unused]] const T v = value_of<T>(t.operand);
    [[maybe_unused]] const T other = value_of<T>(t.expected);
    [[maybe_unused]] const auto returns = [&o](const T& r) { o.returned = raw_of(r); };
    if constexpr (has<op::load>) {
      if (form == move_form::member_load) returns(word.load(order));
      if (form == move_form::conversion) returns(static_cast<T>(word));
      if (form == move_form::member_wait) {
        returns(word.wait(other, order));
        word.notify_one();
        word.notify_all();
      }
    }
    if constexpr (has<op::store>) {
      if (form == move_form::member_store) word.store(v, order);
      if (form == move_form::assignment) returns(word = v);
    }
    if constexpr (has<op::exchange>) {
      if (form == move_form::member_exchange) returns(word.exchange(v, order));
    }
    if constexpr (has<op::compare_exchange>) {
      play_comparing_member(form, p, is_own, replace<T>{other, v}, o, order);
    }
  }

  template <class By>
  DIATOMIC_FUNCTION static void play_comparing_member(move_form form, T* p, bool is_own,
                                                      const replace<T>& f, outcome& o, By order) {
    const diatomic::atomic_ref<T> word(*p);
    T of_caller = f.expected;
    T& found = is_own ? *p : of_caller;
    [[maybe_unused]] const auto returns = [&o](const T& r) { o.returned = raw_of(r); };
    if (form == move_form::member_compare_exchange) {
      returns(word.compare_exchange(f.expected, f.operand, order));
    } else if (form == move_form::member_strong) {
      o.stored = word.compare_exchange_strong(found, f.operand, order);
      returns(of_caller);
    } else if (form == move_form::member_weak) {
      o.stored = word.compare_exchange_weak(found, f.operand, order);
      returns(of_caller);
    } else if (form == move_form::member_fetch_update) {
      returns(word.fetch_update(f, order));
    } else if (form == move_form::member_try_update) {
      o.stored = word.try_update(try_replace<T>{f}, order);
    }
    if constexpr (by_run_time_order) {
      if (form == move_form::member_strong_two_orders) {
        o.stored = word.compare_exchange_strong(found, f.operand, order, std::memory_order_relaxed);
        returns(of_caller);
      } else if (form == move_form::member_weak_two_orders) {
        o.stored = word.compare_exchange_weak(found, f.operand, std::memory_order_acq_rel, order);
        returns(of_caller);
      }
    }
  }

  static outcome expect(const trial& t) {
    const auto form = static_cast<move_form>(t.form % move_form_count);
    const bool hits = std::memcmp(t.old.bytes, t.expected.bytes, sizeof(T)) == 0;
    outcome o{};
    o.memory = t.old;
    switch (needed_by(form)) {
      case op::load:
        o.returned = t.old;
        break;
      case op::store:
        o.memory = t.operand;
        if (form == move_form::assignment) o.returned = t.operand;
        break;
      case op::exchange:
        o.memory = form == move_form::exchange_seldom ? t.expected : t.operand;
        o.returned = t.old;
        break;
      default:
        if (hits) o.memory = t.operand;
        const bool is_try = form == move_form::try_update || form == move_form::member_try_update;
        const bool returns_old =
            form == move_form::compare_exchange || form == move_form::fetch_update ||
            form == move_form::member_compare_exchange || form == move_form::member_fetch_update;
        if (!is_try) o.returned = t.old;
        if (!returns_old) o.stored = hits;
    }
    return o;
  }

  /// Whether the form is tried; waits end at once.
  static bool is_tried(move_form f, bool hits) {
    if (hits && (f == move_form::wait || f == move_form::member_wait)) return false;
    if (f == move_form::member_strong_two_orders || f == move_form::member_weak_two_orders) {
      return by_run_time_order;
    }
    return !by_run_time_order || f >= move_form::member_load;
  }

  static std::vector<trial> trials() {
    const std::vector<T> values = values_of<T>();
    std::vector<trial> all;
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (const T& other : values) {
        const raw old = raw_of(values[i]);
        const bool hits = std::memcmp(old.bytes, raw_of(other).bytes, sizeof(T)) == 0;
        for (unsigned form = 0; form < 2 * order_count * move_form_count; ++form) {
          const auto f = static_cast<move_form>(form % move_form_count);
          const bool is_own = form >= order_count * move_form_count;
          if (!is_tried(f, hits) || (is_own && !(hits && writes_expected(f)))) continue;
          const auto at = static_cast<unsigned>(all.size() % (16 / sizeof(T)));
          all.push_back({old, raw_of(values[(i + 1) % values.size()]), raw_of(other), form, at});
        }
      }
    }
    return all;
  }
};

}  // namespace forms_tests
