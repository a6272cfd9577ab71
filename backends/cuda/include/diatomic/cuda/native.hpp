// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Each form as one PTX instruction. Its name is a string assembled at compile time, which
/// `instructions.hpp` emits. Device code only.
///
/// The state space is explicit where it is known or can be tested: SASS has no generic RED, and
/// only
/// `.shared` becomes ATOMS.

#include <cstdint>
#include <type_traits>

#include <diatomic/core/detail/bits.hpp>
#include <diatomic/core/detail/tag_fold.hpp>
#include <diatomic/cuda/conversions.hpp>
#include <diatomic/cuda/instructions.hpp>
#include <diatomic/cuda/orders.hpp>
#include <diatomic/cuda/platform.hpp>
#include <diatomic/cuda/support.hpp>

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

/// CAS loops release by one fence before the loop. A releasing compare-exchange would execute one
/// fence per attempt.
inline constexpr bool orders_loops_by_fences = true;
/// 8-bit and 16-bit words are updated in CAS loops on their enclosing 32-bit word.
inline constexpr bool has_narrow_compare_exchange = false;

/// The operation and operand type as suffixes of `atom` and `red`. `unflushed`: a sum that keeps
/// subnormal floats in global memory.
DIATOMIC_CONSTEXPR const char* suffix_of(op o, kind k, bool unflushed) {
  const bool wide = size_of(k) == 8;
  const bool widest = size_of(k) == 16;
  switch (o) {
    case op::add:
    case op::sub:  // adds the negated operand
      return k == kind::f32      ? (unflushed ? ".add.noftz.f32" : ".add.f32")
             : k == kind::f64    ? ".add.f64"
             : k == kind::f16    ? ".add.noftz.f16"
             : k == kind::bf16   ? ".add.noftz.bf16"
             : k == kind::f16x2  ? ".add.noftz.f16x2"
             : k == kind::bf16x2 ? ".add.noftz.bf16x2"
             : k == kind::f32x2  ? (unflushed ? ".add.noftz.v2.f32" : ".add.v2.f32")
             : k == kind::f32x4  ? (unflushed ? ".add.noftz.v4.f32" : ".add.v4.f32")
             : k == kind::f16x4  ? ".add.noftz.v2.f16x2"
             : k == kind::bf16x4 ? ".add.noftz.v2.bf16x2"
             : wide              ? ".add.u64"
                                 : ".add.u32";
    case op::bit_and:
      return wide ? ".and.b64" : ".and.b32";
    case op::bit_or:
      return wide ? ".or.b64" : ".or.b32";
    case op::bit_xor:
      return wide ? ".xor.b64" : ".xor.b32";
    case op::min:
      return is_signed_integer(k) ? (wide ? ".min.s64" : ".min.s32")
                                  : (wide ? ".min.u64" : ".min.u32");
    case op::max:
      return is_signed_integer(k) ? (wide ? ".max.s64" : ".max.s32")
                                  : (wide ? ".max.u64" : ".max.u32");
    case op::inc_wrap:
      return ".inc.u32";
    case op::dec_wrap:
      return ".dec.u32";
    case op::exchange:
      return widest ? ".exch.b128" : wide ? ".exch.b64" : ".exch.b32";
    case op::compare_exchange:
      return widest ? ".cas.b128" : wide ? ".cas.b64" : ".cas.b32";
    default:  // loads and stores: only the type
      return widest            ? ".b128"
             : wide            ? ".b64"
             : size_of(k) == 4 ? ".b32"
             : size_of(k) == 2 ? ".u16"
                               : ".u8";
  }
}

template <op Op, kind Kind, bool Unflushed>
struct operation_name {
  static constexpr spelling name = spelling() << suffix_of(Op, Kind, Unflushed);
};

/// 64-bit integer sums in shared memory: ptxas turns the `.shared` form into a CAS loop. The
/// generic form can reach other blocks of the cluster, for which sm_90 has an instruction that
/// also works on the block's own shared memory.
template <op Op, class T>
inline constexpr bool adds_as_in_cluster_v =
    compiled_architecture >= 90 && sums.has(Op) && integers64.has(kind_of_v<T>);

/// Whether a sum is spelled `.noftz`. In shared memory plain sums keep subnormals too.
template <op Op, class Access, memory_space Space>
inline constexpr bool is_unflushed_v =
    compiled_architecture >= 90 && compiled_toolkit >= 1304 && sums.has(Op) &&
    Space != memory_space::shared && detail::keeps_denormals_v<Access>;

