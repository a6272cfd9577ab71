// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The operands of instructions: a subtraction adds the negated operand, in every element; objects
/// of 16 bytes keep the order of their words; shuffles and reductions of a warp. FileCheck checks
/// them.

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/collectives/warp.hpp>
#include <diatomic/diatomic.hpp>

#define KERNEL extern "C" __global__ void

using namespace diatomic;

// CHECK-LABEL: .entry sub_i32(
// CHECK: neg.s32 [[V:%r[0-9]+]]
// CHECK: red.relaxed.gpu.{{.*}}add.u32 [{{.*}}], [[V]];
KERNEL sub_i32(int* p, int v) { store_sub(p, v); }
// CHECK-LABEL: .entry sub_u64(
// CHECK: neg.s64 [[V:%rd[0-9]+]]
// CHECK: red.relaxed.gpu.{{.*}}add.u64 [{{.*}}], [[V]];
KERNEL sub_u64(unsigned long long* p, unsigned long long v) { store_sub(p, v); }
// CHECK-LABEL: .entry sub_f32(
// CHECK: neg.f32 [[V:%[a-z]+[0-9]+]]
// CHECK: red.relaxed.gpu.{{.*}}add.f32 [{{.*}}], [[V]];
KERNEL sub_f32(float* p, float v) { store_sub(p, v, in_global); }
// -0 less v is -v for each v, 0 included.
// CHECK-LABEL: .entry sub_f32_with_subnormals(
// CHECK: mov.{{[fb]}}32 [[ZERO:%[a-z]+[0-9]+]], 0f80000000;
// CHECK: sub.rn.f32 [[V:%[a-z]+[0-9]+]], [[ZERO]], {{%[a-z]+[0-9]+}};
// CHECK: red.relaxed.gpu.shared.add.f32 [{{.*}}], [[V]];
KERNEL sub_f32_with_subnormals(float* p, float v) { store_sub(p, v, in_shared, keep_denormals); }
// CHECK-LABEL: .entry sub_f64(
// CHECK: neg.f64 [[V:%[a-z]+[0-9]+]]
// CHECK: red.relaxed.gpu.{{.*}}add.f64 [{{.*}}], [[V]];
KERNEL sub_f64(double* p, double v) { store_sub(p, v, in_global); }
// CHECK-LABEL: .entry add_f32(
// CHECK-NOT: neg.f32
// CHECK: red.relaxed.gpu.{{.*}}add.f32
KERNEL add_f32(float* p, float v) { store_add(p, v, in_global); }
// CHECK-LABEL: .entry sub_f16x2(
// CHECK: xor.b32 [[V:%r[0-9]+]], {{%r[0-9]+}}, {{-2147450880|0x80008000}};
// CHECK: red.relaxed.gpu.{{.*}}add.noftz.f16x2 [{{.*}}], [[V]];
KERNEL sub_f16x2(half2* p, half2 v) { store_sub(p, v, in_global); }
// CHECK-LABEL: .entry add_f16x2(
// CHECK-NOT: xor
// CHECK: red.relaxed.gpu.{{.*}}add.noftz.f16x2
KERNEL add_f16x2(half2* p, half2 v) { store_add(p, v, in_global); }
// CHECK-LABEL: .entry exchange_u32(
// CHECK: {{atom\.(relaxed\.gpu\.)?global\.}}exch.b32
KERNEL exchange_u32(unsigned* p, unsigned v, unsigned* out) { *out = exchange(p, v); }

// CHECK-LABEL: .entry sub_f32x4(
// CHECK-DAG: neg.f32 [[A:%[a-z]+[0-9]+]]
// CHECK-DAG: neg.f32 [[B:%[a-z]+[0-9]+]]
// CHECK-DAG: neg.f32 [[C:%[a-z]+[0-9]+]]
// CHECK-DAG: neg.f32 [[D:%[a-z]+[0-9]+]]
// CHECK: red.relaxed.gpu.{{.*}}add.v4.f32 [{{.*}}], {{[{]}}[[A]], [[B]], [[C]], [[D]]};
KERNEL sub_f32x4(diatomic::float4* p, const diatomic::float4* v) { store_sub(p, *v, in_global); }

// CHECK-LABEL: .entry sub_f16x4(
// CHECK-DAG: xor.b32 [[A:%r[0-9]+]], {{%r[0-9]+}}, {{-2147450880|0x80008000}};
// CHECK-DAG: xor.b32 [[B:%r[0-9]+]], {{%r[0-9]+}}, {{-2147450880|0x80008000}};
// CHECK: red.relaxed.gpu.{{.*}}add.noftz.v2.f16x2 [{{.*}}], {{[{]}}[[A]], [[B]]};
KERNEL sub_f16x4(diatomic::half4* p, const diatomic::half4* v) { store_sub(p, *v, in_global); }

