// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// desul's operations on objects of any type. Each type uses one of three methods for all
/// operations, since different methods on one object would not be atomic with each other:
///
/// - a number in the support table: the table's entry;
/// - another trivially copyable type of a size that the chip can exchange: a CAS loop; loads,
///   stores and exchanges use instructions on a word of its size. An object that is not aligned to
///   its size has a lock instead;
/// - everything else: a lock.

#include <type_traits>
#include <utility>

#include <diatomic/atomics/functions.hpp>
#include <diatomic/compat/detail/desul_locks.hpp>
#include <diatomic/dispatch/cas_loop.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Whether its bytes represent a T fully. (Half pairs have user-provided copy constructors.)
template <class T>
inline constexpr bool is_bytes_v =
    std::is_trivially_copyable_v<T> || number_kind_v<T> != kind::unknown;

/// Whether the architecture being compiled loads, exchanges and compares words of a T's size.
template <class T, class Access>
DIATOMIC_CONSTEXPR bool find_whether_exchanged() {
  if constexpr (!is_bytes_v<T>) {
    return false;
  } else if constexpr (sizeof(T) == 16) {
    return DIATOMIC_HAS_INT128 &&
           entry_v<op::compare_exchange, pack<double, 2>, Access>.level != support::none;
  } else {
    return sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8;
  }
}
template <class T, class Access>
inline constexpr bool is_exchanged_v = detail::find_whether_exchanged<T, Access>();

/// Whether the table has an entry for the operation on a T as a single number. Vectors and complex
/// numbers are updated as a whole here, not element by element as elsewhere, since these names
/// promise it.
template <op Op, class T>
inline constexpr bool is_of_table_v =
    tables::is_meaningful(Op, kind_of_v<T>) && !is_vector_v<T> && alignof(T) >= sizeof(T) &&
    (computing_v<T> == computing::all || (computing_v<T> == computing::bits && bitwise.has(Op)));

template <class T, class = void>
inline constexpr bool has_equality_v = false;
template <class T>
inline constexpr bool
    has_equality_v<T, std::void_t<decltype(static_cast<bool>(std::declval<const T&>() ==
                                                             std::declval<const T&>()))>> = true;

/// Whether T is compared by its bits: it has no padding or no `==`, or is a number, such as a
/// float. Other types use `==`, which handles padding and signed zeros.
template <class T>
inline constexpr bool compares_bits_v =
    is_bytes_v<T> && (has_no_padding_v<T> || !has_equality_v<T> ||
                      (kind_of_v<T> != kind::unknown && computing_v<T> != computing::none));

/// Whether a compare-exchange considers `a` and `b` equal.
DIATOMIC_EXEC_CHECK_DISABLE
template <class T>
DIATOMIC_FUNCTION bool are_same(const T& a, const T& b) {
  static_assert(
      compares_bits_v<T> || has_equality_v<T>,
      "diatomic: compare-exchange of a type with a user-defined copy constructor needs its "
      "operator==");
  if constexpr (!compares_bits_v<T>) {
    return static_cast<bool>(a == b);
  } else if constexpr (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8) {
    return detail::same_bits(a, b);
  } else {
    struct alignas(T) bytes {
      unsigned char at[sizeof(T)];
    };
    const bytes x = detail::bits_as<bytes>(a);
    const bytes y = detail::bits_as<bytes>(b);
    unsigned differences = 0;
    for (unsigned i = 0; i < sizeof(T); ++i)
      differences |= unsigned{x.at[i]} ^ unsigned { y.at[i] };
    return differences == 0;
  }
}

