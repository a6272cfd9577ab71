// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The table entry that a call gets, what makes a call ill-formed, and the
/// compare-exchange loop.

#include <diatomic/core/detail/backend_select.hpp>
// The backend: its `table`, and `target`, whose forms the calls of this pass end in.
#include DIATOMIC_BACKEND_HEADER(backend.hpp)
#include <diatomic/core/detail/tag_fold.hpp>
#include <diatomic/core/semantics.hpp>
#include <diatomic/core/support.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

DIATOMIC_CONSTEXPR table_entry force_loop(op operation, table_entry c) {
  return DIATOMIC_FORCE_LOOP && updates.has(operation) && c.level != support::none &&
                 c.implementation != method::by_element
             ? loop_of_cas
             : c;
}

template <op Op, class Access>
DIATOMIC_CONSTEXPR table_entry find_entry(kind type) {
  return force_loop(
      Op, find(target::table, question{Op, type, Access::value, target::compiled_architecture}));
}

/// The entry of this call on the architecture being compiled. A vector that is aligned to its
/// elements only, as std::complex is, goes by them; as a whole it cannot be compared.
template <op Op, class T, class Access>
inline constexpr table_entry entry_v =
    alignof(T) >= sizeof(T) || !is_vector_v<T> ? find_entry<Op, Access>(kind_of_v<T>)
    : Op == op::compare_exchange
        ? table_entry{}
        : table_entry{find_entry<Op, Access>(element_of(kind_of_v<T>)).level, method::by_element};

/// Whether a call goes on with a T; where it does not, `refuse_qualified` is its one error.
template <class T>
inline constexpr bool is_unqualified_v = !std::is_const_v<T> && !std::is_volatile_v<T>;
template <class T>
DIATOMIC_FUNCTION void refuse_qualified() {
  static_assert(is_unqualified_v<T>,
                "diatomic: the pointer must be to a non-const, non-volatile object; operations are "
                "atomic and ordered without volatile: drop it, or say const_cast<T*>(p)");
}

/// What makes a call ill-formed, by its type, its operation and its access properties; each checked
/// once for all calls that share it.
template <class T>
struct checked_type {
  static_assert(is_unqualified_v<T>, "diatomic: the type must be non-const and non-volatile");
  static_assert(kind_of_v<T> != kind::unknown,
                "diatomic: no operation on this type; it must be trivially copyable and of 1, 2, "
                "4, 8 or 16 bytes");
  static_assert(sizeof(T) != 16 || DIATOMIC_HAS_INT128,
                "diatomic: NVRTC needs the option -device-int128 for objects of 16 bytes");
  static_assert(kind_of_v<T> == kind::unknown || alignof(T) >= sizeof(T) || is_vector_v<T>,
                "diatomic: the type is under-aligned; say alignas(sizeof(T)) where it is defined");
  static_assert(
      kind_of_v<T> == kind::unknown || computing_v<T> != computing::none || has_no_padding_v<T>,
      "diatomic: the type may have padding, whose bits nobody sets; fill it with members, "
      "or, if there is none, specialise diatomic::has_no_padding_v");
};
/// Whether a pointer to a T can be moved by elements. Not asked of void, whose size nvcc warns of.
struct without_size;
template <class T, class = void>
inline constexpr bool has_size_v = false;
template <class T>
inline constexpr bool has_size_v<
    T, std::void_t<decltype(sizeof(std::conditional_t<std::is_object_v<T>, T, without_size>))>> =
    true;

