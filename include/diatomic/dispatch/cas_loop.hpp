// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The CAS loop and the words in memory that it works on; loads and compare-exchanges. And minima,
/// maxima, `and`, `or` and exchanges that load the object first, and skip an update that would
/// change nothing.

#include <cstdint>
#include <type_traits>

#include <diatomic/core/detail/bits.hpp>
#include <diatomic/dispatch/entry.hpp>
#include <diatomic/dispatch/semantics.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The 32-bit word that contains a narrower T, for targets without a narrower compare-exchange.
template <class T>
struct containing_word {
  std::uint32_t* word;
  unsigned shift;

  DIATOMIC_FUNCTION explicit containing_word(T* p) {
    // Pointer arithmetic, so that the compiler still knows the pointer's address space.
    const auto offset = reinterpret_cast<std::uintptr_t>(p) % 4;
    word = reinterpret_cast<std::uint32_t*>(reinterpret_cast<char*>(p) - offset);
    shift = static_cast<unsigned>(offset) * 8;
  }
  DIATOMIC_FUNCTION std::uint32_t mask() const {
    return std::uint32_t{static_cast<unsigned_of<T>>(-1)} << shift;
  }
  DIATOMIC_FUNCTION T get(std::uint32_t from) const {
    return detail::bits_as<T>(static_cast<unsigned_of<T>>(from >> shift));
  }
  DIATOMIC_FUNCTION std::uint32_t put(T v, std::uint32_t into) const {
    return (into & ~mask()) | (std::uint32_t{detail::bits_as<unsigned_of<T>>(v)} << shift);
  }
};

/// A T that is compared and exchanged as a whole.
template <class T>
struct whole_word {
  unsigned_of<T>* word;

  DIATOMIC_FUNCTION explicit whole_word(T* p) : word(reinterpret_cast<unsigned_of<T>*>(p)) {}
  DIATOMIC_FUNCTION T get(unsigned_of<T> from) const { return detail::bits_as<T>(from); }
  DIATOMIC_FUNCTION unsigned_of<T> put(T v, unsigned_of<T>) const {
    return detail::bits_as<unsigned_of<T>>(v);
  }
};

template <class T>
using place_of = std::conditional_t<(sizeof(T) < 4 && !device_ops::has_narrow_compare_exchange),
                                    containing_word<T>, whole_word<T>>;

/// The fences that give a loop its order if its compare-exchange does not.
template <class Access>
DIATOMIC_FUNCTION void fence_before_loop() {
  constexpr memory_order order =
      Access::order == memory_order::acq_rel ? memory_order::release : Access::order;
  if constexpr (device_ops::orders_loops_by_fences &&
                (order == memory_order::release || order == memory_order::seq_cst)) {
    device_ops::fence<order, Access::scope>();
  }
}
template <class Access>
DIATOMIC_FUNCTION void fence_after_loop() {
  if constexpr (device_ops::orders_loops_by_fences && Access::order != memory_order::relaxed &&
                Access::order != memory_order::release) {
    device_ops::fence<memory_order::acquire, Access::scope>();
  }
}

/// The value that a CAS loop found, and whether the loop stored.
template <class T>
struct loop_outcome {
  T old;
  bool stored;
};

/// The order of a loop's first load: the failure order, unless fences order the loop. A loop that
/// does not store is only a load: it acquires for acq_rel, and is relaxed for release.
template <memory_order Order>
inline constexpr memory_order first_order_v =
    device_ops::orders_loops_by_fences || Order == memory_order::release ? memory_order::relaxed
    : Order == memory_order::acq_rel                                     ? memory_order::acquire
                                                                         : Order;

/// The library's compare-exchange (CAS) loop. `f(old, desired)` returns whether to store `desired`,
/// which starts as a copy of `old`. If `f` returns false, the loop ends with the object unchanged,
/// and the load or the failed compare-exchange that found `old` has the failure order. The loop
/// compares bits, so a NaN ends it too. `First` is the access of the first load, except for its
/// order.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Access, class First = Access, class T, class F>
DIATOMIC_FUNCTION loop_outcome<T> cas_loop(T* p, F&& f) {
  using unordered = typename Access::template with_order<memory_order::relaxed>;
  constexpr memory_order first_order = first_order_v<Access::order>;
  using first_load = typename First::template with_order<first_order>;
  using exchanging = std::conditional_t<device_ops::orders_loops_by_fences, unordered, Access>;
  const place_of<T> place(p);
  detail::fence_before_loop<Access>();
  auto seen = device_ops::load<first_load>(place.word);
  bool stored = false;
  for (;;) {
    const T old = place.get(seen);
    T desired = old;
    if (!f(old, desired)) break;
    const auto found =
        device_ops::compare_exchange<exchanging>(place.word, seen, place.put(desired, seen));
    if (found == seen) {
      stored = true;
      break;
    }
    seen = found;
  }
  detail::fence_after_loop<Access>();
  return {place.get(seen), stored};
}

