// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels whose instructions code_test.py reads.

#include <cstdint>

#include <diatomic/diatomic.hpp>
#include <diatomic/remote/remote.hpp>

using diatomic::remote_ref;
using diatomic::symmetric_ptr;

extern "C" __global__ void store_add_kernel(symmetric_ptr<std::uint64_t> p, int pe,
                                            std::uint64_t v) {
  remote_ref<std::uint64_t>(p, pe).store_add(v);
}
extern "C" __global__ void fetch_add_kernel(symmetric_ptr<unsigned long> p, int pe, unsigned long v,
                                            unsigned long* old) {
  *old = remote_ref<unsigned long>(p, pe).fetch_add(v);
}
extern "C" __global__ void exchange_kernel(symmetric_ptr<long> p, int pe, long v, long* old) {
  *old = remote_ref<long>(p, pe).exchange(v);
}
extern "C" __global__ void quiet_kernel() { diatomic::quiet(); }
/// No network has it.
extern "C" __global__ void wide_kernel(symmetric_ptr<double2> p, int pe, double2 v, double2* old) {
  *old = remote_ref<double2>(p, pe).compare_exchange(v, v);
}