/// The new value, computed with T's own operators, for types outside the table.
DIATOMIC_EXEC_CHECK_DISABLE
template <op Op, class T, class V>
DIATOMIC_FUNCTION T by_operators(const T& old, const V& v) {
  if constexpr (Op == op::add) return static_cast<T>(old + v);
  if constexpr (Op == op::sub) return static_cast<T>(old - v);
  if constexpr (Op == op::mul) return static_cast<T>(old * v);
  if constexpr (Op == op::div) return static_cast<T>(old / v);
  if constexpr (Op == op::mod) return static_cast<T>(old % v);
  if constexpr (Op == op::bit_and) return static_cast<T>(old & v);
  if constexpr (Op == op::bit_or) return static_cast<T>(old | v);
  if constexpr (Op == op::bit_xor) return static_cast<T>(old ^ v);
  if constexpr (Op == op::bit_nand) return static_cast<T>(~(old & v));
  if constexpr (Op == op::shl) return static_cast<T>(old << v);
  if constexpr (Op == op::shr) return static_cast<T>(old >> v);
  if constexpr (Op == op::min) return v < old ? v : old;
  if constexpr (Op == op::max) return old < v ? v : old;
  if constexpr (Op == op::inc_wrap) {
    return old >= v ? static_cast<T>(0) : static_cast<T>(old + static_cast<T>(1));
  }
  if constexpr (Op == op::dec_wrap) {
    return old == static_cast<T>(0) || old > v ? v : static_cast<T>(old - static_cast<T>(1));
  }
}

/// The new value of an object whose old value is `old`.
DIATOMIC_EXEC_CHECK_DISABLE
template <op Op, class T, class V>
DIATOMIC_FUNCTION T value_after(const T& old, const V& v) {
  if constexpr (is_of_table_v<Op, T>) {
    return detail::result_for<Op, subnormals::by_options, true>(old, static_cast<T>(v));
  } else {
    return detail::by_operators<Op>(old, v);
  }
}

/// The update function of a CAS loop.
template <op Op, class V>
struct operator_update {
  const V& v;
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class T>
  DIATOMIC_FUNCTION bool operator()(const T& old, T& desired) const {
    desired = detail::value_after<Op>(old, v);
    return true;
  }
};

// The operations. `plain` is for one thread at a time, `atomic` for exchangeable objects that are
// aligned to their size. Both return the old value.

/// `*p = value_after<Op>(*p, v)`.
template <op Op>
struct updating {
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class T, class V>
  DIATOMIC_FUNCTION static T plain(T* p, const V& v) {
    const T old = *p;
    *p = detail::value_after<Op>(old, v);
    return old;
  }
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class Access, class T, class V>
  DIATOMIC_FUNCTION static T atomic(T* p, const V& v) {
    if constexpr (is_of_table_v<Op, T>) {
      return detail::update<Op, Access>(p, static_cast<T>(v));
    } else {
      return detail::cas_loop<Access, first_guess<Access>>(p, operator_update<Op, V>{v}).old;
    }
  }
};

struct loading {
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class T>
  DIATOMIC_FUNCTION static T plain(const T* p) {
    return *p;
  }
  template <class Access, class T>
  DIATOMIC_FUNCTION static T atomic(const T* p) {
    return detail::bits_as<T>(detail::load<Access>(reinterpret_cast<const unsigned_of<T>*>(p)));
  }
};

/// `*p = v`, as `Op`: a store or an exchange.
template <op Op>
struct assigning {
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class T>
  DIATOMIC_FUNCTION static T plain(T* p, const T& v) {
    const T old = *p;
    *p = v;
    return old;
  }
  template <class Access, class T>
  DIATOMIC_FUNCTION static T atomic(T* p, const T& v) {
    using word = unsigned_of<T>;
    const auto bits = detail::bits_as<word>(v);
    return detail::bits_as<T>(detail::update<Op, Access>(reinterpret_cast<word*>(p), bits));
  }
};

/// `*p = desired` if `*p` is the same as `expected`.
struct comparing {
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class T>
  DIATOMIC_FUNCTION static T plain(T* p, const T& expected, const T& desired) {
    const T old = *p;
    if (detail::are_same(old, expected)) *p = desired;
    return old;
  }
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class Access, class T>
  DIATOMIC_FUNCTION static T atomic(T* p, const T& expected, const T& desired) {
    if constexpr (compares_bits_v<T>) {
      using word = unsigned_of<T>;
      return detail::bits_as<T>(detail::compare_exchange<Access>(reinterpret_cast<word*>(p),
                                                                 detail::bits_as<word>(expected),
                                                                 detail::bits_as<word>(desired)));
    } else {
      const auto exchanged = detail::cas_loop<Access>(p, [&](const T& seen, T& next) {
        next = desired;
        return detail::are_same(seen, expected);
      });
      return exchanged.old;
    }
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
