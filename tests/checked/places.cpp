// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Calls that must know their own place, for `places_test.py`: one call in each line between the
/// two marks, and each type first used in another kind of call. It is only compiled.

#include <atomic>

#include <diatomic/atomics/atomic.hpp>
#include <diatomic/atomics/number_types.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/collectives/block_update.hpp>
#include <diatomic/containers/spread_array_ref.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/latch.hpp>
#include <diatomic/sync/lock_table.hpp>
#include <diatomic/sync/mutex.hpp>
#include <diatomic/sync/once.hpp>
#include <diatomic/sync/semaphore.hpp>
#include <diatomic/sync/shared_mutex.hpp>

enum class color : unsigned { red };
struct alignas(8) pair_of_ints {
  int a, b;
};
struct to_pointer {
  int* p;
  __host__ __device__ operator int*() const { return p; }
};
struct to_short {
  short s;
  __host__ __device__ operator short() const { return s; }
};

using namespace diatomic;

// clang-format off
__global__ void calls(float* f, unsigned* u, double* d, short* s, unsigned long long* w, int** p,
                      half* h, color* c, pair_of_ints* i, float2* v, spin_mutex<>* m, latch<>* l,
                      semaphore<>* k, shared_mutex<>* r, once_flag<>* o, lock_stripes<> t,
                      const atomic<int>* b, atomic<int>* a, atomic_flag<>* g, to_pointer n,
                      to_short e, spread_array_ref<unsigned> q) {
  const block_update<op::add, int> block(shared_array<int>());
  // first
  store_add(f, 1.0f);
  fetch_add(u + threadIdx.x % 8, 1u, acq_rel);
  compare_exchange(w, 11u, 12u);
  compare_exchange(w, 11u, 13u, std::memory_order_seq_cst);
  store_max(d, 1.5f);
  exchange(s, 1);
  fetch_or(u, 1u);
  or_fetch(c, color::red);
  store_add_at(h, 1, 2, 1.0f);
  store_add(&q[threadIdx.x], 1u);
  load(&q[3]);
  store_add(v, float2{1, 2});
  store(i, pair_of_ints{1, 2});
  load(i, acquire);
  load(p);
  exchange(p, nullptr);
  atomic_ref<int*>(*p) += 3;
  atomic_ref<float>(*f).load();
  atomic_ref<float>(*f).load(relaxed, block_scope, in_global, coarse_grained);
  atomic_ref<float>(*f).fetch_update([](float x) { return x + 2; });
  atomic_ref<unsigned>(*u).try_update([](unsigned& x) { return ++x > 1; }, relaxed);
  atomic_ref<unsigned>(*u).compare_exchange(1, 2, acq_rel);
  atomic_ref<double>(*d).store_max(1.5);
  atomic_ref<unsigned>(*u).wait(3, acquire);
  a->load();
  a->load(relaxed);
  a->store(1, std::memory_order_release);
  a->fetch_add(2);
  a->exchange(3, relaxed, block_scope);
  a->wait(4);
  a->store_add(5, relaxed);
  g->test_and_set();
  g->clear(relaxed);
  g->test(std::memory_order_acquire);
  g->wait(true);
  *a += 6;
  store(p, n);
  store(p, 0);
  store(i, {1, 2});
  exchange(i, {3, 4}, relaxed);
  store(i, {});
  store(s, e);
  fetch_add(s, *b);
  fetch_add(s, atomic_ref<int>(**p), acquire);
  load(u, relaxed, device_scope, in_global, monotone);
  fetch_update(f, [](float x) { return x + 1; });
  try_update(d, [](double& x) { return x > 1; });
  wait(w, 1);
  wait_until(u, [](unsigned x) { return x == 1; });
  claim_slot(u);
  fetch_inc_wrap(u, 7u);
  block.store(reinterpret_cast<int*>(u), 2);
  with_lock(*m, [=] { *f += 1; });
  m->try_lock();
  l->arrive_and_wait();
  k->acquire();
  with_shared_lock(*r, [] {});
  call_once(*o, [] {});
  store(f, 2.0f, t);
  // last
}
