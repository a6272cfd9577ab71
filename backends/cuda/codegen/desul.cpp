// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Kernels in desul's names. FileCheck checks the instructions for their orders and scopes, and the
/// fences around a lock.

#include <diatomic/compat/desul_names.hpp>

#define KERNEL extern "C" __global__ void

using namespace diatomic::desul_names;

/// 12 bytes, so its operations take a lock.
struct three_words {
  unsigned at[3];
  __device__ three_words operator+(const three_words& o) const {
    return {{at[0] + o.at[0], at[1] + o.at[1], at[2] + o.at[2]}};
  }
};

// CHECK-LABEL: .entry add_under_lock_seq_cst(
// CHECK: fence.sc.gpu;
// CHECK: atom.acquire.gpu.{{.*}}exch
// CHECK: {{(st|red)\.release\.gpu}}
// CHECK: fence.sc.gpu;
// CHECK-NOT: {{acquire|release}}
// CHECK: ret;
KERNEL add_under_lock_seq_cst(three_words* p, three_words v) {
  atomic_add(p, v, MemoryOrderSeqCst{}, MemoryScopeDevice{});
}
// CHECK-LABEL: .entry add_under_lock(
// CHECK-NOT: {{fence\.(sc|acq_rel|release)}}
// CHECK: atom.acquire.gpu.{{.*}}exch
// CHECK-NOT: {{fence\.(sc|acq_rel|release)}}
// CHECK: {{(st|red)\.release\.gpu}}
// CHECK-NOT: {{fence\.(sc|acq_rel|release)}}
// CHECK: ret;
KERNEL add_under_lock(three_words* p, three_words v) {
  atomic_add(p, v, MemoryOrderRelaxed{}, MemoryScopeDevice{});
}
// CHECK-LABEL: .entry add_seq_cst(
// CHECK: fence.sc.gpu;
// CHECK: {{red\.(relaxed|release)\.gpu}}
KERNEL add_seq_cst(unsigned* p) { atomic_add(p, 1u, MemoryOrderSeqCst{}, MemoryScopeDevice{}); }
// CHECK-LABEL: .entry add_fetch_acq_rel_node(
// CHECK: atom.acq_rel.sys.
KERNEL add_fetch_acq_rel_node(unsigned* p, unsigned* out) {
  *out = atomic_add_fetch(p, 1u, MemoryOrderAcqRel{}, MemoryScopeNode{});
}
// CHECK-LABEL: .entry compare_exchange_release(
// CHECK: atom.release.gpu.{{.*}}cas
KERNEL compare_exchange_release(unsigned* p, unsigned* out) {
  *out = atomic_compare_exchange(p, 1u, 2u, MemoryOrderRelease{}, MemoryScopeDevice{});
}
// CHECK-LABEL: .entry store_release_system(
// CHECK: st.release.sys.
KERNEL store_release_system(unsigned* p) {
  atomic_store(p, 1u, MemoryOrderRelease{}, MemoryScopeSystem{});
}
// CHECK-LABEL: .entry store_acq_rel(
// CHECK: st.release.gpu.
KERNEL store_acq_rel(unsigned* p) { atomic_store(p, 1u, MemoryOrderAcqRel{}, MemoryScopeDevice{}); }
// CHECK-LABEL: .entry load_acquire_core(
// CHECK: ld.acquire.cta.
KERNEL load_acquire_core(unsigned* p, unsigned* out) {
  *out = atomic_load(p, MemoryOrderAcquire{}, MemoryScopeCore{});
}
// CHECK-LABEL: .entry load_acq_rel(
// CHECK: ld.acquire.gpu.
KERNEL load_acq_rel(unsigned* p, unsigned* out) {
  *out = atomic_load(p, MemoryOrderAcqRel{}, MemoryScopeDevice{});
}
