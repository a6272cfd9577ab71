// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The instruction, order and scope of each of desul's updates, in its forms: the old value with
/// acq_rel at node scope, the new value with acquire at core scope, and no value with release at
/// system scope and with acquire at device scope. FileCheck checks them.

#include <diatomic/compat/desul_names.hpp>

using namespace diatomic::desul_names;

#define KERNEL(name) extern "C" __global__ void name(unsigned* p, unsigned v, unsigned* out)
#define OLD_VALUE(name, ...)                                                           \
  KERNEL(old_##name) {                                                                 \
    *out = atomic_fetch_##name(p, __VA_ARGS__ MemoryOrderAcqRel{}, MemoryScopeNode{}); \
  }
#define NEW_VALUE(name, ...)                                                              \
  KERNEL(new_##name) {                                                                    \
    *out = atomic_##name##_fetch(p, __VA_ARGS__ MemoryOrderAcquire{}, MemoryScopeCore{}); \
  }
#define NO_VALUE(name, ...) \
  KERNEL(no_##name) { atomic_##name(p, __VA_ARGS__ MemoryOrderRelease{}, MemoryScopeSystem{}); }
#define ACQUIRED(name, ...)                                                  \
  KERNEL(acquired_##name) {                                                  \
    atomic_##name(p, __VA_ARGS__ MemoryOrderAcquire{}, MemoryScopeDevice{}); \
  }
#define OPERATION(name, ...)   \
  OLD_VALUE(name, __VA_ARGS__) \
  NEW_VALUE(name, __VA_ARGS__) NO_VALUE(name, __VA_ARGS__) ACQUIRED(name, __VA_ARGS__)

// CHECK-LABEL: .entry old_add(
// CHECK: atom.acq_rel.sys.{{.*}}add
// CHECK-LABEL: .entry new_add(
// CHECK: atom.acquire.cta.{{.*}}add
// CHECK-LABEL: .entry no_add(
// CHECK: red.release.sys.{{.*}}add
// CHECK-LABEL: .entry acquired_add(
// CHECK: atom.acquire.gpu.{{.*}}add
OPERATION(add, v, )
// CHECK-LABEL: .entry old_sub(
// CHECK: atom.acq_rel.sys.{{.*}}add
// CHECK-LABEL: .entry new_sub(
// CHECK: atom.acquire.cta.{{.*}}add
// CHECK-LABEL: .entry no_sub(
// CHECK: red.release.sys.{{.*}}add
// CHECK-LABEL: .entry acquired_sub(
// CHECK: atom.acquire.gpu.{{.*}}add
OPERATION(sub, v, )
// CHECK-LABEL: .entry old_and(
// CHECK: atom.acq_rel.sys.{{.*}}and
// CHECK-LABEL: .entry new_and(
// CHECK: atom.acquire.cta.{{.*}}and
// CHECK-LABEL: .entry no_and(
// CHECK: red.release.sys.{{.*}}and
// CHECK-LABEL: .entry acquired_and(
// CHECK: atom.acquire.gpu.{{.*}}and
OPERATION(and, v, )
// CHECK-LABEL: .entry old_or(
// CHECK: atom.acq_rel.sys.{{.*}}or
// CHECK-LABEL: .entry new_or(
// CHECK: atom.acquire.cta.{{.*}}or
// CHECK-LABEL: .entry no_or(
// CHECK: red.release.sys.{{.*}}or
// CHECK-LABEL: .entry acquired_or(
// CHECK: atom.acquire.gpu.{{.*}}or
OPERATION(or, v, )
// CHECK-LABEL: .entry old_xor(
// CHECK: atom.acq_rel.sys.{{.*}}xor
// CHECK-LABEL: .entry new_xor(
// CHECK: atom.acquire.cta.{{.*}}xor
// CHECK-LABEL: .entry no_xor(
// CHECK: red.release.sys.{{.*}}xor
// CHECK-LABEL: .entry acquired_xor(
// CHECK: atom.acquire.gpu.{{.*}}xor
OPERATION(xor, v, )
// CHECK-LABEL: .entry old_min(
// CHECK: atom.acq_rel.sys.{{.*}}min
// CHECK-LABEL: .entry new_min(
// CHECK: atom.acquire.cta.{{.*}}min
// CHECK-LABEL: .entry no_min(
// CHECK: red.release.sys.{{.*}}min
// CHECK-LABEL: .entry acquired_min(
// CHECK: atom.acquire.gpu.{{.*}}min
OPERATION(min, v, )
// CHECK-LABEL: .entry old_max(
// CHECK: atom.acq_rel.sys.{{.*}}max
// CHECK-LABEL: .entry new_max(
// CHECK: atom.acquire.cta.{{.*}}max
// CHECK-LABEL: .entry no_max(
// CHECK: red.release.sys.{{.*}}max
// CHECK-LABEL: .entry acquired_max(
// CHECK: atom.acquire.gpu.{{.*}}max
OPERATION(max, v, )
// CHECK-LABEL: .entry old_inc_mod(
// CHECK: atom.acq_rel.sys.{{.*}}inc
// CHECK-LABEL: .entry new_inc_mod(
// CHECK: atom.acquire.cta.{{.*}}inc
// CHECK-LABEL: .entry no_inc_mod(
// CHECK: red.release.sys.{{.*}}inc
// CHECK-LABEL: .entry acquired_inc_mod(
// CHECK: atom.acquire.gpu.{{.*}}inc
OPERATION(inc_mod, v, )
// CHECK-LABEL: .entry old_dec_mod(
// CHECK: atom.acq_rel.sys.{{.*}}dec
// CHECK-LABEL: .entry new_dec_mod(
// CHECK: atom.acquire.cta.{{.*}}dec
// CHECK-LABEL: .entry no_dec_mod(
// CHECK: red.release.sys.{{.*}}dec
// CHECK-LABEL: .entry acquired_dec_mod(
// CHECK: atom.acquire.gpu.{{.*}}dec
OPERATION(dec_mod, v, )
// CHECK-LABEL: .entry old_inc(
// CHECK: atom.acq_rel.sys.{{.*}}add
// CHECK-LABEL: .entry new_inc(
// CHECK: atom.acquire.cta.{{.*}}add
// CHECK-LABEL: .entry no_inc(
// CHECK: red.release.sys.{{.*}}add
// CHECK-LABEL: .entry acquired_inc(
// CHECK: atom.acquire.gpu.{{.*}}add
OPERATION(inc, )
// CHECK-LABEL: .entry old_dec(
// CHECK: atom.acq_rel.sys.{{.*}}add
// CHECK-LABEL: .entry new_dec(
// CHECK: atom.acquire.cta.{{.*}}add
// CHECK-LABEL: .entry no_dec(
// CHECK: red.release.sys.{{.*}}add
// CHECK-LABEL: .entry acquired_dec(
// CHECK: atom.acquire.gpu.{{.*}}add
OPERATION(dec, )

// Loops: fences around them.
// CHECK-LABEL: .entry old_mul(
// CHECK: fence.{{(release|acq_rel)}}.sys
// CHECK: {{atom\.(relaxed\.sys\.global|global\.sys)\.}}cas
// CHECK: fence.{{(acquire|acq_rel)}}.sys
// CHECK-LABEL: .entry new_mul(
// CHECK: {{atom\.(relaxed\.cta\.global|global\.cta)\.}}cas
// CHECK: fence.{{(acquire|acq_rel)}}.cta
// CHECK-LABEL: .entry no_mul(
// CHECK: fence.{{(release|acq_rel)}}.sys
// CHECK: {{atom\.(relaxed\.sys\.global|global\.sys)\.}}cas
// CHECK-LABEL: .entry acquired_mul(
// CHECK: {{atom\.(relaxed\.gpu\.)?global\.}}cas
// CHECK: fence.{{(acquire|acq_rel)}}.gpu
OPERATION(mul, v, )
// CHECK-LABEL: .entry old_div(
// CHECK: fence.{{(release|acq_rel)}}.sys
// CHECK: {{atom\.(relaxed\.sys\.global|global\.sys)\.}}cas
// CHECK: fence.{{(acquire|acq_rel)}}.sys
// CHECK-LABEL: .entry new_div(
// CHECK: {{atom\.(relaxed\.cta\.global|global\.cta)\.}}cas
// CHECK: fence.{{(acquire|acq_rel)}}.cta
// CHECK-LABEL: .entry no_div(
// CHECK: fence.{{(release|acq_rel)}}.sys
// CHECK: {{atom\.(relaxed\.sys\.global|global\.sys)\.}}cas
// CHECK-LABEL: .entry acquired_div(
// CHECK: {{atom\.(relaxed\.gpu\.)?global\.}}cas
// CHECK: fence.{{(acquire|acq_rel)}}.gpu
OPERATION(div, v, )
// CHECK-LABEL: .entry old_mod(
// CHECK: fence.{{(release|acq_rel)}}.sys
// CHECK: {{atom\.(relaxed\.sys\.global|global\.sys)\.}}cas
// CHECK: fence.{{(acquire|acq_rel)}}.sys
// CHECK-LABEL: .entry new_mod(
// CHECK: {{atom\.(relaxed\.cta\.global|global\.cta)\.}}cas
// CHECK: fence.{{(acquire|acq_rel)}}.cta
// CHECK-LABEL: .entry no_mod(
// CHECK: fence.{{(release|acq_rel)}}.sys
// CHECK: {{atom\.(relaxed\.sys\.global|global\.sys)\.}}cas
// CHECK-LABEL: .entry acquired_mod(
// CHECK: {{atom\.(relaxed\.gpu\.)?global\.}}cas
// CHECK: fence.{{(acquire|acq_rel)}}.gpu
OPERATION(mod, v, )
// CHECK-LABEL: .entry old_nand(
// CHECK: fence.{{(release|acq_rel)}}.sys
// CHECK: {{atom\.(relaxed\.sys\.global|global\.sys)\.}}cas
// CHECK: fence.{{(acquire|acq_rel)}}.sys
// CHECK-LABEL: .entry new_nand(
// CHECK: {{atom\.(relaxed\.cta\.global|global\.cta)\.}}cas
// CHECK: fence.{{(acquire|acq_rel)}}.cta
// CHECK-LABEL: .entry no_nand(
// CHECK: fence.{{(release|acq_rel)}}.sys
// CHECK: {{atom\.(relaxed\.sys\.global|global\.sys)\.}}cas
// CHECK-LABEL: .entry acquired_nand(
// CHECK: {{atom\.(relaxed\.gpu\.)?global\.}}cas
// CHECK: fence.{{(acquire|acq_rel)}}.gpu
OPERATION(nand, v, )
// CHECK-LABEL: .entry old_lshift(
// CHECK: fence.{{(release|acq_rel)}}.sys
// CHECK: {{atom\.(relaxed\.sys\.global|global\.sys)\.}}cas
// CHECK: fence.{{(acquire|acq_rel)}}.sys
// CHECK-LABEL: .entry new_lshift(
// CHECK: {{atom\.(relaxed\.cta\.global|global\.cta)\.}}cas
// CHECK: fence.{{(acquire|acq_rel)}}.cta
// CHECK-LABEL: .entry no_lshift(
// CHECK: fence.{{(release|acq_rel)}}.sys
// CHECK: {{atom\.(relaxed\.sys\.global|global\.sys)\.}}cas
// CHECK-LABEL: .entry acquired_lshift(
// CHECK: {{atom\.(relaxed\.gpu\.)?global\.}}cas
// CHECK: fence.{{(acquire|acq_rel)}}.gpu
OPERATION(lshift, v, )
// CHECK-LABEL: .entry old_rshift(
// CHECK: fence.{{(release|acq_rel)}}.sys
// CHECK: {{atom\.(relaxed\.sys\.global|global\.sys)\.}}cas
// CHECK: fence.{{(acquire|acq_rel)}}.sys
// CHECK-LABEL: .entry new_rshift(
// CHECK: {{atom\.(relaxed\.cta\.global|global\.cta)\.}}cas
// CHECK: fence.{{(acquire|acq_rel)}}.cta
// CHECK-LABEL: .entry no_rshift(
// CHECK: fence.{{(release|acq_rel)}}.sys
// CHECK: {{atom\.(relaxed\.sys\.global|global\.sys)\.}}cas
// CHECK-LABEL: .entry acquired_rshift(
// CHECK: {{atom\.(relaxed\.gpu\.)?global\.}}cas
// CHECK: fence.{{(acquire|acq_rel)}}.gpu
OPERATION(rshift, v, )
