// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// From a public call to one vendor instruction, or to the one compare-exchange loop: the cell of
/// the support table decides.

#include <diatomic/detail/backend_select.hpp>
// The backend: its `table`, and `target`, whose forms the calls of this pass end in.
#include DIATOMIC_BACKEND_HEADER(backend.hpp)
#include <diatomic/semantics.hpp>
#include <diatomic/support.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

constexpr cell force_loop(op operation, cell c) {
  return DIATOMIC_FORCE_LOOP && arithmetic.has(operation) && c.level != support::none ? loop_of_cas
                                                                                      : c;
}

/// The cell of this call on the architecture being compiled.
template <op Op, class T, class Manner>
inline constexpr cell cell_v =
    force_loop(Op, find(target::table, question{Op, kind_of_v<T>, Manner::value,
                                                target::compiled_architecture}));

/// What makes a call ill-formed, said with the operation, type and manner at hand.
template <op Op, class T, class Manner>
struct checked_call {
  static_assert(!std::is_const_v<T> && !std::is_volatile_v<T>,
                "diatomic: the pointer must be to a non-const, non-volatile object");
  static_assert(kind_of_v<T> != kind::unknown,
                "diatomic: no operation on this type; use a 32- or 64-bit integer, float or double");
  static_assert(kind_of_v<T> == kind::unknown || is_meaningful(Op, kind_of_v<T>),
                "diatomic: and, or, xor have no meaning on a floating-point type; use an unsigned "
                "integer of the same size, or fetch_update");
  static_assert(can_have_order(Op, Manner::value),
                "diatomic: the operation cannot have this order: loads do not release, stores and "
                "store_OP do not acquire, and seq_cst needs block scope or a wider one");
  // Host code of a GPU backend is compiled beside the kernels that the demand is made for.
  static_assert(Manner::value.insists == demand::none || DIATOMIC_IN_HOST_HALF ||
                    cell_v<Op, T, Manner>.level == support::native,
                "diatomic: require_native: on this architecture the cell is a compare-exchange "
                "loop; promise more of the memory (in_global, coarse_grained, ignore_denormals), "
                "use store_OP where the old value is not needed, or drop require_native");
  using type = Manner;
};

/// Manner, once the call has passed the checks.
template <op Op, class T, class Manner>
using checked = typename checked_call<Op, T, Manner>::type;

/// The types that backends work on: integers by size and signedness, floats as they are.
template <class T>
DIATOMIC_FUNCTION auto* word_of(T* p) {
  if constexpr (is_float_v<T>) {
    return p;
  } else if constexpr (is_signed_v<T>) {
    return reinterpret_cast<signed_of<T>*>(p);
  } else {
    return reinterpret_cast<unsigned_of<T>*>(p);
  }
}

/// The fences that carry a loop's order where its compare-exchange does not.
template <class Manner>
DIATOMIC_FUNCTION void fence_before_loop() {
  if constexpr (target::orders_loops_by_fences) {
    constexpr memory_order order = Manner::order;
    if constexpr (order == memory_order::release || order == memory_order::acq_rel) {
      target::fence<memory_order::release, Manner::scope>();
    } else if constexpr (order == memory_order::seq_cst) {
      target::fence<memory_order::seq_cst, Manner::scope>();
    }
  }
}
template <class Manner>
DIATOMIC_FUNCTION void fence_after_loop() {
  if constexpr (target::orders_loops_by_fences) {
    constexpr memory_order order = Manner::order;
    if constexpr (order != memory_order::relaxed && order != memory_order::release) {
      target::fence<memory_order::acquire, Manner::scope>();
    }
  }
}

/// The one compare-exchange loop. `f(old, desired)` says by its result whether to store `desired`;
/// if not, the loop ends with the word unchanged. Compares bits, so that a NaN ends it too.
/// \return whether the word was changed, and in `old` what it held.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Manner, class T, class F>
DIATOMIC_FUNCTION bool cas_loop(T* p, T& old, F&& f) {
  using word = unsigned_of<T>;
  using look = typename Manner::template with_order<memory_order::relaxed>;
  using swap = std::conditional_t<target::orders_loops_by_fences, look, Manner>;
  word* const w = reinterpret_cast<word*>(p);
  fence_before_loop<Manner>();
  word seen = target::load<look>(static_cast<const word*>(w));
  bool stored = false;
  for (;;) {
    old = bits_as<T>(seen);
    T desired = old;
    if (!f(static_cast<const T&>(old), desired)) break;
    const word found = target::compare_exchange<swap>(w, seen, bits_as<word>(desired));
    if (found == seen) {
      stored = true;
      break;
    }
    seen = found;
  }
  fence_after_loop<Manner>();
  return stored;
}

template <op Op, class T>
struct apply_operand {
  T operand;
  DIATOMIC_FUNCTION bool operator()(const T& old, T& desired) const {
    desired = result_of<Op>(old, operand);
    return true;
  }
};

/// Op on `*p`. Returns the old value, or nothing of worth if the manner says nobody looks at it.
template <op Op, class Manner, class T>
DIATOMIC_FUNCTION T update(T* p, T v) {
  constexpr cell c = cell_v<Op, T, Manner>;
  [[maybe_unused]] constexpr bool reduces = Manner::value.result == result_use::unused;
  if constexpr (c.how == method::by_space) {
    using in_lds = typename Manner::template with_space<memory_space::shared>;
    using in_memory = typename Manner::template with_space<memory_space::global>;
    return target::is_shared(p) ? update<Op, in_lds>(p, v) : update<Op, in_memory>(p, v);
  } else if constexpr (c.how == method::sign_bit) {
    // Read as integers, floats of the sign of v are ordered: upwards if it is +, downwards if -;
    // and those of the other sign lie on the right side of v in both readings.
    constexpr op opposite = Op == op::min ? op::max : op::min;
    if (bits_as<signed_of<T>>(v) >= 0) {
      return bits_as<T>(update<Op, Manner>(reinterpret_cast<signed_of<T>*>(p),
                                           bits_as<signed_of<T>>(v)));
    }
    return bits_as<T>(update<opposite, Manner>(reinterpret_cast<unsigned_of<T>*>(p),
                                               bits_as<unsigned_of<T>>(v)));
  } else if constexpr (c.how == method::instruction && reduces) {
    using word = std::remove_pointer_t<decltype(word_of(p))>;
    target::reduce<Op, Manner>(word_of(p), static_cast<word>(v));
    return v;
  } else if constexpr (c.how == method::instruction) {
    using word = std::remove_pointer_t<decltype(word_of(p))>;
    return static_cast<T>(target::fetch<Op, Manner>(word_of(p), static_cast<word>(v)));
  } else {
    T old;
    cas_loop<Manner>(p, old, apply_operand<Op, T>{v});
    return old;
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// How `Op` on a T, done as the tags say, is done on the architecture being compiled (in host
/// code: on the host). Where no space is said: in the weaker of the two.
template <op Op, class T, class... Tags>
inline constexpr support support_v = detail::cell_v<Op, T, detail::manner_of<Tags...>>.level;

/// The same for any architecture of the backend, asked at run time.
inline support support_of(op operation, kind type, manner how, int architecture) {
  return find(backend::table, question{operation, type, how, architecture}).level;
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
