// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// PTX suffixes of verbs, orders, scopes and spaces, and the fences around operations. Device code
/// only.

#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>
#include <diatomic/cuda/instructions.hpp>
#include <diatomic/cuda/platform.hpp>

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

DIATOMIC_CONSTEXPR const char* suffix_of(memory_order o) {
  constexpr const char* suffixes[] = {".relaxed", ".acquire", ".release", ".acq_rel", ".sc"};
  return suffixes[static_cast<int>(o)];
}
DIATOMIC_CONSTEXPR const char* suffix_of(memory_scope s) {
  constexpr const char* cluster = compiled_architecture >= 90 ? ".cluster" : ".gpu";
  constexpr const char* suffixes[] = {".cta", ".cta", cluster, ".gpu", ".sys"};
  return suffixes[static_cast<int>(s)];
}

DIATOMIC_CONSTEXPR const char* suffix_of(memory_space s) {
  constexpr const char* suffixes[] = {"", ".global", ".shared"};
  return suffixes[static_cast<int>(s)];
}

enum class verb { ld, weak_ld, st, atom, red };

/// The order on the instruction itself. PTX atomics have no seq_cst: a `fence.sc` precedes the
/// instruction, which keeps the acquire half that a preceding fence cannot provide (PTX ISA, and
/// the mapping that NVIDIA's `cuda::atomic` documents).
DIATOMIC_CONSTEXPR memory_order carried_order(verb v, memory_order o) {
  if (o != memory_order::seq_cst) return o;
  return v == verb::ld || v == verb::atom ? memory_order::acquire : memory_order::relaxed;
}

template <verb Verb, memory_order Order, memory_scope Scope, memory_space Space>
struct access_name {
  static DIATOMIC_CONSTEXPR spelling spell() {
    constexpr const char* verbs[] = {"ld", "ld.weak", "st", "atom", "red"};
    spelling s;
    s << verbs[static_cast<int>(Verb)];
    if (Verb != verb::weak_ld) s << suffix_of(carried_order(Verb, Order)) << suffix_of(Scope);
    return s << suffix_of(Space);
  }
  static constexpr spelling name = spell();
};
template <memory_order Order>
struct fence_name {
  static constexpr bool is_one_way =
      Order == memory_order::acquire || Order == memory_order::release;
  static constexpr spelling name =
      spelling() << "fence"
                 << suffix_of(is_one_way && !has_one_way_fences ? memory_order::acq_rel : Order);
};
template <memory_scope Scope>
struct scope_name {
  static constexpr spelling name = spelling() << suffix_of(Scope);
};

template <memory_order Order, memory_scope Scope>
__device__ __forceinline__ void fence() {
  cuda::emit_fence<instruction<fence_name<Order>, scope_name<Scope>>>();
}

template <class Access>
__device__ __forceinline__ void fence_before() {
  if constexpr (Access::order == memory_order::seq_cst) {
    cuda::fence<memory_order::seq_cst, Access::scope>();
  }
}

/// After an operation that acquires. ptxas (seen: 13.0 and 13.5) may reuse the value of an earlier
/// plain load after such an operation, although another thread has written the object since: after
/// `ld` and, from sm_90 on, `atom`, if no release to the same memory space came in between. It
/// reuses no value across a fence. From sm_90 and CUDA 12.8 on this fence is no instruction.
template <class Access, bool IsLoad = false>
__device__ __forceinline__ void fence_after() {
  constexpr bool acquires =
      Access::order != memory_order::relaxed && Access::order != memory_order::release;
  if constexpr (acquires && (IsLoad || compiled_architecture >= 90)) {
    fence<memory_order::acquire, memory_scope::block>();
  }
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda
