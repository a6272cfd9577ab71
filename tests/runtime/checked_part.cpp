// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A part of `host_modes_test.cpp` that is compiled in checked mode, for a shared library that hides
// its symbols.

#include <diatomic/compat/cuda_warps.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

static_assert(DIATOMIC_CHECKED == 1);

#define EXPORTED __attribute__((visibility("default")))

EXPORTED unsigned checked_thread() { return diatomic::thread_index(); }
EXPORTED void checked_meeting(unsigned* words, unsigned* sum) {
  diatomic::store(words + diatomic::thread_index(), 1u);
  diatomic::sync_block();
  for (unsigned i = 0; i < diatomic::block_size(); ++i) {
    diatomic::store_add(sum, diatomic::load(words + i));
  }
}
EXPORTED void checked_poll(unsigned* flag) {
  if (diatomic::thread_index() == diatomic::block_size() - 1) diatomic::store(flag, 1u);
  while (diatomic::load(flag) == 0) {
  }
  diatomic::wait(flag, 0u);
}
EXPORTED unsigned checked_shuffle(unsigned v) {
  return diatomic::cuda_names::__shfl_xor_sync(0xfu, v, 1);
}