template <op Op, class T>
struct checked_operation : checked_type<T> {
  static_assert(
      !updates.has(Op) || computing_v<T> == computing::all ||
          (computing_v<T> == computing::bits && bitwise.has(Op)) ||
          (computing_v<T> == computing::sums && sums.has(Op)),
      "diatomic: the operation does not compute with this type: enums and bool have and, "
      "or, xor; pointers and complex numbers of floats add and sub; other types are loaded, "
      "stored, exchanged, compared; else fetch_update");
  static_assert(!updates.has(Op) || !std::is_pointer_v<T> || has_size_v<std::remove_pointer_t<T>>,
                "diatomic: a pointer to void, to a function or to an incomplete type has no "
                "elements to be moved by");
  static constexpr bool is_meaningful = tables::is_meaningful(Op, kind_of_v<T>);
  static_assert(
      computing_v<T> != computing::all || is_meaningful,
      "diatomic: the operation has no meaning for this type: bits, mod and shifts are for "
      "integers, inc_wrap and dec_wrap for unsigned ones, fminimum ... for floats");
};
template <op Op, class T, class Access>
struct checked_call : checked_operation<Op, T> {
  static_assert(can_have_order(Op, Access::value),
                "diatomic: the operation cannot have this order: loads do not release, stores and "
                "store_OP do not acquire, and seq_cst needs block scope or a wider one");
  static constexpr support level = entry_v<Op, T, Access>.level;
  static constexpr bool is_there =
      !checked_operation<Op, T>::is_meaningful || level != support::none;
  static_assert(
      is_there || sizeof(T) < 16,
      "diatomic: this architecture has no operation on 16 bytes (docs/support_matrix.md); "
      "work on its halves, or use a lock_table");
  static_assert(is_there || sizeof(T) == 16,
                "diatomic: the type is aligned to its elements only, so that it cannot be compared "
                "and exchanged as a whole; say alignas(sizeof(T)), or work on the elements");
  // Host code of a GPU backend is compiled beside the kernels that the requirement is for.
  static_assert(
      Access::value.required == requirement::none || DIATOMIC_IN_HOST_HALF ||
          level == support::native,
      "diatomic: require_native: on this architecture the entry is a compare-exchange "
      "loop; add hints about the memory (in_global, coarse_grained, ignore_denormals, in_array), "
      "use store_OP where the old value is not needed, or drop require_native");
  using type = Access;
};

/// Access, once the call has passed the checks.
template <op Op, class T, class Access>
using checked = typename checked_call<Op, T, Access>::type;

/// The types that backends work on: integers by size and signedness, float and double as they are,
/// 16-bit floats as `float16`, vectors as `pack`.
template <class T, class = void>
struct word : std::conditional<is_signed_v<T>, signed_of<T>, unsigned_of<T>> {};
template <class T>
struct word<T, std::enable_if_t<std::is_floating_point_v<T>>> : identity<T> {};
template <class T>
struct word<T, std::enable_if_t<is_float16_v<T>>> : identity<element_type<T>> {};
template <class T>
struct word<T, std::enable_if_t<is_vector_v<T>>> : identity<pack_of<T>> {};
template <class T>
using word_of = typename word<T>::type;

/// The 32-bit word that holds a narrower T, on targets that have no narrower compare-exchange.
template <class T>
struct containing_word {
  std::uint32_t* word;
  unsigned shift;

  DIATOMIC_FUNCTION explicit containing_word(T* p) {
    // By arithmetic on the pointer, so that the compiler still knows what space it points to.
    const auto offset = reinterpret_cast<std::uintptr_t>(p) % 4;
    word = reinterpret_cast<std::uint32_t*>(reinterpret_cast<char*>(p) - offset);
    shift = static_cast<unsigned>(offset) * 8;
  }
  DIATOMIC_FUNCTION std::uint32_t mask() const {
    return std::uint32_t{static_cast<unsigned_of<T>>(-1)} << shift;
  }
  DIATOMIC_FUNCTION T get(std::uint32_t from) const {
    return bits_as<T>(static_cast<unsigned_of<T>>(from >> shift));
  }
  DIATOMIC_FUNCTION std::uint32_t put(T v, std::uint32_t into) const {
    return (into & ~mask()) | (std::uint32_t{bits_as<unsigned_of<T>>(v)} << shift);
  }
};

/// A T that is compared and exchanged by itself.
template <class T>
struct whole_word {
  unsigned_of<T>* word;

  DIATOMIC_FUNCTION explicit whole_word(T* p) : word(reinterpret_cast<unsigned_of<T>*>(p)) {}
  DIATOMIC_FUNCTION T get(unsigned_of<T> from) const { return bits_as<T>(from); }
  DIATOMIC_FUNCTION unsigned_of<T> put(T v, unsigned_of<T>) const {
    return bits_as<unsigned_of<T>>(v);
  }
};

template <class T>
using place_of = std::conditional_t<(sizeof(T) < 4 && !target::has_narrow_compare_exchange),
                                    containing_word<T>, whole_word<T>>;

