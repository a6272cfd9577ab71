// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The names that stand in the rows of docs/porting.md, as a kernel or a host function has them.

#include <atomic>
#include <complex>
#include <cstddef>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/index_add.hpp>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/reproducible_scatter.hpp>
#include <diatomic/algorithms/scatter.hpp>
#include <diatomic/algorithms/segmented_reduce.hpp>
#include <diatomic/atomics/accessors.hpp>
#include <diatomic/atomics/atomic.hpp>
#include <diatomic/atomics/number_types.hpp>
#include <diatomic/collectives/binning.hpp>
#include <diatomic/collectives/block_reduce.hpp>
#include <diatomic/collectives/warp.hpp>
#include <diatomic/compat/cuda_warps.hpp>
#include <diatomic/compat/desul_names.hpp>
#include <diatomic/containers/bounded_queue.hpp>
#include <diatomic/containers/static_map.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/pinned_array.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>
#include <diatomic/sync/latch.hpp>
#include <diatomic/sync/lock_table.hpp>
#include <diatomic/sync/semaphore.hpp>

namespace {

using namespace diatomic;
using T = unsigned;

using K = unsigned;
using V = unsigned;

struct kernel {
  DIATOMIC_DEVICE void operator()(T*) const {}
};

struct particle {
  float position[3], charge;
};

struct context {
  // Words, and what is done to them.
  T *p, *counter, x, v, e, d, old, expected, desired;
  half *base, h;
  unsigned i;
  std::size_t length;
  acq_rel_t order;
  device_scope_t scope;
  atomic_ref<T> r;

  // What threads of a block and of a grid share.
  lane_mask mask;
  unsigned lane, delta, bits;
  bool predicate;
  int all;
  grid_barrier<>* grid;
  latch<>* all_here;
  semaphore<>* permits;
  spin_mutex<>* mutex;
  static bool condition(T) { return true; }
  static void critical_section() {}

  // Launches and calls on arrays.
  diatomic::stream stream;
  unsigned blocks, threads, bins;
  std::size_t bytes, n, temp_bytes, count, rows;
  const T *input, *from;
  T *to, *result, *table, value;
  const float *samples, *levels;
  float lower, upper, f;
  const int *indices, *offsets;
  const T* values;
  unsigned* counts;
  unsigned char byte;
  indexed<T>* found;
  const particle* particles;
  fixed_point<-40>* fixed;
  fixed_scale scale;
  float* floats;
  static T square(T v) { return v * v; }
  static T product_of(std::size_t i) { return static_cast<T>(i * i); }
  void* temp;

  // Containers.
  static_map<K, V> map;
  static_map<K, V>::ref_type ref;
  K k;
  const K* keys;
  bool* answers;
  insertion* results;
};

}  // namespace
