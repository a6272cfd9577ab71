// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Objects whose space neither a tag nor the compiler knows, for their pointers come from memory: a
/// relaxed update with a result is one instruction without a test of the pointer; the others are
/// tested. FileCheck checks them.

#include <diatomic/diatomic.hpp>

#define KERNEL extern "C" __global__ void

using namespace diatomic;
using u64 = unsigned long long;

// In a shared array, so that the compiler cannot rule out shared memory.
template <class T>
__device__ T** pointers() {
  __shared__ T* to[32];
  __shared__ T words[32];
  to[threadIdx.x] = words + threadIdx.x;
  __syncthreads();
  return to + (threadIdx.x ^ 1);
}

// CHECK-LABEL: .entry sums(
// CHECK-NOT: {{isspacep|bra}}
// CHECK: atom.{{(relaxed\.gpu\.)?}}add.u32
// CHECK-NOT: {{isspacep|bra}}
// CHECK: {{atom\.(sys\.|relaxed\.sys\.)}}add.u32
// CHECK-NOT: {{isspacep|bra}}
// CHECK: {{atom\.(cta\.|relaxed\.cta\.)}}add.u32
// CHECK-NOT: {{isspacep|bra}}
KERNEL sums(int** p, int* out) {
  const int v = out[0];
  out[1] = fetch_add(*pointers<int>(), v);
  out[2] = fetch_sub(p[0], v, system_scope);
  out[3] = fetch_add(p[1], v, block_scope);
}
// CHECK-LABEL: .entry sums_of_8_bytes(
// CHECK-NOT: {{isspacep|bra}}
// CHECK: atom.{{(relaxed\.gpu\.)?}}add.u64
// CHECK-NOT: {{isspacep|bra}}
KERNEL sums_of_8_bytes(u64* out) { out[1] = fetch_add(*pointers<u64>(), out[0]); }
// CHECK-LABEL: .entry sums_of_floats(
// CHECK-NOT: {{isspacep|bra}}
// CHECK: atom.{{(relaxed\.gpu\.)?}}add.f32
// CHECK-NOT: {{isspacep|bra}}
// CHECK: atom.{{(relaxed\.gpu\.)?}}add.f64
// CHECK-NOT: {{isspacep|bra}}
KERNEL sums_of_floats(float* f, double* d) {
  f[1] = fetch_add(*pointers<float>(), f[0]);
  d[1] = fetch_add(*pointers<double>(), d[0]);
}
// CHECK-LABEL: .entry others_of_4_bytes(
// CHECK-NOT: {{isspacep|bra}}
// CHECK: atom.{{(relaxed\.gpu\.)?}}and.b32
// CHECK: atom.{{(relaxed\.gpu\.)?}}or.b32
// CHECK: atom.{{(relaxed\.gpu\.)?}}xor.b32
// CHECK: atom.{{(relaxed\.gpu\.)?}}min.s32
// CHECK: atom.{{(relaxed\.gpu\.)?}}max.u32
// CHECK: atom.{{(relaxed\.gpu\.)?}}inc.u32
// CHECK: atom.{{(relaxed\.gpu\.)?}}dec.u32
// CHECK-NOT: {{isspacep|bra}}
KERNEL others_of_4_bytes(unsigned* out) {
  unsigned* const p = *pointers<unsigned>();
  const unsigned v = out[0];
  out[1] = fetch_and(p, v);
  out[2] = fetch_or(p, v);
  out[3] = fetch_xor(p, v);
  out[4] = fetch_min(reinterpret_cast<int*>(p), static_cast<int>(v));
  out[5] = fetch_max(p, v);
  out[6] = fetch_inc_wrap(p, v);
  out[7] = fetch_dec_wrap(p, v);
}
// CHECK-LABEL: .entry exchanges(
// CHECK-NOT: {{isspacep|bra}}
// CHECK: atom.{{(relaxed\.gpu\.)?}}exch.b32
// CHECK: atom.{{(relaxed\.gpu\.)?}}cas.b32
// CHECK-NOT: {{isspacep|bra}}
KERNEL exchanges(unsigned* out) {
  unsigned expected = out[1];
  out[2] = exchange(*pointers<unsigned>(), out[0]);
  compare_exchange_strong(*pointers<unsigned>(), expected, out[0]);
  out[3] = expected;
}
// CHECK-LABEL: .entry exchanges_of_8_bytes(
// CHECK-NOT: {{isspacep|bra}}
// CHECK: atom.{{(relaxed\.gpu\.)?}}exch.b64
// CHECK: atom.{{(relaxed\.gpu\.)?}}cas.b64
// CHECK-NOT: {{isspacep|bra}}
KERNEL exchanges_of_8_bytes(u64* out) {
  u64 expected = out[1];
  out[2] = exchange(*pointers<u64>(), out[0]);
  compare_exchange_strong(*pointers<u64>(), expected, out[0]);
  out[3] = expected;
}

// Without a result, with an order, with subnormals to keep, or where shared memory has no
// instruction: global memory, and so RED, is told apart.
// CHECK-LABEL: .entry without_a_result(
// CHECK: isspacep.global
// CHECK: red.relaxed.gpu.global.add.u32
KERNEL without_a_result(unsigned v) { store_add(*pointers<unsigned>(), v); }
// CHECK-LABEL: .entry with_an_order(
// CHECK: isspacep.global
// CHECK: atom.acquire.gpu.global.add.u32
KERNEL with_an_order(unsigned* out) { out[1] = fetch_add(*pointers<unsigned>(), 1, acquire); }
// CHECK-LABEL: .entry bits_of_8_bytes(
// CHECK: isspacep.global
// CHECK: atom.relaxed.gpu.global.or.b64
KERNEL bits_of_8_bytes(u64* out) { out[1] = fetch_or(*pointers<u64>(), out[0]); }
// CHECK-LABEL: .entry subnormals_kept(
// CHECK: isspacep
KERNEL subnormals_kept(float* out) {
  out[1] = fetch_add(*pointers<float>(), out[0], keep_denormals);
}

// A sum of 8 bytes in a known shared array: from sm_90 on the instruction of a cluster's memory.
// CHECK-LABEL: .entry sum_of_8_bytes_in_an_array(
// SM_75: atom.{{(relaxed\.gpu\.)?}}shared.add.u64
// SM_90-NOT: shared.add.u64
// SM_90: atom.{{(relaxed\.gpu\.)?}}add.u64
// CHECK: atom.{{(relaxed\.gpu\.)?}}shared.exch.b64
KERNEL sum_of_8_bytes_in_an_array(u64* out) {
  __shared__ u64 words[32];
  words[threadIdx.x] = 0;
  __syncthreads();
  out[1] = fetch_add(words + out[0], out[2]);
  out[3] = exchange(words + out[0], out[2]);
}
// The address of an object in global memory is converted in the asm statement, not before.
// CHECK-LABEL: .entry converted_in_place(
// CHECK: cvta.to.global.u64 [[A:[a-z_]+]], {{%rd[0-9]+}}; red.relaxed.gpu.global.add.u32 [[[A]]],
KERNEL converted_in_place(unsigned* p, unsigned v) { store_add(p + v, v, in_global); }
