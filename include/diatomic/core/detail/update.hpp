// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// From a public call to one vendor instruction, or to the one compare-exchange loop: the cell of
/// the support table decides how an operation with an operand is done.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/core/detail/dispatch.hpp>
#include <diatomic/core/detail/lanes.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// What a minimum or maximum leaves as it is need not be stored, if nothing is ordered by it.
template <op Op, class Manner>
inline constexpr bool may_leave_out_v =
    Manner::order == memory_order::relaxed &&
    (extrema.has(Op) || of_floats.has(Op) || Op == op::bit_and || Op == op::bit_or);

/// Loops look in any case, and elements each for itself.
template <op Op, class Manner, class T>
inline constexpr bool looks_first_v =
    may_leave_out_v<Op, Manner> && includes(Manner::value.promises, promise::seldom_changes) &&
    cell_v<Op, T, Manner>.how != method::cas_loop &&
    cell_v<Op, T, Manner>.how != method::by_element;

/// Whether a narrow integer may be added to by an addition to the 32-bit word that holds it.
template <op Op, class Manner, class T>
inline constexpr bool adds_in_top_bits_v =
    !DIATOMIC_FORCE_LOOP && sums.has(Op) && is_integer_v<T> && sizeof(T) < 4 &&
    !target::has_narrow_compare_exchange;

template <op Op, class Manner, class T>
struct apply_operand {
  T operand;
  DIATOMIC_FUNCTION bool operator()(const T& old, T& desired) const {
    desired = result_of<Op>(old, operand);
    return !may_leave_out_v<Op, Manner> ||
           bits_as<unsigned_of<T>>(desired) != bits_as<unsigned_of<T>>(old);
  }
  DIATOMIC_FUNCTION bool changes(const T& old) const {
    T desired = old;
    return (*this)(old, desired);
  }
};

template <op Op, class Manner, class T>
DIATOMIC_FUNCTION T update(T* p, T v);

template <class Manner>
inline constexpr bool has_same_address_v = includes(Manner::value.promises, promise::same_address);

/// Whether the lanes that call together combine their operands, so that one goes to memory for all.
/// A warp of one lane has nothing to combine.
template <op Op, class Manner>
inline constexpr bool combines_lanes_v = target::warp_lanes > 1 &&
                                         (sums.has(Op) || bitwise.has(Op) || extrema.has(Op) ||
                                          Op == op::mul) &&
                                         (has_same_address_v<Manner> ||
                                          includes(Manner::value.promises, promise::few_addresses));

/// Whether T is a float of 16 bits, or a pair of them.
template <class T>
inline constexpr bool has_float16_v =
    is_float16_v<T> || kind_of_v<T> == kind::f16x2 || kind_of_v<T> == kind::bf16x2;

/// What the lanes of a warp combine: sums and products of 16-bit floats, alone or in pairs, as
/// `float`, so that they are rounded once; all else as it is.
template <op Op, class T>
using combined_type = std::conditional_t<!has_float16_v<T> || !(sums.has(Op) || Op == op::mul), T,
                                         std::conditional_t<is_vector_v<T>, pack<float, 2>, float>>;
/// The same number, or numbers, as `float` or rounded to 16 bits.
template <class To, class From>
DIATOMIC_FUNCTION To number_as(From v) {
  if constexpr (std::is_same_v<To, From>) {
    return v;
  } else if constexpr (is_vector_v<From>) {
    const auto numbers = bits_as<pack_of<From>>(v);
    return by_elements<To>([&](int i) { return number_as<element_type<To>>(numbers.at[i]); });
  } else if constexpr (std::is_same_v<To, float>) {
    return target::template widened<kind_of_v<From>>(bits_as<std::uint16_t>(v));
  } else {
    return bits_as<To>(target::template narrowed<kind_of_v<To>>(v));
  }
}

