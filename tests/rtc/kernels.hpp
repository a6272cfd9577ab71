// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Kernels that a test compiles at run time and runs.

#include <diatomic/collectives/block_update.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/kernel.hpp>
#include <diatomic/sync/mutex.hpp>

/// How often each of 256 values occurs, and the largest of the weights.
extern "C" __global__ void count_and_peak(const unsigned char* values, const float* weights,
                                          unsigned n, unsigned* bins, float* peak) {
  for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
    diatomic::store_add(&bins[values[i]], 1u);
    diatomic::store_max(peak, weights[i]);
  }
}

/// A compare-exchange update by each thread; under a lock a plain one; and a slot for each thread,
/// by one atomic of the block, in which it leaves its number.
extern "C" __global__ void update_and_lock(unsigned long long* word, diatomic::spin_mutex<>* mutex,
                                           unsigned* locked, unsigned* next, unsigned* slots) {
  diatomic::fetch_update(word, [](unsigned long long v) { return v * 3 + 1; });
  diatomic::with_lock(*mutex, [&] { *locked += 1; });
  const diatomic::block_update<diatomic::op::add, unsigned> in_block(
      diatomic::shared_array<unsigned>());
  slots[in_block.fetch(next, 1u)] = diatomic::global_index();
}