struct alignas(16) two_words {
  unsigned long long low, high;
};
// CHECK-LABEL: .entry exchange_16_bytes(
// CHECK: ld.param.{{[bu]}}64 [[LOW:%rd[0-9]+]], [exchange_16_bytes_param_1];
// CHECK: ld.param.{{[bu]}}64 [[HIGH:%rd[0-9]+]], [exchange_16_bytes_param_2];
// CHECK: mov.b128 v, {{[{]}}[[LOW]], [[HIGH]]};
// CHECK: mov.b128 {{[{]}}[[OLD_LOW:%rd[0-9]+]], [[OLD_HIGH:%rd[0-9]+]]}, o;
KERNEL exchange_16_bytes(two_words* p, unsigned long long low, unsigned long long high,
                         unsigned long long* out) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  const two_words old = exchange(p, two_words{low, high}, in_global);
  out[0] = old.low;
  out[1] = old.high;
#endif
}

// CHECK-LABEL: .entry compare_exchange_16_bytes(
// CHECK: ld.param.{{[bu]}}64 [[LOW:%rd[0-9]+]], [compare_exchange_16_bytes_param_1];
// CHECK: ld.param.{{[bu]}}64 [[HIGH:%rd[0-9]+]], [compare_exchange_16_bytes_param_2];
// CHECK: mov.b128 [[EXPECTED:[a-z]]], {{[{]}}[[LOW]], [[HIGH]]};
// CHECK-SAME: mov.b128 [[DESIRED:[a-z]]], {{[{]}}[[HIGH]], [[LOW]]};
// CHECK-SAME: cas.b128 o, [dia_p], [[EXPECTED]], [[DESIRED]]; mov.b128 {{.*}}, o;
KERNEL compare_exchange_16_bytes(two_words* p, unsigned long long low, unsigned long long high) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  compare_exchange(p, two_words{low, high}, two_words{high, low}, in_global);
#endif
}
// CHECK-LABEL: .entry load_and_store_16_bytes(
// CHECK: mov.b128 {{[{]}}[[LOW:%rd[0-9]+]], [[HIGH:%rd[0-9]+]]}, {{[vo]}};
// CHECK: mov.b128 v, {{[{]}}[[HIGH]], [[LOW]]}; st.
KERNEL load_and_store_16_bytes(two_words* p) {
  const two_words v = load(p, in_global);
  store(p, two_words{v.high, v.low}, in_global);
}
// CHECK-LABEL: .entry compare_exchange_u32(
// CHECK: ld.param.{{[bu]}}32 [[EXPECTED:%r[0-9]+]], [compare_exchange_u32_param_1];
// CHECK: ld.param.{{[bu]}}32 [[DESIRED:%r[0-9]+]], [compare_exchange_u32_param_2];
// CHECK: cas.b32 {{%r[0-9]+}}, [{{.*}}], [[EXPECTED]], [[DESIRED]];
KERNEL compare_exchange_u32(unsigned* p, unsigned expected, unsigned desired) {
  compare_exchange(p, expected, desired, release, in_shared);
}
// CHECK-LABEL: .entry fetch_add_f32x2(
// CHECK: ld.param.{{[bf]}}32 [[A:%[a-z]+[0-9]+]], [fetch_add_f32x2_param_1];
// CHECK: ld.param.{{[bf]}}32 [[B:%[a-z]+[0-9]+]], [fetch_add_f32x2_param_2];
// CHECK: add.v2.f32 {{[{]}}[[OLD_A:%[a-z]+[0-9]+]], [[OLD_B:%[a-z]+[0-9]+]]}, [{{.*}}],
// CHECK-SAME: {{[{]}}[[A]], [[B]]};
// CHECK: st.global.{{.*}}, {{[{]}}[[OLD_B]], [[OLD_A]]};
KERNEL fetch_add_f32x2(diatomic::float2* p, float a, float b, diatomic::float2* out) {
  diatomic::float2 v;
  v.x = a;
  v.y = b;
  v = fetch_add(p, v, in_global);
  out->x = v.y;
  out->y = v.x;
}

// A distance beyond the warp is no distance.
// CHECK-LABEL: .entry shuffles_down(
// CHECK: setp.{{(lt|gt)}}.u32 [[FAR:%p[0-9]+]], {{%r[0-9]+}}, {{31|32}};
// CHECK: selp.b32 [[DELTA:%r[0-9]+]], {{.*}}, [[FAR]];
// CHECK: shfl.sync.down.b32 {{.*}}, {{%r[0-9]+}}, [[DELTA]],
KERNEL shuffles_down(unsigned* p, unsigned delta) {
  p[threadIdx.x] = shuffle_down(first_lanes(32), p[threadIdx.x], delta);
}
