// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Each form through clang's newest builtins. Device code only.
///
/// Only operations that the table calls native come here. The table has checked the caller's hints,
/// so each statement may give the compiler every hint that prevents a CAS loop.

#include <cstdint>

#include <diatomic/core/detail/bits.hpp>
#include <diatomic/hip/conversions.hpp>
#include <diatomic/hip/instructions.hpp>
#include <diatomic/hip/orders.hpp>
#include <diatomic/hip/platform.hpp>
#include <diatomic/hip/support.hpp>

namespace diatomic::backends::hip {
inline namespace DIATOMIC_VERSION_NS {

/// On gfx90a an ordered compare-exchange at system scope writes back and invalidates the L2. With
/// fences around the loop this happens once per call instead of once per attempt.
inline constexpr bool orders_loops_by_fences = true;
/// 8-bit and 16-bit words are updated in CAS loops on their enclosing 32-bit word.
inline constexpr bool has_narrow_compare_exchange = false;

/// A pointer in a known address space, for which the compiler need not emit `flat_`, to a T that
/// may alias any type.
template <memory_space Space, class T>
struct pointer {
  using word __attribute__((may_alias)) = T;
  using type = word*;
};
template <class T>
struct pointer<memory_space::global, T> {
  using word __attribute__((may_alias)) = T;
  using type = __attribute__((address_space(1))) word*;
};
template <class T>
struct pointer<memory_space::shared, T> {
  using word __attribute__((may_alias)) = T;
  using type = __attribute__((address_space(3))) word*;
};
template <class Access, class T>
DIATOMIC_FUNCTION auto reach(T* p) {
  return (typename pointer<Access::space, T>::type)(p);
}

/// Whether the object is in LDS; in global memory. There is no third space.
DIATOMIC_FUNCTION bool is_shared(const void* p) { return __builtin_amdgcn_is_shared(p); }
DIATOMIC_FUNCTION bool is_global(const void* p) { return !is_shared(p); }
inline constexpr bool has_cluster_memory = false;
template <op, class, class>
inline constexpr bool takes_any_space_v = false;
inline constexpr bool global_sums_flush = false;

template <class Access>
struct builtin {
  static constexpr int load_order = hip::builtin_order(hip::load_order(Access::order));
  static constexpr int store_order = hip::builtin_order(hip::store_order(Access::order));
  static constexpr int order = hip::builtin_order(hip::update_order(Access::order));
  static constexpr int failure_order = hip::builtin_failure_order(hip::update_order(Access::order));
  static constexpr int scope = hip::builtin_scope(Access::scope);
  /// The table allows a minimum or maximum at system scope only on memory that no other device
  /// accesses. If the compiler would emit a CAS loop, the operation has device scope between
  /// system-scope fences.
  static constexpr int extremum_scope =
      !DIATOMIC_HIP_LOOPS_AT_SYSTEM_SCOPE || Access::scope != memory_scope::system
          ? scope
          : builtin_scope(memory_scope::device);
};

template <class Access, class Word>
DIATOMIC_FUNCTION Word load(const Word* p) {
  using b = builtin<Access>;
  constexpr bool fenced = by_fences<op::load, Access::scope, Word>;
  if constexpr (fenced) hip::fence_before<Access, fenced>(p);
  const Word v =
      DIATOMIC_HIP_LOAD(hip::reach<Access>(const_cast<Word*>(p)), b::load_order, b::scope);
  hip::fence_after<Access, fenced>();
  return v;
}

template <class Access, class Word>
DIATOMIC_FUNCTION void store(Word* p, Word v) {
  using b = builtin<Access>;
  hip::fence_before<Access, by_fences<op::store, Access::scope, Word>>(p);
  DIATOMIC_HIP_STORE(hip::reach<Access>(p), v, b::store_order, b::scope);
}

template <class Access, class Word>
DIATOMIC_FUNCTION Word exchange(Word* p, Word v) {
  using b = builtin<Access>;
  constexpr bool fenced = by_fences<op::exchange, Access::scope, Word>;
  hip::fence_before<Access, fenced>(p);
  const Word old = DIATOMIC_HIP_EXCHANGE(hip::reach<Access>(p), v, b::order, b::scope);
  hip::fence_after<Access, fenced>();
  return old;
}

/// Returns the old value, which equals `expected` if the exchange happened.
template <class Access, class Word>
DIATOMIC_FUNCTION Word compare_exchange(Word* p, Word expected, Word desired) {
  using b = builtin<Access>;
  constexpr bool fenced = by_fences<op::compare_exchange, Access::scope, Word>;
  hip::fence_before<Access, fenced>(p);
  DIATOMIC_HIP_CAS(hip::reach<Access>(p), __builtin_addressof(expected), desired, b::order,
                   b::failure_order, b::scope);
  hip::fence_after<Access, fenced>();
  return expected;
}

/// The native float add; for `sub` the caller has negated the operand. The space is known: gfx908
/// has no flat form.
template <class Access, class T>
DIATOMIC_FUNCTION T add_float(T* p, T v) {
  using b = builtin<Access>;
#if DIATOMIC_HIP_MEMORY_HINTS
  T old;
  DIATOMIC_HIP_NATIVE {
    old = DIATOMIC_HIP_FETCH(add, hip::reach<Access>(p), v, b::order, b::scope);
  }
  return old;
#else
  if constexpr (Access::space == memory_space::shared) {
    return DIATOMIC_HIP_FETCH(add, hip::reach<Access>(p), v, b::order, b::scope);
  } else {
    return hip::add_float_to_memory((__attribute__((address_space(1))) T*)p, v);
  }
#endif
}

template <kind Kind>
using pair_of = detail::pack<detail::float16<Kind>, 2>;

/// The native add of 16-bit float pairs. Its builtin is relaxed.
template <class Access, kind Kind>
DIATOMIC_FUNCTION pair_of<Kind> add_pair(pair_of<Kind>* p, pair_of<Kind> v) {
  using halves __attribute__((ext_vector_type(2))) = _Float16;
  using bits __attribute__((ext_vector_type(2))) = short;  // the builtins' type for bfloat16 pairs
  if constexpr (Kind == kind::f16) {
    const auto with = detail::bits_as<halves>(v);
    if constexpr (Access::space == memory_space::shared) {
      return detail::bits_as<pair_of<Kind>>(__builtin_amdgcn_ds_atomic_fadd_v2f16(
          (__attribute__((address_space(3))) halves*)p, with));
    } else {
      return detail::bits_as<pair_of<Kind>>(__builtin_amdgcn_global_atomic_fadd_v2f16(
          (__attribute__((address_space(1))) halves*)p, with));
    }
  } else {
    const auto with = detail::bits_as<bits>(v);
    if constexpr (Access::space == memory_space::shared) {
      return detail::bits_as<pair_of<Kind>>(
          __builtin_amdgcn_ds_atomic_fadd_v2bf16((__attribute__((address_space(3))) bits*)p, with));
    } else {
      return detail::bits_as<pair_of<Kind>>(__builtin_amdgcn_global_atomic_fadd_v2bf16(
          (__attribute__((address_space(1))) bits*)p, with));
    }
  }
}

/// `v` with both signs flipped.
template <kind Kind>
DIATOMIC_FUNCTION pair_of<Kind> negated(pair_of<Kind> v) {
  return detail::bits_as<pair_of<Kind>>(detail::bits_as<std::uint32_t>(v) ^ 0x80008000u);
}

/// The operand for add; its negation for sub. clang 23 folds `add(-v)` into an atomic subtract
/// (llvm/llvm-project#184715), which PCIe cannot carry; for memory that may be off-device the
/// negation goes through an opaque zero. The zero is in a scalar register, so that uniform operands
/// stay uniform.
template <op Op, bool IsHere, class T>
DIATOMIC_FUNCTION T added(T v) {
  const auto bits = static_cast<detail::unsigned_of<T>>(v);
  detail::unsigned_of<T> zero = 0;
#if DIATOMIC_DEVICE_PASS && DIATOMIC_HIP_ADDITIONS_TURN
  if (!IsHere && !__builtin_constant_p(v)) asm("" : "+s"(zero));
#endif
  return static_cast<T>(Op == op::sub ? zero - bits : bits + zero);
}

template <op Op, class Access, class T>
DIATOMIC_FUNCTION T fetch_integer(T* p, T v) {
  using b = builtin<Access>;
  auto* const w = hip::reach<Access>(p);
  T old;
  if constexpr (Op == op::add || Op == op::sub) {
    constexpr bool is_here = Access::space == memory_space::shared ||
                             tables::includes(Access::value.hints, hint::coarse_grained);
    const T n = hip::added<Op, is_here>(v);
    if constexpr (is_here) {
      DIATOMIC_HIP_NATIVE { old = DIATOMIC_HIP_FETCH(add, w, n, b::order, b::scope); }
    } else {
      DIATOMIC_HIP_ANYWHERE { old = DIATOMIC_HIP_FETCH(add, w, n, b::order, b::scope); }
    }
  }
  DIATOMIC_HIP_NATIVE {
    if constexpr (Op == op::bit_and) old = DIATOMIC_HIP_FETCH(and, w, v, b::order, b::scope);
    if constexpr (Op == op::bit_or) old = DIATOMIC_HIP_FETCH(or, w, v, b::order, b::scope);
    if constexpr (Op == op::bit_xor) old = DIATOMIC_HIP_FETCH(xor, w, v, b::order, b::scope);
    if constexpr (Op == op::inc_wrap) old = DIATOMIC_HIP_COUNT(inc, w, v, b::order, b::scope);
    if constexpr (Op == op::dec_wrap) old = DIATOMIC_HIP_COUNT(dec, w, v, b::order, b::scope);
    if constexpr (Op == op::min) old = DIATOMIC_HIP_FETCH(min, w, v, b::order, b::extremum_scope);
    if constexpr (Op == op::max) old = DIATOMIC_HIP_FETCH(max, w, v, b::order, b::extremum_scope);
  }
  return old;
}

template <op Op, class Access, class T>
DIATOMIC_FUNCTION T fetch_between_fences(T* p, T v) {
  if constexpr (detail::is_float_v<T> || detail::is_vector_v<T>) {
    if constexpr (Access::space == memory_space::unspecified) {
      using shared_access = typename Access::template with_space<memory_space::shared>;
      using global_access = typename Access::template with_space<memory_space::global>;
      return hip::is_shared(p) ? hip::fetch_between_fences<Op, shared_access>(p, v)
                               : hip::fetch_between_fences<Op, global_access>(p, v);
    } else if constexpr (detail::is_vector_v<T>) {
      return hip::add_pair<Access>(p, Op == op::sub ? hip::negated(v) : v);
    } else {
      return hip::add_float<Access>(p, Op == op::sub ? -v : v);
    }
  } else {
#if DIATOMIC_HIP_INTEGERS_BY_ASSEMBLY
    if constexpr ((bitwise.has(Op) || extrema.has(Op)) && Access::space != memory_space::shared) {
      if (Access::space == memory_space::global || !hip::is_shared(p)) {
        return hip::fetch_by_assembly<Op, Access::value.result>(p, v);
      }
    }
#endif
    return hip::fetch_integer<Op, Access>(p, v);
  }
}

/// The access without the order that the fences carry.
template <op Op, class Access, class T>
using fenced_access =
    std::conditional_t<by_fences<Op, Access::scope, T>,
                       typename Access::template with_order<memory_order::relaxed>, Access>;

template <op Op, class Access, class T>
DIATOMIC_FUNCTION T fetch(T* p, T v) {
  constexpr bool fenced = by_fences<Op, Access::scope, T>;
  hip::fence_before<Access, fenced>(p);
  const T old = hip::fetch_between_fences<Op, fenced_access<Op, Access, T>>(p, v);
  hip::fence_after<Access, fenced>();
  return old;
}

/// `fetch` without its result: the compiler then selects the form without a result.
template <op Op, class Access, class T>
DIATOMIC_FUNCTION void reduce(T* p, T v) {
  hip::fence_before<Access, by_fences<Op, Access::scope, T>>(p);
  using blind = typename fenced_access<Op, Access, T>::without_result;
  static_cast<void>(hip::fetch_between_fences<Op, blind>(p, v));
}

#undef DIATOMIC_HIP_LOAD
#undef DIATOMIC_HIP_STORE
#undef DIATOMIC_HIP_EXCHANGE
#undef DIATOMIC_HIP_CAS
#undef DIATOMIC_HIP_FETCH
#undef DIATOMIC_HIP_COUNT
#undef DIATOMIC_HIP_NATIVE
#undef DIATOMIC_HIP_ANYWHERE

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::hip