/// The fences that carry a loop's order where its compare-exchange does not.
template <class Access>
DIATOMIC_FUNCTION void fence_before_loop() {
  if constexpr (target::orders_loops_by_fences) {
    constexpr memory_order order = Access::order;
    if constexpr (order == memory_order::release || order == memory_order::acq_rel) {
      target::fence<memory_order::release, Access::scope>();
    } else if constexpr (order == memory_order::seq_cst) {
      target::fence<memory_order::seq_cst, Access::scope>();
    }
  }
}
template <class Access>
DIATOMIC_FUNCTION void fence_after_loop() {
  if constexpr (target::orders_loops_by_fences) {
    constexpr memory_order order = Access::order;
    if constexpr (order != memory_order::relaxed && order != memory_order::release) {
      target::fence<memory_order::acquire, Access::scope>();
    }
  }
}

/// What a compare-exchange loop found, and whether it stored.
template <class T>
struct loop_outcome {
  T old;
  bool stored;
};

/// The failure order: that of an operation that turns out to be a load alone. Acquire for acq_rel,
/// relaxed for release.
DIATOMIC_CONSTEXPR memory_order failure_order_of(memory_order o) {
  return o == memory_order::acq_rel   ? memory_order::acquire
         : o == memory_order::release ? memory_order::relaxed
                                      : o;
}

/// The compare-exchange (CAS) loop of the library. `f(old, desired)` says by its result whether to
/// store `desired`, which is a copy of `old` at first; if not, the loop ends with the object
/// unchanged, and the load or the failed compare-exchange that found `old` has the failure order.
/// Compares bits, so that a NaN ends it too. `First` is the access of the first load, but for its
/// order.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Access, class First = Access, class T, class F>
DIATOMIC_FUNCTION loop_outcome<T> cas_loop(T* p, F&& f) {
  using unordered = typename Access::template with_order<memory_order::relaxed>;
  constexpr memory_order first_order =
      target::orders_loops_by_fences ? memory_order::relaxed : failure_order_of(Access::order);
  using first_load = typename First::template with_order<first_order>;
  using exchanging = std::conditional_t<target::orders_loops_by_fences, unordered, Access>;
  const place_of<T> place(p);
  fence_before_loop<Access>();
  auto seen = target::load<first_load>(place.word);
  bool stored = false;
  for (;;) {
    const T old = place.get(seen);
    T desired = old;
    if (!f(old, desired)) break;
    const auto found =
        target::compare_exchange<exchanging>(place.word, seen, place.put(desired, seen));
    if (found == seen) {
      stored = true;
      break;
    }
    seen = found;
  }
  fence_after_loop<Access>();
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
    return by_elements<T>([=](int i) { return detail::load<Access>(elements_of(p) + i); });
  } else {
    return bits_as<T>(target::load<Access>(reinterpret_cast<const unsigned_of<T>*>(p)));
  }
}

/// `*p = desired` if `*p` has the bits of `expected`; returns the old value.
template <class Access, class T>
DIATOMIC_FUNCTION T compare_exchange(T* p, T expected, T desired) {
  using word = unsigned_of<T>;
  if constexpr (entry_v<op::compare_exchange, T, Access>.implementation == method::instruction) {
    return bits_as<T>(target::compare_exchange<Access>(
        reinterpret_cast<word*>(p), bits_as<word>(expected), bits_as<word>(desired)));
  } else {
    const auto exchanged = cas_loop<Access>(p, [=](const T& seen, T& next) {
      next = desired;
      return bits_as<word>(seen) == bits_as<word>(expected);
    });
    return exchanged.old;
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// How `Op` on a T, done as the tags say, is done on the architecture being compiled (in host
/// code: on the host). Where no space is said: in the weaker of the two.
template <op Op, class T, class... Tags>
inline constexpr support support_v = detail::entry_v<Op, T, detail::access_of<Tags...>>.level;

/// The same for any `architecture` of the backend, asked at run time: of an `operation` on objects
/// of the kind `type`, done as the properties `access` say.
DIATOMIC_CONSTEXPR support support_of(op operation, kind type, access_properties access,
                                      int architecture) {
  return find(tables::backend::table, tables::question{operation, type, access, architecture})
      .level;
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
