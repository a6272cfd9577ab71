// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// From a public call to one vendor instruction or the CAS loop: the support table's entry selects
/// the implementation of an operation with an operand.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/core/detail/bits.hpp>
#include <diatomic/dispatch/cas_loop.hpp>
#include <diatomic/dispatch/entry.hpp>
#include <diatomic/dispatch/semantics.hpp>
#include <diatomic/dispatch/static_checks.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The types that backends work on: integers by size and signedness, float and double unchanged,
/// 16-bit floats as `float16`, vectors as `pack`.
template <class T, class = void>
struct word : std::conditional<is_signed_v<T>, signed_of<T>, unsigned_of<T>> {};
template <class T>
struct word<T, std::enable_if_t<is_float_v<T>>> : identity<element_type<T>> {};
template <class T>
struct word<T, std::enable_if_t<is_vector_v<T>>> : identity<pack_of<T>> {};
template <class T>
using word_of = typename word<T>::type;

/// Op on `*p`, using the table's method `Implementation`. Returns the old value, or an unspecified
/// one if the access properties say that it is unused.
template <op Op, class Access, class T,
          method Implementation = entry_v<Op, T, Access>.implementation>
DIATOMIC_FUNCTION T update(T* p, T v);

/// The update of a call with a hint of `lane_hints`: `atomics/warp_aggregation.hpp` defines it.
template <class Access>
struct update_by_warp;

/// The update that a call makes for a group of lanes, or for one element of a vector.
template <op Op, class Access>
struct plain_update {
  template <class T>
  DIATOMIC_FUNCTION T operator()(T* p, T v) const {
    return detail::update<Op, Access>(p, v);
  }
};

/// `issue` makes one part's call.
template <class T, class Update>
DIATOMIC_FUNCTION T update_elements(T* p, T v, Update issue) {
  const auto with = detail::bits_as<parts_of<T>>(v);
  return detail::by_elements<T, parts_of<T>>(
      [&](int i) { return issue(detail::parts_in(p) + i, with.at[i]); });
}

/// A float's min or max as an integer min or max. Floats compare with v like signed integers if v's
/// sign is +, and like unsigned integers in reverse if v's sign is -.
template <op Op, class Access, class T>
DIATOMIC_FUNCTION T update_float_extremum(T* p, T v) {
  using number = signed_of<T>;
  using bits = unsigned_of<T>;
  constexpr op opposite = Op == op::min ? op::max : op::min;
  const auto word = detail::bits_as<number>(v);
  if (word >= 0) {
    return detail::bits_as<T>(detail::update<Op, Access>(reinterpret_cast<number*>(p), word));
  }
  // A number again, so that both branches share one conversion.
  return detail::bits_as<T>(static_cast<number>(
      detail::update<opposite, Access>(reinterpret_cast<bits*>(p), static_cast<bits>(word))));
}

/// A bitwise operation on a narrow object, through the 32-bit word that contains it.
template <op Op, class Access, class T>
DIATOMIC_FUNCTION T update_on_word(T* p, T v) {
  // Bits that leave the neighbours unchanged: ones for and, zeros for or and xor.
  const word_place<T> container(p);
  const std::uint32_t neutral = Op == op::bit_and ? ~std::uint32_t{0} : 0;
  return container.get(detail::update<Op, Access>(container.word, container.put(v, neutral)));
}

/// A sum of a 16-bit float, through the pair that contains it.
template <op Op, class Access, class T>
DIATOMIC_FUNCTION T update_in_pair(T* p, T v) {
  // x + -0.0 is x for every number x; +0.0 would turn -0.0 into +0.0.
  using pair = pack<element_type<T>, 2>;
  const word_place<T> container(p);
  constexpr auto sign = static_cast<unsigned_of<T>>(Op == op::sub ? 0x8000u : 0u);
  const auto addend = static_cast<unsigned_of<T>>(detail::bits_as<unsigned_of<T>>(v) ^ sign);
  const std::uint32_t with = container.put(detail::bits_as<T>(addend), 0x80008000u);
  const pair old = detail::update<op::add, Access>(reinterpret_cast<pair*>(container.word),
                                                   detail::bits_as<pair>(with));
  return container.get(detail::bits_as<std::uint32_t>(old));
}

/// A CAS loop on the word that contains the object. `apply` computes the new word, as
/// `apply_in_word` does.
template <op Op, class Access, class T, class Apply>
DIATOMIC_FUNCTION T update_in_word_loop(T* p, T v, const Apply& apply) {
  const word_place<T> place(p);
  if constexpr (!DIATOMIC_FORCE_LOOP && apply_in_word<Op, Access, T>::adds) {
    // The topmost integer in a 32-bit word: its carry leaves the word.
    if (place.shift == 32 - 8 * sizeof(T)) {
      return place.get(detail::update<Op, Access>(place.word, place.put(v, 0)));
    }
  }
  return place.get(detail::cas_loop<Access, first_access<Op, Access>>(place.word, apply).old);
}

/// Op on `*p`, with a run-time test of the pointer's space. An object in neither space uses a
/// generic address and the method for shared memory, where chips have fewer instructions.
template <op Op, class Access, class T>
DIATOMIC_FUNCTION T update_after_space_test(T* p, T v) {
  using shared_access = typename Access::template with_space<memory_space::shared>;
  using global_access = typename Access::template with_space<memory_space::global>;
  if constexpr (device_ops::takes_any_space_v<Op, Access, word_of<T>>) {
    return detail::update<Op, Access, T, method::instruction>(p, v);
  } else if constexpr (device_ops::has_cluster_memory) {
    if (device_ops::is_global(p)) return detail::update<Op, global_access>(p, v);
    if (device_ops::is_shared(p)) return detail::update<Op, shared_access>(p, v);
    return detail::update<Op, Access, T, entry_v<Op, T, shared_access>.implementation>(p, v);
  } else {
    return device_ops::is_shared(p) ? detail::update<Op, shared_access>(p, v)
                                    : detail::update<Op, global_access>(p, v);
  }
}

template <op Op, class Access, class T, method Implementation>
DIATOMIC_FUNCTION T update(T* p, T v) {
  if constexpr (has_hint_v<Access, lane_hints>) {
    static_assert(has_size_v<update_by_warp<Access>>,
                  "diatomic: include <diatomic/atomics/warp_aggregation.hpp> for this hint");
    return update_by_warp<Access>::template call<Op>(p, v);
  } else if constexpr (may_leave_out_v<Op, Access> && Implementation != method::cas_loop &&
                       Implementation != method::by_element) {
    // CAS loops load the object in any case; elements of vectors are checked separately.
    const T seen = detail::load_to_check<Access>(p);
    T desired = seen;
    if (!apply_operand<Op, Access, T>{v}(seen, desired)) return seen;
    using without_check = typename Access::template without_hint<early_exit_hints>;
    return detail::update<Op, without_check>(p, v);
  } else if constexpr (Implementation == method::by_space) {
    return detail::update_after_space_test<Op, Access>(p, v);
  } else if constexpr (Implementation == method::by_element) {
    return detail::update_elements(p, v, plain_update<Op, Access>{});
  } else if constexpr (Implementation == method::sign_bit) {
    return detail::update_float_extremum<Op, Access>(p, v);
  } else if constexpr (Implementation == method::on_word) {
    return detail::update_on_word<Op, Access>(p, v);
  } else if constexpr (Implementation == method::in_pair) {
    return detail::update_in_pair<Op, Access>(p, v);
  } else if constexpr (Implementation != method::instruction && is_contained_v<T>) {
    return detail::update_in_word_loop<Op, Access>(p, v, apply_in_word<Op, Access, T>(p, v));
  } else if constexpr (Implementation != method::instruction) {
    const apply_operand<Op, Access, T> apply{v};
    return detail::cas_loop<Access, first_access<Op, Access>>(p, apply).old;
  } else if constexpr (Op == op::store) {
    device_ops::store<Access>(reinterpret_cast<unsigned_of<T>*>(p),
                              detail::bits_as<unsigned_of<T>>(v));
    return v;
  } else if constexpr (Op == op::exchange) {
    return detail::bits_as<T>(device_ops::exchange<Access>(reinterpret_cast<unsigned_of<T>*>(p),
                                                           detail::bits_as<unsigned_of<T>>(v)));
  } else if constexpr (!std::is_same_v<T, word_of<T>>) {
    using word = word_of<T>;
    return detail::bits_as<T>(detail::update<Op, Access, word, Implementation>(
        reinterpret_cast<word*>(p), detail::bits_as<word>(v)));
  } else if constexpr (Access::value.result == result_use::unused) {
    device_ops::reduce<Op, Access>(p, v);
    return v;
  } else {
    return device_ops::fetch<Op, Access>(p, v);
  }
}

