// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The numbers of orders and scopes for clang's builtins, and fences. Device code only.

#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>
#include <diatomic/hip/platform.hpp>
#include <diatomic/hip/support.hpp>

namespace diatomic::backends::hip {
inline namespace DIATOMIC_VERSION_NS {

/// Chips with one counter, vmcnt, for a wave's loads and stores.
inline constexpr architecture_range gfx9{0x900, 0x9ff};

constexpr int builtin_order(memory_order o) {
  constexpr int orders[] = {__ATOMIC_RELAXED, __ATOMIC_ACQUIRE, __ATOMIC_RELEASE, __ATOMIC_ACQ_REL,
                            __ATOMIC_SEQ_CST};
  return orders[static_cast<int>(o)];
}
/// The failure order of a compare-exchange: acquire for acq_rel, relaxed for release.
constexpr int builtin_failure_order(memory_order o) {
  constexpr int orders[] = {__ATOMIC_RELAXED, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED, __ATOMIC_ACQUIRE,
                            __ATOMIC_SEQ_CST};
  return orders[static_cast<int>(o)];
}

constexpr bool compiles_for(architecture_range chips) {
  return chips.first <= compiled_architecture && compiled_architecture <= chips.last;
}

/// Whether the chip has clusters and the compiler has cluster scope; else cluster scope widens to
/// device scope.
inline constexpr bool has_cluster_scope = DIATOMIC_HIP_CLUSTER_SCOPE && compiles_for(gfx1250);

/// The two families of builtins number the scopes differently.
constexpr int builtin_scope(memory_scope s) {
#if DIATOMIC_HIP_MEMORY_HINTS
#if DIATOMIC_HIP_CLUSTER_SCOPE
  constexpr int cluster = has_cluster_scope ? __MEMORY_SCOPE_CLUSTR : __MEMORY_SCOPE_DEVICE;
#else
  constexpr int cluster = __MEMORY_SCOPE_DEVICE;
#endif
  constexpr int scopes[] = {__MEMORY_SCOPE_WVFRNT, __MEMORY_SCOPE_WRKGRP, cluster,
                            __MEMORY_SCOPE_DEVICE, __MEMORY_SCOPE_SYSTEM};
#else
  constexpr int scopes[] = {__HIP_MEMORY_SCOPE_WAVEFRONT, __HIP_MEMORY_SCOPE_WORKGROUP,
                            __HIP_MEMORY_SCOPE_AGENT, __HIP_MEMORY_SCOPE_AGENT,
                            __HIP_MEMORY_SCOPE_SYSTEM};
#endif
  return scopes[static_cast<int>(s)];
}

// The builtin needs literals.
#define DIATOMIC_HIP_FENCE(scope)                                                                \
  if constexpr (Order == memory_order::acquire) __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, scope); \
  if constexpr (Order == memory_order::release) __builtin_amdgcn_fence(__ATOMIC_RELEASE, scope); \
  if constexpr (Order == memory_order::acq_rel) __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, scope); \
  if constexpr (Order == memory_order::seq_cst) __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, scope)

template <memory_order Order, memory_scope Scope>
DIATOMIC_FUNCTION void fence_of_compiler() {
  if constexpr (Scope == memory_scope::warp) {
    DIATOMIC_HIP_FENCE("wavefront");
  } else if constexpr (Scope == memory_scope::block) {
    DIATOMIC_HIP_FENCE("workgroup");
  } else if constexpr (Scope == memory_scope::system) {
    DIATOMIC_HIP_FENCE("");
#if DIATOMIC_HIP_CLUSTER_SCOPE
  } else if constexpr (Scope == memory_scope::cluster && has_cluster_scope) {
    DIATOMIC_HIP_FENCE("cluster");
#endif
  } else {
    DIATOMIC_HIP_FENCE("agent");
  }
}

#undef DIATOMIC_HIP_FENCE

/// Whether the compiler's release at block scope leaves the thread's stores outstanding. The block
/// sees the stores, but a thread of the block that then releases at a wider scope waits for its own
/// stores only, although in C++ its release also publishes all that it has acquired. LLVM waits
/// from clang 22 on (llvm/llvm-project#161638), but not on gfx9.
inline constexpr bool block_release_needs_wait = compiles_for(gfx9) || DIATOMIC_HIP_OLD_CU_MODE;
/// Whether a release at this scope writes back an L2 and the compiler omits the wait if the wave
/// has no other access outstanding (the backend's README, "Compiler defects").
constexpr bool write_back_needs_wait(memory_scope s) {
  return (compiles_for(gfx940) && s > memory_scope::block) ||
         (compiles_for(gfx90a) && s == memory_scope::system) ||
         (compiles_for(gfx12) && s == memory_scope::system && DIATOMIC_HIP_OLD_WRITE_BACK);
}

