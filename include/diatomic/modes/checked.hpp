// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Checked mode: calls with `located` operands resolve to the overloads here, which check them and
/// continue with plain values.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/atomics/detail/waiting.hpp>
#include <diatomic/atomics/detail/warp_updates.hpp>
#include <diatomic/core/detail/operands.hpp>
#include <diatomic/dispatch/cas_loop.hpp>
#include <diatomic/dispatch/update.hpp>
#include <diatomic/modes/call_sites.hpp>
#include <diatomic/modes/failure.hpp>
// The backend's `knows_spaces`, `is_local`, `is_outside_global` and `fail`.
// clang-format off: a blank next to the slash would become part of the name.
#include DIATOMIC_BACKEND_HEADER(modes/checked.hpp)
// clang-format on

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

template <op Op, class T>
inline constexpr bool sums_counts_v = is_count_v<T> && sums.has(Op);

/// Whether T is a signed integer, or a vector of them.
template <class T>
inline constexpr bool is_of_signed_v = tables::is_signed_integer(tables::element_of(kind_of_v<T>));

/// The greatest count; its complement is the least.
inline constexpr std::int64_t greatest_count = 0x7fffffffffffffff;

/// Calls `refuse(is_wrong, problem)` for each possible error of a pointer into `Space`. Does not
/// return the problem: CUDA 13.0's cicc crashes on a select between texts if it knows that the
/// pointer is wrong.
template <memory_space Space, class Refuse>
DIATOMIC_FUNCTION void check_space([[maybe_unused]] const void* p,
                                   [[maybe_unused]] const Refuse& refuse) {
  if constexpr (device_ops::knows_spaces) {
    refuse(device_ops::is_local(p), "pointer to local memory, which no other thread sees");
    if constexpr (Space == memory_space::shared) {
      refuse(!device_ops::is_shared(p),
             "in_shared, but the pointer is not to the block's shared memory");
    }
  }
  if constexpr (Space == memory_space::global) {
    refuse(device_ops::is_outside_global(p), "in_global, but the pointer is to shared memory");
  }
}

/// The checks of one call, whose name is `form` followed by `operation`.
template <class T>
struct call_check {
  call_site at;
  const char* form;
  const char* operation;

  DIATOMIC_FUNCTION void fail(const char* problem, bool has_number, long long number) const {
    device_ops::fail(
        failure{at.file, at.line, form, operation, kind_name_v<T>, problem, has_number, number});
  }
  DIATOMIC_FUNCTION void refuse(bool is_wrong, const char* problem) const {
    if (is_wrong) fail(problem, false, 0);
  }
  DIATOMIC_FUNCTION void refuse(bool is_wrong, const char* problem, long long number) const {
    if (is_wrong) fail(problem, true, number);
  }

  template <memory_space Space>
  DIATOMIC_FUNCTION void pointer(const T* p) const {
    refuse(p == nullptr, "null pointer");
    const auto beyond = reinterpret_cast<std::uintptr_t>(p) % alignof(T);
    refuse(beyond != 0,
           "misaligned pointer; bytes beyond an aligned address:", static_cast<long long>(beyond));
    detail::check_space<Space>(
        p, [this](bool is_wrong, const char* problem) { refuse(is_wrong, problem); });
  }

  /// All active lanes must pass the address of the lowest of them. `problem` ends with the meaning
  /// of the number of bytes between the two addresses.
  DIATOMIC_FUNCTION void one_address([[maybe_unused]] const T* p,
                                     [[maybe_unused]] const char* problem) const {
    if constexpr (device_ops::warp_lanes > 1) {
      const lane_mask active = device_ops::active_lanes();
      const auto own = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(p));
      const auto lowest = detail::shuffle(active, own, device_ops::lowest_of(active));
      refuse(own != lowest, problem, static_cast<long long>(own - lowest));
    }
  }
  /// Checks the pointer of an update with an operand.
  template <op Op, class Access>
  DIATOMIC_FUNCTION void updated(const T* p) const {
    pointer<Access::space>(p);
    if constexpr (has_hint_v<Access, hint::same_address> && combines_lanes_v<Op, Access, T>) {
      one_address(p,
                  "same_address, but this lane's address is not the lowest lane's; bytes beyond:");
    }
  }

  /// Checks an operand; of a vector, each element.
  template <op Op, class V>
  DIATOMIC_FUNCTION void operand(const V& v) const {
    if constexpr (is_vector_v<V> && is_of_signed_v<V>) {
      const auto elements = detail::bits_as<pack_of<V>>(v);
      detail::by_elements<V>([&](int i) {
        operand<Op>(elements.at[i]);
        return elements.at[i];
      });
    } else if constexpr (is_integer_v<V> && (Op == op::shl || Op == op::shr)) {
      constexpr auto width = static_cast<unsigned_of<V>>(8 * sizeof(V));
      refuse(
          static_cast<unsigned_of<V>>(v) >= width,
          "shift by a negative number, or by the word's width or more:", static_cast<long long>(v));
    } else if constexpr (is_integer_v<V> && (Op == op::div || Op == op::mod)) {
      refuse(v == V{0}, "division by zero");
    }
  }
};

template <op Op, class Access, class T>
DIATOMIC_FUNCTION call_check<T> check_of(call_site at) {
  return {at, form_v<Op, Access>, op_name_v<Op>};
}

/// Checks the counter of `claim_slot`, which takes slots for all lanes at once.
template <class T>
DIATOMIC_FUNCTION void check_slot(const T* counter, call_site at) {
  call_check<T>{at, "", "claim_slot"}.one_address(
      counter, "this lane's address is not the lowest lane's; bytes beyond:");
}

/// Checks a call with a `lane_group` of the lanes `g`.
template <op Op, class Access, class T>
DIATOMIC_FUNCTION void check_group(const lane_set& g, const T* p, call_site at) {
  if constexpr (device_ops::warp_lanes > 1) {
    const auto check = detail::check_of<Op, Access, T>(at);
    check.refuse(g.lane != device_ops::lane_number(),
                 "lane_group of another lane, whose number is:", static_cast<long long>(g.lane));
    const lane_mask missing = g.active & ~device_ops::active_lanes();
    check.refuse(missing != 0,
                 "lane_group, but lanes that found their groups with this one do not make the call "
                 "with it; lanes missing:",
                 static_cast<long long>(device_ops::count_of(missing)));
    const auto own = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(p));
    const auto leader = detail::shuffle(g.active, own, device_ops::lowest_of(g.members));
    check.refuse(own != leader,
                 "lane_group, but this lane's address is not its lowest lane's; bytes beyond:",
                 static_cast<long long>(own - leader));
    device_ops::sync_lanes(g.active);  // else the next check finds lanes missing, and is the first
  }
}

template <class Access, class P>
DIATOMIC_FUNCTION auto load(located<P> p) {
  using type = std::remove_const_t<std::remove_pointer_t<P>>;
  detail::check_of<op::load, Access, type>(p.at).template pointer<Access::space>(p);
  return detail::load<Access>(p.content);
}

template <class Access, class T>
DIATOMIC_FUNCTION T wait(const T* p, located<T> old) {
  call_check<T>{old.at, "", "wait"}.template pointer<Access::space>(p);
  return detail::wait<Access>(p, old.content);
}

DIATOMIC_EXEC_CHECK_DISABLE
template <class Access, class T, class F>
DIATOMIC_FUNCTION T wait_for(located<const T*> p, F& holds) {
  call_check<T>{p.at, "", "wait_until"}.template pointer<Access::space>(p);
  return detail::wait_for<Access>(p.content, holds);
}

template <class Access, class T>
DIATOMIC_FUNCTION T compare_exchange(T* p, located<T> expected, located<T> desired) {
  const auto check = detail::check_of<op::compare_exchange, Access, T>(desired.at);
  check.template pointer<Access::space>(p);
  return detail::compare_exchange<Access>(p, expected.content, desired.content);
}

/// Division of signed integers. By -1 in a CAS loop that checks for the least integer, which has no
/// such quotient.
template <op Op, class Access, class T, class Check>
DIATOMIC_FUNCTION T divide(T* p, T v, const Check& check) {
  if constexpr (is_vector_v<T>) {
    return detail::update_elements(p, v, [&check](auto* element, auto by) {
      return detail::divide<Op, Access>(element, by, check);
    });
  } else {
    if (v != static_cast<T>(-1)) return detail::update<Op, Access>(p, v);
    const auto divided = detail::cas_loop<Access>(p, [&check](const T& seen, T& desired) {
      constexpr auto min_value = static_cast<T>(unsigned_of<T>{1} << (8 * sizeof(T) - 1));
      check.refuse(seen == min_value, "division of the least integer by -1");
      desired = diatomic::result_of<Op>(seen, static_cast<T>(-1));
      return true;
    });
    return divided.old;
  }
}

/// A sum of counts: a CAS loop that checks that the sum stays in range.
template <op Op, class Access, class T>
DIATOMIC_FUNCTION T update_count(T* p, T v, const call_check<T>& check) {
  const auto due = detail::bits_as<std::int64_t>(v);
  check.refuse(due == greatest_count || due == ~greatest_count,
               "operand that is no number, or beyond the range of its unit");
  const auto summed = detail::cas_loop<Access>(p, [v, due, &check](const T& seen, T& desired) {
    desired = diatomic::result_of<Op>(seen, v);
    const auto sum = detail::bits_as<std::int64_t>(desired);
    const bool should_rise = Op == op::add ? due >= 0 : due < 0;
    check.refuse(should_rise != (sum >= detail::bits_as<std::int64_t>(seen)) && due != 0,
                 "sum beyond the range of its unit");
    return true;
  });
  return summed.old;
}

template <op Op, class Access>
inline constexpr bool relies_on_direction_v =
    may_leave_out_v<Op, Access> && tables::includes(Access::value.hints, hint::monotone);

/// An update with the hint `monotone`. If the first load, which any cache may answer, finds that
/// nothing would change, a load at the call's own scope must find the same.
template <op Op, class Access, class T, class Check>
DIATOMIC_FUNCTION T update_monotone(T* p, T v, const Check& check) {
  if constexpr (entry_v<Op, T, Access>.implementation == method::by_element) {
    const auto with = detail::bits_as<parts_of<T>>(v);
    return detail::by_elements<T, parts_of<T>>([&](int i) {
      return detail::update_monotone<Op, Access>(detail::parts_in(p) + i, with.at[i], check);
    });
  } else {
    using without_check = typename Access::template without_hint<early_exit_hints>;
    const apply_operand<Op, Access, T> apply{v};
    const T seen = detail::load_to_check<Access>(p);
    T desired = seen;
    if (apply(seen, desired)) return detail::update<Op, without_check>(p, v);
    const T current = detail::load_to_check<without_check>(p);
    check.refuse(apply(current, desired),
                 "monotone, but the object has moved back: the call would lose its update");
    return seen;
  }
}

template <op Op, class Access, class T>
DIATOMIC_FUNCTION T update(T* p, located<T> v) {
  const auto check = detail::check_of<Op, Access, T>(v.at);
  check.template updated<Op, Access>(p);
  check.template operand<Op>(v.content);
  if constexpr (sums_counts_v<Op, T>) {
    return detail::update_count<Op, Access>(p, v.content, check);
  }
  if constexpr ((Op == op::div || Op == op::mod) && is_of_signed_v<T>) {
    return detail::divide<Op, Access>(p, v.content, check);
  }
  if constexpr (relies_on_direction_v<Op, Access>) {
    return detail::update_monotone<Op, Access>(p, v.content, check);
  }
  return detail::update<Op, Access>(p, v.content);
}

template <op Op, class Access, class T>
DIATOMIC_FUNCTION T update_scaled(T* p, located<typename addend<T>::type> v) {
  if constexpr (std::is_pointer_v<T>) {
    detail::check_of<Op, Access, T>(v.at).template updated<Op, Access>(p);
    return detail::update_scaled<Op, Access>(p, v.content);
  } else {
    return detail::update<Op, Access>(p, v);
  }
}

template <class Access, class T>
DIATOMIC_FUNCTION void add_in_array(T* base, std::size_t index, std::size_t length, located<T> v) {
  const auto check = detail::check_of<op::add, Access, T>(v.at);
  check.refuse(base == nullptr, "null pointer");
  check.refuse(index >= length,
               "index not below the array's length:", static_cast<long long>(index));
  check.template updated<op::add, Access>(base + index);
  detail::add_in_array<Access>(base, index, length, v.content);
}

DIATOMIC_EXEC_CHECK_DISABLE
template <class Access, class T, class F>
DIATOMIC_FUNCTION T fetch_update(located<T*> p, F& f) {
  call_check<T>{p.at, "", "fetch_update"}.template pointer<Access::space>(p);
  return detail::fetch_update<Access>(p.content, f);
}

DIATOMIC_EXEC_CHECK_DISABLE
template <class Access, class T, class F>
DIATOMIC_FUNCTION bool try_update(located<T*> p, F& f) {
  call_check<T>{p.at, "", "try_update"}.template pointer<Access::space>(p);
  return detail::try_update<Access>(p.content, f);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