/// The elements of a vector in memory.
template <class T>
DIATOMIC_FUNCTION auto* elements_of(T* p) {
  using element = std::conditional_t<std::is_const_v<T>, const element_type<T>, element_type<T>>;
  return reinterpret_cast<element*>(p);
}

/// The value of `*p`.
template <class Access, class T>
DIATOMIC_FUNCTION T load(const T* p) {
  if constexpr (entry_v<op::load, T, Access>.implementation == method::by_element) {
    return detail::by_elements<T>(
        [=](int i) { return detail::load<Access>(detail::elements_of(p) + i); });
  } else {
    return detail::bits_as<T>(device_ops::load<Access>(reinterpret_cast<const unsigned_of<T>*>(p)));
  }
}

/// `*p = desired` if `*p` has the bits of `expected`; returns the old value.
template <class Access, class T>
DIATOMIC_FUNCTION T compare_exchange(T* p, T expected, T desired) {
  using word = unsigned_of<T>;
  if constexpr (entry_v<op::compare_exchange, T, Access>.implementation == method::instruction) {
    return detail::bits_as<T>(device_ops::compare_exchange<Access>(reinterpret_cast<word*>(p),
                                                                   detail::bits_as<word>(expected),
                                                                   detail::bits_as<word>(desired)));
  } else {
    const auto exchanged = detail::cas_loop<Access>(p, [=](const T& seen, T& next) {
      next = desired;
      return detail::bits_as<word>(seen) == detail::bits_as<word>(expected);
    });
    return exchanged.old;
  }
}

/// The hints that ask for a check before the update.
inline constexpr hint early_exit_hints = hint::check_first | hint::monotone;

/// Whether an update that would change nothing may be skipped: a hint allows it, and the call
/// itself orders nothing. Without a hint the update is made, because an earlier fence may publish
/// through it.
template <op Op, class Access>
inline constexpr bool may_leave_out_v =
    has_hint_v<Access, early_exit_hints> && Access::order == memory_order::relaxed &&
    (extrema.has(Op) || of_floats.has(Op) || Op == op::bit_and || Op == op::bit_or ||
     Op == op::exchange);

/// The access of the check's load. If the object moves in one direction only, an old value
/// suffices. At the narrowest scope the nearest cache may answer, as for a plain load, which sees
/// everything that happened before it.
template <class Access>
using check_access =
    std::conditional_t<has_hint_v<Access, hint::monotone>,
                       typename Access::template with_scope<memory_scope::warp>, Access>;

/// The access of a load. With the hint `monotone` a relaxed load has the access of the check.
template <class Access>
using load_access =
    std::conditional_t<Access::order == memory_order::relaxed, check_access<Access>, Access>;

/// The properties of a CAS loop's first load.
template <op Op, class Access>
using first_access = std::conditional_t<may_leave_out_v<Op, Access>, check_access<Access>, Access>;

/// Whether the call loads and checks the object before it updates. CAS loops load it in any case;
/// elements of vectors are checked separately.
template <op Op, class Access, method Implementation>
inline constexpr bool checks_first_v =
    may_leave_out_v<Op, Access> && Implementation != method::cas_loop &&
    Implementation != method::by_element;

/// The value of `*p` for the check, from the 32-bit word that updates of a narrow object access.
template <class Access, class T>
DIATOMIC_FUNCTION T load_to_check(T* p) {
  const place_of<T> place(p);
  return place.get(device_ops::load<check_access<Access>>(place.word));
}

template <op Op, class Access, class T>
struct apply_operand {
  T operand;
  DIATOMIC_FUNCTION bool operator()(const T& old, T& desired) const {
    desired = detail::result_for<Op, subnormals_of<Access>>(old, operand);
    return !may_leave_out_v<Op, Access> ||
           detail::bits_as<unsigned_of<T>>(desired) != detail::bits_as<unsigned_of<T>>(old);
  }
  DIATOMIC_FUNCTION bool changes(const T& old) const {
    T desired = old;
    return (*this)(old, desired);
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