/// Waits until all stores and write-backs of this wave are complete. On gfx9 vmcnt counts these and
/// loads; the instruction does not wait for its other counters.
DIATOMIC_FUNCTION void wait_for_own_accesses() {
#if DIATOMIC_DEVICE_PASS
  if constexpr (compiles_for(gfx12)) {
    asm volatile("s_wait_storecnt 0x0" ::: "memory");
  } else {
    __builtin_amdgcn_s_waitcnt(0x0f70);
  }
#endif
}

/// The compiler's fence, with the waits that the compiler omits.
template <memory_order Order, memory_scope Scope>
DIATOMIC_FUNCTION void fence() {
  constexpr bool releases = Order != memory_order::acquire;
  if constexpr (releases && Scope == memory_scope::block && block_release_needs_wait) {
    if constexpr (compiles_for(gfx940)) {
      fence_of_compiler<memory_order::release, memory_scope::block>();
      wait_for_own_accesses();
    } else {
      // Only a wait, which the compiler omits if nothing is outstanding.
      fence_of_compiler<memory_order::release, memory_scope::device>();
    }
  }
  hip::fence_of_compiler<Order, Scope>();
  if constexpr (releases && write_back_needs_wait(Scope)) wait_for_own_accesses();
}

/// Whether fences, and not the operation itself, carry the order of an operation on a T: all
/// operations before clang 21; adds of pairs and clang 21's counts, whose builtins are relaxed; and
/// clang 21's minima and maxima at system scope, which run at device scope.
template <op Op, memory_scope Scope, class T>
inline constexpr bool by_fences =
    !DIATOMIC_HIP_MEMORY_HINTS || detail::is_vector_v<T> ||
    (counts.has(Op) && !DIATOMIC_HIP_SCOPED_COUNTS) ||
    (extrema.has(Op) && Scope == memory_scope::system && DIATOMIC_HIP_LOOPS_AT_SYSTEM_SCOPE);
/// Whether fences carry the release half of all operations, because only `fence` has the waits.
inline constexpr bool releases_by_fences = block_release_needs_wait;

/// The order on the instruction itself, for a load, a store and a read-modify-write.
constexpr memory_order load_order(memory_order o) {
  return DIATOMIC_HIP_MEMORY_HINTS ? o : memory_order::relaxed;
}
constexpr memory_order store_order(memory_order o) {
  return releases_by_fences ? memory_order::relaxed : load_order(o);
}
constexpr memory_order update_order(memory_order o) {
  const bool acquires = o != memory_order::relaxed && o != memory_order::release;
  return load_order(!releases_by_fences ? o
                    : acquires          ? memory_order::acquire
                                        : memory_order::relaxed);
}
/// The fence before an operation on `*p` that writes, or before a load whose order fences carry.
/// Only the block sees shared memory, so a release there needs no wider scope.
template <class Access, bool ByFences, class T>
DIATOMIC_FUNCTION void fence_before([[maybe_unused]] const T* p) {
  constexpr memory_scope scope = Access::scope;
  constexpr bool is_seq_cst = Access::order == memory_order::seq_cst;
  constexpr bool releases = is_seq_cst || Access::order == memory_order::release ||
                            Access::order == memory_order::acq_rel;
  // If the operation acquires on its own, a release fence is enough for seq_cst: the operation
  // comes after everything that the fence waits for.
  constexpr memory_order order =
      is_seq_cst && ByFences ? memory_order::seq_cst : memory_order::release;
  if constexpr (releases && (ByFences || releases_by_fences)) {
    if constexpr (Access::space == memory_space::shared && scope > memory_scope::block) {
      hip::fence<order, memory_scope::block>();
    } else if constexpr (!write_back_needs_wait(scope) || Access::space == memory_space::global) {
      hip::fence<order, scope>();
    } else if (__builtin_amdgcn_is_shared(p)) {
      hip::fence<order, memory_scope::block>();
    } else {
      hip::fence<order, scope>();
    }
  }
}
template <class Access, bool ByFences>
DIATOMIC_FUNCTION void fence_after() {
  constexpr memory_order o = ByFences ? Access::order : memory_order::relaxed;
  if constexpr (o != memory_order::relaxed && o != memory_order::release) {
    hip::fence<memory_order::acquire, Access::scope>();
  }
}

/// The block's barrier, as newer headers define __syncthreads(); in addition, on gfx9 each wave
/// first waits for its stores, so that one thread can then publish the whole block's writes. (Older
/// headers fence through a library function that newer compilers do not link, and fence shared
/// memory only.)
DIATOMIC_FUNCTION void sync_threads() {
  fence<memory_order::release, memory_scope::block>();
  __builtin_amdgcn_s_barrier();
  fence<memory_order::acquire, memory_scope::block>();
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::hip
