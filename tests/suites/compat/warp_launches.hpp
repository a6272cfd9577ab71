// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What the suites of CUDA's warp and block functions share: launches, the sizes of warps, and what
/// the host says of mistakes.

#include <algorithm>
#include <string>

#include <diatomic/runtime/runtime.hpp>

namespace test {

template <class Kernel, class... Params>
void run_blocks(diatomic::extent3 blocks, diatomic::extent3 threads, Kernel kernel,
                Params... params) {
  diatomic::stream stream;
  diatomic::launch(blocks, threads, 0, stream, kernel, params...);
  stream.synchronize();
}

struct tell_lanes {
  DIATOMIC_DEVICE void operator()(unsigned* lanes) const {
    if (diatomic::thread_index() == 0) *lanes = diatomic::warp_size();
  }
};
/// Lanes of the warps that a mask names.
template <class Mask>
unsigned lanes_of() {
  if (sizeof(Mask) == 4) return 32;
  diatomic::device_array<unsigned> lanes(1);
  run_blocks(1, 128, tell_lanes{}, lanes.data());
  return std::max(lanes.download()[0], 32u);
}

/// What a launch of the kernel, with a word to write to, throws; empty if nothing.
template <class Kernel>
std::string refusal(Kernel kernel, unsigned threads = 128) {
  diatomic::device_array<unsigned> out(1);
  try {
    run_blocks(1, threads, kernel, out.data());
  } catch (const diatomic::runtime_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace test