/// `update` by the lowest lane of each group of lanes with one address, for all of the group. Each
/// lane is returned what the word would have held had they come one by one, lowest first.
template <op Op, class Manner, class T>
DIATOMIC_FUNCTION T update_by_groups(T* p, T v) {
  constexpr op combining = combining_v<Op>;
  using alone = typename Manner::template without_promise<lane_promises>;
  using number = combined_type<Op, T>;
  const lane_mask active = target::active_lanes();
  lane_group g{active, active, target::lane_number()};
  if constexpr (!has_same_address_v<Manner>) {
    g.members = target::match(active, reinterpret_cast<std::uintptr_t>(p));
  }
  if constexpr (Manner::order != memory_order::relaxed) target::sync_lanes(active);
  const auto own = number_as<number>(v);
  if constexpr (Manner::value.result == result_use::unused) {
    const number all = combine<combining>(g, own);
    if (g.is_lowest()) detail::update<Op, alone>(p, number_as<T>(all));
  } else {
    const number up_to_here = combine_up_to_here<combining>(g, own);
    const number all = shuffle(active, up_to_here, target::highest_of(g.members));
    T old = v;
    if (g.is_lowest()) old = detail::update<Op, alone>(p, number_as<T>(all));
    old = shuffle(active, old, target::lowest_of(g.members));
    const unsigned previous = g.is_lowest() ? g.lane : target::highest_of(g.below());
    const number before = shuffle(active, up_to_here, previous);
    v = g.is_lowest() ? old : number_as<T>(result_of<Op>(number_as<number>(old), before));
  }
  if constexpr (Manner::order != memory_order::relaxed) target::sync_lanes(active);
  return v;
}

/// Op on `*p`, done in the way `How`.
template <op Op, class Manner, method How, class T>
DIATOMIC_FUNCTION T update_as(T* p, T v) {
  [[maybe_unused]] constexpr bool reduces = Manner::value.result == result_use::unused;
  if constexpr (How == method::by_element) {
    const auto with = bits_as<pack_of<T>>(v);
    return by_elements<T>(
        [&](int i) { return detail::update<Op, Manner>(elements_of(p) + i, with.at[i]); });
  } else if constexpr (How == method::sign_bit) {
    // Read as integers, floats of the sign of v are ordered: upwards if it is +, downwards if -;
    // and those of the other sign lie on the right side of v in both readings.
    constexpr op opposite = Op == op::min ? op::max : op::min;
    if (bits_as<signed_of<T>>(v) >= 0) {
      return bits_as<T>(
          detail::update<Op, Manner>(reinterpret_cast<signed_of<T>*>(p), bits_as<signed_of<T>>(v)));
    }
    return bits_as<T>(
        update<opposite, Manner>(reinterpret_cast<unsigned_of<T>*>(p), bits_as<unsigned_of<T>>(v)));
  } else if constexpr (How == method::on_word) {
    // Bits that leave the neighbours as they are: ones for and, zeros for or and xor.
    const containing_word<T> place(p);
    const std::uint32_t neutral = Op == op::bit_and ? ~std::uint32_t{0} : 0;
    return place.get(detail::update<Op, Manner>(place.word, place.put(v, neutral)));
  } else if constexpr (How == method::in_pair) {
    // x + -0.0 is x for every number x; +0.0 would make +0.0 of -0.0.
    using pair = pack<element_type<T>, 2>;
    const containing_word<T> place(p);
    constexpr auto sign = static_cast<unsigned_of<T>>(Op == op::sub ? 0x8000u : 0u);
    const auto addend = static_cast<unsigned_of<T>>(bits_as<unsigned_of<T>>(v) ^ sign);
    const std::uint32_t with = place.put(bits_as<T>(addend), 0x80008000u);
    const pair old =
        update<op::add, Manner>(reinterpret_cast<pair*>(place.word), bits_as<pair>(with));
    return place.get(bits_as<std::uint32_t>(old));
  } else if constexpr (How == method::instruction && Op == op::store) {
    target::store<Manner>(reinterpret_cast<unsigned_of<T>*>(p), bits_as<unsigned_of<T>>(v));
    return v;
  } else if constexpr (How == method::instruction && Op == op::exchange) {
    return bits_as<T>(
        target::exchange<Manner>(reinterpret_cast<unsigned_of<T>*>(p), bits_as<unsigned_of<T>>(v)));
  } else if constexpr (How == method::instruction && reduces) {
    target::reduce<Op, Manner>(reinterpret_cast<word_of<T>*>(p), bits_as<word_of<T>>(v));
    return v;
  } else if constexpr (How == method::instruction) {
    return bits_as<T>(
        target::fetch<Op, Manner>(reinterpret_cast<word_of<T>*>(p), bits_as<word_of<T>>(v)));
  } else {
    if constexpr (adds_in_top_bits_v<Op, Manner, T>) {
      // The last of the integers in a 32-bit word: what it carries out falls off the word.
      const containing_word<T> place(p);
      if (place.shift == 32 - 8 * sizeof(T)) {
        return place.get(detail::update<Op, Manner>(place.word, place.put(v, 0)));
      }
    }
    return cas_loop<Manner>(p, apply_operand<Op, Manner, T>{v}).old;
  }
}