template <verb Verb, op Op, class T, class Access, memory_space Space>
using spelled = instruction<access_name<Verb, Access::order, Access::scope, Space>,
                            operation_name<Op, kind_of_v<T>, is_unflushed_v<Op, Access, Space>>>;

/// Whether a load may return an old value: the check of `monotone` calls, and their loads. It is
/// weak, as plain loads are: ptxas inserts YIELD in a loop with a relaxed load, which separates
/// diverged lanes. PTX's axioms include weak accesses that race with accesses of the same size, but
/// a weak 16-byte load may tear.
template <class Access, class Word, memory_space Space>
inline constexpr bool may_be_old_v =
    has_one_way_fences && tables::includes(Access::value.hints, hint::monotone) &&
    Access::scope == memory_scope::warp && Access::order == memory_order::relaxed &&
    Space != memory_space::shared && sizeof(Word) <= 8;

/// Whether the object is in the block's own shared memory; in global memory.
__device__ __forceinline__ bool is_shared(const void* p) { return ::__isShared(p) != 0; }
__device__ __forceinline__ bool is_global(const void* p) { return ::__isGlobal(p) != 0; }
/// Whether objects may be in neither: in the shared memory of another block in the cluster.
inline constexpr bool has_cluster_memory = compiled_architecture >= 90;
inline constexpr bool global_sums_flush = true;

/// 32-bit registers hold 8-bit and 16-bit words.
template <class Word>
using in_register = std::conditional_t<(sizeof(Word) > 4), Word, std::uint32_t>;

/// In which space an instruction for an object in the block's own shared memory addresses it.
template <op Op, class T>
inline constexpr memory_space own_space_v =
    adds_as_in_cluster_v<Op, T> ? memory_space::unspecified : memory_space::shared;

/// Whether a call without a space tag is CUDA's function, not our instruction after a test of the
/// pointer: where the function is not slower (docs/decisions/backends/0002). CUDA's functions are
/// relaxed and have no cluster scope, and clang orders them.
template <op Op, class Access, class T>
inline constexpr bool is_cuda_function_v =
    !DIATOMIC_CUDA_CONSTANT_ASM && Access::space == memory_space::unspecified &&
    Access::order == memory_order::relaxed && Access::scope != memory_scope::cluster &&
    (Op == op::exchange || Op == op::compare_exchange ? sizeof(T) <= 8
     : Access::value.result == result_use::unused     ? false
     : std::is_floating_point_v<T> ? sums.has(Op) && !detail::keeps_denormals_v<Access>
                                   : detail::is_integer_v<T> && (sizeof(T) == 4 || sums.has(Op)));

/// Whether `fetch` and `reduce` take an object in any space, whatever the table says of each space.
template <op Op, class Access, class T>
inline constexpr bool takes_any_space_v =
    is_cuda_function_v<Op, Access, T> || adds_as_in_cluster_v<Op, T>;

// A statement on the object at `p`, for each space `at` that it may be in: `own` for the block's
// own shared memory. The compiler removes the tests if it infers the space; otherwise they cost one
// branch for global memory. Objects in another block's shared memory take the generic form.
#define DIATOMIC_CUDA_BY_SPACE(own, ...)                        \
  if constexpr (Access::space == memory_space::global) {        \
    constexpr memory_space at = memory_space::global;           \
    __VA_ARGS__;                                                \
  } else if constexpr (Access::space == memory_space::shared) { \
    constexpr memory_space at = own;                            \
    __VA_ARGS__;                                                \
  } else if (::__isGlobal(p)) {                                 \
    constexpr memory_space at = memory_space::global;           \
    __VA_ARGS__;                                                \
  } else if (own == memory_space::shared && ::__isShared(p)) {  \
    constexpr memory_space at = own;                            \
    __VA_ARGS__;                                                \
  } else {                                                      \
    constexpr memory_space at = memory_space::unspecified;      \
    __VA_ARGS__;                                                \
  }

template <memory_space Space, class Access, class Word>
__device__ __forceinline__ void load_in(const Word* p, in_register<Word>& v) {
  constexpr bool may_be_old = may_be_old_v<Access, Word, Space>;
  // Like the fence after an acquire: ptxas may otherwise reuse an earlier load's value.
  if constexpr (may_be_old) cuda::fence<memory_order::acquire, memory_scope::block>();
  constexpr verb load = may_be_old ? verb::weak_ld : verb::ld;
  cuda::emit_load<spelled<load, op::load, Word, Access, Space>>(place<Space>{p}, v);
}

