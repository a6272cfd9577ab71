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
  return DIATOMIC_FORCE_LOOP && updates.has(operation) && c.level != support::none &&
                 c.how != method::by_element
             ? loop_of_cas
             : c;
}

template <op Op, class Manner>
constexpr cell find_cell(kind type) {
  return force_loop(
      Op, find(target::table, question{Op, type, Manner::value, target::compiled_architecture}));
}

/// The cell of this call on the architecture being compiled. A vector that is aligned to its
/// elements only, as std::complex is, goes by them; as a whole it cannot be compared.
template <op Op, class T, class Manner>
inline constexpr cell cell_v =
    alignof(T) >= sizeof(T) || !is_vector_v<T> ? find_cell<Op, Manner>(kind_of_v<T>)
    : Op == op::compare_exchange
        ? cell{}
        : cell{find_cell<Op, Manner>(element_of(kind_of_v<T>)).level, method::by_element};

/// What makes a call ill-formed, said with the operation, type and manner at hand.
template <op Op, class T, class Manner>
struct checked_call {
  static_assert(!std::is_const_v<T> && !std::is_volatile_v<T>,
                "diatomic: the pointer must be to a non-const, non-volatile object");
  static_assert(kind_of_v<T> != kind::unknown,
                "diatomic: no operation on this type; it must be trivially copyable and of 1, 2, "
                "4, 8 or 16 bytes");
  static_assert(kind_of_v<T> == kind::unknown || alignof(T) >= sizeof(T) || is_vector_v<T>,
                "diatomic: the type is under-aligned; say alignas(sizeof(T)) where it is defined");
  static_assert(
      kind_of_v<T> == kind::unknown || computing_v<T> != computing::none || has_no_padding_v<T>,
      "diatomic: the type may have padding, whose bits nobody sets; fill it with members, "
      "or, if there is none, specialise diatomic::has_no_padding_v");
  static_assert(!updates.has(Op) || computing_v<T> == computing::all ||
                    (computing_v<T> == computing::bits && bitwise.has(Op)) ||
                    (computing_v<T> == computing::sums && sums.has(Op)),
                "diatomic: the operation does not compute with this type: enums and bool have and, "
                "or, xor; pointers and complex numbers add and sub; other types are loaded, "
                "stored, exchanged, compared; else fetch_update");
  static_assert(
      computing_v<T> != computing::all || is_meaningful(Op, kind_of_v<T>),
      "diatomic: the operation has no meaning for this type: bits, mod and shifts are for "
      "integers, inc_wrap and dec_wrap for unsigned ones, fminimum ... for floats");
  static_assert(can_have_order(Op, Manner::value),
                "diatomic: the operation cannot have this order: loads do not release, stores and "
                "store_OP do not acquire, and seq_cst needs block scope or a wider one");
  static_assert(!is_meaningful(Op, kind_of_v<T>) || cell_v<Op, T, Manner>.level != support::none ||
                    sizeof(T) < 16,
                "diatomic: this architecture has no operation on 16 bytes (NVIDIA chips have loads "
                "and stores, and from sm_90 exchange and compare-exchange; AMD chips have none)");
  static_assert(!is_meaningful(Op, kind_of_v<T>) || cell_v<Op, T, Manner>.level != support::none ||
                    sizeof(T) == 16,
                "diatomic: the type is aligned to its elements only, so that it cannot be compared "
                "and exchanged as a whole; say alignas(sizeof(T)), or work on the elements");
  // Host code of a GPU backend is compiled beside the kernels that the demand is made for.
  static_assert(
      Manner::value.insists == demand::none || DIATOMIC_IN_HOST_HALF ||
          cell_v<Op, T, Manner>.level == support::native,
      "diatomic: require_native: on this architecture the cell is a compare-exchange "
      "loop; promise more of the memory (in_global, coarse_grained, ignore_denormals, in_array), "
      "use store_OP where the old value is not needed, or drop require_native");
  using type = Manner;
};

