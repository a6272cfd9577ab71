// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The launch shape for a number of elements.

#include <algorithm>
#include <cstddef>

#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace kernels {

/// The number of blocks of a launch, and of threads per block.
struct launch_shape {
  unsigned grid = 1;
  unsigned block = 1;

  std::size_t threads() const { return std::size_t{grid} * block; }
};

/// A shape for a grid-stride kernel: enough blocks to fill the device, but no idle blocks.
///
/// `block` is the preferred block size, lowered to the device's limit. The grid has at least one
/// block, so that `n` == 0 is a launch that does nothing, not an error.
inline launch_shape shape_for(std::size_t n, const device_properties& device,
                              unsigned block = 256) {
  // Eight blocks of 256 threads fill a compute unit of every chip that we know.
  constexpr std::size_t blocks_per_unit = 8;
  block = std::min(block, static_cast<unsigned>(device.max_threads_per_block));
  const std::size_t needed = (n + block - 1) / block;
  const std::size_t room = blocks_per_unit * static_cast<std::size_t>(device.compute_units);
  return {static_cast<unsigned>(std::max<std::size_t>(1, std::min(needed, room))), block};
}

}  // namespace kernels
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