/// `update`. For a pointer the operand is a number of elements.
template <op Op, class Access, class T>
DIATOMIC_FUNCTION T update_scaled(T* p, typename addend<T>::type v) {
  if constexpr (std::is_pointer_v<T>) {
    using word = unsigned_of<T>;
    constexpr auto size = static_cast<word>(sizeof(std::remove_pointer_t<T>));
    return detail::bits_as<T>(
        detail::update<Op, Access>(reinterpret_cast<word*>(p), static_cast<word>(v) * size));
  } else {
    return detail::update<Op, Access>(p, v);
  }
}

/// The bits that an update left at `p`, where it found `old`.
template <op Op, class Access, class T>
DIATOMIC_FUNCTION T value_left([[maybe_unused]] const T* p, T old, typename addend<T>::type v) {
  using in_global = typename Access::template with_space<memory_space::global>;
  if constexpr (std::is_pointer_v<T>) {
    return Op == op::sub ? old - v : old + v;
  } else if constexpr (device_ops::global_sums_flush && adds_f32_v<Op, T> &&
                       !keeps_denormals_v<Access> &&
                       entry_v<Op, float, in_global>.implementation == method::instruction) {
    // The instruction flushes subnormals in global memory, and only there.
    if (Access::space == memory_space::shared ||
        (Access::space == memory_space::unspecified && device_ops::is_shared(p))) {
      return detail::result_for<Op, subnormals::kept, true, T>(old, v);
    }
    return detail::result_for<Op, subnormals::flushed, true, T>(old, v);
  } else {
    return detail::result_for<Op, subnormals_of<Access>, true, T>(old, v);
  }
}

/// The function of a CAS loop: stores what `f` returns, or leaves in its argument if it returns
/// true. Not a lambda: nvcc would check its execution space.
template <bool Tries, class F>
struct calling {
  F& f;
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class T>
  DIATOMIC_FUNCTION bool operator()([[maybe_unused]] const T& seen, T& desired) const {
    if constexpr (Tries) return f(desired);
    if constexpr (!Tries) desired = f(seen);
    return true;
  }
};

/// `*p = f(*p)`; returns the old value.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Access, class T, class F>
DIATOMIC_FUNCTION T fetch_update(T* p, F& f) {
  return detail::cas_loop<Access, first_guess<Access>>(p, calling<false, F>{f}).old;
}

/// Passes `f` a copy of `*p`, and stores the copy if `f` returns true; returns whether it stored.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Access, class T, class F>
DIATOMIC_FUNCTION bool try_update(T* p, F& f) {
  return detail::cas_loop<Access>(p, calling<true, F>{f}).stored;
}

/// Whether the other half of an element's 32-bit word is an element of the array too.
DIATOMIC_FUNCTION bool has_pair(const void* p, std::size_t index, std::size_t length) {
  const bool is_lower_half = reinterpret_cast<std::uintptr_t>(p) % 4 == 0;
  return is_lower_half ? index + 1 < length : index > 0;
}

/// `store_add` on an element of an array: through the pair if there is one.
template <class Access, class T>
DIATOMIC_FUNCTION void add_in_array(T* base, std::size_t index, std::size_t length, T v) {
  using in_pairs = typename Access::template with_hint<hint::in_array>;
  constexpr bool uses_pairs =
      entry_v<op::add, T, in_pairs>.implementation != entry_v<op::add, T, Access>.implementation;
  T* const p = base + index;
  if (uses_pairs && detail::has_pair(p, index, length)) {
    detail::update<op::add, in_pairs>(p, v);
  } else {
    detail::update<op::add, Access>(p, v);
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