/// Manner, once the call has passed the checks.
template <op Op, class T, class Manner>
using checked = typename checked_call<Op, T, Manner>::type;

/// The types that backends work on: integers by size and signedness, floats as they are, vectors
/// as `pack`.
template <class T, class = void>
struct word : std::conditional<is_signed_v<T>, signed_of<T>, unsigned_of<T>> {};
template <class T>
struct word<T, std::enable_if_t<std::is_floating_point_v<T>>> : identity<T> {};
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

/// A T that is a word by itself.
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
  using look = typename Manner::template with_order<memory_order::relaxed>;
  using swap = std::conditional_t<target::orders_loops_by_fences, look, Manner>;
  const place_of<T> place(p);
  fence_before_loop<Manner>();
  auto seen = target::load<look>(place.word);
  bool stored = false;
  for (;;) {
    old = place.get(seen);
    T desired = old;
    if (!f(static_cast<const T&>(old), desired)) break;
    const auto found = target::compare_exchange<swap>(place.word, seen, place.put(desired, seen));
    if (found == seen) {
      stored = true;
      break;
    }
    seen = found;
  }
  fence_after_loop<Manner>();
  return stored;
}

/// The elements of a vector in memory.
template <class T>
DIATOMIC_FUNCTION auto* elements_of(T* p) {
  using element = std::conditional_t<std::is_const_v<T>, const element_type<T>, element_type<T>>;
  return reinterpret_cast<element*>(p);
}

/// The value of `*p`.
template <class Manner, class T>
DIATOMIC_FUNCTION T load(const T* p) {
  if constexpr (cell_v<op::load, T, Manner>.how == method::by_element) {
    pack_of<T> seen;
    for (int i = 0; i < element_count_v<T>; ++i) seen.at[i] = load<Manner>(elements_of(p) + i);
    return bits_as<T>(seen);
  } else {
    return bits_as<T>(target::load<Manner>(reinterpret_cast<const unsigned_of<T>*>(p)));
  }
}

/// `*p = desired` if `*p` has the bits of `expected`; returns what it held.
template <class Manner, class T>
DIATOMIC_FUNCTION T compare_exchange(T* p, T expected, T desired) {
  using word = unsigned_of<T>;
  if constexpr (cell_v<op::compare_exchange, T, Manner>.how == method::instruction) {
    return bits_as<T>(target::compare_exchange<Manner>(
        reinterpret_cast<word*>(p), bits_as<word>(expected), bits_as<word>(desired)));
  } else {
    T old;
    cas_loop<Manner>(p, old, [=](const T& seen, T& next) {
      next = desired;
      return bits_as<word>(seen) == bits_as<word>(expected);
    });
    return old;
  }
}

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

/// Op on `*p`. Returns the old value, or nothing of worth if the manner says nobody looks at it.
template <op Op, class Manner, class T>
DIATOMIC_FUNCTION T update(T* p, T v) {
  constexpr cell c = cell_v<Op, T, Manner>;
  [[maybe_unused]] constexpr bool reduces = Manner::value.result == result_use::unused;
  if constexpr (looks_first_v<Op, Manner, T>) {
    const T seen = load<Manner>(p);
    if (!apply_operand<Op, Manner, T>{v}.changes(seen)) return seen;
    using without_look = typename Manner::template without_promise<promise::seldom_changes>;
    return update<Op, without_look>(p, v);
  } else if constexpr (c.how == method::by_element) {
    const auto with = bits_as<pack_of<T>>(v);
    pack_of<T> old;
    for (int i = 0; i < element_count_v<T>; ++i) {
      old.at[i] = update<Op, Manner>(elements_of(p) + i, with.at[i]);
    }
    return bits_as<T>(old);
  } else if constexpr (c.how == method::by_space) {
    using in_lds = typename Manner::template with_space<memory_space::shared>;
    using in_memory = typename Manner::template with_space<memory_space::global>;
    return target::is_shared(p) ? update<Op, in_lds>(p, v) : update<Op, in_memory>(p, v);
  } else if constexpr (c.how == method::sign_bit) {
    // Read as integers, floats of the sign of v are ordered: upwards if it is +, downwards if -;
    // and those of the other sign lie on the right side of v in both readings.
    constexpr op opposite = Op == op::min ? op::max : op::min;
    if (bits_as<signed_of<T>>(v) >= 0) {
      return bits_as<T>(
          update<Op, Manner>(reinterpret_cast<signed_of<T>*>(p), bits_as<signed_of<T>>(v)));
    }
    return bits_as<T>(
        update<opposite, Manner>(reinterpret_cast<unsigned_of<T>*>(p), bits_as<unsigned_of<T>>(v)));
  } else if constexpr (c.how == method::on_word) {
    // Bits that leave the neighbours as they are: ones for and, zeros for or and xor.
    const containing_word<T> place(p);
    const std::uint32_t neutral = Op == op::bit_and ? ~std::uint32_t{0} : 0;
    return place.get(update<Op, Manner>(place.word, place.put(v, neutral)));
  } else if constexpr (c.how == method::in_pair) {
    // x + -0.0 is x for every number x; +0.0 would make +0.0 of -0.0.
    using pair = pack<element_type<T>, 2>;
    const containing_word<T> place(p);
    constexpr auto sign = static_cast<unsigned_of<T>>(Op == op::sub ? 0x8000u : 0u);
    const auto addend = static_cast<unsigned_of<T>>(bits_as<unsigned_of<T>>(v) ^ sign);
    const std::uint32_t with = place.put(bits_as<T>(addend), 0x80008000u);
    const pair old =
        update<op::add, Manner>(reinterpret_cast<pair*>(place.word), bits_as<pair>(with));
    return place.get(bits_as<std::uint32_t>(old));
  } else if constexpr (c.how == method::instruction && Op == op::store) {
    target::store<Manner>(reinterpret_cast<unsigned_of<T>*>(p), bits_as<unsigned_of<T>>(v));
    return v;
  } else if constexpr (c.how == method::instruction && Op == op::exchange) {
    return bits_as<T>(
        target::exchange<Manner>(reinterpret_cast<unsigned_of<T>*>(p), bits_as<unsigned_of<T>>(v)));
  } else if constexpr (c.how == method::instruction && reduces) {
    target::reduce<Op, Manner>(reinterpret_cast<word_of<T>*>(p), bits_as<word_of<T>>(v));
    return v;
  } else if constexpr (c.how == method::instruction) {
    return bits_as<T>(
        target::fetch<Op, Manner>(reinterpret_cast<word_of<T>*>(p), bits_as<word_of<T>>(v)));
  } else {
    T old;
    cas_loop<Manner>(p, old, apply_operand<Op, Manner, T>{v});
    return old;
  }
}

/// `update`, where the operand of a pointer's is a number of elements.
template <op Op, class Manner, class T>
DIATOMIC_FUNCTION T update_by(T* p, typename addend<T>::type v) {
  if constexpr (std::is_pointer_v<T>) {
    using word = unsigned_of<T>;
    constexpr auto size = static_cast<word>(sizeof(std::remove_pointer_t<T>));
    return bits_as<T>(update<Op, Manner>(reinterpret_cast<word*>(p), static_cast<word>(v) * size));
  } else {
    return update<Op, Manner>(p, v);
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
  T old;
  cas_loop<Manner>(p, old, [&f](const T& seen, T& desired) {
    desired = f(seen);
    return true;
  });
  return old;
}

/// Offers `f` a copy of `*p`, and stores it if `f` says so; returns whether it did.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Manner, class T, class F>
DIATOMIC_FUNCTION bool try_update(T* p, F& f) {
  T old;
  return cas_loop<Manner>(p, old, [&f](const T&, T& desired) { return f(desired); });
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
