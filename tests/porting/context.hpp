// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The names that stand in the rows of docs/porting.md, as a kernel or a host function has them.

#include <atomic>
#include <complex>
#include <cstddef>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/scatter.hpp>
#include <diatomic/atomics/number_types.hpp>
#include <diatomic/collectives/binning.hpp>
#include <diatomic/collectives/block_reduce.hpp>
#include <diatomic/collectives/warp.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>
#include <diatomic/sync/latch.hpp>
#include <diatomic/sync/lock_table.hpp>
#include <diatomic/sync/semaphore.hpp>

namespace {

using namespace diatomic;
using T = unsigned;

struct kernel {
  DIATOMIC_DEVICE void operator()(int*) const {}
};

struct context {
  T *p, *counter, *data;
  const T* input;
  T x, v, e, d, old, expected, desired;
  unsigned i, n, lane, delta, bins, *counts;
  std::size_t length, temp_bytes;
  void* temp;
  T* result;
  indexed<T>* found;
  half* base;
  half h;
  float lower, upper;
  bool predicate;
  lane_mask mask;
  stream on;
  grid_barrier<>* grid;
  latch<>* all_here;
  semaphore<>* permits;
  lock_stripes<> locks;
  atomic_ref<T> r;
  acq_rel_t order;
  device_scope_t scope;
};

}  // namespace