template <class Access, class Word>
__device__ __forceinline__ Word load(const Word* p) {
  in_register<Word> v;
  if constexpr (Access::order != memory_order::relaxed) cuda::fence_before<Access>();
  DIATOMIC_CUDA_BY_SPACE(memory_space::shared, cuda::load_in<at, Access, Word>(p, v))
  if constexpr (Access::order != memory_order::relaxed) cuda::fence_after<Access, true>();
  return static_cast<Word>(v);
}

/// Returns the old value, which equals `expected` if the exchange happened.
template <class Access, class Word>
__device__ __forceinline__ Word compare_exchange(Word* p, Word expected, Word desired) {
  Word old;
  if constexpr (Access::order != memory_order::relaxed) cuda::fence_before<Access>();
  if constexpr (is_cuda_function_v<op::compare_exchange, Access, Word>) {
    old = cuda::call_cuda_function<op::compare_exchange, Access::scope>(p, expected, desired);
  } else {
    DIATOMIC_CUDA_BY_SPACE(
        memory_space::shared,
        cuda::emit_cas<spelled<verb::atom, op::compare_exchange, Word, Access, at>>(
            place<at>{p}, expected, desired, old))
  }
  if constexpr (Access::order != memory_order::relaxed) cuda::fence_after<Access>();
  return old;
}

/// The operand as its register type: integers as unsigned, 16-bit floats and their pairs as bits.
/// Negated for `sub`.
template <op Op, class Access, class T>
__device__ __forceinline__ auto operand(T v) {
  constexpr bool is_negated = Op == op::sub;
  if constexpr (std::is_same_v<T, float> && is_negated && detail::keeps_denormals_v<Access>) {
    return cuda::rounded_result<op::sub, detail::subnormals::kept>(-0.0f, v);
  } else if constexpr (std::is_floating_point_v<T>) {
    return is_negated ? -v : v;
  } else if constexpr (detail::is_float16_v<T>) {
    return static_cast<std::uint16_t>(v.bits ^ (is_negated ? 0x8000u : 0u));
  } else if constexpr (sizeof(T) == 4 && detail::is_vector_v<T>) {
    return detail::bits_as<std::uint32_t>(v) ^ (is_negated ? 0x80008000u : 0u);
  } else if constexpr (detail::is_vector_v<T> && sizeof(detail::element_type<T>) == 2) {
    auto pairs = detail::bits_as<detail::pack<std::uint32_t, 2>>(v);
    for (std::uint32_t& pair : pairs.at) pair ^= is_negated ? 0x80008000u : 0u;
    return pairs;
  } else if constexpr (detail::is_vector_v<T>) {
    for (float& element : v.at) element = cuda::operand<Op, Access>(element);
    return v;
  } else {
    using word = in_register<detail::unsigned_of<T>>;
    const word w = static_cast<word>(v);
    return is_negated ? word{0} - w : w;
  }
}

template <op Op, class Access, class T>
__device__ __forceinline__ T fetch(T* p, T v) {
  const auto with = cuda::operand<Op, Access>(v);
  auto old = with;
  if constexpr (Access::order != memory_order::relaxed) cuda::fence_before<Access>();
  if constexpr (is_cuda_function_v<Op, Access, T>) {
    old = cuda::call_cuda_function<Op, Access::scope>(p, with);
  } else {
    DIATOMIC_CUDA_BY_SPACE(
        (own_space_v<Op, T>),
        cuda::emit_fetch<spelled<verb::atom, Op, T, Access, at>>(place<at>{p}, with, old))
  }
  if constexpr (Access::order != memory_order::relaxed) cuda::fence_after<Access>();
  if constexpr (detail::is_integer_v<T>) {
    return static_cast<T>(old);
  } else {
    return detail::bits_as<T>(old);
  }
}

template <class Access, class Word>
__device__ __forceinline__ Word exchange(Word* p, Word v) {
  return cuda::fetch<op::exchange, Access>(p, v);
}

template <op Op, class Access, class T>
__device__ __forceinline__ void reduce(T* p, T v) {
  constexpr verb act = Op == op::store ? verb::st : verb::red;
  const auto with = cuda::operand<Op, Access>(v);
  if constexpr (Access::order != memory_order::relaxed) cuda::fence_before<Access>();
  DIATOMIC_CUDA_BY_SPACE((own_space_v<Op, T>),
                         cuda::emit_store<spelled<act, Op, T, Access, at>>(place<at>{p}, with))
}

template <class Access, class Word>
__device__ __forceinline__ void store(Word* p, Word v) {
  cuda::reduce<op::store, Access>(p, v);
}

#undef DIATOMIC_CUDA_BY_SPACE

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda
