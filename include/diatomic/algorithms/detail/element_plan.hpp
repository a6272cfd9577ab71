// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The shape of a launch whose threads share out elements in a grid-stride loop.

#include <diatomic/core/detail/host_code.hpp>

#include <algorithm>
#include <cstddef>

#include <diatomic/algorithms/histogram/counting_plan.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

struct element_plan {
  unsigned grid;
  unsigned block;
};

/// The shape for n elements, of which a thread takes `batch` at a time, in at most `most` blocks of
/// `block` threads; on the host in one-thread blocks.
inline element_plan plan_elements(std::size_t n, unsigned batch, unsigned block,
                                  unsigned max_blocks) {
  if constexpr (runtime_api::threads_yield) {
    const auto units = static_cast<std::size_t>(std::max(1, current_properties().compute_units));
    constexpr std::size_t worth_a_block = 1024;
    return {static_cast<unsigned>(std::clamp<std::size_t>(n / worth_a_block, 1, 4 * units)), 1};
  }
  const std::size_t tile = std::size_t{block} * batch;
  return {static_cast<unsigned>(std::clamp<std::size_t>((n + tile - 1) / tile, 1, max_blocks)),
          block};
}

/// The shape for the items of rows: rows, or columns of rows.
inline element_plan plan_rows(std::size_t items) { return plan_elements(items, 1, 256, 1u << 22); }

/// The number of consecutive rows for a thread that adds one of `columns` columns.
inline unsigned stretch_of(std::size_t n, unsigned columns) {
  constexpr unsigned max_blocks = 16;
  if constexpr (runtime_api::threads_yield) return max_blocks;
  const auto units = static_cast<std::size_t>(std::max(1, current_properties().compute_units));
  const std::size_t threads = units * 2048 * 2;  // two for each thread that fits on a unit
  const std::size_t stretches = std::max<std::size_t>(1, threads / columns);
  return static_cast<unsigned>(std::clamp<std::size_t>(n / stretches, 1, max_blocks));
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