/// Op on `*p`, in the space that the pointer is asked for. What lies in neither space is done in
/// the way of shared memory, which chips have fewer instructions for, at an address of any space.
template <op Op, class Manner, class T>
DIATOMIC_FUNCTION T update_by_space(T* p, T v) {
  using in_lds = typename Manner::template with_space<memory_space::shared>;
  using in_memory = typename Manner::template with_space<memory_space::global>;
  if constexpr (target::has_cluster_memory) {
    if (target::is_global(p)) return detail::update<Op, in_memory>(p, v);
    if (!target::is_shared(p)) return update_as<Op, Manner, cell_v<Op, T, in_lds>.how>(p, v);
    return detail::update<Op, in_lds>(p, v);
  } else {
    return target::is_shared(p) ? detail::update<Op, in_lds>(p, v)
                                : detail::update<Op, in_memory>(p, v);
  }
}

/// Op on `*p`. Returns the old value, or nothing of worth if the manner says nobody looks at it.
template <op Op, class Manner, class T>
DIATOMIC_FUNCTION T update(T* p, T v) {
  constexpr method how = cell_v<Op, T, Manner>.how;
  if constexpr (combines_lanes_v<Op, Manner>) {
    return update_by_groups<Op, Manner>(p, v);
  } else if constexpr (looks_first_v<Op, Manner, T>) {
    const T seen = detail::load<Manner>(p);
    if (!apply_operand<Op, Manner, T>{v}.changes(seen)) return seen;
    using without_look = typename Manner::template without_promise<promise::seldom_changes>;
    return detail::update<Op, without_look>(p, v);
  } else if constexpr (how == method::by_space) {
    return update_by_space<Op, Manner>(p, v);
  } else {
    return update_as<Op, Manner, how>(p, v);
  }
}

/// `update`, where the operand of a pointer's is a number of elements.
template <op Op, class Manner, class T>
DIATOMIC_FUNCTION T update_by(T* p, typename addend<T>::type v) {
  if constexpr (std::is_pointer_v<T>) {
    using word = unsigned_of<T>;
    constexpr auto size = static_cast<word>(sizeof(std::remove_pointer_t<T>));
    return bits_as<T>(
        detail::update<Op, Manner>(reinterpret_cast<word*>(p), static_cast<word>(v) * size));
  } else {
    return detail::update<Op, Manner>(p, v);
  }
}

/// What `Op` leaves in a word that held `old`.
template <op Op, class T>
DIATOMIC_FUNCTION T value_left(T old, typename addend<T>::type v) {
  if constexpr (std::is_pointer_v<T>) {
    return Op == op::sub ? old - v : old + v;
  } else {
    return result_of<Op>(old, v);
  }
}

/// `*p = f(*p)`; returns what it held.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Manner, class T, class F>
DIATOMIC_FUNCTION T fetch_update(T* p, F& f) {
  const auto updated = cas_loop<Manner>(p, [&f](const T& seen, T& desired) {
    desired = f(seen);
    return true;
  });
  return updated.old;
}

/// Offers `f` a copy of `*p`, and stores it if `f` says so; returns whether it did.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Manner, class T, class F>
DIATOMIC_FUNCTION bool try_update(T* p, F& f) {
  return cas_loop<Manner>(p, [&f](const T&, T& desired) { return f(desired); }).stored;
}

/// `store_add` on an element of an array: by pairs where the neighbour is in the array too.
template <class Manner, class T>
DIATOMIC_FUNCTION void add_in_array(T* base, std::size_t index, std::size_t length, T v) {
  using in_pairs = typename Manner::template with_promise<promise::in_array>;
  T* const p = base + index;
  if constexpr (cell_v<op::add, T, in_pairs>.how == cell_v<op::add, T, Manner>.how) {
    update<op::add, Manner>(p, v);
  } else {
    const bool is_lower_half = reinterpret_cast<std::uintptr_t>(p) % 4 == 0;
    if (is_lower_half ? index + 1 < length : index > 0) {
      update<op::add, in_pairs>(p, v);
    } else {
      update<op::add, Manner>(p, v);
    }
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
