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

/// Whether a T is compared and exchanged within the 32-bit word that contains it.
template <class T>
inline constexpr bool is_contained_v = sizeof(T) < 4 && !device_ops::has_narrow_compare_exchange;

/// The word that a compare-exchange of a T compares: the T itself, or the word that contains it.
template <class T>
struct word_place {
  using type = std::conditional_t<is_contained_v<T>, std::uint32_t, unsigned_of<T>>;
  type* word;
  unsigned shift = 0;

  DIATOMIC_FUNCTION explicit word_place(T* p) {
    // Pointer arithmetic, so that the compiler still knows the pointer's address space.
    const auto offset = is_contained_v<T> ? reinterpret_cast<std::uintptr_t>(p) % 4 : 0;
    word = reinterpret_cast<type*>(reinterpret_cast<char*>(p) - offset);
    shift = static_cast<unsigned>(offset) * 8;
  }
  DIATOMIC_FUNCTION type mask() const {
    return static_cast<type>(type{static_cast<unsigned_of<T>>(-1)} << shift);
  }
  DIATOMIC_FUNCTION T get(type from) const {
    return detail::bits_as<T>(static_cast<unsigned_of<T>>(from >> shift));
  }
  /// `into`, with the object's bits from `from`.
  DIATOMIC_FUNCTION type merged(type from, type into) const {
    return static_cast<type>((into & ~mask()) | (from & mask()));
  }
  DIATOMIC_FUNCTION type put(T v, type into) const {
    return merged(static_cast<type>(type{detail::bits_as<unsigned_of<T>>(v)} << shift), into);
  }
};

/// The value that a CAS loop found, and whether the loop stored.
template <class T>
struct loop_outcome {
  T old;
  bool stored;
};

/// The access of the first load of a loop that may end without a store, and so is only a load: it
/// has the failure order, unless fences order the loop, and acquires for acq_rel.
template <class Access>
using first_load = typename Access::template with_order<
    device_ops::orders_loops_by_fences || Access::order == memory_order::release
        ? memory_order::relaxed
    : Access::order == memory_order::acq_rel ? memory_order::acquire
                                             : Access::order>;
/// The same for a loop that always stores: its compare-exchange checks the value that it found, so
/// the nearest cache may answer. On CPUs scopes have no effect, but the race check compares them.
template <class Access>
using first_guess = typename plain_access::template with_space<Access::space>::template with_scope<
    device_ops::orders_loops_by_fences ? memory_scope::warp : Access::scope>;

/// The library's compare-exchange (CAS) loop. `f(old, desired)` returns whether to store `desired`,
/// which starts as a copy of `old`. If `f` returns false, the loop ends with the object unchanged,
/// and the load or the failed compare-exchange that found `old` has the failure order. The loop
/// compares bits, so a NaN ends it too. `First` is the access of the first load.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Access, class First = first_load<Access>, class T, class F>
DIATOMIC_FUNCTION loop_outcome<T> cas_loop(T* p, F&& f) {
  constexpr memory_order order = Access::order;
  constexpr bool fences = device_ops::orders_loops_by_fences;
  constexpr bool acquires = order != memory_order::relaxed && order != memory_order::release;
  constexpr bool releases = order != memory_order::relaxed && order != memory_order::acquire;
  using exchanging = typename Access::template with_order<fences ? memory_order::relaxed : order>;
  const word_place<T> place(p);
  if constexpr (fences && releases) {
    device_ops::fence<order == memory_order::seq_cst ? order : memory_order::release,
                      Access::scope>();
  }
  auto found = device_ops::load<First>(place.word);
  auto seen = found;
  bool stores;
  for (;;) {
    seen = found;
    const T old = place.get(seen);
    T desired = old;
    stores = f(old, desired);
    if (!stores) break;
    found = device_ops::compare_exchange<exchanging>(place.word, seen, place.put(desired, seen));
    if (found == seen) break;
  }
  if constexpr (fences && acquires) device_ops::fence<memory_order::acquire, Access::scope>();
  return {place.get(seen), stores};
}

/// The parts of a vector in memory.
template <class T>
DIATOMIC_FUNCTION auto* parts_in(T* p) {
  using part = std::conditional_t<std::is_const_v<T>, const part_type<T>, part_type<T>>;
  return reinterpret_cast<part*>(p);
}

