// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sums in all interfaces, for code_test.py, which compiles this source for gfx90a with and without
// DIATOMIC_COARSE_GRAINED=1. A kernel whose name ends in `_elsewhere` is for memory of any kind.

#include <atomic>

#include <diatomic/atomics/accessors.hpp>
#include <diatomic/atomics/atomic.hpp>
#include <diatomic/atomics/number_types.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/collectives/block_update.hpp>
#include <diatomic/compat/cuda_names.hpp>
#include <diatomic/compat/desul_names.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/kernel.hpp>

#define KERNEL extern "C" __global__ void

using namespace diatomic;

constexpr support by_default = DIATOMIC_COARSE_GRAINED ? support::native : support::loop;
constexpr access_properties at_system_scope{memory_order::relaxed, memory_scope::system};
#if DIATOMIC_DEVICE_PASS  // The host pass compiles for the CPU.
static_assert(support_v<op::add, double> == by_default);
static_assert(support_v<op::add, double, block_scope_t> == by_default);
static_assert(support_v<op::add, double, system_scope_t> == support::loop);
static_assert(support_v<op::add, double, system_scope_t, coarse_grained_t> == support::native);
static_assert(support_v<op::add, float> == support::loop);
static_assert(support_v<op::add, float, ignore_denormals_t> == by_default);
static_assert(support_v<op::add, float, ignore_denormals_t, system_scope_t> == support::loop);
#endif
static_assert(support_of(op::add, kind::f64, {}, 0x90a) == by_default);
static_assert(support_of(op::add, kind::f32, {}, 0x1100) == by_default);
static_assert(support_of(op::add, kind::f64, at_system_scope, 0x90a) == support::loop);
static_assert(support_of(op::max, kind::u32, at_system_scope, 0x90a) == support::loop);

KERNEL reduction(double* p, double v) { store_add(p, v, in_global); }
KERNEL old_value(double* p, double v, double* out) { *out = fetch_sub(p, v, acq_rel, in_global); }
KERNEL new_value(double* p, double v, double* out) { *out = add_fetch(p, v, block_scope); }
KERNEL run_time_order(double* p, double v, std::memory_order order) { store_add(p, v, order); }
KERNEL float_flushed(float* p, float v) { store_add(p, v, ignore_denormals, in_global); }
KERNEL half_in_array(half* p, half v, unsigned n) { store_add_at(p, 2, n, v, in_global); }
KERNEL in_vector(double2* p, double2 v) { store_add(p, v, in_global); }
KERNEL same_for_all(double* p, double v) { store_add(p, v, same_address, in_global); }
KERNEL few(double* p, double v) { store_add(p, v, few_addresses, in_global); }
KERNEL by_group(double* p, double v) {
  const double values[] = {v, v * 2};
  store_add_each(p, values, lane_group::with_same(p), in_global);
}
KERNEL by_block(double* p, double v) {
  __shared__ double room[64];
  block_update<op::add, double>(room).store(p, v, in_global);
}
KERNEL member(double* p, double v) { atomic_ref<double>(*p) += v; }
KERNEL member_with_tags(double* p, double v) {
  atomic_ref<double, relaxed_t, in_global_t>(*p).store_add(v, block_scope);
}
KERNEL object(atomic<double>* p, double v) { p->fetch_add(v); }
KERNEL element(double* p, double v) { atomic_accessor<double>().access(p, 1) += v; }
KERNEL name_of_cuda(double* p, double v) { cuda_names::atomicAdd(p, v); }
KERNEL name_of_desul(double* p, double v) {
  using namespace desul_names;
  atomic_add(p, v, MemoryOrderRelaxed{}, MemoryScopeDevice{});
}
KERNEL with_tag(double* p, double v) { store_add(p, v, system_scope, coarse_grained, in_global); }

KERNEL reduction_elsewhere(double* p, double v) { store_add(p, v, system_scope, in_global); }
KERNEL maximum_elsewhere(unsigned* p, unsigned v) { store_max(p, v, system_scope, in_global); }
KERNEL member_elsewhere(double* p, double v) {
  atomic_ref<double, system_scope_t, in_global_t>(*p) += v;
  atomic_ref<double, in_global_t>(*p).store_add(v, system_scope);
}
KERNEL name_of_cuda_elsewhere(double* p, double v) { cuda_names::atomicAdd_system(p, v); }
KERNEL name_of_desul_elsewhere(double* p, double v) {
  using namespace desul_names;
  atomic_add(p, v, MemoryOrderRelaxed{}, MemoryScopeNode{});
}
