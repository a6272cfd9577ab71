// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The instruction, order and scope of desul's loads, stores, exchanges and fences. FileCheck
/// checks them.

#include <diatomic/compat/desul_names.hpp>

using namespace diatomic::desul_names;

#define KERNEL(name) extern "C" __global__ void name(unsigned* p, unsigned v, unsigned* out)

// CHECK-LABEL: .entry strong_release_acquire(
// CHECK: atom.acq_rel.gpu.{{.*}}cas
KERNEL(strong_release_acquire) {
  *out = atomic_compare_exchange_strong(p, *out, v, MemoryOrderRelease{}, MemoryOrderAcquire{},
                                        MemoryScopeDevice{});
}
// CHECK-LABEL: .entry strong_relaxed_acquire(
// CHECK: atom.acquire.cta.{{.*}}cas
KERNEL(strong_relaxed_acquire) {
  *out = atomic_compare_exchange_strong(p, *out, v, MemoryOrderRelaxed{}, MemoryOrderAcquire{},
                                        MemoryScopeCore{});
}
// CHECK-LABEL: .entry strong_release_relaxed(
// CHECK: atom.release.sys.{{.*}}cas
KERNEL(strong_release_relaxed) {
  *out = atomic_compare_exchange_strong(p, *out, v, MemoryOrderRelease{}, MemoryOrderRelaxed{},
                                        MemoryScopeSystem{});
}
// CHECK-LABEL: .entry strong_acquire_relaxed(
// CHECK: atom.acquire.sys.{{.*}}cas
KERNEL(strong_acquire_relaxed) {
  *out = atomic_compare_exchange_strong(p, *out, v, MemoryOrderAcquire{}, MemoryOrderRelaxed{},
                                        MemoryScopeNode{});
}
// CHECK-LABEL: .entry strong_relaxed(
// CHECK: {{atom\.(relaxed\.gpu\.)?global\.}}cas
KERNEL(strong_relaxed) {
  *out = atomic_compare_exchange_strong(p, *out, v, MemoryOrderRelaxed{}, MemoryOrderRelaxed{},
                                        MemoryScopeDevice{});
}
// CHECK-LABEL: .entry weak_release_acquire(
// CHECK: atom.acq_rel.gpu.{{.*}}cas
KERNEL(weak_release_acquire) {
  *out = atomic_compare_exchange_weak(p, *out, v, MemoryOrderRelease{}, MemoryOrderAcquire{},
                                      MemoryScopeDevice{});
}
// CHECK-LABEL: .entry weak_relaxed_acquire(
// CHECK: atom.acquire.cta.{{.*}}cas
KERNEL(weak_relaxed_acquire) {
  *out = atomic_compare_exchange_weak(p, *out, v, MemoryOrderRelaxed{}, MemoryOrderAcquire{},
                                      MemoryScopeCore{});
}
// CHECK-LABEL: .entry weak_release_relaxed(
// CHECK: atom.release.sys.{{.*}}cas
KERNEL(weak_release_relaxed) {
  *out = atomic_compare_exchange_weak(p, *out, v, MemoryOrderRelease{}, MemoryOrderRelaxed{},
                                      MemoryScopeSystem{});
}
// CHECK-LABEL: .entry weak_acquire_relaxed(
// CHECK: atom.acquire.sys.{{.*}}cas
KERNEL(weak_acquire_relaxed) {
  *out = atomic_compare_exchange_weak(p, *out, v, MemoryOrderAcquire{}, MemoryOrderRelaxed{},
                                      MemoryScopeNode{});
}
// CHECK-LABEL: .entry weak_relaxed(
// CHECK: {{atom\.(relaxed\.gpu\.)?global\.}}cas
KERNEL(weak_relaxed) {
  *out = atomic_compare_exchange_weak(p, *out, v, MemoryOrderRelaxed{}, MemoryOrderRelaxed{},
                                      MemoryScopeDevice{});
}
// CHECK-LABEL: .entry compare_exchange_acquire(
// CHECK: atom.acquire.cta.{{.*}}cas
KERNEL(compare_exchange_acquire) {
  *out = atomic_compare_exchange(p, *out, v, MemoryOrderAcquire{}, MemoryScopeCore{});
}
// CHECK-LABEL: .entry exchange_acq_rel(
// CHECK: atom.acq_rel.sys.{{.*}}exch
KERNEL(exchange_acq_rel) { *out = atomic_exchange(p, v, MemoryOrderAcqRel{}, MemoryScopeNode{}); }
// CHECK-LABEL: .entry exchange_release(
// CHECK: atom.release.cta.{{.*}}exch
KERNEL(exchange_release) { *out = atomic_exchange(p, v, MemoryOrderRelease{}, MemoryScopeCore{}); }
// CHECK-LABEL: .entry load_seq_cst(
// CHECK: fence.sc.gpu
// CHECK: ld.acquire.gpu
KERNEL(load_seq_cst) { *out = atomic_load(p, MemoryOrderSeqCst{}, MemoryScopeDevice{}); }
// CHECK-LABEL: .entry load_relaxed(
// CHECK: ld.relaxed.sys
KERNEL(load_relaxed) { *out = atomic_load(p, MemoryOrderRelaxed{}, MemoryScopeSystem{}); }
// CHECK-LABEL: .entry store_seq_cst(
// CHECK: fence.sc.cta
// CHECK: st.relaxed.cta
KERNEL(store_seq_cst) { atomic_store(p, v, MemoryOrderSeqCst{}, MemoryScopeCore{}); }
// CHECK-LABEL: .entry store_relaxed(
// CHECK: st.relaxed.gpu
KERNEL(store_relaxed) { atomic_store(p, v, MemoryOrderRelaxed{}, MemoryScopeDevice{}); }
// CHECK-LABEL: .entry fence_seqcst_core(
// CHECK: fence.sc.cta;
KERNEL(fence_seqcst_core) { atomic_thread_fence(MemoryOrderSeqCst{}, MemoryScopeCore{}); }
// CHECK-LABEL: .entry fence_seqcst_node(
// CHECK: fence.sc.sys;
KERNEL(fence_seqcst_node) { atomic_thread_fence(MemoryOrderSeqCst{}, MemoryScopeNode{}); }
// CHECK-LABEL: .entry fence_acqrel_device(
// CHECK: fence.acq_rel.gpu;
KERNEL(fence_acqrel_device) { atomic_thread_fence(MemoryOrderAcqRel{}, MemoryScopeDevice{}); }
// CHECK-LABEL: .entry fence_acquire_core(
// CHECK: fence.{{(acquire|acq_rel)}}.cta;
KERNEL(fence_acquire_core) { atomic_thread_fence(MemoryOrderAcquire{}, MemoryScopeCore{}); }
// CHECK-LABEL: .entry fence_acquire_system(
// CHECK: fence.{{(acquire|acq_rel)}}.sys;
KERNEL(fence_acquire_system) { atomic_thread_fence(MemoryOrderAcquire{}, MemoryScopeSystem{}); }
// CHECK-LABEL: .entry fence_release_device(
// CHECK: fence.{{(release|acq_rel)}}.gpu;
KERNEL(fence_release_device) { atomic_thread_fence(MemoryOrderRelease{}, MemoryScopeDevice{}); }
// CHECK-LABEL: .entry fence_release_node(
// CHECK: fence.{{(release|acq_rel)}}.sys;
KERNEL(fence_release_node) { atomic_thread_fence(MemoryOrderRelease{}, MemoryScopeNode{}); }
// CHECK-LABEL: .entry no_fence(
// CHECK-NOT: {{fence\.}}
// CHECK: ret;
KERNEL(no_fence) { atomic_thread_fence(MemoryOrderRelaxed{}, MemoryScopeSystem{}); }
// CHECK-LABEL: .entry by_the_caller(
// CHECK-NOT: {{atom|red\.|fence|acquire|release}}
// CHECK: ret;
KERNEL(by_the_caller) {
  const MemoryOrderSeqCst order{};
  const MemoryScopeCaller scope{};
  atomic_add(p, v, order, scope);
  out[0] = atomic_fetch_mul(p, v, order, scope) + atomic_xor_fetch(p, v, order, scope);
  out[1] = atomic_exchange(p + 1, v, order, scope) + atomic_load(p + 2, order, scope);
  out[2] = atomic_compare_exchange(p + 3, v, 7u, order, scope);
  atomic_store(p + 4, v, order, scope);
  atomic_thread_fence(order, scope);
}
