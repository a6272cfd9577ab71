// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernel behind `<diatomic/algorithms/reproducible_sum.hpp>`.

#include <cstddef>
#include <cstdint>

#include <diatomic/algorithms/detail/array_walk.hpp>
#include <diatomic/algorithms/detail/reduce_kernels.hpp>
#include <diatomic/algorithms/exact_sum.hpp>
#include <diatomic/algorithms/reproducible_accumulator.hpp>
#include <diatomic/collectives/detail/last_block.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Vectors of a batch, as the accumulator has them.
inline constexpr unsigned exact_vectors = 4;
inline walk_plan plan_exact(std::size_t n, std::size_t element_bytes) {
  return plan_walk(n, element_bytes, exact_vectors, 24);
}

/// Launch with any grid, blocks of up to `walk_block` threads, and
/// `reproducible_accumulator<T>::shared_bytes(block)`; `temp` has room for the counter and an
/// `exact_sum<T>` for each block.
template <class T>
struct reproducible_kernel {
  bool in_stretches;
  static constexpr unsigned threads_at_most = walk_block;
  /// Fewer for floats, whose batch takes more registers: spilled ones cost a third of the speed.
  static constexpr unsigned blocks_at_once = sizeof(T) == 4 ? 3 : 4;

  template <class Elements>
  DIATOMIC_DEVICE void operator()(Elements input, std::size_t n, T* result, void* temp,
                                  std::uint64_t signature) const {
    const block_counter counter(static_cast<std::uint64_t*>(temp), signature);
    reproducible_accumulator<T> sum(shared_array<std::uint64_t>());
    if constexpr (has_vectors_v<Elements>) {
      const unsigned stride = block_size();
      walk_array<exact_vectors>(
          input, n, in_stretches,
          [&](const vector_batch<T, exact_vectors>& v, const vector_of<T>* p, std::size_t) {
            sum.add_batch(v, p, stride);
          },
          [&](const vector_of<T>* p, std::size_t, unsigned count) {
            sum.add_some(p, stride, count);
          },
          [&](T value, std::size_t) { sum.add(value); });
    } else {
      using batch = element_batch<T, reduce_elements>;
      walk_elements<reduce_elements>(input, n, in_stretches,
                                     [&](const batch& v, std::size_t, unsigned, unsigned count) {
                                       sum.add_elements(v.at, count);
                                     });
    }
    const exact_sum<T>* own = sum.finish();
    if (grid_size() != 1) {
      auto* const partials =
          reinterpret_cast<exact_sum<T>*>(static_cast<unsigned char*>(temp) + partials_at);
      auto* const to = reinterpret_cast<std::uint32_t*>(partials + block_index());
      const auto* const from = reinterpret_cast<const std::uint32_t*>(own);
      for (unsigned i = thread_index(); i < sizeof(exact_sum<T>) / 4; i += block_size()) {
        to[i] = from[i];
      }
      if (!counter.is_last(sum.spare_word())) return;
      sum.clear();
      sync_block();
      sum.add_sums(partials, grid_size());
      sum.finish();
    }
    if (thread_index() == 0) *result = own->value();
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
