// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// 66 calls of functions that both Diatomic and desul have: Diatomic's, or desul's with the macro
/// `DESUL`.

#include "operations.hpp"

#if defined(DESUL)
#include <desul/atomics.hpp>

using relaxed = desul::MemoryOrderRelaxed;
using acquire = desul::MemoryOrderAcquire;
using release = desul::MemoryOrderRelease;
using acq_rel = desul::MemoryOrderAcqRel;
using seq_cst = desul::MemoryOrderSeqCst;
using device_scope = desul::MemoryScopeDevice;
using system_scope = desul::MemoryScopeNode;  // .sys in PTX, where desul lacks its System
#define atomic_store_add atomic_add
#define atomic_store_max atomic_max
#define atomic_fetch_inc_wrap atomic_fetch_inc_mod
#define atomic_fetch_dec_wrap atomic_fetch_dec_mod
#define CALL(function, order, scope, ...) \
  desul::atomic_##function(__VA_ARGS__, order(), scope##_scope())
#else
#include <diatomic/diatomic.hpp>

#define CALL(function, order, scope, ...) \
  diatomic::function(__VA_ARGS__, diatomic::order, diatomic::scope##_scope)
#endif

#define UPDATE(p, function) p[1] = CALL(function, relaxed, device, p, p[1]);
#define INTEGERS(function) \
  UPDATE(i, function) UPDATE(u, function) UPDATE(l, function) UPDATE(n, function)
#define NUMBERS(function) INTEGERS(function) UPDATE(f, function) UPDATE(d, function)

KERNEL void all(int* i, unsigned* u, long long* l, unsigned long long* n, float* f, double* d) {
  NUMBERS(fetch_add)
  NUMBERS(add_fetch)
  NUMBERS(fetch_sub)
  NUMBERS(fetch_min)
  NUMBERS(fetch_max)
  NUMBERS(exchange)
  INTEGERS(fetch_and)
  INTEGERS(fetch_or)
  INTEGERS(fetch_xor)
  UPDATE(u, fetch_inc_wrap)
  UPDATE(u, fetch_dec_wrap)
  CALL(store_add, relaxed, device, i, i[1]);
  CALL(store_add, relaxed, device, f, f[1]);
  CALL(store_add, release, device, n, n[1]);
  CALL(store_max, relaxed, device, i, i[1]);
  CALL(store_max, relaxed, system, d, d[1]);
  u[1] = CALL(fetch_add, acq_rel, device, u, u[1]);
  n[1] = CALL(fetch_or, seq_cst, system, n, n[1]);
  i[1] = CALL(compare_exchange, relaxed, device, i, i[1], i[2]);
  u[1] = CALL(compare_exchange, acquire, device, u, u[1], u[2]);
  d[1] = CALL(compare_exchange, acq_rel, device, d, d[1], d[2]);
  i[1] = CALL(load, relaxed, device, i);
  u[1] = CALL(load, acquire, device, u);
  d[1] = CALL(load, acquire, system, d);
  CALL(store, relaxed, device, i, i[1]);
  CALL(store, release, device, u, u[1]);
  CALL(store, release, system, f, f[1]);
}
