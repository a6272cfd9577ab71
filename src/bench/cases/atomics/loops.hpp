// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The textbook CAS loop, for operations that a baseline lacks.

#include <type_traits>

#include <diatomic/diatomic.hpp>

namespace bench {

using diatomic::memory_scope;
using diatomic::op;

/// How a baseline implements an operation on a type.
enum class way { none, call, loop };

/// A baseline that the backend lacks.
struct no_operations {
  static constexpr const char* name = "";
  template <op Op, class T, memory_scope Scope>
  static constexpr way how = way::none;
};
/// A missing baseline for claiming slots.
struct no_slots {
  static constexpr bool exists = false;
};

/// 16-bit floats.
template <class T>
inline constexpr bool is_half =
    diatomic::tables::any_of(diatomic::kind::f16, diatomic::kind::bf16).has(diatomic::kind_of_v<T>);

/// A complex number of floats, aligned as in Thrust and libcu++.
class alignas(8) complex {
 public:
  using value_type = float;

  complex() = default;
  DIATOMIC_DEVICE complex(float real, float imag = 0) : real_(real), imag_(imag) {}
  DIATOMIC_DEVICE float real() const { return real_; }
  DIATOMIC_DEVICE float imag() const { return imag_; }

 private:
  float real_ = 0;
  float imag_ = 0;
};
template <class T>
inline constexpr bool is_complex = std::is_same_v<T, complex>;

using wide_word = diatomic::detail::uint128;

/// The word type of T's size that the vendors' functions take.
template <class T>
using plain_word = std::conditional_t<
    sizeof(T) == 16, wide_word,
    std::conditional_t<sizeof(T) == 8, unsigned long long, diatomic::detail::unsigned_of<T>>>;

/// Converts a number to T; 16-bit floats convert only from `float`.
template <class T, class Number>
DIATOMIC_DEVICE T number(Number n) {
  if constexpr (is_half<T>) {
    return static_cast<T>(static_cast<float>(n));
  } else {
    return static_cast<T>(n);
  }
}

/// Converts 16-bit floats, which may lack arithmetic, to `float`; returns other types unchanged.
template <class T>
DIATOMIC_DEVICE auto widened(T v) {
  if constexpr (is_half<T>) {
    return static_cast<float>(v);
  } else {
    return v;
  }
}

template <class T>
DIATOMIC_DEVICE bool same_bits(T a, T b) {
  using diatomic::detail::bits_as;
  return bits_as<plain_word<T>>(a) == bits_as<plain_word<T>>(b);
}

/// A loop of `C::compare_exchange`, with `seen` as the first expected value. If `Checked`, a
/// maximum stops when it would change nothing. Returns the old value.
template <class C, op Op, memory_scope Scope, bool Checked = true, class T>
DIATOMIC_DEVICE T update_from(T seen, T* p, T v) {
  for (;;) {
    T wanted = v;
    if constexpr (Op == op::max) {
      const bool is_less = widened(seen) < widened(v);
      if (Checked && !is_less) return seen;
      wanted = is_less ? v : seen;
    } else if constexpr (Op == op::add) {
      wanted = number<T>(widened(seen) + widened(v));
    }
    const T old = C::template compare_exchange<Scope>(p, seen, wanted);
    if (same_bits(old, seen)) return old;
    seen = old;
  }
}

/// The same loop, beginning with an atomic load.
template <class C, op Op, memory_scope Scope, class T>
DIATOMIC_DEVICE T update_in_cas_loop(T* p, T v) {
  return update_from<C, Op, Scope>(diatomic::load(p), p, v);
}

}  // namespace bench