/// The value of `*p`.
template <class Access, class T>
DIATOMIC_FUNCTION T load(const T* p) {
  if constexpr (entry_v<op::load, T, Access>.implementation == method::by_element) {
    return detail::by_elements<T, parts_of<T>>(
        [=](int i) { return detail::load<Access>(detail::parts_in(p) + i); });
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
      return detail::same_bits(seen, expected);
    });
    return exchanged.old;
  }
}

/// The hints that ask for a check before the update.
inline constexpr hint early_exit_hints = hint::check_first | hint::monotone;

/// Whether an update that would change nothing may be skipped: a hint or the operation allows it,
/// and the call itself orders nothing. Otherwise the update is made, because an earlier fence may
/// publish through it.
template <op Op, class Access>
inline constexpr bool may_leave_out_v =
    (has_hint_v<Access, early_exit_hints> || Op == op::min_if_less || Op == op::max_if_greater) &&
    Access::order == memory_order::relaxed &&
    (extrema.has(Op) || of_floats.has(Op) || Op == op::bit_and || Op == op::bit_or ||
     Op == op::exchange);

/// The access of the check's load. If the object moves in one direction only, an old value
/// suffices. At the narrowest scope the nearest cache may answer, as for a plain load, which sees
/// everything that happened before it.
template <class Access>
using check_access =
    std::conditional_t<has_hint_v<Access, hint::monotone>,
                       typename Access::template with_scope<memory_scope::warp>, Access>;

/// The access of an update's first load in a CAS loop.
template <op Op, class Access>
using first_access =
    std::conditional_t<may_leave_out_v<Op, Access>, check_access<Access>, first_guess<Access>>;

/// The value of `*p` for the check, from the 32-bit word that updates of a narrow object access.
template <class Access, class T>
DIATOMIC_FUNCTION T load_to_check(T* p) {
  const word_place<T> place(p);
  return place.get(device_ops::load<check_access<Access>>(place.word));
}

template <op Op, class Access, class T>
struct apply_operand {
  T operand;
  DIATOMIC_FUNCTION bool operator()(const T& old, T& desired) const {
    desired = detail::result_for<Op, subnormals_of<Access>>(old, operand);
    return !may_leave_out_v<Op, Access> || !detail::same_bits(desired, old);
  }
};

/// `apply_operand` on the 32-bit word that contains a narrow object. Where it can, the object stays
/// in its place, and the operand is shifted once for all rounds of a loop.
template <op Op, class Access, class T>
struct apply_in_word {
  using word = std::uint32_t;
  static constexpr bool adds = sums.has(Op) && is_integer_v<T>;
  static constexpr bool is_extremum = extrema.has(Op);

  const apply_operand<Op, Access, T> apply;
  const word_place<T> place;
  const word mask = place.mask();
  /// With these bits flipped, unsigned integers have the order of T's values. Floats compare with
  /// the operand in reverse if its sign is -.
  const word flip = !is_extremum                                                        ? 0
                    : is_float_v<T> && detail::bits_as<signed_of<T>>(apply.operand) < 0 ? mask
                    : is_float_v<T> || is_signed_v<T> ? mask & ~(mask >> 1)
                                                      : 0;
  const word operand = (place.put(apply.operand, 0) ^ flip) >> (Op == op::mul ? place.shift : 0);

  DIATOMIC_FUNCTION apply_in_word(T* p, T v) : apply{v}, place(p) {}
  DIATOMIC_FUNCTION bool operator()(const word& seen, word& desired) const {
    if constexpr (is_extremum || adds ||
                  (is_integer_v<T> && (Op == op::mul || Op == op::bit_nand))) {
      const word own = adds ? seen : (seen & mask) ^ flip;
      desired = place.merged(diatomic::result_of<Op>(own, operand) ^ flip, seen);
    } else if constexpr (compares_numbers_v<Op>) {
      const bool stores = detail::replaces_old<Op>(place.get(seen), apply.operand);
      desired = stores ? place.put(apply.operand, seen) : seen;
    } else {
      T next = place.get(seen);
      apply(place.get(seen), next);
      desired = place.put(next, seen);
    }
    return !may_leave_out_v<Op, Access> || desired != seen;
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
